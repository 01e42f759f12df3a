/** Lists with filters in the URL, rows that are links, and pages. */

import type { Connector } from "../../contract/connector.ts";
import { setUpGuideOf } from "../../reference/site/guides.ts";
import { findConnectionName, type ShownConnection } from "../../store/console/connections.ts";
import type { Page } from "../../store/console/query.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { type Phrase, sayRange, sayWord } from "../texts/phrases.ts";
import { ranges } from "./time.ts";
import { badge, toneOf } from "./tones.ts";
import { linkTo, nameOfSystem, sameWith, type View } from "./view.ts";

export interface Column<Row> {
  readonly title: Phrase;
  readonly cell: (row: Row) => Part;
  readonly isNumber?: boolean;
  /** Hidden on small screens. */
  readonly isMinor?: boolean;
  /** Never wraps. */
  readonly isTight?: boolean;
  /** Shows its title beside the value on small screens, which have no header row. Numbers always do. */
  readonly isLabelled?: boolean;
}

export interface Filter {
  readonly name: string;
  readonly title: Phrase;
  /** The allowed values; any text if undefined. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** The name to show for the current value. */
  readonly shown?: string | undefined;
}

export interface List<Row> {
  readonly page: Page<Row>;
  readonly columns: readonly Column<Row>[];
  readonly filters: readonly Filter[];
  readonly caption: string;
  readonly empty: Part;
  /** The cursor of the next page. */
  readonly next: string | undefined;
  readonly more?: Part;
}

export function list<Row>(view: View, { page, columns, filters, caption, empty, next, more }: List<Row>): Markup {
  return html`${filters.length > 0 && filterForm(view, filters)}${more}
${page.rows.length === 0 ? emptyNote(view, filters, empty) : table(view, { columns, rows: page.rows, caption })}
${pager(view, page.hasMore ? next : undefined)}`;
}

export function table<Row>(
  { say }: Pick<View, "say">,
  { columns, rows, caption }: { columns: readonly Column<Row>[]; rows: readonly Row[]; caption: string },
): Markup {
  const classOf = ({ isNumber, isMinor, isTight }: Column<Row>): string =>
    [isNumber === true && "number", isMinor === true && "minor", isTight === true && "tight"].filter(Boolean).join(" ");
  const cellOf = (column: Column<Row>, row: Row): Markup => {
    const shown = column.cell(row);
    if (shown === undefined) return html`<td class="${classOf(column)} none">–</td>`;
    const isLabelled = column.isNumber === true || column.isLabelled === true;
    return html`<td class="${classOf(column)}"${isLabelled && html` data-label="${say(column.title)}"`}>${shown}</td>`;
  };
  return html`<div class="pan" tabindex="0" role="region" aria-label="${caption}"><table><caption class="hidden">${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col" class="${classOf(column)}">${say(column.title)}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${columns.map((column) => cellOf(column, row))}</tr>
`,
  )}</tbody></table></div>`;
}

function filterForm(view: View, filters: readonly Filter[]): Markup {
  const { say, query, path } = view;
  const active = filters.filter(({ name }) => (query[name] ?? "") !== "");
  const hidden = ["range", "tenant"].flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name]] as const],
  );
  return html`<details class="filters"><summary>${say("filters")}${active.length > 0 && ` (${active.length})`}</summary>
<form method="get" action="${path}">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ""}">`)}
${filters.map(({ name, title, choices }) =>
  choices === undefined
    ? html`<label>${say(title)} <input name="${name}" value="${query[name] ?? ""}" autocomplete="off" spellcheck="false"></label>`
    : html`<label>${say(title)} <select name="${name}"><option value="">${say("any")}</option>${choices.map(({ value, label }) => html`<option value="${value}"${value === query[name] && html` selected`}>${label}</option>`)}</select></label>`,
)}
<button type="submit">${say("apply")}</button></form></details>
${active.length > 0 && html`<p class="set">${active.map((filter) => html`<a class="chip" href="${sameWith(view, { [filter.name]: undefined })}">${say(filter.title)}: ${shownValue(view, filter)} ×<span class="hidden"> ${say("removeFilter", { name: say(filter.title) })}</span></a> `)}</p>`}`;
}

const shownValue = ({ query }: View, { name, choices, shown }: Filter): string =>
  choices?.find(({ value }) => value === query[name])?.label ?? shown ?? query[name] ?? "";

/** Tells an empty list from filters that match nothing. */
function emptyNote(view: View, filters: readonly Filter[], empty: Part): Markup {
  const { say, query, range } = view;
  const active = filters.filter(({ name }) => (query[name] ?? "") !== "");
  const names = Object.keys(ranges);
  const wider = range.isFixed ? "24h" : names[names.indexOf(range.name) + 1];
  const widerLink =
    wider !== undefined &&
    html` <a href="${sameWith(view, { range: wider })}">${say("showRange", { range: sayRange(say, wider) })}</a>`;
  if (active.length === 0) return html`<p class="empty">${empty}${widerLink}</p>`;
  const named = active.map((filter) => `${say(filter.title)} = ${shownValue(view, filter)}`).join(", ");
  return html`<p class="empty">${say("noMatch", { filters: named })}${widerLink}</p>`;
}

function pager(view: View, next: string | undefined): Markup {
  const { say, query } = view;
  const isFirst = query["after"] === undefined;
  if (isFirst && next === undefined) return html``;
  return html`<p class="pager">${!isFirst && html`<a href="${sameWith(view, {})}">${say("firstPage")}</a> `}${next !== undefined && html`<a rel="next" href="${sameWith(view, { after: next })}">${say("nextPage")}</a>`}</p>`;
}

export const offsetOf = ({ query }: Pick<View, "query">): number => {
  const offset = Number(query["after"] ?? 0);
  return Number.isInteger(offset) && offset > 0 && offset < 100_000 ? offset : 0;
};

export const copyIcon = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3"/></svg>`;

export const copyButton = ({ say }: Pick<View, "say">, text: string): Markup =>
  html`<button type="button" class="copy" data-copy="${text}" aria-label="${say("copy")} ${text}" hidden>${copyIcon}</button>`;

/** The link to a target system's set-up guide, if there is one. */
export function setUpLink({ say }: Pick<View, "say">, slug: string, guides: readonly string[]): Markup | undefined {
  const guide = setUpGuideOf(slug, guides);
  return guide === undefined ? undefined : html`<a href="/docs/guides/${guide}">${say("setUpGuide")}</a>`;
}

/** An id, shortened in the middle; the copy button copies all of it. */
export const idOf = (view: Pick<View, "say">, id: string, href?: string): Markup => {
  const short = id.length <= 14 ? id : `${id.slice(0, 5)}…${id.slice(-5)}`;
  const shown = html`<code title="${id}">${short}</code>`;
  return html`<span class="id">${href === undefined ? shown : html`<a href="${href}">${shown}</a>`}${copyButton(view, id)}</span>`;
};

/** Most states share one set of texts; a delivery has its own. */
type StateTexts = "state" | "delivery";

export const stateBadge = ({ say }: Pick<View, "say">, state: string, texts: StateTexts = "state"): Markup =>
  badge(toneOf(state), sayWord(say, texts, state));

export interface NamedConnection {
  readonly connectionId: string | null;
  readonly targetSystem: string | null;
  readonly endUserName?: string | null;
  readonly company?: string | null;
}

export function connectionLink(view: View, row: NamedConnection): Markup | undefined {
  if (row.connectionId === null) return undefined;
  const name = row.endUserName ?? row.company ?? `${row.connectionId.slice(0, 5)}…${row.connectionId.slice(-5)}`;
  return html`<span class="who"><a href="${linkTo(view, `/console/connections/${row.connectionId}`)}" title="${name}">${name}</a> <span class="muted">${nameOfSystem(view, row.targetSystem)}</span></span>`;
}

/** What people call the connection. `findConnectionName` says the same. */
export const nameOfConnection = ({ endUserName, companyName, company, endUserId, id }: ShownConnection): string =>
  endUserName ?? companyName ?? company ?? endUserId ?? id;

/** Filters by id, and shows the connection's name. */
export async function connectionFilter({ client, scope, query }: View): Promise<Filter> {
  const { connection } = query;
  const name = connection ? await findConnectionName(client, scope.tenantId, connection) : undefined;
  return { name: "connection", title: "connection", shown: name };
}

/** A value that filters the list when clicked. */
export const filterLink = (view: View, name: string, value: string, label = value): Markup =>
  html`<a class="quiet" href="${sameWith(view, { [name]: value })}">${label}</a>`;

/** The demo and test editions are last, because most people look for a vendor. */
export const vendorsFirst = (connectors: readonly Connector[]): readonly Connector[] => {
  const isForTests = ({ builtIn, testEdition }: Connector): boolean => builtIn === true || testEdition === true;
  return [...connectors.filter((each) => !isForTests(each)), ...connectors.filter(isForTests)];
};

export const systemChoices = ({ deps }: Pick<View, "deps">) =>
  vendorsFirst(deps.connectors).map(({ id, name }) => ({ value: id, label: name }));

export const stateChoices = ({ say }: Pick<View, "say">, states: readonly string[], texts: StateTexts = "state") =>
  states.map((value) => ({ value, label: sayWord(say, texts, value) }));

/** A definition list; pairs without a value are left out. */
export const facts = (pairs: readonly (readonly [name: string, value: Part])[]): Markup =>
  html`<dl class="facts">${pairs
    .filter(([, value]) => value !== undefined && value !== false && value !== "")
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
