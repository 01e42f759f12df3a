/** The reference pages that are not about a single operation: overview, errors, target systems, sidebar. */
import type { Connector } from "../../contract/connector.ts";
import { failures } from "../../contract/failure.ts";
import { targetSystemDetails } from "../../http/endpoints/targetSystems.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { gapsOf, isOperationId } from "../openapi/gaps.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Guide, isSetUpGuide, setUpGuideOf } from "./guides.ts";
import type { DemoKeys } from "./layout.ts";
import { inlineMarkdown, renderMarkdown } from "./markdown.ts";

/** The demo is last, because most readers look for a vendor. */
const vendorsFirst = (connectors: readonly Connector[]): readonly Connector[] => [
  ...connectors.filter(({ builtIn }) => builtIn !== true),
  ...connectors.filter(({ builtIn }) => builtIn === true),
];

export function overviewPage({ description, groups, operations, connectors }: Catalogue, root: string): Markup {
  // Errors have a separate page.
  const [introduction = ""] = String(description.info["description"]).split("\n\nEvery error has");
  return html`<h1>Reference</h1>
${renderMarkdown(introduction)}
<p>Every error has a stable code: <a href="${root}docs/errors">all codes</a>. Machine-readable: <a href="${root}openapi.json">openapi.json</a>, <a href="${root}openapi.yaml">openapi.yaml</a>.</p>
<h2 id="systems">Target systems</h2>
<p><a href="${root}docs/coverage">Coverage</a> compares them: who supports which operation, and what that rests on.</p>
<ul class="cards">${vendorsFirst(connectors).map(
    ({ id, name, about }) => html`<li><a href="${root}docs/systems/${id}">${name}</a><p>${about}</p></li>\n`,
  )}</ul>
<h2 id="operations">Operations</h2>
${groups.map(
  ({ name, about, ids }) =>
    html`<section><h3>${name}</h3><p>${about}</p><ul class="operations">${ids.map((id) => {
      const operation = operations.get(id);
      return html`<li><a href="${root}docs/${id}"><span class="method ${operation?.method.toLowerCase()}">${operation?.method}</span> ${operation?.summary}</a></li>\n`;
    })}</ul></section>\n`,
)}`;
}

const nexts = {
  fix: "fix the request",
  wait: "wait for `Retry-After`",
  reconnect: "have the end user authorise again",
  report: "report it to the operator",
} as const;

export const errorsPage = (): Markup =>
  html`<h1>Errors</h1>
<p>Every error has this body. Use <code>code</code> in your program; <code>message</code> is for people and may change.</p>
<div class="code"><pre tabindex="0"><code>${JSON.stringify(
    {
      errors: [{ code: "invalid_request", message: "limit must be one of 5, 10, 20, 50, 100", field: "limit" }],
      meta: { requestId: "01JEXAMPLE0000000000000000" },
    },
    null,
    2,
  )}</code></pre></div>
<div class="wide" tabindex="0" role="region" aria-label="Error codes"><table class="stacked">
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">What to do</th></tr></thead>
<tbody>
${Object.entries(failures).map(
  ([code, { status, meaning, next }]) =>
    html`<tr id="${code}"><th scope="row"><code>${code}</code></th><td data-label="Status">${status}</td><td>${inlineMarkdown(meaning)}</td><td data-label="What to do">${inlineMarkdown(nexts[next])}</td></tr>\n`,
)}</tbody></table></div>
`;

export interface SystemPage {
  readonly catalogue: Catalogue;
  readonly slug: string;
  /** The target systems that have a set-up guide. */
  readonly setUpGuides: readonly string[];
  readonly root: string;
}

export function systemPage({ catalogue, slug, setUpGuides, root }: SystemPage): Markup | undefined {
  const { connectors, operations } = catalogue;
  const connector = connectors.find(({ id }) => id === slug);
  if (connector === undefined) return undefined;
  const { name, about, auth, needs, webhooks, operations: offered } = targetSystemDetails(connector);
  const setUpGuide = setUpGuideOf(slug, setUpGuides);
  const list = (names: readonly string[]): Part =>
    names.map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`);
  return html`<p class="group">Target system</p>
<h1>${name}</h1>
<p>${about}</p>
<dl class="facts">
<div><dt>Slug</dt><dd><code>${slug}</code></dd></div>
<div><dt>Sign-in</dt><dd>${auth.kind === "oauth2" ? "on the vendor's page (OAuth 2)" : html`with ${list(auth.asks.map((ask) => ask.name))}`}</dd></div>
${setUpGuide !== undefined && html`<div><dt>Set-up</dt><dd><a href="${root}docs/guides/${setUpGuide}">Set-up guide</a></dd></div>\n`}<div><dt>Required selection</dt><dd>${needs.length === 0 ? "none" : needs.join(", ")}</dd></div>
<div><dt>Changes by webhook</dt><dd>${webhooks.native.length === 0 ? "none" : list(webhooks.native)}</dd></div>
<div><dt>Changes by polling</dt><dd>${webhooks.polled.length === 0 ? "none" : list(webhooks.polled)}</dd></div>
</dl>
<h2 id="operations">${offered.length} operations</h2>
<div class="wide" tabindex="0" role="region" aria-label="Operations"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Rules and gaps</th></tr></thead>
<tbody>
${offered.map(({ id }) => {
  const gaps = isOperationId(id) ? gapsOf(connector, id) : undefined;
  return html`<tr><th scope="row"><a href="${root}docs/${id}?system=${slug}#systems">${operations.get(id)?.summary ?? id}</a></th><td>${gaps?.rules.map((rule) => html`<p>${inlineMarkdown(rule)}</p>`)}${
    gaps !== undefined && gaps.ignores.length > 0 && html`<p><strong>Ignores</strong> ${list(gaps.ignores)}</p>`
  }</td></tr>\n`;
})}</tbody></table></div>
`;
}

export interface Aside {
  readonly catalogue: Catalogue;
  readonly guides: readonly Guide[];
  readonly root: string;
  readonly demo: DemoKeys;
  /** The current page: an operation's id, or a path such as `guides/reading`. */
  readonly current: string;
  readonly typed?: string;
}

export function asidePart({ catalogue, guides, root, demo, current, typed = "" }: Aside): Markup {
  const markCurrent = (name: string): Part => current === name && html` aria-current="page"`;
  const setUpGuides = guides.filter(isSetUpGuide);
  const otherGuides = guides.filter((guide) => !isSetUpGuide(guide));
  const guideGroup = (title: string, members: readonly Guide[]): Markup => {
    const isOpen = current === "guides" || members.some(({ name }) => current === `guides/${name}`);
    return html`<details${isOpen && html` open`}><summary>${title}</summary><ul>${members.map(
      (guide) =>
        html`<li><a href="${root}docs/guides/${guide.name}"${markCurrent(`guides/${guide.name}`)}>${guide.title}</a></li>\n`,
    )}</ul></details>`;
  };
  return html`<form class="search" role="search" action="${root}docs/search"><label for="search">Search</label><input id="search" name="q" type="search" value="${typed}" placeholder="Paths, fields, codes, systems" autocomplete="off" spellcheck="false"></form>
<div id="found" role="status" hidden></div>
<div id="contents">
<details class="keybox" hidden><summary>Keys</summary>
<label>X-API-KEY <input id="api-key" type="password" autocomplete="off" spellcheck="false" data-demo="${demo?.apiKey ?? ""}"></label>
<label>X-ACCOUNT-KEY <input id="account-key" type="password" autocomplete="off" spellcheck="false" data-demo="${demo?.accountKey ?? ""}"></label>
<p>${demo === undefined ? "Sent with every request from this page." : "The demo's keys, unless you enter others."} Cleared when you close the tab.</p></details>
<nav aria-label="Reference">
<p class="heading"><a href="${root}docs"${markCurrent("")}>Overview</a></p>
${guideGroup("Guides", otherGuides)}
${guideGroup("Set-up guides", setUpGuides)}
<details${current.startsWith("systems") && html` open`}><summary>Target systems</summary><ul>${vendorsFirst(
    catalogue.connectors,
  ).map(
    ({ id, name }) => html`<li><a href="${root}docs/systems/${id}"${markCurrent(`systems/${id}`)}>${name}</a></li>\n`,
  )}</ul></details>
<p class="heading"><a href="${root}docs/coverage"${markCurrent("coverage")}>Coverage</a></p>
<p class="heading"><a href="${root}docs/errors"${markCurrent("errors")}>Errors</a></p>
${catalogue.groups.map(
  ({ name, ids }) =>
    html`<details${ids.includes(current) && html` open`}><summary>${name}</summary><ul>${ids.map((id) => {
      const operation = catalogue.operations.get(id);
      return html`<li><a href="${root}docs/${id}"${markCurrent(id)}>${operation?.summary} <span class="method ${operation?.method.toLowerCase()}">${operation?.method}</span></a></li>\n`;
    })}</ul></details>\n`,
)}</nav></div>
`;
}
