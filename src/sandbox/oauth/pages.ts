/** The pages that a user sees at the sandbox, besides the consent page. */
import { fillIn, html, noMarkup } from "../engine/markup.ts";
import { type Frame, page } from "../engine/page.ts";
import type { Texts } from "./texts.ts";

export const frame = ({ lang, about }: Texts): Frame => ({
  lang,
  brand: "Sandbox Books",
  about,
  stylesheet: "style.css",
});

interface Form {
  readonly texts: Texts;
  /** The parameters that every URL up to the answer repeats. */
  readonly query: string;
  /** Proves that the form was made for this browser and this request. */
  readonly check: string;
}

export interface LoginPage extends Form {
  /** The application that the user signs in for; undefined for the page with their API keys. */
  readonly clientName: string | undefined;
  readonly hasFailed: boolean;
  /** Shown as a hint, unless the sandbox is public. */
  readonly login?: { readonly user: string; readonly password: string };
}

export function loginPage({ texts, clientName, hasFailed, login, query, check }: LoginPage): string {
  const problem = hasFailed ? html`<p class="problem" role="alert">${texts.wrongLogin}</p>` : noMarkup;
  const hint =
    login === undefined
      ? fillIn(texts.demoHidden, { file: html`<code>sandbox.json</code>` })
      : fillIn(texts.demoWith, {
          user: html`<code>${login.user}</code>`,
          password: html`<code>${login.password}</code>`,
        });
  return page(
    frame(texts),
    texts.signIn,
    html`<h1>${texts.signIn}</h1>
<p class="lead">${fillIn(texts.toContinue, { client: html`<strong>${clientName ?? texts.yourKeys}</strong>` })}</p>
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

export interface KeyPage extends Form {
  readonly user: string;
  /** A key that was just created. Only its hash is stored, so the page shows it once. */
  readonly key: string | undefined;
}

export function keyPage({ texts, user, query, check, key }: KeyPage): string {
  const newKey =
    key === undefined
      ? noMarkup
      : html`<div class="made" role="status"><p>${texts.keyMade}</p>
<p><code class="key">${key}</code></p></div>`;
  return page(
    frame(texts),
    texts.keysTitle,
    html`<h1>${texts.keysTitle}</h1>
<p class="lead">${fillIn(texts.signedInAs, { user: html`<strong>${user}</strong>` })}</p>
${newKey}
<form method="post" action="keys?${query}">
<input type="hidden" name="check" value="${check}">
<button class="${key === undefined ? "primary wide" : "wide"}">${key === undefined ? texts.createKey : texts.createAnother}</button>
</form>
<p class="small">${texts.whoHasKey}</p>`,
  );
}

export const problemPage = (texts: Texts, message: string): string =>
  page(
    frame(texts),
    texts.problemTitle,
    html`<h1>${texts.didNotWork}</h1>
<p class="lead">${message}</p>
<p class="small">${texts.nothingShared}</p>`,
  );
