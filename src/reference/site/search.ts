/** Finds operations, paths, fields, parameters, error codes, target systems and sections of guides by their words. */
import { failures } from "../../contract/failure.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import type { JsonSchema } from "../openapi/jsonSchema.ts";
import type { Catalogue, ReferenceOperation } from "./catalogue.ts";
import type { Guide } from "./guides.ts";
import { headingsOf, slugOf } from "./markdown.ts";

export interface Entry {
  readonly kind: "Operation" | "Field" | "Parameter" | "Error" | "Target system" | "Guide";
  readonly title: string;
  /** Said below the title. */
  readonly about: string;
  /** Below the address of the service. */
  readonly href: string;
  /** Other words that lead here. */
  readonly words?: string;
}

const mostResults = 40;

export function searchEntries(catalogue: Catalogue, guides: readonly Guide[]): readonly Entry[] {
  const operations = [...catalogue.operations.values()];
  return [
    ...operations.map(operationEntry),
    ...Object.entries(failures).map(
      ([code, { status, meaning }]): Entry => ({
        kind: "Error",
        title: code,
        about: `${status}: ${meaning}`,
        href: `docs/errors#${code}`,
      }),
    ),
    ...catalogue.connectors.map(
      ({ id, name, about }): Entry => ({
        kind: "Target system",
        title: name,
        about,
        href: `docs/systems/${id}`,
        words: id,
      }),
    ),
    ...guides.flatMap(guideEntries),
    ...parameterEntries(operations),
    ...fieldEntries(catalogue, operations),
  ];
}

const operationEntry = ({ id, method, path, summary, group }: ReferenceOperation): Entry => ({
  kind: "Operation",
  title: summary,
  about: `${method} ${path}`,
  href: `docs/${id}`,
  words: `${id} ${group}`,
});

function guideEntries({ name, title, text }: Guide): Entry[] {
  const sections = text.split(/^(?=## )/m);
  return sections.map((section, index): Entry => {
    const heading = headingsOf(section)[0]?.text ?? title;
    return {
      kind: "Guide",
      title: index === 0 ? title : `${title}: ${heading.replaceAll("`", "")}`,
      about: "",
      href: `docs/guides/${name}${index === 0 ? "" : `#${slugOf(heading)}`}`,
      words: section,
    };
  });
}

/** Each name once, with the operations that take it. */
function parameterEntries(operations: readonly ReferenceOperation[]): Entry[] {
  const taken = operations.flatMap((operation) =>
    operation.parameters.map(({ name, description }) => ({ operation, name, description })),
  );
  return [...Map.groupBy(taken, ({ name }) => name).values()].flatMap((uses) => {
    const [first] = uses;
    if (first === undefined) return [];
    const { operation, name, description } = first;
    const more = uses.length > 1 ? `, and ${uses.length - 1} more` : "";
    return {
      kind: "Parameter",
      title: name,
      about: `${operation.summary}${more}. ${description}`,
      href: `docs/${operation.id}#parameter.${name}`,
    };
  });
}

/** Every field of every record, at the first operation that answers with it or takes it. */
function fieldEntries({ resolve }: Catalogue, operations: readonly ReferenceOperation[]): Entry[] {
  const seen = new Set<string>();
  const walk = (schema: JsonSchema, at: string, operation: ReferenceOperation): Entry[] => {
    const record = schema.$ref?.split("/").at(-1);
    if (record !== undefined && seen.has(record)) return [];
    if (record !== undefined) seen.add(record);
    return Object.entries(resolve(schema).properties ?? {}).flatMap(([name, field]): Entry[] => {
      const path = `${at}.${name}`;
      const inner = resolve(field).items ?? field;
      const own: Entry = {
        kind: "Field",
        title: `${record ?? ""}.${name}`,
        about: field.description ?? "",
        href: `docs/${operation.id}#${path}`,
        words: name,
      };
      return [...(record === undefined ? [] : [own]), ...walk(inner, path, operation)];
    });
  };
  return operations.flatMap((operation) => [
    ...operation.answers
      .filter(([status]) => status < "300")
      .flatMap(([, { content }]) => {
        const schema = content?.["application/json"]?.schema;
        return schema === undefined ? [] : walk(schema, "answer", operation);
      }),
    ...Object.values(operation.body ?? {}).flatMap(({ schema }) => walk(schema, "body", operation)),
  ]);
}

/** Every word has to occur; where it stands decides the order. */
export function search(entries: readonly Entry[], typed: string): readonly Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase();
    const about = entry.about.toLowerCase();
    const other = entry.words?.toLowerCase() ?? "";
    const ranks = words.map((word) => {
      if (title === word || other === word) return 0;
      if (title.startsWith(word) || title.endsWith(`.${word}`)) return 1;
      if (title.includes(word)) return 2;
      if (about.includes(word)) return 3;
      return other.includes(word) ? 4 : undefined;
    });
    return ranks.every((rank) => rank !== undefined) ? [{ entry, rank: Math.max(...ranks) }] : [];
  });
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, mostResults)
    .map(({ entry }) => entry);
}

export const searchPage = (typed: string, found: readonly Entry[], root: string): Markup =>
  html`<h1>${typed === "" ? "Search" : html`Found for “${typed}”`}</h1>
${resultList(typed, found, root)}`;

function resultList(typed: string, found: readonly Entry[], root: string): Part {
  if (typed === "") return html`<p>Type a path, a field, an error code, a target system or a word of the guides.</p>`;
  if (found.length === 0)
    return html`<p class="none">Nothing has all of these words. Try one of them, or look into <a href="${root}docs">the whole list</a>.</p>`;
  return html`<ol class="results">
${found.map(
  ({ kind, title, about, href }) =>
    html`<li><a href="${root}${href}"><span class="kind">${kind}</span> ${title}</a><p>${about}</p></li>\n`,
)}</ol>
`;
}
