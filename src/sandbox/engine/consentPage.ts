/** The page on which an end user allows an application to read and write their books. */
import type { Parameters } from "./forms.ts";
import { fillIn, html, noMarkup } from "./markup.ts";
import { type Frame, page } from "./page.ts";

export interface ConsentTexts {
  readonly allow: string;
  readonly deny: string;
  readonly wants: string;
  readonly signedInAs: string;
  readonly see: string;
  readonly read: string;
  readonly write: string;
  readonly keep: string;
  readonly returnTo: string;
}

export interface Consent {
  readonly texts: ConsentTexts;
  /** The application's name. */
  readonly client: string;
  readonly user?: string;
  /** The URL that the browser returns to. */
  readonly redirectUri: string;
  /** The form's target, and its hidden fields. */
  readonly action: string;
  readonly hidden: Parameters;
}

export function consentPage(frame: Frame, { texts, client, user, redirectUri, action, hidden }: Consent): string {
  const signedIn =
    user === undefined
      ? noMarkup
      : html`<p class="lead">${fillIn(texts.signedInAs, { user: html`<strong>${user}</strong>` })}</p>`;
  return page(
    frame,
    texts.allow,
    html`<h1>${fillIn(texts.wants, { client: html`<span class="client">${client}</span>` })}</h1>
${signedIn}
<ul>
<li>${texts.see}</li>
<li>${texts.read}</li>
<li>${texts.write}</li>
<li>${texts.keep}</li>
</ul>
<form method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="choice">
<button name="answer" value="deny">${texts.deny}</button>
<button name="answer" value="allow" class="primary">${texts.allow}</button>
</div>
</form>
<p class="small">${fillIn(texts.returnTo, { address: html`<span class="address">${new URL(redirectUri).origin}</span>` })}</p>`,
  );
}
