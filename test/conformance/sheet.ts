/** The fact sheet: what can be seen without asking anybody. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "typebox";
import type { FieldTable } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import type { Facts } from "./facts.ts";
import { operationOf, valuesOf } from "./reading.ts";

/** What a folder has that was made from the template, until somebody writes it. */
export const unwritten = "(to be written)";

export function sheetFindings(facts: Facts): string[] {
  return [...aboutFindings(facts), ...choiceFindings(facts), ...folderFindings(facts), ...operationFindings(facts)];
}

function aboutFindings({ connector: { id, name, about, proof, site }, simulation }: Facts): string[] {
  return [
    ...(/^[a-z][a-z0-9-]*$/.test(id) ? [] : [`sheet: the slug "${id}" is not lower case, digits and dashes`]),
    ...(simulation.slug === id ? [] : [`sheet: the simulator is of "${simulation.slug}", the connector of "${id}"`]),
    ...(name.trim() === "" ? ["sheet: has no name"] : []),
    ...(/^\S.{10,}\.$/.test(about) ? [] : [`sheet: about must be a sentence with a full stop, not "${about}"`]),
    ...(about.includes(unwritten) ? ["sheet: about is still to be written"] : []),
    ...(typeof proof === "function" || proof.startsWith("/") ? [] : [`sheet: proof must be a path, not "${proof}"`]),
    ...(typeof site !== "string" || site.startsWith("https://") ? [] : [`sheet: site must be https, not "${site}"`]),
  ];
}

function choiceFindings(facts: Facts): string[] {
  const { needs, companies, environments, scope } = facts.connector;
  const pairs = [
    ["company", companies],
    ["environment", environments],
  ] as const;
  const wrong = pairs.flatMap(([need, choices]) => {
    if (needs.includes(need) && choices === undefined) return [`sheet: needs a choice of ${need}, but lists none`];
    if (!needs.includes(need) && choices !== undefined) return [`sheet: lists choices of ${need}, but needs none`];
    return [];
  });
  const unused =
    needs.length > 0 && scope === undefined && !asksTheSession(facts)
      ? ["sheet: what is chosen does not reach the vendor (scope, or company of the session)"]
      : [];
  return [...wrong, ...unused];
}

/** Vendors that want the company in the body of each question read it from the session. */
function asksTheSession({ connector, folder = join("src/connectors", connector.id) }: Facts): boolean {
  const place = join(import.meta.dirname, "../..", folder);
  return globSync("*.ts", { cwd: place }).some((file) =>
    /session\.company\b|\{ company \}: Session\b/.test(readFileSync(join(place, file), "utf8")),
  );
}

const wanted = ["connector.ts", "types.ts", "errors.ts", "NOTES.md"];

function folderFindings({ connector, folder = join("src/connectors", connector.id) }: Facts): string[] {
  const place = join(import.meta.dirname, "../..", folder);
  if (!existsSync(place)) return [`folder: there is no ${folder}`];
  const missing = wanted.filter((file) => !existsSync(join(place, file))).map((file) => `folder: there is no ${file}`);
  const notes = existsSync(join(place, "NOTES.md")) ? readFileSync(join(place, "NOTES.md"), "utf8") : unwritten;
  const bare = notes.replaceAll(/^#.*$/gm, "").trim();
  return [
    ...missing,
    ...(bare === "" ? ["folder: NOTES.md says nothing"] : []),
    ...(missing.includes("folder: there is no NOTES.md") || !notes.includes(unwritten)
      ? []
      : ["folder: NOTES.md is still to be written"]),
  ];
}

interface Listed {
  readonly filters: readonly string[];
  readonly orders: readonly string[];
  readonly requires: readonly string[];
}

function operationFindings({ connector }: Facts): string[] {
  return Object.entries(connector.operations).flatMap(([name, handler]) => {
    const id = name as OperationId;
    if (!(id in operations)) return [`${name}: is no operation of the contract`];
    const { record, body, query } = operationOf(id);
    const none: Listed = { filters: [], orders: [], requires: [] };
    const lists: Listed = "filters" in handler ? handler : none;
    const orders = valuesOf(query["orderField"]?.schema) ?? [];
    return [
      ...strangers(handler.fields, record).map((field) => `${id}: claims ${field}, which the contract does not have`),
      ...("writableFields" in handler && body !== undefined ? strangers(handler.writableFields, body) : []).map(
        (field) => `${id}: stores ${field}, which the contract's body does not have`,
      ),
      ...[...lists.filters, ...lists.requires]
        .filter((filter) => !(filter in query))
        .map((filter) => `${id}: has a filter ${filter}, which the contract does not have there`),
      ...lists.requires
        .filter((filter) => !lists.filters.includes(filter))
        .map((filter) => `${id}: requires ${filter}, but does not use it`),
      ...lists.orders
        .filter((field) => !orders.includes(field))
        .map((field) => `${id}: sorts by ${field}, which the contract does not have there`),
    ];
  });
}

/** Fields of a table that a schema does not have. */
function strangers(table: FieldTable, schema: TSchema, path = ""): string[] {
  const { properties, items } = schema as { properties?: Readonly<Record<string, TSchema>>; items?: TSchema };
  if (items !== undefined) return strangers(table, items, path);
  if (properties === undefined) return [];
  return Object.entries(table).flatMap(([name, below]) => {
    const inner = properties[name];
    if (inner === undefined) return [path + name];
    return below === true ? [] : strangers(below, inner, `${path}${name}.`);
  });
}
