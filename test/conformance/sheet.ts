/** The fact sheet: everything that can be checked without calling the service. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TSchema } from "typebox";
import type { FieldTable } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import type { Facts } from "./facts.ts";
import { operationOf, valuesOf } from "./reading.ts";

/** The mark on texts that a person has to write after `npm run connector:new`. */
export const unwritten = "(to be written)";

export function sheetFindings(facts: Facts): string[] {
  return [...aboutFindings(facts), ...choiceFindings(facts), ...folderFindings(facts), ...operationFindings(facts)];
}

function aboutFindings({ connector: { id, name, about, proof, site }, simulation }: Facts): string[] {
  return [
    ...(/^[a-z][a-z0-9-]*$/.test(id)
      ? []
      : [`sheet: the slug must be lower case letters, digits and dashes, not "${id}"`]),
    ...(simulation.slug === id
      ? []
      : [`sheet: the simulator's slug is "${simulation.slug}", but the connector's is "${id}"`]),
    ...(name.trim() === "" ? ["sheet: name is empty"] : []),
    ...(/^\S.{10,}\.$/.test(about) ? [] : [`sheet: about must be a sentence with a full stop, not "${about}"`]),
    ...(about.includes(unwritten) ? ["sheet: about is still to be written"] : []),
    ...(typeof proof === "function" || proof.startsWith("/") ? [] : [`sheet: proof must be a path, not "${proof}"`]),
    ...(typeof site !== "string" || site.startsWith("https://") ? [] : [`sheet: site must be https, not "${site}"`]),
  ];
}

function choiceFindings(facts: Facts): string[] {
  const { needs, companies, environments, scope } = facts.connector;
  const article = { company: "a", environment: "an" } as const;
  const pairs = [
    ["company", companies],
    ["environment", environments],
  ] as const;
  const wrong = pairs.flatMap(([need, choices]) => {
    if (needs.includes(need) && choices === undefined)
      return [`sheet: needs ${article[need]} ${need}, but does not list the choices`];
    if (!needs.includes(need) && choices !== undefined)
      return [`sheet: lists choices of ${need}, but does not need one`];
    return [];
  });
  const unused =
    needs.length > 0 && scope === undefined && !readsCompanyFromSession(facts)
      ? ["sheet: the chosen company never reaches the vendor; use scope, or read session.company"]
      : [];
  return [...wrong, ...unused];
}

/** Some vendors expect the company in every request body. Their connectors read it from the session. */
function readsCompanyFromSession({ connector, folder = join("src/connectors", connector.id) }: Facts): boolean {
  const path = join(import.meta.dirname, "../..", folder);
  return globSync("*.ts", { cwd: path }).some((file) =>
    /session\.company\b|\{ company \}: Session\b/.test(readFileSync(join(path, file), "utf8")),
  );
}

const requiredFiles = ["connector.ts", "types.ts", "errors.ts", "NOTES.md"];

function folderFindings({ connector, folder = join("src/connectors", connector.id) }: Facts): string[] {
  const path = join(import.meta.dirname, "../..", folder);
  if (!existsSync(path)) return [`folder: ${folder} does not exist`];
  const missing = requiredFiles
    .filter((file) => !existsSync(join(path, file)))
    .map((file) => `folder: ${file} is missing`);
  const guide = join("docs/target-systems", `${basename(folder)}.md`);
  const guidePath = join(import.meta.dirname, "../..", guide);
  const guideText = existsSync(guidePath) ? readFileSync(guidePath, "utf8") : "";
  const notes = existsSync(join(path, "NOTES.md")) ? readFileSync(join(path, "NOTES.md"), "utf8") : unwritten;
  const bare = notes.replaceAll(/^#.*$/gm, "").trim();
  return [
    ...missing,
    ...(bare === "" ? ["folder: NOTES.md is empty"] : []),
    ...(missing.includes("folder: NOTES.md is missing") || !notes.includes(unwritten)
      ? []
      : ["folder: NOTES.md is still to be written"]),
    ...(guideText.includes(unwritten) ? [`folder: ${guide} is still to be written`] : []),
  ];
}

interface ListFeatures {
  readonly filters: readonly string[];
  readonly orders: readonly string[];
  readonly requires: readonly string[];
}

function operationFindings({ connector }: Facts): string[] {
  return Object.entries(connector.operations).flatMap(([name, handler]) => {
    const id = name as OperationId;
    if (!(id in operations)) return [`${name}: is not an operation of the contract`];
    const { record, body, query } = operationOf(id);
    const none: ListFeatures = { filters: [], orders: [], requires: [] };
    const lists: ListFeatures = "filters" in handler ? handler : none;
    const orders = valuesOf(query["orderField"]?.schema) ?? [];
    return [
      ...unknownFields(handler.fields, record).map(
        (field) => `${id}: claims ${field}, which the contract does not have`,
      ),
      ...("writableFields" in handler && body !== undefined ? unknownFields(handler.writableFields, body) : []).map(
        (field) => `${id}: stores ${field}, which the contract's body does not have`,
      ),
      ...[...lists.filters, ...lists.requires]
        .filter((filter) => !(filter in query))
        .map((filter) => `${id}: has a filter ${filter}, which the contract does not have for this list`),
      ...lists.requires
        .filter((filter) => !lists.filters.includes(filter))
        .map((filter) => `${id}: requires ${filter}, but does not have that filter`),
      ...lists.orders
        .filter((field) => !orders.includes(field))
        .map((field) => `${id}: sorts by ${field}, which the contract does not allow for this list`),
    ];
  });
}

/** Fields of a table that a schema does not have. */
function unknownFields(table: FieldTable, schema: TSchema, path = ""): string[] {
  const { properties, items } = schema as { properties?: Readonly<Record<string, TSchema>>; items?: TSchema };
  if (items !== undefined) return unknownFields(table, items, path);
  if (properties === undefined) return [];
  return Object.entries(table).flatMap(([name, below]) => {
    const inner = properties[name];
    if (inner === undefined) return [path + name];
    return below === true ? [] : unknownFields(below, inner, `${path}${name}.`);
  });
}
