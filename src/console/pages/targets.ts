/** The capabilities of each target system: a matrix of operations, and one system with fields, filters, sort orders and rules. */
import type { Connector } from "../../contract/connector.ts";
import { operationTable } from "../../contract/operations.ts";
import { redirectUri } from "../../core/connecting/context.ts";
import { targetSystemDetails } from "../../http/endpoints/targetSystems.ts";
import { guideOf } from "../../pages/keyGuide.ts";
import { setUpGuides } from "../../reference/site/guides.ts";
import { countConnectionsBySystem } from "../../store/console/overview.ts";
import { html, type Markup } from "../../web/html.ts";
import type { Frame } from "../parts/layout.ts";
import { copyButton, facts, setUpLink, vendorsFirst } from "../parts/list.ts";
import { linkTo, type View } from "../parts/view.ts";

const letters: Readonly<Record<string, string>> = {
  list: "l",
  get: "g",
  create: "c",
  update: "u",
  patch: "u",
  delete: "d",
};

const order = ["l", "g", "c", "u", "d", "x"];

interface Row {
  readonly resource: string;
  readonly cells: readonly string[];
  /** Fields, filters and rules of the shown systems, for the search. */
  readonly words: string;
}

function rowsOf(connectors: readonly Connector[]): Row[] {
  const split = (id: string): [resource: string, verb: string] => {
    const at = id.lastIndexOf(".");
    return [id.slice(0, at), id.slice(at + 1)];
  };
  const details = connectors.map((connector) => targetSystemDetails(connector).operations);
  const offered = details.map((operations) => new Set(operations.map(({ id }) => id)));
  const words = Map.groupBy(details.flat(), ({ id }) => split(id)[0]);
  const resources = [...new Set(operationTable.map(([id]) => split(id)[0]))];
  return resources.map((resource) => ({
    resource,
    words: (words.get(resource) ?? []).map(wordsOf).join(" "),
    cells: offered.map((has) => {
      const verbs = operationTable.map(([id]) => id).filter((id) => split(id)[0] === resource && has.has(id));
      const found = new Set(verbs.map((id) => letters[split(id)[1]] ?? "x"));
      return order.filter((letter) => found.has(letter)).join("");
    }),
  }));
}

type Offered = ReturnType<typeof targetSystemDetails>["operations"][number];

const wordsOf = ({ id, fields, writableFields, filters, orders, requires, rules }: Offered): string =>
  [id, fields, writableFields, filters, orders, requires, rules].flat().join(" ").toLowerCase();

/** All systems, or the two to compare. */
function selectedConnectors(view: View): readonly Connector[] {
  const { deps, query } = view;
  const pair = [query["first"], query["second"]].flatMap((id) =>
    deps.connectors.filter((connector) => connector.id === id),
  );
  return pair.length === 2 ? pair : vendorsFirst(deps.connectors);
}

/** The letters that all cells have. */
const commonLetters = (cells: readonly string[]): string =>
  (cells[0] ?? "")
    .split("")
    .filter((letter) => cells.every((cell) => cell.includes(letter)))
    .join("");

function shownRows(connectors: readonly Connector[], { query }: View): Row[] {
  const text = (query["text"] ?? "").toLowerCase();
  const verb = query["verb"] ?? "";
  return rowsOf(connectors)
    .filter(({ resource, words }) => resource.toLowerCase().includes(text) || words.includes(text))
    .filter(({ cells }) => cells.some((cell) => cell !== ""))
    .filter(({ cells }) => verb === "" || cells.some((cell) => cell.includes(verb)))
    .filter(({ cells }) => query["show"] !== "different" || new Set(cells).size > 1)
    .map((row) => (query["show"] === "common" ? { ...row, cells: row.cells.map(() => commonLetters(row.cells)) } : row))
    .filter(({ cells }) => query["show"] !== "common" || cells[0] !== "");
}

export async function targetsPage(view: View): Promise<Frame> {
  const { say } = view;
  const connectors = selectedConnectors(view);
  const rows = shownRows(connectors, view);
  return {
    title: say("targets"),
    question: "question.targets",
    content: html`${comparison(view)}
<p class="muted">${say("letters")}</p>
${
  rows.length === 0
    ? html`<p class="empty">${say("noHits")}</p>`
    : html`<div class="pan" tabindex="0" role="region" aria-label="${say("targets")}"><table class="matrix"><caption class="hidden">${say("targets")}</caption><thead><tr><th scope="col">${say("resource")}</th>${connectors.map(({ id, name }) => html`<th scope="col"><a href="${linkTo(view, `/console/targets/${id}`)}">${name}</a></th>`)}</tr></thead>
<tbody>${rows.map(({ resource, cells }) => html`<tr><th scope="row">${resource}</th>${cells.map((cell) => html`<td>${cell === "" ? html`<span class="muted">–</span>` : html`<code>${cell}</code>`}</td>`)}</tr>`)}</tbody></table></div>`
}`,
  };
}

function comparison(view: View): Markup {
  const { say, deps, query } = view;
  const option = (name: string, value: string, label: string): Markup =>
    html`<option value="${value}"${(query[name] ?? "") === value && html` selected`}>${label}</option>`;
  const system = (name: "first" | "second", title: string): Markup =>
    html`<label>${title} <select name="${name}">${option(name, "", say("allSystems"))}${vendorsFirst(deps.connectors).map((connector) => option(name, connector.id, connector.name))}</select></label>`;
  const show = [
    ["", say("showEverything")] as const,
    ["different", say("onlyDifferences")] as const,
    ["common", say("onlyCommon")] as const,
  ];
  return html`<form class="chooser" method="get" action="/console/targets"><label>${say("searchFields")} <input name="text" value="${query["text"] ?? ""}"></label> <label>${say("operation")} <select name="verb">${option("verb", "", say("any"))}${order.map((letter) => option("verb", letter, letter))}</select></label> ${system("first", say("compare"))} ${system("second", say("comparedWith"))} <label>${say("show")} <select name="show">${show.map(([value, label]) => option("show", value, label))}</select></label> <button type="submit">${say("apply")}</button>${Object.keys(query).length > 0 && html` <a class="chip" href="/console/targets">${say("resetFilters")} ×</a>`}</form>`;
}

export async function targetPage(view: View, slug: string): Promise<Frame | undefined> {
  const { say, deps } = view;
  const connector = deps.connectors.find(({ id }) => id === slug);
  if (connector === undefined) return undefined;
  const { about, auth, operations: allOperations, webhooks } = targetSystemDetails(connector);
  const text = (view.query["text"] ?? "").toLowerCase();
  const operations = allOperations.filter((operation) => wordsOf(operation).includes(text));
  const counts = await countConnectionsBySystem(view.client, view.scope.tenantId);
  const { active = 0, needing = 0 } = counts.find(({ targetSystem }) => targetSystem === slug) ?? {};
  const address = redirectUri(deps.auth.connecting.baseUrl(), connector);
  const guides = await setUpGuides();
  const joined = (words: readonly string[] | undefined): string | undefined =>
    words === undefined || words.length === 0 ? undefined : words.join(", ");
  return {
    title: connector.name,
    content: html`<p lang="en">${about}</p>${facts([
      [say("signInNow"), auth.kind],
      [say("setUpGuide"), setUpLink(view, slug, guides)],
      [
        say("redirectUri"),
        connector.signIn.kind === "oauth2" && html`<code>${address}</code> ${copyButton(view, address)}`,
      ],
      [say("scopes"), connector.signIn.kind === "oauth2" && connector.signIn.scopes.join(" ")],
      [say("changesReported"), joined(webhooks.native)],
      [say("changesPolled"), joined(webhooks.polled)],
      [
        say("connections"),
        html`<a href="${linkTo(view, "/console/connections", { system: slug })}">${active + needing}</a>${needing > 0 && html` <span class="muted">${needing} ${say("bar.needing")}</span>`}`,
      ],
      [say("keyGuide"), guidePart(view, connector)],
    ])}
<form class="chooser" method="get" action="/console/targets/${slug}"><label>${say("searchFields")} <input name="text" value="${view.query["text"] ?? ""}"></label> <button type="submit">${say("apply")}</button></form>
${operations.length === 0 && html`<p class="empty">${say("noHits")}</p>`}
<ul class="timeline operations">${operations.map(
      ({ id, method, path, fields, writableFields, filters, orders, requires, rules }): Markup =>
        html`<li><details><summary><span>${id}</span> <code>${method}</code> <code>${path}</code></summary><p><a href="${linkTo(view, "/console/explorer", { operation: id })}">${say("openInExplorer")}</a> · <a href="/docs/${id}">${say("reference")}</a></p>${facts(
          [
            [say("readableFields"), joined(fields)],
            [say("writableFields"), joined(writableFields)],
            [say("filters"), joined(filters)],
            [say("orders"), joined(orders)],
            [say("requires"), joined(requires)],
            [
              say("rules"),
              rules !== undefined &&
                rules.length > 0 &&
                html`<ul lang="en">${rules.map((rule) => html`<li>${rule}</li>`)}</ul>`,
            ],
          ],
        )}</details></li>`,
    )}</ul>`,
  };
}

/** The same steps that the hosted page shows to end users. */
function guidePart({ language, deps }: View, connector: Connector): Markup | undefined {
  const guide = guideOf(connector, { publicUrl: deps.auth.connecting.baseUrl(), locale: language });
  return guide && html`<a href="${guide.url}" rel="noopener noreferrer">${guide.steps.join(" › ")}</a>`;
}
