/**
 * Compares the types in a simulator's replies with those that were really seen at the vendor. A simulator and a connector
 * that share a misreading pass every other test.
 */
import type { Exchange as Traffic } from "../../simulators/start.ts";
import { declaredFields, noteNames, storedSeenElsewhere } from "./fields.ts";
import { casesOf, type Evidence, type EvidenceFile, type Exchange, evidenceFiles, kindOf } from "./files.ts";

type Type = "array" | "boolean" | "number" | "object" | "text";

/** `result[].customerId` → the types of its values. */
type Types = Map<string, Set<Type>>;

/** The types by path of the request, whose ids are replaced with `*`. */
type TypesByPath = Map<string, Types>;

const seenPathOf = ({ request: { path } }: Exchange, ids: readonly string[]): string =>
  generalised(path.replace(/^https:\/\/[^/]+/, ""), ids);

function generalised(path: string, ids: readonly string[] = []): string {
  return path
    .split("/")
    .map((segment) => (ids.includes(segment) ? "*" : segment.replace(/\([^)]*\)/, "(*)")))
    .map((segment) => (looksLikeId(segment) ? "*" : segment))
    .join("/");
}

/** Versions such as `v3.1.0` are part of the path. */
const looksLikeId = (segment: string): boolean => !/^v\d/.test(segment) && /^\d+$|\d{2}|[0-9a-f]{8}-/i.test(segment);

/** Null and empty text stand for no value of any type. */
const typeOf = (value: unknown): Type | undefined => {
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return "text";
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "object") return typeof value as Type;
  return undefined;
};

/** Names with any value, also null or empty text. */
function namesSeenAt(slug: string, path: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { exchange, ids } of evidenceFiles(slug).flatMap(exchangesOf))
    if (seenPathOf(exchange, ids) === path) noteNames(exchange.reply.body, names);
  return names;
}

function collect(value: unknown, at: string, types: Types): void {
  const type = typeOf(value);
  if (type === undefined) return;
  if (at !== "") types.set(at, (types.get(at) ?? new Set()).add(type));
  if (Array.isArray(value)) for (const item of value) collect(item, `${at}[]`, types);
  else if (type === "object")
    for (const [name, inner] of Object.entries(value as object))
      collect(inner, at === "" ? name : `${at}.${name}`, types);
}

function add(byPath: TypesByPath, path: string, body: unknown): void {
  const types = byPath.get(path) ?? new Map();
  collect(body, "", types);
  byPath.set(path, types);
}

/** The ids that a call names, as they stand in paths. */
const idsOf = ({ call }: Evidence): readonly string[] => Object.values(call?.ids ?? {});

const isReading = ({ request: { method = "GET" }, reply: { status = 200, body } }: Exchange): boolean =>
  method === "GET" && status < 300 && body !== undefined;

const exchangesOf = ({ topic, evidence }: EvidenceFile): readonly { exchange: Exchange; ids: readonly string[] }[] =>
  topic === "refusals" || topic === "webhooks" || kindOf(evidence) === "documentation"
    ? []
    : casesOf(evidence).flatMap((each) => {
        const { request, reply, further = [] } = each;
        const own = request !== undefined && reply !== undefined ? [{ request, reply }] : [];
        return [...own, ...further].filter(isReading).map((exchange) => ({ exchange, ids: idsOf(each) }));
      });

function seenTypes(slug: string): TypesByPath {
  const byPath: TypesByPath = new Map();
  for (const { exchange, ids } of evidenceFiles(slug).flatMap(exchangesOf))
    add(byPath, seenPathOf(exchange, ids), exchange.reply.body);
  return byPath;
}

const isPlainReply = ({ method, status, isInjectedFault, replyHeaders }: Traffic): boolean =>
  method === "GET" && status < 300 && !isInjectedFault && /json/.test(String(replyHeaders["content-type"]));

function simulatedTypes(traffic: readonly Traffic[], seen: TypesByPath): TypesByPath {
  const byPath: TypesByPath = new Map();
  const paths = [...seen.keys()];
  for (const { path, reply } of traffic.filter(isPlainReply)) {
    const own = generalised(path);
    const seenPath = paths.find((candidate) => own.endsWith(candidate));
    if (seenPath !== undefined) add(byPath, seenPath, JSON.parse(reply.toString()));
  }
  return byPath;
}

export interface TypeComparison {
  /** Fields whose types were compared. */
  readonly compared: number;
  readonly findings: readonly string[];
}

export function compareTypes(slug: string, traffic: readonly Traffic[]): TypeComparison {
  const seen = seenTypes(slug);
  const findings: string[] = [];
  let compared = 0;
  for (const [path, simulated] of simulatedTypes(traffic, seen))
    for (const [field, types] of simulated) {
      const seenHere = seen.get(path)?.get(field);
      if (seenHere === undefined) continue;
      compared++;
      const others = [...types].filter((type) => !seenHere.has(type));
      if (others.length > 0)
        findings.push(
          `evidence: the simulator's ${path} has ${field} as ${others.join(", ")}, but ${[...seenHere].join(", ")} was seen`,
        );
    }
  return { compared, findings };
}

/** The bare names of fields: `result[].customer.id` names `id`. */
const namesOf = (types: Types): ReadonlySet<string> =>
  new Set([...types.keys()].map((path) => path.replace(/(?:\[\])+$/, "").replace(/^.*\./, "")));

/** The declared fields that were seen in replies of each path. */
export function fieldsSeenByPath(slug: string): ReadonlyMap<string, readonly string[]> {
  const declared = declaredFields(slug);
  return new Map(
    [...seenTypes(slug).keys()].map((path) => {
      const names = namesSeenAt(slug, path);
      return [path, declared.filter((field) => names.has(field))];
    }),
  );
}

/**
 * The declared fields that the simulator sends in replies of a path with recorded bodies, none of which has them: they were
 * seen in other replies of the vendor, or never.
 */
function fieldsSeenElsewhere(slug: string, traffic: readonly Traffic[]): ReadonlyMap<string, readonly string[]> {
  const seen = seenTypes(slug);
  // The template's example has no recorded replies, and is not among the connectors.
  if (seen.size === 0) return new Map();
  const declared = declaredFields(slug);
  const found = [...simulatedTypes(traffic, seen)].map(([path, types]) => {
    const seenHere = namesSeenAt(slug, path);
    const sent = namesOf(types);
    return [path, declared.filter((field) => sent.has(field) && !seenHere.has(field))] as const;
  });
  return new Map(found.filter(([, fields]) => fields.length > 0));
}

/** The fields that no recorded body of their path has, unless the vendor's `seenElsewhere.json` lists them. */
export function unlistedFields(slug: string, traffic: readonly Traffic[]): readonly string[] {
  const listed = storedSeenElsewhere(slug);
  return [...fieldsSeenElsewhere(slug, traffic)].flatMap(([path, fields]) => {
    const unlisted = fields.filter((field) => listed[path]?.includes(field) !== true);
    if (unlisted.length === 0) return [];
    return `evidence: no recorded reply of ${path} has ${unlisted.join(", ")}: add one, or list them in evidence/seenElsewhere.json`;
  });
}
