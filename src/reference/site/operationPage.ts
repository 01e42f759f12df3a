/** The page of an operation: parameters, body, responses, samples, and differences between target systems. */
import type { OperationId } from "../../contract/operations.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { gapsOf, isOperationId } from "../openapi/gaps.ts";
import type { DescribedParameter } from "../openapi/operation.ts";
import type { Catalogue, Media, ReferenceOperation, ReferenceResponse } from "./catalogue.ts";
import { copyable, type DemoKeys } from "./layout.ts";
import { codeBox, inlineMarkdown, renderMarkdown } from "./markdown.ts";
import { samplesOf } from "./samples.ts";
import { fieldList, typeOf } from "./schemaView.ts";

export interface OperationPage {
  readonly catalogue: Catalogue;
  readonly operation: ReferenceOperation;
  readonly root: string;
  /** The base URL of requests. */
  readonly baseUrl: string;
  readonly demo: DemoKeys;
}

export function operationPage(page: OperationPage): Markup {
  const { operation, catalogue } = page;
  const { id, summary, method, path, description, answers, group } = operation;
  const good = answers.filter(([status]) => status < "300");
  const bad = answers.filter(([status]) => status >= "300");
  return html`<p class="group">${group}</p>
<h1>${summary}</h1>
<p class="path"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${renderMarkdown(description.split("\n\n")[0] ?? "")}
${needsKeys(operation)}
${parameterList(operation, catalogue)}
${bodySection(operation, catalogue)}
<section aria-labelledby="samples"><h2 id="samples">Samples</h2>
${sampleTabs(page)}</section>
${tryForm(operation)}
<section aria-labelledby="answers"><h2 id="answers">Responses</h2>
${good.map(([status, answer]) => goodAnswer(status, answer, catalogue))}
<details class="errors"><summary>Errors (${bad.length} statuses)</summary>
${bad.map(([status, answer]) => html`<section><h3>${status}</h3>${renderMarkdown(answer.description)}</section>`)}
<p>Every error has the same body: <a href="${page.root}docs/errors">all codes</a>.</p>
</details></section>
${isOperationId(id) && targetSystemTable(page, id)}`;
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
${parameters.map(row)}</dl></section>`;
}

function bodySection({ body }: ReferenceOperation, { resolve }: Catalogue): Part {
  if (body === undefined) return undefined;
  const kinds = Object.keys(body);
  const media = jsonOf(body) ?? Object.values(body)[0];
  if (media === undefined) return undefined;
  return html`<section aria-labelledby="body"><h2 id="body">Body</h2>
<p>Sent as ${kinds.map((kind, index) => html`${index > 0 && " or "}<code>${kind}</code>`)}.</p>
${fieldList(media.schema, { resolve, at: "body" })}</section>`;
}

const jsonOf = (content: Readonly<Record<string, Media>> | undefined): Media | undefined =>
  content?.["application/json"];

const exampleIn = ({ example, examples }: Media): unknown => example ?? Object.values(examples ?? {})[0]?.value;

function goodAnswer(status: string, { description, content }: ReferenceResponse, { resolve }: Catalogue): Markup {
  const media = jsonOf(content);
  return html`<section><h3>${status} <span class="said">${inlineMarkdown(description)}</span></h3>
${
  media !== undefined &&
  html`${(media.schema["anyOf"] as Media["schema"][] | undefined)?.map((schema) => fieldList(schema, { resolve, at: "answer" })) ?? fieldList(media.schema, { resolve, at: "answer" })}
<details><summary>Example</summary>${codeBox(JSON.stringify(exampleIn(media), null, 2))}</details>`
}</section>`;
}

function sampleTabs({ operation, baseUrl, demo }: OperationPage): Markup {
  const { method, path, parameters, keys, body } = operation;
  const examplePath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(exampleText(parameters.find((parameter) => parameter.name === name)) || name),
  );
  const query = parameters
    .filter(({ in: location, required }) => location === "query" && required === true)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(exampleText(parameter))}`);
  const json = body && jsonOf(body);
  const samples = samplesOf(
    {
      method,
      url: `${baseUrl}${examplePath}${query.length > 0 ? `?${query.join("&")}` : ""}`,
      keys,
      isWrite: parameters.some(({ name }) => name === "Idempotency-Key"),
      ...(json && { body: exampleIn(json) }),
      ...(body && !json && { form: { file: "@receipt.pdf", note: "Ordered by phone." } }),
    },
    demo,
  );
  return html`<div class="tabs">
${samples.map(
  ({ language, code }, index) =>
    html`<details name="sample"${index === 0 && html` open`}><summary>${language}</summary>${copyable(code, `sample in ${language}`)}</details>
`,
)}</div>
`;
}

/** Shown by the script. Requests go to this service with the keys entered on the page. */
function tryForm({ method, path, parameters, body, keys }: ReferenceOperation): Part {
  if (body !== undefined && jsonOf(body) === undefined) return undefined;
  const json = jsonOf(body);
  const field = (parameter: DescribedParameter): Markup => {
    const { name, in: location, required } = parameter;
    return html`<label><span>${name}${required === true && html` <em>required</em>`}</span><input name="${name}" data-in="${location}" value="${exampleText(parameter)}" autocomplete="off" spellcheck="false"></label>\n`;
  };
  return html`<section class="try" hidden aria-labelledby="try"><h2 id="try">Try it</h2>
<form data-method="${method}" data-path="${path}" data-keys="${keys}">
<div class="inputs">${parameters.map(field)}</div>
${json !== undefined && html`<label><span>Body</span><textarea name="body" data-in="body" rows="12" spellcheck="false">${JSON.stringify(exampleIn(json), null, 2)}</textarea></label>\n`}<button type="submit">Send</button>
</form>
<div class="outcome" role="status"></div></section>`;
}

function targetSystemTable({ catalogue: { connectors }, root, operation }: OperationPage, id: OperationId): Part {
  const lacking = operation.method === "GET" ? "Does not return" : "Cannot store";
  const names = (label: string, list: readonly string[]): Part =>
    list.length > 0 &&
    html`<p><strong>${label}</strong> ${list.map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`)}</p>`;
  const rows = connectors.map((connector) => {
    const gaps = gapsOf(connector, id);
    return html`<tr><th scope="row"><a href="${root}docs/systems/${connector.id}">${connector.name}</a></th><td>${
      gaps === undefined
        ? html`<p class="soft">Not supported.</p>`
        : html`${gaps.rules.map((rule) => html`<p>${inlineMarkdown(rule)}</p>`)}${names("Requires", gaps.requires)}${names("Ignores", gaps.ignores)}${
            gaps.lacks.length > 0 &&
            html`<details><summary>${lacking} ${gaps.lacks.length} fields</summary>${names(lacking, gaps.lacks)}</details>`
          }${gaps.rules.length + gaps.requires.length + gaps.ignores.length + gaps.lacks.length === 0 && html`<p>Fully supported.</p>`}`
    }</td></tr>\n`;
  });
  return html`<section aria-labelledby="systems"><h2 id="systems">Target systems</h2>
<div class="wide" tabindex="0" role="region" aria-label="Support by target system"><table>
<thead><tr><th scope="col">System</th><th scope="col">Rules and gaps</th></tr></thead>
<tbody>
${rows}</tbody></table></div></section>`;
}
