/** The last page of a flow if there is no callback to return to, or if the flow cannot continue. */
import { html, type Markup } from "../web/html.ts";
import { page, wordingFor } from "./layout.ts";
import { defaultTexts, type Look } from "./look.ts";
import type { MessageKind } from "./texts/texts.ts";

export interface MessageFacts {
  readonly kind: MessageKind;
  readonly systemName?: string | undefined;
  readonly requestId?: string | undefined;
  /** The page that opened this window. It gets a message with the result, then the browser continues to `next`. */
  readonly opener?: { readonly origin: string; readonly targetSystem: string; readonly next: string | undefined };
  /** A link back to the platform. */
  readonly backTo?: string | undefined;
  /** Each finds the tenant's colours and logo. */
  readonly flow?: string | undefined;
  readonly state?: string | undefined;
  readonly page?: string | undefined;
}

/** For a visitor without a known flow. */
export const unknownLook = (locale: string | undefined): UnknownLook => ({ tenantName: undefined, style: {}, locale });

interface UnknownLook extends Omit<Look, "tenantName"> {
  readonly tenantName: undefined;
}

export function messagePage(look: Look | UnknownLook, facts: MessageFacts): string {
  const { kind, systemName, requestId, backTo, opener, flow, state } = facts;
  const isKnown = look.tenantName !== undefined;
  const shownLook: Look = { ...look, tenantName: look.tenantName ?? "" };
  const texts = defaultTexts(shownLook);
  const title = texts[`${kind}Title`];
  const say = wordingFor(shownLook, systemName ?? "—");
  const content = html`${opener && html`<div id="opener" hidden data-origin="${opener.origin}" data-state="${kind}" data-system="${opener.targetSystem}" data-next="${opener.next ?? ""}" data-landing="${opener.next === undefined ? "" : new URL(opener.next).origin}"></div>\n`}<div class="mark ${kind}" aria-hidden="true">${marks[kind]}</div>
<h1>${title}</h1>
<p class="intro">${isKnown ? say(texts[`${kind}Message`]) : texts.unknownMessage}</p>
${backTo !== undefined && html`<p class="actions"><a class="submit" href="${backTo}">${say(texts.backTo)}</a></p>\n`}${requestId !== undefined && html`<p class="reference">${texts.reference} <code>${requestId}</code></p>\n`}`;
  return page(shownLook, { title, flow, state, page: facts.page }, content);
}

const mark = (path: string): Markup =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`;

const cross = mark("M6 6l12 12M18 6L6 18");
const clock = mark("M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18");
const warning = mark("M12 8v5M12 16.5v.01M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18");
const marks: Readonly<Record<MessageKind, Markup>> = {
  done: mark("M5 12.5l4.5 4.5L19 7.5"),
  cancelled: cross,
  expired: clock,
  alreadyUsed: warning,
  wrongBrowser: warning,
  failed: warning,
};
