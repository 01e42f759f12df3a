/** Which of a vendor's fields that a connector reads or writes were seen in a real body, and which only in documentation. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import type { Connector } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { casesOf, type Evidence, type Exchange, evidenceFiles, kindOf } from "./files.ts";

const root = join(import.meta.dirname, "../..");

/** Fields that rest on documentation alone, in `evidence/documentedOnly.json`. */
export interface DocumentedOnly {
  /** The percentage of fields that were seen. It may not fall. */
  readonly seenPercentage: number;
  readonly fields: readonly string[];
  readonly operations: readonly OperationId[];
}

export const documentedOnlyPath = (slug: string): string => `src/connectors/${slug}/evidence/documentedOnly.json`;

export function storedDocumentedOnly(slug: string): DocumentedOnly | undefined {
  const path = join(root, documentedOnlyPath(slug));
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as DocumentedOnly) : undefined;
}

/** By path of the vendor, or model: fields that its recorded bodies lack, in `evidence/seenElsewhere.json`. */
export type SeenElsewhere = Readonly<Record<string, readonly string[]>>;

export const seenElsewherePath = (slug: string): string =>
  join(root, "src/connectors", slug, "evidence/seenElsewhere.json");

export function storedSeenElsewhere(slug: string): SeenElsewhere {
  const path = seenElsewherePath(slug);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as SeenElsewhere) : {};
}

export function documentedOnly({ id, operations }: Connector): DocumentedOnly {
  const declared = declaredFields(id);
  const seen = seenNames(id);
  const topics = new Set(seenFiles(id).map(({ topic }) => topic));
  const fields = declared.filter((name) => !seen.has(name));
  return {
    seenPercentage: percentage(declared.length - fields.length, declared.length),
    fields,
    operations: (Object.keys(operations) as OperationId[]).filter((operation) => !topics.has(operation)).toSorted(),
  };
}

export const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((part / whole) * 1000) / 10;

/** Files whose bodies were really seen. */
export const seenFiles = (slug: string) =>
  evidenceFiles(slug).filter(({ evidence }) => kindOf(evidence) !== "documentation");

/** The names in all bodies that were seen. */
function seenNames(slug: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { evidence } of seenFiles(slug))
    for (const each of casesOf(evidence)) for (const body of bodiesOf(each)) noteNames(body, names);
  return names;
}

export function bodiesOf({ request, reply, further = [], post }: Evidence): readonly unknown[] {
  const ofExchange = ({ request: asked, reply: answered }: Pick<Exchange, "request" | "reply">): unknown[] => [
    asked.body,
    answered.body,
    answered.lines,
  ];
  return [request?.body, reply?.body, reply?.lines, post?.body, ...further.flatMap(ofExchange)];
}

export function noteNames(body: unknown, names: Set<string>): void {
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    // Tryton marks the fields of linked records with a dot.
    if (!Array.isArray(body)) names.add(name.replace(/\.$/, ""));
    noteNames(value, names);
  }
}

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

/**
 * The names that `types.ts` declares, which has only fields that the connector reads or writes. Names that the connector
 * gives itself are left out: those below `also`, and those that the simulator does not know.
 */
export function declaredFields(slug: string): readonly string[] {
  const path = `src/connectors/${slug}/types.ts`;
  const { program } = parseSync(path, readFileSync(join(root, path), "utf8"));
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (isAdded(node)) return;
    if (node.type === "TSPropertySignature" || node.type === "Property") noteKey(node["key"] as Node, names);
    if (node.type === "TSTypeParameterInstantiation") noteLiterals(node["params"] as readonly Node[], names);
    Object.values(node).forEach(visit);
  };
  visit(program);
  const simulated = simulatorText(slug);
  // A vendor that is only tested live has no simulator.
  if (simulated === "") return [...names].toSorted();
  return [...names]
    .filter((name) => new RegExp(`(?<![\\w$])${name.replaceAll(/\W/g, "\\$&")}(?![\\w$])`).test(simulated))
    .toSorted();
}

/** Data that the connector adds to a record are below `also`. */
const isAdded = ({ type, key }: Node): boolean => type === "TSPropertySignature" && (key as Node)["name"] === "also";

function noteKey(key: Node, names: Set<string>): void {
  const name = key.type === "Identifier" ? key["name"] : key.type === "Literal" ? key["value"] : undefined;
  // The text of an XML element has no name of the vendor's.
  if (typeof name === "string" && name !== "#text") names.add(name);
}

/** `Texts<"create_date" | "write_date">` declares fields by their names. */
function noteLiterals(parameters: readonly Node[], names: Set<string>): void {
  for (const parameter of parameters) {
    const parts = parameter.type === "TSUnionType" ? (parameter["types"] as readonly Node[]) : [parameter];
    for (const part of parts) if (part.type === "TSLiteralType") noteKey(part["literal"] as Node, names);
  }
}

export const isSimulated = (slug: string): boolean => existsSync(join(root, "simulators", slug));

/** A simulator that is made from recordings has its fields from there. */
function simulatorText(slug: string): string {
  const own = textOf(`simulators/${slug}/**/*.ts`);
  return own.includes("engine/recorded.ts") ? own + textOf(`src/connectors/${slug}/evidence/*/*.json`) : own;
}

const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
