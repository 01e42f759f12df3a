/** Which target system supports which operation, and what that rests on: all of them at a glance, or one operation. */
import type { Connector } from "../../contract/connector.ts";
import { targetSystemDetails } from "../../http/endpoints/targetSystems.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { isOperationId } from "../openapi/gaps.ts";
import type { Catalogue, ReferenceOperation } from "./catalogue.ts";

type Offered = ReturnType<typeof targetSystemDetails>["operations"][number];

interface SystemCoverage {
  readonly connector: Connector;
  readonly offered: readonly Offered[];
}

interface SystemGroup {
  readonly title: string;
  readonly about: string;
  readonly includes: (connector: Connector) => boolean;
}

const isForTests = ({ builtIn, testEdition }: Connector): boolean => builtIn === true || testEdition === true;
/** End users enter the address of their own installation. */
const isSelfHosted = ({ signIn }: Connector): boolean => signIn.asks.some(({ name }) => name === "baseUrl");

const systemGroups: readonly SystemGroup[] = [
  {
    title: "In the cloud",
    about: "Run by the vendor.",
    includes: (connector) => !isForTests(connector) && !isSelfHosted(connector),
  },
  {
    title: "Self-hosted",
    about: "Run by the end user or a provider. Kontor has to reach the installation.",
    includes: (connector) => !isForTests(connector) && isSelfHosted(connector),
  },
  {
    title: "Sandbox and test editions",
    about: "For development only. The picker hides them from end users.",
    includes: isForTests,
  },
];

export interface CoverageQuery {
  /** The id of an operation. */
  readonly operation?: string | undefined;
}

export function coveragePage(catalogue: Catalogue, root: string, { operation: id }: CoverageQuery): Markup {
  const systems = catalogue.connectors.map((connector) => ({
    connector,
    offered: targetSystemDetails(connector).operations,
  }));
  const operation = catalogue.operations.get(id ?? "");
  const isShown = operation !== undefined && isOperationId(operation.id);
  return html`<h1>Coverage</h1>
<p>What each target system supports, and what that rests on. Simulators are written from the vendors' documentation, as the connectors are, so only real
responses prove that both are right. <a href="${root}docs/guides/coverage">All tables</a>, with business cases and differences.</p>
${filterForm(catalogue, root, isShown ? operation : undefined)}
${evidenceLegend}
${systemGroups.map(({ title, about, includes }) => {
  const members = systems.filter(({ connector }) => includes(connector));
  if (members.length === 0) return undefined;
  return html`<section><h2 id="${idOf(title)}">${title}</h2>
<p>${about}</p>
${isShown ? operationTable(members, operation, root, title) : summaryTable(members, root, title)}</section>
`;
})}`;
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

function filterForm({ groups, operations }: Catalogue, root: string, chosen: ReferenceOperation | undefined): Markup {
  const option = (id: string): Part =>
    isOperationId(id) &&
    html`<option value="${id}"${id === chosen?.id && html` selected`}>${operations.get(id)?.summary ?? id}</option>\n`;
  return html`<form class="filter" action="${root}docs/coverage"><label>Show <select name="operation">
<option value="">all operations</option>
${groups
  .filter(({ ids }) => ids.some(isOperationId))
  .map(
    ({ name, ids }) => html`<optgroup label="${name}">${ids.map(option)}</optgroup>\n`,
  )}</select></label> <button type="submit">Show</button></form>`;
}

const kinds = [
  { restsOn: "LIVE_RUN", label: "Live", about: "run against the real program" },
  { restsOn: "RECORDINGS", label: "Recorded", about: "real responses that others recorded or the vendor published" },
  { restsOn: "DOCUMENTATION", label: "Documented", about: "the vendor's documentation alone" },
] as const;
type Kind = (typeof kinds)[number];

const chip = ({ restsOn, label }: Kind, text: string = label): Markup =>
  html`<span class="evidence ${restsOn.toLowerCase()}">${text}</span>`;

const evidenceLegend = html`<p class="legend">${kinds.map((kind) => html`${chip(kind)} ${kind.about} `)}</p>`;

/** Undefined for the built-in sandbox, which needs no evidence. */
const kindOf = ({ evidence }: Offered): Kind | undefined => kinds.find(({ restsOn }) => restsOn === evidence?.restsOn);

/** One row for each target system. */
function summaryTable(systems: readonly SystemCoverage[], root: string, label: string): Markup {
  const countOf = (offered: readonly Offered[], isRead: boolean): number =>
    offered.filter(({ method }) => (method === "GET") === isRead).length;
  const rows = systems.map(({ connector, offered }) => {
    const chips = kinds.flatMap((kind) => {
      const count = offered.filter((operation) => kindOf(operation) === kind).length;
      return count === 0 ? [] : [html`${chip(kind, `${count} ${kind.label.toLowerCase()}`)} `];
    });
    return html`<tr><th scope="row"><a href="${root}docs/systems/${connector.id}">${connector.name}</a></th><td class="number" data-label="Reads">${countOf(offered, true)}</td><td class="number" data-label="Writes">${countOf(offered, false)}</td><td data-label="Changes by">${connector.webhooks === undefined ? "polling" : "webhooks"}</td><td>${chips.length === 0 ? html`<span class="soft">built in</span>` : chips}</td></tr>\n`;
  });
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table class="stacked">
<thead><tr><th scope="col">Target system</th><th scope="col" class="number">Reads</th><th scope="col" class="number">Writes</th><th scope="col">Changes by</th><th scope="col">Operations by evidence</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

/** Whether each target system supports the operation, best evidence first. */
function operationTable(
  systems: readonly SystemCoverage[],
  { id }: ReferenceOperation,
  root: string,
  label: string,
): Markup {
  const found = systems.map(({ connector, offered }) => ({
    connector,
    operation: offered.find((candidate) => candidate.id === id),
  }));
  const rank = ({ operation }: (typeof found)[number]): number => {
    if (operation === undefined) return kinds.length + 1;
    const kind = kindOf(operation);
    return kind === undefined ? kinds.length : kinds.indexOf(kind);
  };
  const rows = found
    .toSorted((left, right) => rank(left) - rank(right))
    .map(({ connector, operation }) => {
      const link = `${root}docs/${id}?system=${connector.id}#systems`;
      return html`<tr><th scope="row"><a href="${link}">${connector.name}</a></th><td>${operation === undefined ? html`<span class="soft">not supported</span>` : "✓ supported"}</td><td>${operation && evidencePart(operation)}</td><td>${operation && rulesPart(operation, link)}</td></tr>\n`;
    });
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr><th scope="col">Target system</th><th scope="col">Support</th><th scope="col">Evidence</th><th scope="col">Rules</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

function evidencePart(operation: Offered): Part {
  const kind = kindOf(operation);
  if (kind === undefined) return html`<span class="soft">built in</span>`;
  const { recordings = 0, liveRun } = operation.evidence ?? {};
  const seen = recordings > 0 && `${recordings} ${recordings === 1 ? "recording" : "recordings"}`;
  return html`${chip(kind)} ${[liveRun, seen || undefined].filter((text) => text !== undefined).join(", ")}`;
}

const rulesPart = ({ rules = [] }: Offered, link: string): Part =>
  rules.length === 0 ? html`<span class="soft">none</span>` : html`<a href="${link}">${rules.length}</a>`;
