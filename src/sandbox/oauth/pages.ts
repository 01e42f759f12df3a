/** The pages that a user sees at the sandbox. Nothing runs on them, and nothing comes from elsewhere. */
import { html, Markup } from "./markup.ts";
import type { Texts } from "./texts/texts.ts";

export interface Form {
  readonly texts: Texts;
  /** The authorisation request, as the query of every address on the way. */
  readonly query: string;
  /** Proves that the form was made for this browser and this request. */
  readonly check: string;
}

export interface LoginPage extends Form {
  /** What one signs in for; undefined: the user's API keys. */
  readonly clientName: string | undefined;
  readonly hasFailed: boolean;
  /** What to sign in with, where everybody may know. */
  readonly login?: { readonly user: string; readonly password: string };
}

export function loginPage({ texts, clientName, hasFailed, login, query, check }: LoginPage): string {
  const problem = hasFailed ? html`<p class="problem" role="alert">${texts.wrongLogin}</p>` : nothing;
  const hint =
    login === undefined
      ? put(texts.demoHidden, { file: html`<code>sandbox.json</code>` })
      : put(texts.demoWith, {
          user: html`<code>${login.user}</code>`,
          password: html`<code>${login.password}</code>`,
        });
  return whole(
    texts,
    texts.signIn,
    html`<h1>${texts.signIn}</h1>
<p class="lead">${put(texts.toContinue, { client: html`<strong>${clientName ?? texts.yourKeys}</strong>` })}</p>
${problem}
<form method="post" action="login?${query}">
<input type="hidden" name="check" value="${check}">
<label for="user">${texts.user}</label>
<input id="user" name="user" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="primary wide">${texts.signIn}</button>
</form>
<aside><p>${hint}</p></aside>`,
  );
}

export interface ConsentPage extends Form {
  readonly clientName: string;
  readonly user: string;
  /** Where the browser goes next. */
  readonly destination: string;
}

export function consentPage({ texts, clientName, user, destination, query, check }: ConsentPage): string {
  return whole(
    texts,
    texts.allowTitle,
    html`<h1>${put(texts.wants, { client: html`<span class="client">${clientName}</span>` })}</h1>
<p class="lead">${put(texts.signedInAs, { user: html`<strong>${user}</strong>` })}</p>
<ul>
<li>${texts.see}</li>
<li>${texts.read}</li>
<li>${texts.write}</li>
<li>${texts.keep}</li>
</ul>
<form method="post" action="consent?${query}">
<input type="hidden" name="check" value="${check}">
<div class="choice">
<button name="answer" value="deny">${texts.deny}</button>
<button name="answer" value="allow" class="primary">${texts.allow}</button>
</div>
</form>
<p class="small">${put(texts.returnTo, { address: html`<span class="address">${destination}</span>` })}</p>`,
  );
}

export interface KeyPage extends Form {
  readonly user: string;
  /** One that was made just now: only its hash is kept, so this is the one time that it can be shown. */
  readonly key: string | undefined;
}

export function keyPage({ texts, user, query, check, key }: KeyPage): string {
  const made =
    key === undefined
      ? nothing
      : html`<div class="made" role="status"><p>${texts.keyMade}</p>
<p><code class="key">${key}</code></p></div>`;
  return whole(
    texts,
    texts.keysTitle,
    html`<h1>${texts.keysTitle}</h1>
<p class="lead">${put(texts.signedInAs, { user: html`<strong>${user}</strong>` })}</p>
${made}
<form method="post" action="keys?${query}">
<input type="hidden" name="check" value="${check}">
<button class="${key === undefined ? "primary wide" : "wide"}">${key === undefined ? texts.createKey : texts.createAnother}</button>
</form>
<p class="small">${texts.whoHasKey}</p>`,
  );
}

export function problemPage(texts: Texts, message: string): string {
  return whole(
    texts,
    texts.problemTitle,
    html`<h1>${texts.didNotWork}</h1>
<p class="lead">${message}</p>
<p class="small">${texts.nothingShared}</p>`,
  );
}

/** A text with more than text in its places. */
function put(text: string, places: Readonly<Record<string, Markup>>): Markup {
  const parts = text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? (places[part] ?? nothing) : html`${part}`));
  return new Markup(parts.map((part) => part.text).join(""));
}

const nothing = new Markup("");

const mark = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" class="tile"/><path d="M9 8.5h11a3 3 0 0 1 3 3v12H12a3 3 0 0 1-3-3z" class="cover"/><path d="M13 13h6M13 17h6" class="line"/></svg>`;

function whole({ lang, about }: Texts, title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="${lang}">
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
<footer>${about}</footer>
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
