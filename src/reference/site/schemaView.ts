/** A schema as a list of fields, each with what it means; what lies below a field is folded. */
import { html, type Markup, type Part } from "../../web/html.ts";
import type { JsonSchema } from "../openapi/jsonSchema.ts";
import { inlineMarkdown } from "./markdown.ts";

export type Resolve = (schema: JsonSchema) => JsonSchema;

export interface FieldPlace {
  readonly resolve: Resolve;
  /** Begins the ids of the fields, so that they can be linked to: `body`, `answer`. */
  readonly at: string;
}

/** More than these, and a reader would lose the thread. */
const fewValues = 8;

export function fieldList(schema: JsonSchema, place: FieldPlace): Markup {
  const { properties = {}, required = [] } = place.resolve(schema);
  const fields = Object.entries(properties).toSorted(
    ([left], [right]) => Number(required.includes(right)) - Number(required.includes(left)),
  );
  return html`<dl class="fields">
${fields.map(([name, field]) => fieldEntry(name, field, { ...place, isRequired: required.includes(name) }))}</dl>
`;
}

function fieldEntry(name: string, field: JsonSchema, place: FieldPlace & { readonly isRequired: boolean }): Markup {
  const at = `${place.at}.${name}`;
  const whole = place.resolve(field);
  const below = whole.items === undefined ? whole : place.resolve(whole.items);
  const description = field.description ?? whole.description;
  const values = whole.enum ?? below.enum;
  return html`<div id="${at}"><dt><code>${name}</code> <span class="type">${typeOf(field, place.resolve)}</span>${
    place.isRequired && html` <span class="needed">required</span>`
  }</dt>
<dd>${description !== undefined && html`<p>${inlineMarkdown(description)}</p>`}${valueList(values)}${
    below.properties !== undefined &&
    html`<details><summary>Fields of <code>${name}</code></summary>${fieldList(below, { ...place, at })}</details>`
  }</dd></div>
`;
}

function valueList(values: readonly unknown[] | undefined): Part {
  if (values === undefined) return undefined;
  const list = html`<ul class="values">${values.map((value) => html`<li><code>${String(value)}</code></li>`)}</ul>`;
  return values.length <= fewValues ? list : html`<details><summary>${values.length} values</summary>${list}</details>`;
}

const names: Readonly<Record<string, string>> = {
  "date-time": "timestamp",
  date: "day",
  uri: "address",
  binary: "file",
};

export function typeOf(schema: JsonSchema, resolve: Resolve): string {
  const whole = resolve(schema);
  if (whole.items !== undefined) return `array of ${typeOf(whole.items, resolve)}`;
  if (whole.enum !== undefined) return "one of";
  const format = names[whole.format ?? ""];
  if (format !== undefined) return format;
  const types = [whole.type ?? []].flat();
  return types.length === 0 ? "any" : types.join(" or ");
}
