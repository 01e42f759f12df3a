/** Full-text search over operations, fields, parameters, error codes, target systems and guide sections. */
import { failures } from "../../contract/failure.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import type { JsonSchema } from "../openapi/jsonSchema.ts";
import type { Catalogue, ReferenceOperation } from "./catalogue.ts";
import type { Guide } from "./guides.ts";
import { headingsOf, slugOf } from "./markdown.ts";

export interface Entry {
  readonly kind: "Operation" | "Field" | "Parameter" | "Error" | "Target system" | "Guide";
  readonly title: string;
  /** Shown below the title. */
  readonly about: string;
  /** Relative to the root of the service. */
  readonly href: string;
  /** Additional search terms. */
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

/** One entry per parameter name. */
function parameterEntries(operations: readonly ReferenceOperation[]): Entry[] {
  const uses = operations.flatMap((operation) =>
    operation.parameters.map(({ name, description }) => ({ operation, name, description })),
  );
  return [...Map.groupBy(uses, ({ name }) => name).values()].flatMap((sameName) => {
    const [first] = sameName;
    if (first === undefined) return [];
    const { operation, name, description } = first;
    const more = sameName.length > 1 ? ` and ${sameName.length - 1} more operations` : "";
    return {
      kind: "Parameter",
      title: name,
      about: `${operation.summary}${more}. ${description}`,
      href: `docs/${operation.id}#parameter.${name}`,
    };
  });
}

/** Every field of every record, linked to the first operation that returns or accepts it. */
function fieldEntries({ resolve }: Catalogue, operations: readonly ReferenceOperation[]): Entry[] {
  const seen = new Set<string>();
  const walk = (schema: JsonSchema, at: string, operation: ReferenceOperation): Entry[] => {
    const record = schema.$ref?.split("/").at(-1);
    if (record !== undefined && seen.has(record)) return [];
    if (record !== undefined) seen.add(record);
    return Object.entries(resolve(schema).properties ?? {}).flatMap(([name, field]): Entry[] => {
      const path = `${at}.${name}`;
      const inner = resolve(field).items ?? field;
      const entry: Entry = {
        kind: "Field",
        title: `${record ?? ""}.${name}`,
        about: field.description ?? "",
        href: `docs/${operation.id}#${path}`,
        words: name,
      };
      return [...(record === undefined ? [] : [entry]), ...walk(inner, path, operation)];
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

/** Returns entries that contain every word, best matches first. */
export function search(entries: readonly Entry[], typed: string): readonly Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase();
    const about = entry.about.toLowerCase();
    const keywords = entry.words?.toLowerCase() ?? "";
    const ranks = words.map((word) => {
      if (title === word || keywords === word) return 0;
      if (title.startsWith(word) || title.endsWith(`.${word}`)) return 1;
      if (title.includes(word)) return 2;
      if (about.includes(word)) return 3;
      return keywords.includes(word) ? 4 : undefined;
    });
    return ranks.every((rank) => rank !== undefined) ? [{ entry, rank: Math.max(...ranks) }] : [];
  });
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, mostResults)
    .map(({ entry }) => entry);
}

export const searchPage = (typed: string, found: readonly Entry[], root: string): Markup =>
  html`<h1>${typed === "" ? "Search" : html`Results for “${typed}”`}</h1>
${resultList(typed, found, root)}`;

function resultList(typed: string, found: readonly Entry[], root: string): Part {
  if (typed === "") return html`<p>Enter a path, field, error code, target system or any word from the guides.</p>`;
  if (found.length === 0)
    return html`<p class="none">No results. Try fewer words, or browse <a href="${root}docs">the reference</a>.</p>`;
  return html`<ol class="results">
${found.map(
  ({ kind, title, about, href }) =>
    html`<li><a href="${root}${href}"><span class="kind">${kind}</span> ${title}</a><p>${about}</p></li>\n`,
)}</ol>
`;
}
