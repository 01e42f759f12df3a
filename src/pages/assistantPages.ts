/** The pages on which an end user connects an assistant, agrees to its access, and confirms its writes. */
import { html, type Markup, type Part } from "../web/html.ts";
import { type Access, accessPart } from "./access.ts";
import { page, problemSummary } from "./layout.ts";
import { defaultTexts, fill, type Look } from "./look.ts";
import type { SystemMark } from "./systemMark.ts";

export interface OneTimeCodeFacts {
  readonly systemName: string;
  readonly mark: SystemMark;
  /** The token of the end user's page. */
  readonly page: string;
  readonly url: string;
  readonly host: string;
  readonly code: string;
  readonly minutes: number;
}

/** The address and the code that the end user gives to their assistant. */
export function oneTimeCodePage(look: Look, facts: OneTimeCodeFacts): string {
  const { systemName, mark, url, host, code, minutes } = facts;
  const texts = defaultTexts(look);
  const title = fill(texts.assistantCodeTitle, { system: systemName });
  const content = html`<h1>${title}</h1>
<p class="intro">${texts.assistantCodeIntro}</p>
<dl class="copied">
<div><dt>${texts.assistantAddress}</dt><dd><code>${url}</code></dd></div>
<div><dt>${texts.assistantCode}</dt><dd><code class="code">${code}</code></dd></div>
</dl>
<p class="free">${fill(texts.assistantCodeNote, { minutes: String(minutes), host })}</p>
<p class="back"><a href="/auth/connections?page=${encodeURIComponent(facts.page)}">${texts.connectionsTitle}</a></p>
`;
  return page(look, { title, systemName, mark, page: facts.page }, content);
}

interface Asking {
  readonly assistant: string;
  /** The host that the browser returns to. */
  readonly host: string;
  /** Whether that is a program on the person's computer. */
  readonly isLocal: boolean;
}

/** The name can be anything, the address cannot. */
function whoPart(look: Look, { host, isLocal }: Asking): Markup {
  const texts = defaultTexts(look);
  return html`<p class="free"><strong>${fill(texts.returnsTo, { host })}</strong> ${isLocal ? fill(texts.localProgram, { host }) : texts.nameNotChecked}</p>
`;
}

interface Buttons {
  readonly submit: string;
  readonly cancel: string;
  readonly busy: string;
}

const buttons = ({ submit, cancel, busy }: Buttons): Markup =>
  html`<div class="actions">
<button class="submit" type="submit" data-busy="${busy}">${submit}</button>
<button class="cancel" type="submit" form="cancel">${cancel}</button>
</div>
<p role="status" class="status"></p>
`;

const hiddenFields = (fields: Readonly<Record<string, string | undefined>>): Part =>
  Object.entries(fields).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );

export interface AuthorizeFacts extends Asking {
  /** The parameters of the request, which the form sends again. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly check: string;
  readonly isWrong: boolean;
}

/** Asks for the one-time code, before anything about the person is known. */
export function authorizePage(look: Look, facts: AuthorizeFacts): string {
  const { assistant, parameters, check, isWrong } = facts;
  const texts = defaultTexts(look);
  const title = fill(texts.authorizeTitle, { assistant });
  const fields = hiddenFields({ ...parameters, check });
  const content = html`<h1>${title}</h1>
<p class="intro">${texts.authorizeIntro}</p>
${
  isWrong &&
  problemSummary({
    text: texts.codeInvalid,
    heading: texts.checkFields,
    fields: [{ id: "field-code", label: texts.assistantCode }],
  })
}<form id="main" method="post" action="/auth/assistants/authorize" data-required="${texts.required}">
${fields}<input type="hidden" name="decision" value="continue">
<div class="field">
<label for="field-code">${texts.assistantCode}</label>
<div class="box"><input id="field-code" name="code" type="text" class="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" autocorrect="off" spellcheck="false"${isWrong && html` aria-invalid="true" aria-describedby="problem"`}></div>
</div>
${whoPart(look, facts)}${buttons({ submit: texts.selectionButtonText, cancel: texts.cancelButtonText, busy: texts.checking })}</form>
<form id="cancel" method="post" action="/auth/assistants/authorize">${fields}<input type="hidden" name="decision" value="refuse"></form>
`;
  return page(look, { title: isWrong ? `${texts.error}: ${title}` : title }, content);
}

export interface ConsentFacts extends Asking {
  /** The token of the page. */
  readonly consent: string;
  readonly check: string;
  readonly systemName: string;
  readonly mark: SystemMark;
  readonly company: string | undefined;
  readonly access: Access;
  /** Whether the assistant may get more than reading. */
  readonly mayWrite: boolean;
}

export function consentPage(look: Look, facts: ConsentFacts): string {
  const { assistant, systemName, company, access, mayWrite, mark, consent } = facts;
  const texts = defaultTexts(look);
  const say = (text: string): string => fill(text, { assistant, system: systemName, platform: look.tenantName });
  const title = say(texts.consentTitle);
  const headings = { reads: texts.assistantReads, writes: texts.assistantWrites, hides: texts.assistantHides };
  const shown = mayWrite ? access : { ...access, writes: [] };
  const fields = hiddenFields({ consent, check: facts.check });
  const action = `/auth/assistants/consent?consent=${encodeURIComponent(consent)}`;
  const choice = (value: string, label: string, note?: string): Markup =>
    html`<li><label><input type="radio" name="access" value="${value}"${value === "read" && html` checked`}><span>${label}${note !== undefined && html`<small>${note}</small>`}</span></label></li>
`;
  const content = html`<h1>${title}</h1>
${company !== undefined && html`<p class="intro"><strong>${company}</strong></p>\n`}<p class="intro">${texts.consentIntro}</p>
${accessPart(shown, texts, say, headings)}<form id="main" method="post" action="${action}">
${fields}<input type="hidden" name="decision" value="allow">
${
  mayWrite &&
  html`<fieldset>
<legend>${texts.accessLegend}</legend>
<ul class="choices">
${choice("read", texts.readOnlyAccess)}${choice("write", texts.writeAccess, texts.writeNote)}</ul>
</fieldset>
`
}${whoPart(look, facts)}<p class="free">${texts.endNote}</p>
${buttons({ submit: texts.allowButton, cancel: texts.refuseButton, busy: texts.moment })}</form>
<form id="cancel" method="post" action="${action}">${fields}<input type="hidden" name="decision" value="refuse"></form>
`;
  return page(look, { title, systemName, mark, consent }, content);
}

export interface ConfirmFacts {
  /** The token of the page. */
  readonly question: string;
  readonly check: string;
  readonly assistant: string;
  readonly systemName: string;
  readonly mark: SystemMark;
  readonly company: string | undefined;
  readonly message: string;
}

/** Asks a person to confirm a write of an assistant whose program cannot ask. */
export function confirmPage(look: Look, facts: ConfirmFacts): string {
  const { question, check, assistant, systemName, mark, company, message } = facts;
  const texts = defaultTexts(look);
  const title = texts.confirmTitle;
  const fields = hiddenFields({ question, check });
  const action = `/auth/assistants/confirm?question=${encodeURIComponent(question)}`;
  const content = html`<h1>${title}</h1>
${company !== undefined && html`<p class="intro"><strong>${company}</strong></p>\n`}<p class="intro">${fill(texts.confirmIntro, { assistant, system: systemName })}</p>
<pre class="write">${message}</pre>
<form id="main" method="post" action="${action}">
${fields}<input type="hidden" name="decision" value="confirm">
${buttons({ submit: texts.confirmButton, cancel: texts.refuseButton, busy: texts.moment })}</form>
<form id="cancel" method="post" action="${action}">${fields}<input type="hidden" name="decision" value="refuse"></form>
`;
  return page(look, { title, systemName, mark, question }, content);
}

/** After the person has answered. */
export function answeredPage(
  look: Look,
  { isConfirmed, assistant, question }: { isConfirmed: boolean; assistant: string; question: string },
): string {
  const texts = defaultTexts(look);
  const title = isConfirmed ? texts.confirmedTitle : texts.declinedTitle;
  const message = isConfirmed ? fill(texts.confirmedMessage, { assistant }) : texts.declinedMessage;
  return page(
    look,
    { title, question },
    html`<h1>${title}</h1>
<p class="intro" role="status">${message}</p>
`,
  );
}

/** A request for access that is not valid. The reason is for the assistant's developer. */
export function refusedRequestPage(look: Look, reason: string): string {
  const texts = defaultTexts(look);
  const content = html`<h1>${texts.failedTitle}</h1>
<p class="intro">${texts.assistantFailedMessage}</p>
<p class="reference">${texts.reference} <code>${reason}</code></p>
`;
  return page(look, { title: texts.failedTitle }, content);
}
