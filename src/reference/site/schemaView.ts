/** Renders a schema as a list of fields with descriptions. Nested fields are collapsed. */
import { html, type Markup, type Part } from "../../web/html.ts";
import type { JsonSchema } from "../openapi/jsonSchema.ts";
import { inlineMarkdown } from "./markdown.ts";

export type Resolve = (schema: JsonSchema) => JsonSchema;

export interface FieldContext {
  readonly resolve: Resolve;
  /** Prefix of the fields' element ids, for links: `body` or `answer`. */
  readonly at: string;
  /** Marks the fields that this target system requires or lacks. */
  readonly system?: SystemView | undefined;
}

export interface SystemView {
  readonly name: string;
  /** Paths such as `lineItems.unitName`. */
  readonly lacks: ReadonlySet<string>;
  readonly requires: ReadonlySet<string>;
}

/** Longer lists of values are collapsed. */
const fewValues = 8;

export function fieldList(schema: JsonSchema, context: FieldContext): Markup {
  const { properties = {}, required = [] } = context.resolve(schema);
  const isNeeded = (name: string): boolean =>
    required.includes(name) || (context.system?.requires.has(name) === true && context.at === "body");
  const fields = Object.entries(properties).toSorted(
    ([left], [right]) => Number(isNeeded(right)) - Number(isNeeded(left)),
  );
  return html`<dl class="fields">
${fields.map(([name, field]) => fieldEntry(name, field, { ...context, isRequired: required.includes(name) }))}</dl>
`;
}

function fieldEntry(name: string, field: JsonSchema, context: FieldContext & { readonly isRequired: boolean }): Markup {
  const at = `${context.at}.${name}`;
  const resolved = context.resolve(field);
  const inner = resolved.items === undefined ? resolved : context.resolve(resolved.items);
  const description = field.description ?? resolved.description;
  const values = resolved.enum ?? inner.enum;
  return html`<div id="${at}"><dt><code>${name}</code> <span class="type">${typeOf(field, context.resolve)}</span>${
    context.isRequired && html` <span class="needed">required</span>`
  }${systemBadge(at, context)}</dt>
<dd>${description !== undefined && html`<p>${inlineMarkdown(description)}</p>`}${valueList(values)}${
    inner.properties !== undefined &&
    html`<details><summary>Fields of <code>${name}</code></summary>${fieldList(inner, { ...context, at })}</details>`
  }</dd></div>
`;
}

function systemBadge(at: string, { system, isRequired }: FieldContext & { readonly isRequired: boolean }): Part {
  if (system === undefined) return undefined;
  const path = at.replace(/^(?:body|answer\.data|answer)\./, "");
  if (system.lacks.has(path)) return html` <span class="lacking">not at ${system.name}</span>`;
  if (isRequired || !system.requires.has(path)) return undefined;
  return html` <span class="needed">required by ${system.name}</span>`;
}

function valueList(values: readonly unknown[] | undefined): Part {
  if (values === undefined) return undefined;
  const list = html`<ul class="values">${values.map((value) => html`<li><code>${String(value)}</code></li>`)}</ul>`;
  return values.length <= fewValues ? list : html`<details><summary>${values.length} values</summary>${list}</details>`;
}

const names: Readonly<Record<string, string>> = {
  "date-time": "timestamp",
  date: "date",
  uri: "URL",
  binary: "file",
};

export function typeOf(schema: JsonSchema, resolve: Resolve): string {
  const resolved = resolve(schema);
  if (resolved.items !== undefined) return `array of ${typeOf(resolved.items, resolve)}`;
  if (resolved.enum !== undefined) return "enum";
  const format = names[resolved.format ?? ""];
  if (format !== undefined) return format;
  const types = [resolved.type ?? []].flat();
  return types.length === 0 ? "any" : types.join(" or ");
}
