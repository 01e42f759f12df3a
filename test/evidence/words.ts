/**
 * Replaces the vendor's words in seen replies with unknown ones, one at a time. A word that a mapping does not know leaves the
 * field out with a warning. It must not become another value, or nothing, in silence.
 */
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { casesOf, type Evidence, type EvidenceFile, evidenceFiles, type Outcome, sharedReplies } from "./files.ts";
import { outcomeOfReplies, type Players } from "./play.ts";

type Path = readonly (number | string)[];

/** A value in a reply that may be a word of an enumeration. */
interface Word {
  readonly path: Path;
  readonly value: number | string;
}

/** Numbers are words only in fields with such a name. */
const numberedWords = /(?:status|statut|state|type|kind)$/i;

function wordsIn(value: unknown, path: Path = []): readonly Word[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      wordsIn(inner, [...path, Array.isArray(value) ? Number(name) : name]),
    );
  if (typeof value === "string" && /^[a-z][a-z_-]*$/i.test(value)) return [{ path, value }];
  const isNumbered = numberedWords.test(String(path.at(-1))) && /^\d{1,2}$/.test(String(value));
  return isNumbered ? [{ path, value: value as number | string }] : [];
}

const unknownWord = (value: number | string): number | string => {
  if (typeof value === "number") return 97;
  return /^\d/.test(value) ? "97" : "Zqx";
};

function withValue(container: unknown, [name = "", ...path]: Path, value: unknown): unknown {
  const inner = (container as Record<string, unknown>)[name];
  const changed = path.length === 0 ? value : withValue(inner, path, value);
  if (Array.isArray(container)) return container.with(Number(name), changed);
  return { ...(container as object), [name]: changed };
}

interface Shape {
  readonly enum?: readonly unknown[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** Codes of ISO standards and units, which users may name, are not a vendor's words. */
const free = ["countryCode", "currency", "unitName"];

/** The contract's words in a record by path, such as `lineItems.0.taxRule: NET`. */
function contractWordsIn(value: unknown, shape: Shape | undefined, path = ""): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (typeof value === "string" && shape?.enum !== undefined) found.set(path, value);
  if (typeof value !== "object" || value === null || shape === undefined) return found;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    if (free.includes(name)) continue;
    const below = Array.isArray(value) ? shape.items : shape.properties?.[name];
    for (const entry of contractWordsIn(inner, below, `${path}.${name}`)) found.set(...entry);
  }
  return found;
}

const recordsOf = ({ record, records }: Outcome): readonly unknown[] => records ?? [record];

/** What an unknown word changed without a warning: `status OPEN → PAID`. */
function silentChanges(topic: string, before: Outcome, after: Outcome): readonly string[] {
  if (after.failure !== undefined || (after.warnings ?? []).length > (before.warnings ?? []).length) return [];
  const known = recordsOf(before);
  const found = recordsOf(after);
  // Lists leave out records of other kinds.
  if (known.length !== found.length) return [];
  const shape = { items: operations[topic as OperationId].record as Shape };
  const words = contractWordsIn(found, shape);
  return [...contractWordsIn(known, shape)].flatMap(([path, word]) =>
    words.get(path) === word
      ? []
      : `${path.replaceAll(/\.\d+/g, "").slice(1)} ${word} → ${words.get(path) ?? "nothing"}`,
  );
}

const isRead = ({ topic }: EvidenceFile): boolean => /\.(?:get|list)$/.test(topic) && Object.hasOwn(operations, topic);

/** The replies of the file, and how to change one of them. */
function bodiesOf(evidence: Evidence) {
  const { reply, request, further = [] } = evidence;
  const own = {
    kind: request?.path ?? "",
    body: reply?.body,
    changed: (body: unknown) => ({ ...evidence, reply: { ...reply, body } }),
  };
  return [
    own,
    ...further.map((exchange, index) => ({
      kind: exchange.request.path,
      body: exchange.reply.body,
      changed: (body: unknown) => ({
        ...evidence,
        further: further.with(index, { ...exchange, reply: { ...exchange.reply, body } }),
      }),
    })),
  ];
}

/** `/invoices/* Status: status OPEN → nothing`, once for each field of a path. */
export async function silentFallbacks(players: Omit<Players, "shared">): Promise<readonly string[]> {
  const { id } = players.connector;
  const shared = sharedReplies(id);
  const tried = new Set<string>();
  const found = new Set<string>();
  const outcomeOf = (file: EvidenceFile, evidence: Evidence): Promise<Outcome> =>
    outcomeOfReplies(file, evidence, { ...players, shared });
  for (const file of evidenceFiles(id).filter(isRead))
    for (const evidence of casesOf(file.evidence)) {
      let before: Outcome | undefined;
      for (const { kind, body, changed } of bodiesOf(evidence))
        for (const { path, value } of wordsIn(body)) {
          const field = path.filter((part) => typeof part === "string").join(".");
          const key = `${kind.replaceAll(/\d+/g, "*")} ${field} ${value}`;
          if (tried.has(key)) continue;
          tried.add(key);
          before ??= await outcomeOf(file, evidence);
          const after = await outcomeOf(file, changed(withValue(body, path, unknownWord(value))));
          for (const change of silentChanges(file.topic, before, after)) found.add(`${field}: ${change}`);
        }
    }
  return [...found].toSorted();
}
