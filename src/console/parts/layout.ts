/** The frame around every page of the console: header, navigation, counters, time range. */

import { formCheck } from "../../core/connecting/flow.ts";
import { mark } from "../../reference/site/layout.ts";
import { type Counters, mostCounted } from "../../store/console/overview.ts";
import type { Tenant } from "../../store/tenants.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import type { Phrase, Words } from "../texts/phrases.ts";
import { sayRange, sayWord } from "../texts/phrases.ts";
import { mayOpen, seesAllTenants } from "./permissions.ts";
import { defaultRange, duration, fixedRange, ranges } from "./time.ts";
import { linkTo, type SignInWays, sameWith, type View } from "./view.ts";

export interface Frame {
  readonly title: string;
  readonly question?: Phrase;
  readonly content: Part;
  /** The page updates itself. */
  readonly isLive?: boolean;
  /** The page has a time range. */
  readonly hasRange?: boolean;
}

export interface Surroundings {
  readonly counters: Counters;
  /** The tenants to choose from; empty for people who see only one. */
  readonly tenants: readonly Tenant[];
}

const pages = [
  "overview",
  "issues",
  "connections",
  "requests",
  "writes",
  "events",
  "subscriptions",
  "deliveries",
  "tasks",
  "explorer",
  "targets",
  "tenants",
  "usage",
  "people",
  "audit",
  "system",
] as const satisfies readonly Phrase[];

export type PageName = (typeof pages)[number];

const pagePath = (page: PageName) => (page === "overview" ? "" : (`/${page}` as const));
const pathOf = (page: PageName): string => `/console${pagePath(page)}`;

export function consolePage(view: View, { counters, tenants }: Surroundings, frame: Frame): string {
  const { say, path } = view;
  const visiblePages = pages.filter((page) => mayOpen(view, pagePath(page)));
  return document(
    view,
    frame.title,
    html`<a class="skip" href="#content">${say("skip")}</a>
<header>
<a class="brand" href="/console">${mark} Kontor</a>
<form class="find" method="post" action="/console/find" role="search">${check(view)}<label class="hidden" for="find">${say("search")}</label><input id="find" name="text" type="search" placeholder="${say("searchHint")}" autocomplete="off" spellcheck="false" maxlength="300"><button type="submit">${say("search")}</button></form>
<form class="person" method="post" action="/console/sign-out">${check(view)}<span>${personText(view)}</span> <button type="submit">${say("signOut")}</button></form>
</header>
<nav aria-label="${say("menu")}"><ul>${visiblePages.map(
      (page) =>
        html`<li><a href="${linkTo(view, pathOf(page))}"${isCurrent(path, page) && html` aria-current="page"`}>${say(page)}</a></li>`,
    )}</ul></nav>
${strip(view, counters)}
<main id="content"${frame.isLive === true && !view.range.isFixed && html` data-live="${say("live")}" data-paused="${say("paused")}" data-lost="${say("notLive")}" data-news="${say("newRows")}"`}>
<div class="head"><div><h1>${frame.title}</h1>${frame.question && html`<p class="muted">${say(frame.question)}</p>`}</div>${frame.hasRange === true && scopeForm(view, tenants)}</div>
${view.notice !== undefined && html`<p class="notice" role="status">${view.notice}</p>`}
${frame.content}
</main>
<footer><p><button type="button" class="keys-button" hidden>${say("shortcuts")} (?)</button></p><p>${say("requestsKept", { days: view.deps.requestLogDays })} <a href="/docs/guides">${say("guides")}</a> · <a href="/docs">${say("apiReference")}</a></p></footer>
${shortcutsDialog(view)}`,
  );
}

const shortcutKeys = ["/", "j", "k", "Enter", "Esc", "l", "?"] as const;

/** Opened by the script. Shortcuts can be turned off here. */
const shortcutsDialog = ({ say }: View): Markup =>
  html`<dialog class="keys" aria-labelledby="keys-title"><h2 id="keys-title">${say("shortcuts")}</h2><dl>${shortcutKeys.map((name) => html`<div><dt><kbd>${name}</kbd></dt><dd>${say(`press.${name}`)}</dd></div>`)}</dl><p><label><input type="checkbox" name="keys"> ${say("shortcutsOn")}</label></p><form method="dialog"><button type="submit">${say("close")}</button></form></dialog>`;

const isCurrent = (path: string, page: PageName): boolean =>
  page === "overview" ? path === "/console" : path === pathOf(page) || path.startsWith(`${pathOf(page)}/`);

function personText({ say, session: { person, role } }: View): string {
  const roleName = sayWord(say, "role", role);
  return person === role ? roleName : say("signedInAs", { person, role: roleName });
}

export const check = ({ session }: Pick<View, "session">): Markup =>
  html`<input type="hidden" name="check" value="${formCheck(session.token)}">`;

function strip(view: View, counters: Counters): Markup {
  const { say } = view;
  const count = (value: number): string =>
    value >= mostCounted ? `${mostCounted.toLocaleString("en")}+` : String(value);
  const counter = (name: Phrase, value: Part, { link, isBad }: { link: string; isBad: boolean }): Markup =>
    html`<li><a href="${link}"${isBad && html` class="alarm"`}><b>${value}</b> ${say(name)}</a></li>`;
  const { failedRequests, unknownWrites, signInsNeeded, failedDeliveries, oldestWaiting } = counters;
  return html`<section class="counters" aria-label="${say("counters")}"><ul class="strip">
${counter("failedRequests", count(failedRequests), { link: linkTo(view, "/console/requests", { failed: "yes" }), isBad: failedRequests > 0 })}
${counter("unknownWrites", count(unknownWrites), { link: linkTo(view, "/console/writes", { state: "unknown" }), isBad: unknownWrites > 0 })}
${counter("signInsNeeded", count(signInsNeeded), { link: linkTo(view, "/console/connections", { state: "needs_reauth" }), isBad: signInsNeeded > 0 })}
${counter("failedDeliveries", count(failedDeliveries), { link: linkTo(view, "/console/deliveries", { state: "failed" }), isBad: failedDeliveries > 0 })}
${counter("oldestWaiting", oldestWaiting === null ? say("noneWaiting") : duration(oldestWaiting * 1000, view.language), { link: linkTo(view, "/console/deliveries", { state: "open" }), isBad: (oldestWaiting ?? 0) > 300 })}
</ul></section>`;
}

/** The time range and, for people who see all tenants, the tenant. */
function scopeForm(view: View, tenants: readonly Tenant[]): Markup {
  const { say, range, query, path } = view;
  const isChoice = seesAllTenants(view) && tenants.length > 0;
  const otherParameters = Object.entries(query).filter(
    ([name]) => !["range", "tenant", "after", "notice", "from", "to"].includes(name),
  );
  const names = range.isFixed ? [range.name, ...Object.keys(ranges)] : Object.keys(ranges);
  return html`<form class="chooser" method="get" action="${path}">${otherParameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>${say("range")} <select name="range">${names.map((name) => html`<option value="${name}"${name === range.name && html` selected`}>${sayRange(say, name)}</option>`)}</select></label>
${isChoice && html`<label>${say("tenant")} <select name="tenant"><option value="">${say("allTenants")}</option>${tenants.map(({ id, name }) => html`<option value="${id}"${id === query["tenant"] && html` selected`}>${name}</option>`)}</select></label>`}
<button type="submit">${say("apply")}</button>${query["range"] !== undefined && range.name !== defaultRange && html` <a class="chip" href="${sameWith(view, { range: undefined })}">${say("resetRange")} ×</a>`}
<details class="custom"><summary>${say("customRange")}</summary><label>${say("from")} <input type="datetime-local" name="from"></label> <label>${say("until")} <input type="datetime-local" name="to"></label>${!range.isFixed && html` <a class="chip" href="${sameWith(view, { range: fixedRange(range.from, new Date(view.now)) })}">${say("freeze")}</a>`}</details></form>`;
}

function document({ language, say }: Words, title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${say("console")}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/assets/console.css">
<script src="/console/assets/console.js" defer></script>
</head>
<body>
${body}
</body>
</html>
`.text;
}

/** How to sign in. After the sign-in at the provider, the browser goes to `returnTo`. */
export function signInHelp({ say }: Words, { provider, links }: SignInWays, returnTo = "/console"): Markup {
  const query = returnTo === "/console" ? "" : `?${new URLSearchParams({ to: returnTo }).toString()}`;
  return html`${provider && html`<p><a class="action" href="/console/sign-in/provider${query}">${say("signInWith", { name: provider.settings.name })}</a></p>`}
${provider && links && html`<p class="or">${say("orLink")}</p>`}
${links && html`<p>${say("signInOperators")}</p><pre><code>npx kontor console</code></pre><p class="muted">${say("signInPeople")}</p>`}`;
}

/** A page without navigation, for visitors who are not signed in and for errors. */
export const plainPage = (words: Words, title: string, content: Markup): string =>
  document(
    words,
    title,
    html`<main class="plain"><p class="brand">${mark} Kontor</p><h1>${title}</h1>${content}</main>`,
  );
