/** The pages of the reference as Markdown, at the page's URL with `.md`, and their index for language models, llms.txt. */
import { failures } from "../../contract/failure.ts";
import { targetSystemDetails } from "../../http/endpoints/targetSystems.ts";
import { gapsOf, isOperationId } from "../openapi/gaps.ts";
import type { JsonSchema } from "../openapi/jsonSchema.ts";
import type { Catalogue, ReferenceOperation } from "./catalogue.ts";
import { type Guide, setUpGuideOf } from "./guides.ts";

/** The paths below /docs, without the ending, and the texts. */
export function plainPages(
  catalogue: Catalogue,
  guides: readonly Guide[],
  setUpGuides: readonly string[],
): ReadonlyMap<string, () => string> {
  return new Map([
    ["", () => overviewText(catalogue)],
    ["errors", errorsText],
    ["coverage", () => coverageText(catalogue)],
    ["guides", () => guidesText(guides)],
    ...guides.map((guide) => [`guides/${guide.name}`, () => guideText(guide, guides)] as const),
    ...catalogue.connectors.map(({ id }) => [`systems/${id}`, () => systemText(catalogue, id, setUpGuides)] as const),
    ...Array.from(
      catalogue.operations.values(),
      (operation) => [operation.id, () => operationText(catalogue, operation)] as const,
    ),
  ]);
}

/** The index of https://llmstxt.org: a title, a summary, and links with a note each. */
export function llmsText(catalogue: Catalogue, guides: readonly Guide[], baseUrl: string): string {
  const sections = [...Map.groupBy(guides, ({ section }) => section)].map(([section, pages]) =>
    [
      `## ${section}`,
      "",
      ...pages.map(({ name, title, text }) => `- [${title}](${baseUrl}/docs/guides/${name}.md): ${leadOf(text)}`),
      "",
    ].join("\n"),
  );
  const operations = catalogue.groups.flatMap(({ ids }) =>
    ids.map((id) => {
      const { method, path, summary } = operationOf(catalogue, id);
      return `- [${method} ${path}](${baseUrl}/docs/${id}.md): ${summary}`;
    }),
  );
  return [
    "# Kontor",
    "",
    "> One accounting API for every accounting system: an open-source, self-hosted service. A platform connects its end users' accounting systems and reads and writes invoices, bills, payments, contacts and journal entries in one form.",
    "",
    "Every page of the documentation is also available as Markdown: add `.md` to its URL.",
    "",
    ...sections,
    "## Reference",
    "",
    `- [OpenAPI description](${baseUrl}/openapi.json): all operations, for programs`,
    `- [Postman collection](${baseUrl}/postman.json)`,
    `- [Errors](${baseUrl}/docs/errors.md): all codes with their remedies`,
    `- [Coverage](${baseUrl}/docs/coverage.md): which target system supports which operation`,
    "",
    "## Optional",
    "",
    ...operations,
    "",
  ].join("\n");
}

function operationOf({ operations }: Catalogue, id: string): ReferenceOperation {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return operation;
}

/** The first paragraph, in one line. */
function leadOf(text: string): string {
  const lead = text.split(/\n\n+/).find((block) => /^[A-Za-z*`]/.test(block)) ?? "";
  const [sentence = ""] = lead
    .replaceAll(/\[([^[\]]+)\]\([^()]+\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=\.) /);
  return sentence;
}

/** Links between guides lead to their Markdown. */
function guideText({ file, text }: Guide, guides: readonly Guide[]): string {
  return text.replaceAll(/\]\(([\w./-]+\.md)(#[\w-]+)?\)/g, (link, path: string, fragment = "") => {
    const target = new URL(path, `https://docs.invalid/${file}`).pathname.slice(1);
    const guide = guides.find((candidate) => candidate.file === target);
    return guide === undefined ? link : `](${guide.name}.md${fragment})`;
  });
}

const guidesText = (guides: readonly Guide[]): string =>
  `# Guides\n\n${guides.map(({ name, title }) => `- [${title}](guides/${name}.md)`).join("\n")}\n`;

function overviewText(catalogue: Catalogue): string {
  const groups = catalogue.groups.map(({ name, about, ids }) => {
    const lines = ids.map((id) => {
      const { method, path, summary } = operationOf(catalogue, id);
      return `- [${summary}](docs/${id}.md): \`${method} ${path}\``;
    });
    return `## ${name}\n\n${about}\n\n${lines.join("\n")}\n`;
  });
  return `# Reference\n\n${String(catalogue.description.info["description"])}\n\n${groups.join("\n")}`;
}

function errorsText(): string {
  const rows = Object.entries(failures).map(
    ([code, { status, next, meaning }]) => `| \`${code}\` | ${status} | ${next} | ${meaning} |`,
  );
  return `# Errors\n\n| code | status | remedy | meaning |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n`;
}

function coverageText({ connectors, operations }: Catalogue): string {
  const head = ["operation", ...connectors.map(({ id }) => id)];
  const rows = Array.from(operations.values()).flatMap(({ id }) => {
    if (!isOperationId(id)) return [];
    const cells = connectors.map((connector) => (connector.operations[id] === undefined ? "" : "yes"));
    return cells.every((cell) => cell === "") ? [] : [`| \`${id}\` | ${cells.join(" | ")} |`];
  });
  return `# Coverage\n\n| ${head.join(" | ")} |\n|${head.map(() => " --- |").join("")}\n${rows.join("\n")}\n`;
}

function systemText({ connectors }: Catalogue, slug: string, setUpGuides: readonly string[]): string {
  const connector = connectors.find(({ id }) => id === slug);
  if (connector === undefined) return "";
  const { name, about, auth, needs, webhooks, operations: offered } = targetSystemDetails(connector);
  const setUpGuide = setUpGuideOf(slug, setUpGuides);
  const signIn =
    auth.kind === "oauth2" ? "on the vendor's page (OAuth 2)" : `with ${auth.asks.map((ask) => ask.name).join(", ")}`;
  const lines = offered.map(({ id }) => {
    const gaps = isOperationId(id) ? gapsOf(connector, id) : undefined;
    const notes = [
      ...(gaps?.rules ?? []),
      ...(gaps === undefined || gaps.ignores.length === 0 ? [] : [`Ignores ${gaps.ignores.join(", ")}.`]),
    ];
    return [`- [\`${id}\`](../${id}.md)`, ...notes].join(" – ");
  });
  return `# ${name}

${about}

- Slug: \`${slug}\`
- Sign-in: ${signIn}
${setUpGuide === undefined ? "" : `- Set-up: [set-up guide](../guides/${setUpGuide}.md)\n`}- Required selection: ${needs.length === 0 ? "none" : needs.join(", ")}
- Changes by webhook: ${webhooks.native.length === 0 ? "none" : webhooks.native.join(", ")}
- Changes by polling: ${webhooks.polled.length === 0 ? "none" : webhooks.polled.join(", ")}

## Operations

${lines.join("\n")}
`;
}

function operationText(catalogue: Catalogue, operation: ReferenceOperation): string {
  const { summary, description, method, path, keys, parameters, body, answers, targetSystems } = operation;
  const headers = { none: "none", api: "`X-API-KEY`", both: "`X-API-KEY` and `X-ACCOUNT-KEY`" }[keys];
  const media = body?.["application/json"] ?? body?.["multipart/form-data"];
  const [, success] = answers.find(([status]) => status.startsWith("2")) ?? [];
  const answer = success?.content?.["application/json"]?.schema;
  const sections = [
    `# ${summary}\n\n\`${method} ${path}\`\n\n${description}\n\nKeys: ${headers}`,
    parameters.length === 0 ? undefined : `## Parameters\n\n${parameters.map(parameterLine).join("\n")}`,
    media === undefined ? undefined : `## Body\n\n${fieldsText(catalogue, media.schema)}`,
    answer === undefined ? undefined : `## Response\n\n${fieldsText(catalogue, answer)}`,
    `## Statuses\n\n${answers.map(([status, { description: meaning }]) => `- ${status}: ${meaning.replaceAll(/\s+/g, " ")}`).join("\n")}`,
    targetSystems === undefined ? undefined : `## Target systems\n\n${targetSystems.join(", ")}`,
  ];
  return `${sections.filter((section) => section !== undefined).join("\n\n")}\n`;
}

const parameterLine = ({ name, in: place, required, description }: ReferenceOperation["parameters"][number]): string =>
  `- \`${name}\` (${place}${required === true ? ", required" : ""}): ${description}`;

/** Records are in other records, but not without end. */
const deepest = 4;

function fieldsText(catalogue: Catalogue, schema: JsonSchema, depth = 0): string {
  const { properties = {}, required = [], items, anyOf, oneOf } = catalogue.resolve(schema);
  if (items !== undefined) return fieldsText(catalogue, items, depth);
  const [choice] = (anyOf ?? oneOf ?? []) as readonly JsonSchema[];
  if (choice !== undefined && Object.keys(properties).length === 0) return fieldsText(catalogue, choice, depth);
  return Object.entries(properties)
    .flatMap(([name, field]) => {
      const { type, enum: values, description = "" } = catalogue.resolve(field);
      const kind = values === undefined ? String(type ?? "") : values.slice(0, 20).join(" \\| ");
      const isNeeded = Array.isArray(required) && required.includes(name);
      const note = [kind, isNeeded ? "required" : ""].filter((text) => text !== "").join(", ");
      const line = `${"  ".repeat(depth)}- \`${name}\`${note === "" ? "" : ` (${note})`}${description === "" ? "" : `: ${description}`}`;
      const below = depth < deepest ? fieldsText(catalogue, field, depth + 1) : "";
      return below === "" ? [line] : [line, below];
    })
    .join("\n");
}
