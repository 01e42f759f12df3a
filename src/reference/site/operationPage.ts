/** The page of an operation: parameters, body and responses; beside them samples and a form; below the target systems. */
import type { Connector } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { type Gaps, gapsOf, isOperationId } from "../openapi/gaps.ts";
import type { DescribedParameter } from "../openapi/operation.ts";
import { bodyExamplesOf, type NamedBody } from "./bodyExamples.ts";
import type { Catalogue, Media, ReferenceOperation, ReferenceResponse } from "./catalogue.ts";
import { copyable, type DemoKeys } from "./layout.ts";
import { codeBox, inlineMarkdown, renderMarkdown } from "./markdown.ts";
import { type SampleRequest, samplesOf } from "./samples.ts";
import { fieldList, type SystemView, typeOf } from "./schemaView.ts";

export interface OperationPage {
  readonly catalogue: Catalogue;
  readonly operation: ReferenceOperation;
  readonly root: string;
  /** The base URL of requests. */
  readonly baseUrl: string;
  readonly demo: DemoKeys;
  /** The slug of the target system whose rules and gaps are shown. */
  readonly system?: string | undefined;
  readonly now: number;
}

export function operationPage(page: OperationPage): Markup {
  const { operation, catalogue } = page;
  const { id, summary, method, path, description, answers, group } = operation;
  const good = answers.filter(([status]) => status < "300");
  const bad = answers.filter(([status]) => status >= "300");
  const shown = shownSystem(page);
  return html`<p class="group">${group}</p>
<h1>${summary}</h1>
<p class="path"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${!isOperationId(id) && renderMarkdown(description.split("\n\n")[0] ?? "")}
${needsKeys(operation)}
${isOperationId(id) && systemSection(page, id, shown)}
<div class="operation">
<div class="described">
${operation.parameters.some(isNeeded) && parameterList(operation, catalogue)}
${bodySection(operation, catalogue, shown?.view)}
${!operation.parameters.some(isNeeded) && parameterList(operation, catalogue)}
<section aria-labelledby="answers"><h2 id="answers">Responses</h2>
${good.map(([status, answer]) => goodAnswer(status, answer, catalogue, operation.method === "GET" ? shown?.view : undefined))}
<details class="errors"><summary>Errors (${bad.length} statuses)</summary>
${bad.map(([status, answer]) => html`<section><h3>${status}</h3>${renderMarkdown(answer.description)}</section>`)}
<p>Every error has the same body: <a href="${page.root}docs/errors">all codes</a>.</p>
</details></section>
</div>
<div class="tried">
${hasForm(operation) && formTabs}<section id="samples-panel" aria-labelledby="samples"><h2 id="samples">Samples</h2>
${sampleTabs(page)}</section>
${hasForm(operation) && tryForm(page)}
</div>
</div>
`;
}

const needsKeys = ({ keys }: ReferenceOperation): Part =>
  html`<p class="keys">${
    {
      none: html`No key required.`,
      api: html`Requires <code>X-API-KEY</code>.`,
      both: html`Requires <code>X-API-KEY</code> and <code>X-ACCOUNT-KEY</code>.`,
    }[keys]
  }</p>`;

/** Parameter examples are strings or numbers. */
const exampleText = (parameter: DescribedParameter | undefined): string =>
  typeof parameter?.example === "string" || typeof parameter?.example === "number" ? `${parameter.example}` : "";

const locations = { path: "in the path", query: "in the query", header: "as a header" } as const;

const requiredFirst = (parameters: readonly DescribedParameter[]): readonly DescribedParameter[] =>
  parameters.toSorted((left, right) => Number(right.required ?? false) - Number(left.required ?? false));

function parameterList({ parameters }: ReferenceOperation, { resolve }: Catalogue): Part {
  if (parameters.length === 0) return undefined;
  const row = ({ name, in: location, required, description, schema }: DescribedParameter) =>
    html`<div id="parameter.${name}"><dt><code>${name}</code> <span class="type">${typeOf(schema, resolve)}, ${locations[location]}</span>${
      required === true && html` <span class="needed">required</span>`
    }</dt><dd><p>${inlineMarkdown(description)}</p>${
      schema.enum !== undefined &&
      html`<details><summary>${schema.enum.length} values</summary><ul class="values">${schema.enum.map((value) => html`<li><code>${String(value)}</code></li>`)}</ul></details>`
    }</dd></div>\n`;
  return html`<section aria-labelledby="parameters"><h2 id="parameters">Parameters</h2>
<dl class="fields">
${requiredFirst(parameters).map(row)}</dl></section>`;
}

function bodySection({ body }: ReferenceOperation, { resolve }: Catalogue, system: SystemView | undefined): Part {
  if (body === undefined) return undefined;
  const kinds = Object.keys(body);
  const media = jsonOf(body) ?? Object.values(body)[0];
  if (media === undefined) return undefined;
  return html`<section aria-labelledby="body"><h2 id="body">Body</h2>
<p>Sent as ${kinds.map((kind, index) => html`${index > 0 && " or "}<code>${kind}</code>`)}.</p>
${fieldList(media.schema, { resolve, at: "body", system })}</section>`;
}

const jsonOf = (content: Readonly<Record<string, Media>> | undefined): Media | undefined =>
  content?.["application/json"];

const exampleIn = ({ example, examples }: Media): unknown => example ?? Object.values(examples ?? {})[0]?.value;

function goodAnswer(
  status: string,
  { description, content }: ReferenceResponse,
  { resolve }: Catalogue,
  system: SystemView | undefined,
): Markup {
  const media = jsonOf(content);
  const context = { resolve, at: "answer", system };
  return html`<section><h3>${status} <span class="said">${inlineMarkdown(description)}</span></h3>
${
  media !== undefined &&
  html`${(media.schema["anyOf"] as Media["schema"][] | undefined)?.map((schema) => fieldList(schema, context)) ?? fieldList(media.schema, context)}
<details><summary>Example</summary>${codeBox(JSON.stringify(exampleIn(media), null, 2))}</details>`
}</section>`;
}

/** The request of a sample, without its body. */
function requestOf({ operation, baseUrl }: OperationPage): SampleRequest {
  const { method, path, parameters, keys } = operation;
  const examplePath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(exampleText(parameters.find((parameter) => parameter.name === name)) || name),
  );
  const query = parameters
    .filter(({ in: location, required }) => location === "query" && required === true)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(exampleText(parameter))}`);
  return {
    method,
    url: `${baseUrl}${examplePath}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    keys,
    isWrite: parameters.some(({ name }) => name === "Idempotency-Key"),
  };
}

function sampleTabs(page: OperationPage): Markup {
  const request = requestOf(page);
  const bodies = bodyExamplesOf(page.operation, page.catalogue.resolve, page.now);
  if (bodies.length === 0) return languageTabs(request, page, "");
  return html`${bodies.map(
    (body, index) =>
      html`<details class="variant" name="variant"${index === 0 && html` open`}><summary>${body.title}</summary>
${languageTabs({ ...request, ...contentOf(body) }, page, body.title)}</details>
`,
  )}`;
}

const contentOf = ({ json, form }: NamedBody): Pick<SampleRequest, "body" | "form"> =>
  form === undefined ? { body: json } : { form };

function languageTabs(request: SampleRequest, { demo }: OperationPage, variant: string): Markup {
  return html`<div class="tabs">
${samplesOf(request, demo).map(
  ({ language, code }, index) =>
    html`<details name="sample ${variant}"${index === 0 && html` open`}><summary>${language}</summary>${copyable(code, `sample in ${language}${variant === "" ? "" : `, ${variant}`}`)}</details>
`,
)}</div>
`;
}

/** The form sends JSON. */
const hasForm = ({ body }: ReferenceOperation): boolean => body === undefined || jsonOf(body) !== undefined;

/** Shown by the script, which also hides what is not chosen: below the samples, the form would be out of sight. */
const formTabs = html`<div class="choice" role="tablist" aria-label="Samples or form" hidden>
<button type="button" role="tab" id="samples-tab" aria-controls="samples-panel">Samples</button>
<button type="button" role="tab" id="try-tab" aria-controls="try-panel">Try it</button>
</div>
`;

/** Shown by the script. Requests go to this service with the keys entered on the page. */
function tryForm({ operation, catalogue, now }: OperationPage): Markup {
  const { method, path, parameters, keys } = operation;
  const bodies = bodyExamplesOf(operation, catalogue.resolve, now).filter(({ form }) => form === undefined);
  const field = (parameter: DescribedParameter): Markup => {
    const { name, in: location, required } = parameter;
    return html`<label><span>${name}${required === true && html` <em>required</em>`}</span><input name="${name}" data-in="${location}" value="${exampleText(parameter)}" autocomplete="off" spellcheck="false"></label>\n`;
  };
  const needed = requiredFirst(parameters).filter(isNeeded);
  const optional = parameters.filter((parameter) => !isNeeded(parameter));
  return html`<section class="try" id="try-panel" hidden aria-labelledby="try"><h2 id="try">Try it</h2>
<form data-method="${method}" data-path="${path}" data-keys="${keys}">
${needed.length > 0 && html`<div class="inputs">${needed.map(field)}</div>\n`}${bodies.length > 1 && html`<p class="fills">${bodies.map(({ title, json }) => html`<button type="button" class="fill" data-body="${pretty(json)}">${title}</button> `)}</p>\n`}${
  bodies[0] !== undefined &&
  html`<label><span>Body</span><textarea name="body" data-in="body" data-serial="${bodies[0].serial}" rows="12" spellcheck="false">${pretty(bodies[0].json)}</textarea></label>\n`
}${optional.length > 0 && html`<details><summary>Optional parameters (${optional.length})</summary><div class="inputs">${optional.map(field)}</div></details>\n`}<button type="submit">Send</button>
</form>
<div class="outcome" role="status"></div></section>`;
}

const isNeeded = ({ required }: DescribedParameter): boolean => required === true;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

interface ShownSystem {
  readonly connector: Connector;
  readonly gaps: Gaps | undefined;
  readonly view: SystemView | undefined;
}

function shownSystem({ catalogue, operation: { id }, system }: OperationPage): ShownSystem | undefined {
  const connector = catalogue.connectors.find((known) => known.id === system);
  if (connector === undefined || !isOperationId(id)) return undefined;
  const gaps = gapsOf(connector, id);
  const view = gaps && { name: connector.name, lacks: new Set(gaps.lacks), requires: new Set(gaps.requires) };
  return { connector, gaps, view };
}

/** Which target systems support the operation, and the rules of the chosen one. */
function systemSection({ catalogue, operation, root }: OperationPage, id: OperationId, shown?: ShownSystem): Markup {
  const { connectors } = catalogue;
  const offering = connectors.filter((connector) => gapsOf(connector, id) !== undefined);
  return html`<section class="systems" aria-labelledby="systems"><h2 id="systems">Target systems</h2>
<form class="filter" action="${root}docs/${id}#systems"><label>Show for <select name="system">
<option value="">all target systems</option>
${connectors.map((connector) => html`<option value="${connector.id}"${connector.id === shown?.connector.id && html` selected`}>${connector.name}${!offering.includes(connector) && " (not supported)"}</option>\n`)}</select></label> <button type="submit">Show</button></form>
${shown === undefined ? html`<p>${offering.length} of ${connectors.length} target systems support this operation. Choose one for its rules, and for the fields that it requires or lacks.</p>` : rulesPart(shown, operation, root)}</section>`;
}

function rulesPart({ connector, gaps }: ShownSystem, { method }: ReferenceOperation, root: string): Markup {
  const link = html`<a href="${root}docs/systems/${connector.id}">${connector.name}</a>`;
  if (gaps === undefined) return html`<p>${link} does not support this operation.</p>`;
  const { rules, requires, ignores, lacks, converts } = gaps;
  const lacking = method === "GET" ? "Does not return" : "Cannot store";
  const names = (label: string, list: readonly string[]): Part =>
    list.length > 0 &&
    html`<div><dt>${label}</dt><dd>${list.map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`)}</dd></div>\n`;
  const isComplete = [rules, requires, ignores, lacks, converts].every((list) => list.length === 0);
  return html`<p>${link}${isComplete && " supports everything on this page."}</p>
${rules.length > 0 && html`<ul>${rules.map((rule) => html`<li>${inlineMarkdown(rule)}</li>`)}</ul>\n`}<dl class="facts">
${names("Requires", requires)}${names("Ignores", ignores)}${names("Stores in another form", converts)}${names(lacking, lacks)}</dl>`;
}
