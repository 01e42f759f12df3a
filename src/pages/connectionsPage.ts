/** The page on which an end user sees their connections, and the page that asks before one of them ends. */
import { html, type Markup, type Part } from "../web/html.ts";
import { type FormFacts, page, wordingFor } from "./layout.ts";
import { defaultTexts, type Look, languageAttributes } from "./look.ts";
import { markSvg, type SystemMark } from "./systemMark.ts";
import type { AccessGroup } from "./texts/texts.ts";

export interface ConnectionFacts {
  readonly id: string;
  readonly systemName: string;
  readonly mark: SystemMark;
  readonly needsSignIn: boolean;
  readonly company?: string | undefined;
  readonly environment?: string | undefined;
  readonly createdAt: Date;
  readonly reads: readonly GroupActivity[];
  readonly writes: readonly GroupActivity[];
  readonly assistants: readonly AssistantFacts[];
}

/** An assistant that has access. */
export interface AssistantFacts {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly mayWrite: boolean;
  readonly since: Date;
}

/** When the data of a group was last read or written. */
export interface GroupActivity {
  readonly group: AccessGroup;
  readonly at: Date;
}

interface PageFacts extends Pick<FormFacts, "check"> {
  /** The token of the link. */
  readonly page: string;
}

export interface ConnectionsFacts extends PageFacts {
  readonly connections: readonly ConnectionFacts[];
  /** The result of the last action. */
  readonly notice?: {
    readonly kind: "reconnected" | "disconnected" | "unchanged" | "accessEnded";
    readonly systemName: string;
  };
  /** Whether the platform lets its end users connect assistants. */
  readonly offersAssistants: boolean;
  /** A link back to the platform. */
  readonly backTo?: string | undefined;
}

export function connectionsPage(look: Look, facts: ConnectionsFacts): string {
  const { connections, notice, backTo } = facts;
  const texts = defaultTexts(look);
  const say = wordingFor(look, notice?.systemName ?? "");
  const content = html`<h1>${texts.connectionsTitle}</h1>
<p class="intro">${say(connections.length === 0 ? texts.connectionsNone : texts.connectionsIntro)}</p>
${notice && html`<p class="notice" role="status">${say(texts[`${notice.kind}Notice`])}</p>\n`}${connections.map(
  (connection) => connectionPart(look, facts, connection),
)}${backTo !== undefined && html`<p class="back"><a href="${backTo}">${say(texts.backTo)}</a></p>\n`}`;
  return page(look, { title: texts.connectionsTitle, page: facts.page }, content);
}

function connectionPart(look: Look, facts: ConnectionsFacts, connection: ConnectionFacts): Markup {
  const { systemName, mark, company, environment, needsSignIn, id } = connection;
  const texts = defaultTexts(look);
  const say = wordingFor(look, systemName);
  const where = [company, environment].filter((name) => name !== undefined).join(" · ");
  return html`<section class="connection" aria-labelledby="system-${id}">
<div class="system">${markSvg(mark)}<div><h2 id="system-${id}">${systemName}</h2>${where !== "" && html`<p>${where}</p>`}</div></div>
<p class="${needsSignIn ? "state ended" : "state"}">${say(needsSignIn ? texts.signInNeeded : texts.doneTitle)}</p>
<dl class="facts">
<div><dt>${texts.connectedSince}</dt><dd>${timePart(look, connection.createdAt)}</dd></div>
${activityPart(look, texts.lastRead, connection.reads)}${connection.writes.length > 0 && activityPart(look, texts.lastChanged, connection.writes)}</dl>
<form class="actions" method="post" action="/auth/connections/reconnect?page=${encodeURIComponent(facts.page)}">
${tokensOf(facts, id)}
<button class="${needsSignIn ? "submit" : "cancel"}" type="submit">${texts.reconnectButton}<span class="status"> – ${systemName}</span></button>
<a href="${disconnectAddress(facts.page, id)}">${texts.disconnectButton}<span class="status"> – ${systemName}</span></a>
</form>
${assistantsPart(look, facts, connection)}</section>
`;
}

/** The assistants of a connection, and the way to one more. */
function assistantsPart(look: Look, facts: ConnectionsFacts, { id, assistants, systemName }: ConnectionFacts): Part {
  const texts = defaultTexts(look);
  if (assistants.length === 0 && !facts.offersAssistants) return undefined;
  const action = (name: string): string => `/auth/assistants/${name}?page=${encodeURIComponent(facts.page)}`;
  const item = (assistant: AssistantFacts): Markup =>
    html`<li><form method="post" action="${action("end")}">${tokensOf(facts, id)}<input type="hidden" name="assistant" value="${assistant.id}">
<div><strong>${assistant.name}</strong><span>${assistant.host} · ${assistant.mayWrite ? texts.writeAccess : texts.readOnlyAccess}</span><span>${timePart(look, assistant.since)}</span></div>
<button type="submit">${texts.endAccessButton}<span class="status"> – ${assistant.name}</span></button></form></li>
`;
  return html`<h3>${texts.assistantsHeading}</h3>
${
  assistants.length > 0 &&
  html`<ul class="assistants">${assistants.map(item)}</ul>
`
}${
  facts.offersAssistants &&
  html`<form class="connect" method="post" action="${action("code")}">${tokensOf(facts, id)}<button type="submit">${texts.connectAssistantButton}<span class="status"> – ${systemName}</span></button></form>
`
}`;
}

const pageAddress = (token: string): string => `/auth/connections?page=${encodeURIComponent(token)}`;
const disconnectAddress = (token: string, id: string): string =>
  `${pageAddress(token)}&disconnect=${encodeURIComponent(id)}`;

const tokensOf = ({ page: token, check }: PageFacts, connection: string): Markup =>
  html`<input type="hidden" name="page" value="${token}"><input type="hidden" name="check" value="${check}"><input type="hidden" name="connection" value="${connection}">`;

function activityPart(look: Look, heading: string, activity: readonly GroupActivity[]): Part {
  const texts = defaultTexts(look);
  const newestFirst = activity.toSorted((left, right) => right.at.getTime() - left.at.getTime());
  return html`<div><dt>${heading}</dt><dd>${newestFirst.length === 0 && texts.nothingYet}${newestFirst.map(
    ({ group, at }) => html`<span class="activity"><span>${texts[`${group}Group`]}</span> ${timePart(look, at)}</span>`,
  )}</dd></div>
`;
}

/** In UTC. The script shows it in the browser's time zone. */
function timePart(look: Look, at: Date): Markup {
  const format = new Intl.DateTimeFormat(languageAttributes(look).lang, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return html`<time datetime="${at.toISOString()}" title="${at.toISOString()}">${format.format(at)} UTC</time>`;
}

export interface DisconnectFacts extends PageFacts {
  readonly connection: Pick<ConnectionFacts, "id" | "systemName" | "mark" | "company">;
}

export function disconnectPage(look: Look, facts: DisconnectFacts): string {
  const { id, systemName, mark, company } = facts.connection;
  const texts = defaultTexts(look);
  const say = wordingFor(look, systemName);
  const title = say(texts.disconnectTitle);
  const content = html`<h1>${title}</h1>
${company !== undefined && html`<p class="intro"><strong>${company}</strong></p>\n`}<p class="intro">${say(texts.disconnectMessage)}</p>
<form class="actions" method="post" action="/auth/connections/disconnect?page=${encodeURIComponent(facts.page)}">
${tokensOf(facts, id)}
<button class="submit" type="submit">${texts.disconnectButton}</button>
<a href="${pageAddress(facts.page)}">${texts.cancelButtonText}</a>
</form>
`;
  return page(look, { title, systemName, mark, page: facts.page }, content);
}
