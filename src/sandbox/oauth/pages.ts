/** The pages that a user sees at the sandbox. Nothing runs on them, and nothing comes from elsewhere. */
import { html, Markup } from "./markup.ts";

export interface Form {
  /** The authorisation request, as the query of every address on the way. */
  readonly query: string;
  /** Proves that the form was made for this browser and this request. */
  readonly check: string;
}

export interface LoginPage extends Form {
  readonly clientName: string;
  readonly problem?: string;
  /** What to sign in with, where everybody may know. */
  readonly login?: { readonly user: string; readonly password: string };
}

export function loginPage(page: LoginPage): string {
  const problem = page.problem === undefined ? nothing : html`<p class="problem" role="alert">${page.problem}</p>`;
  const { login } = page;
  const hint =
    login === undefined
      ? html`<aside><p>This is a demo. Its password is in the service's data folder, in <code>sandbox.json</code>.</p></aside>`
      : html`<aside><p>This is a demo. Sign in as <code>${login.user}</code> with the password <code>${login.password}</code>.</p></aside>`;
  return whole(
    "Sign in",
    html`<h1>Sign in</h1>
<p class="lead">to continue to <strong>${page.clientName}</strong></p>
${problem}
<form method="post" action="login?${page.query}">
<input type="hidden" name="check" value="${page.check}">
<label for="user">User name</label>
<input id="user" name="user" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="primary wide">Sign in</button>
</form>
${hint}`,
  );
}

export interface ConsentPage extends Form {
  readonly clientName: string;
  readonly user: string;
  /** Where the browser goes next. */
  readonly destination: string;
}

export function consentPage({ clientName, user, destination, query, check }: ConsentPage): string {
  return whole(
    "Allow access",
    html`<h1><span class="client">${clientName}</span> wants to read and write your books</h1>
<p class="lead">Signed in as <strong>${user}</strong></p>
<ul>
<li>See your companies</li>
<li>Read documents and the ledger</li>
<li>Write documents and bookings</li>
<li>Keep access until you end it</li>
</ul>
<form method="post" action="consent?${query}">
<input type="hidden" name="check" value="${check}">
<div class="choice">
<button name="answer" value="deny">Deny</button>
<button name="answer" value="allow" class="primary">Allow</button>
</div>
</form>
<p class="small">You will return to <span class="address">${destination}</span></p>`,
  );
}

export interface KeyPage {
  readonly user: string;
  readonly check: string;
  /** One that was made just now: only its hash is kept, so this is the one time that it can be shown. */
  readonly key: string | undefined;
}

export function keyPage({ user, check, key }: KeyPage): string {
  const made =
    key === undefined
      ? nothing
      : html`<div class="made" role="status"><p>Here is your key. Copy it now: it is shown only once.</p>
<p><code class="key">${key}</code></p></div>`;
  return whole(
    "API keys",
    html`<h1>API keys</h1>
<p class="lead">Signed in as <strong>${user}</strong></p>
${made}
<form method="post" action="keys">
<input type="hidden" name="check" value="${check}">
<button class="${key === undefined ? "primary wide" : "wide"}">${key === undefined ? "Create a key" : "Create another key"}</button>
</form>
<p class="small">Whoever has a key can read and write your books.</p>`,
  );
}

export function problemPage(message: string): string {
  return whole(
    "Not possible",
    html`<h1>This did not work</h1>
<p class="lead">${message}</p>
<p class="small">Nothing was shared. Close this page, go back to the application that you came from, and try again.</p>`,
  );
}

const nothing = new Markup("");

const mark = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" class="tile"/><path d="M9 8.5h11a3 3 0 0 1 3 3v12H12a3 3 0 0 1-3-3z" class="cover"/><path d="M13 13h6M13 17h6" class="line"/></svg>`;

function whole(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox Books</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<header>${mark}<span>Sandbox Books</span></header>
<main>
${content}
</main>
<footer>An invented accounting system for trying things out</footer>
</body>
</html>
`.text;
}

/**
 * Chromium holds `form-action` against every redirect after a form, so the page whose form leads to the client, and
 * from there to wherever the client wants, cannot name all the places.
 */
export function pageHeaders({ leavesSite }: { leavesSite: boolean }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self'${leavesSite ? " https: http:" : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
}
