/**
 * Compares the types in a simulator's replies with those that were really seen at the vendor. A simulator and a connector
 * that share a misreading pass every other test.
 */
import { existsSync, writeFileSync } from "node:fs";
import type { Exchange as Traffic } from "../../simulators/start.ts";
import { declaredFields, isSimulated, noteNames, seenElsewherePath, storedSeenElsewhere } from "./fields.ts";
import { casesOf, type Evidence, type EvidenceFile, type Exchange, evidenceFiles, kindOf } from "./files.ts";
import { graphQlCallIn } from "./graphql.ts";
import { isAboutFields, isRemoteCall, isWritingRecords, remoteCallIn } from "./models.ts";
import { documentName, xmlIn } from "./xml.ts";

type Type = "array" | "boolean" | "number" | "object" | "text";

/** `result[].customerId` → the types of its values. */
type Types = ReadonlyMap<string, ReadonlySet<Type>>;

/** The types by path of the request, whose ids are replaced with `*`. */
type TypesByPath = ReadonlyMap<string, Types>;

const seenPathOf = ({ request: { path, body } }: Exchange, ids: readonly string[]): string =>
  graphQlCallIn(body)?.name ?? generalised(path.replace(/^https:\/\/[^/]+/, ""), ids);

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

/** The types of a value and of everything in it. Paths as text would be made again for every value. */
interface Shape {
  readonly types: Set<Type>;
  readonly fields: Map<string, Shape>;
  items: Shape | undefined;
}

const emptyShape = (): Shape => ({ types: new Set(), fields: new Map(), items: undefined });

function noteShape(value: unknown, shape: Shape): void {
  const type = typeOf(value);
  if (type === undefined) return;
  shape.types.add(type);
  if (Array.isArray(value)) {
    shape.items ??= emptyShape();
    for (const item of value) noteShape(item, shape.items);
  } else if (type === "object") {
    for (const [name, inner] of Object.entries(value as object)) noteShape(inner, shapeIn(shape.fields, name));
  }
}

function shapeIn<Key>(shapes: Map<Key, Shape>, key: Key): Shape {
  const shape = shapes.get(key) ?? emptyShape();
  shapes.set(key, shape);
  return shape;
}

function typesOf({ types, fields, items }: Shape, at = ""): (readonly [string, ReadonlySet<Type>])[] {
  const own = at === "" || types.size === 0 ? [] : [[at, types] as const];
  const ofItems = items === undefined ? [] : typesOf(items, `${at}[]`);
  const ofFields = [...fields].flatMap(([name, shape]) => typesOf(shape, at === "" ? name : `${at}.${name}`));
  return [...own, ...ofItems, ...ofFields];
}

const typesByPath = (shapes: ReadonlyMap<string, Shape>): TypesByPath =>
  new Map([...shapes].map(([path, shape]) => [path, new Map(typesOf(shape))]));

/** The ids that a call names, as they stand in paths. */
const idsOf = ({ call }: Evidence): readonly string[] => Object.values(call?.ids ?? {});

const isReading = ({ request: { method = "GET", body: sent }, reply: { status = 200, body } }: Exchange): boolean =>
  (method === "GET" || graphQlCallIn(sent)?.isQuery === true) && status < 300 && body !== undefined;

const exchangesOf = ({ topic, evidence }: EvidenceFile): readonly { exchange: Exchange; ids: readonly string[] }[] =>
  topic === "refusals" || topic === "webhooks" || kindOf(evidence) === "documentation"
    ? []
    : casesOf(evidence).flatMap((each) => {
        const { request, reply, further = [] } = each;
        const own = request !== undefined && reply !== undefined ? [{ request, reply }] : [];
        return [...own, ...further].filter(isReading).map((exchange) => ({ exchange, ids: idsOf(each) }));
      });

function seenTypes(slug: string): TypesByPath {
  const shapes = new Map<string, Shape>();
  for (const { exchange, ids } of evidenceFiles(slug).flatMap(exchangesOf))
    noteShape(exchange.reply.body, shapeIn(shapes, seenPathOf(exchange, ids)));
  return typesByPath(shapes);
}

/** Without exchanges that repeat an earlier one: most records are read many times. */
function distinct(traffic: readonly Traffic[]): readonly Traffic[] {
  const known = new Map<string, Traffic>();
  for (const exchange of traffic) {
    const { method, path, status, isInjectedFault, body, reply } = exchange;
    const text = [method, path, status, isInjectedFault, body.toString("latin1"), reply.toString("latin1")].join("\n");
    if (!known.has(text)) known.set(text, exchange);
  }
  return [...known.values()];
}

/** Of a GraphQL query, the name of its field. */
const queryIn = ({ headers, body }: Traffic): string | undefined => {
  const query = graphQlCallIn(bodyIn(headers, body));
  return query?.isQuery === true ? query.name : undefined;
};

const isPlainReply = (exchange: Traffic): boolean => {
  const { method, status, isInjectedFault, replyHeaders } = exchange;
  return (
    (method === "GET" || queryIn(exchange) !== undefined) &&
    status < 300 &&
    !isInjectedFault &&
    /json/.test(String(replyHeaders["content-type"]))
  );
};

function simulatedTypes(traffic: readonly Traffic[], seen: TypesByPath): TypesByPath {
  const shapes = new Map<string, Shape>();
  const paths = [...seen.keys()];
  for (const exchange of distinct(traffic.filter(isPlainReply))) {
    const { path, reply } = exchange;
    const own = queryIn(exchange) ?? generalised(path);
    const seenPath = paths.find((candidate) => own.endsWith(candidate));
    if (seenPath !== undefined) noteShape(JSON.parse(reply.toString()), shapeIn(shapes, seenPath));
  }
  return typesByPath(shapes);
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

/** The names of the fields in all bodies of a kind: replies with records by path or model, and bodies that were sent. */
type NamesByKind = ReadonlyMap<string, ReadonlySet<string>>;

interface Body {
  /** `/invoices/*`, `account.move` or `<invoice>` for replies, `POST /invoices` or `sent <invoice>` for requests. */
  readonly kind: string;
  readonly content: unknown;
}

interface Talk {
  readonly method: string;
  readonly path: string;
  readonly sent: unknown;
  readonly received: unknown;
}

/** The bodies of an accepted request that have records in them. */
function bodiesIn({ method, path, sent, received }: Talk): readonly Body[] {
  const remote = remoteCallIn(sent);
  if (remote !== undefined) {
    const { model } = remote;
    if (isAboutFields(remote) || isRefusal(received)) return [];
    return isWritingRecords(remote)
      ? [{ kind: `${remote.method} ${model}`, content: remote.parameters }]
      : [{ kind: model, content: withoutFalse(received) }];
  }
  if (isRemoteCall(sent)) return [];
  const query = graphQlCallIn(sent);
  if (query !== undefined && hasErrors(received)) return [];
  if (query !== undefined) return [{ kind: query.name, content: query.isQuery ? received : query.values }];
  const asked = documentName(sent);
  const answered = documentName(received);
  if (asked !== undefined)
    return [
      { kind: `sent <${asked}>`, content: sent },
      ...(answered === undefined ? [] : [{ kind: `<${answered}>`, content: received }]),
    ];
  if (method === "GET") return received === undefined ? [] : [{ kind: path, content: received }];
  return sent === undefined ? [] : [{ kind: `${method} ${path}`, content: sent }];
}

/** GraphQL refuses with status 200. */
const hasErrors = (received: unknown): boolean =>
  typeof received === "object" && received !== null && "errors" in received;

/** JSON-RPC refuses with status 200. */
const isRefusal = (received: unknown): boolean =>
  typeof received === "object" && received !== null && "error" in received;

/** Odoo has false for every empty field. */
const withoutFalse = (received: unknown): unknown =>
  received === undefined
    ? undefined
    : JSON.parse(JSON.stringify(received, (_name, value: unknown) => (value === false ? null : value)));

function namesByKind(bodies: readonly Body[], note: (content: unknown, names: Set<string>) => void): NamesByKind {
  const byKind = new Map<string, Set<string>>();
  for (const { kind, content } of bodies) {
    const names = byKind.get(kind) ?? new Set();
    note(content, names);
    byKind.set(kind, names);
  }
  return byKind;
}

/** The bodies of all accepted requests that were seen, also of those whose reply was not. */
const seenBodies = ({ topic, evidence }: EvidenceFile): readonly Body[] =>
  topic === "refusals" || topic === "webhooks" || kindOf(evidence) === "documentation"
    ? []
    : casesOf(evidence).flatMap((each) => {
        const { request, reply = {}, further = [] } = each;
        const own = request === undefined ? [] : [{ request, reply }];
        return [...own, ...further]
          .filter(({ reply: { status = 200 } }) => status < 300)
          .flatMap((exchange) => {
            const { method = "GET", body: sent } = exchange.request;
            return bodiesIn({ method, path: seenPathOf(exchange, idsOf(each)), sent, received: exchange.reply.body });
          });
      });

/** Names with any value, also null or empty text. */
const namesSeen = (slug: string): NamesByKind => namesByKind(evidenceFiles(slug).flatMap(seenBodies), noteNames);

/** The declared fields that were seen in bodies of each kind. */
export function fieldsSeenByPath(slug: string): ReadonlyMap<string, readonly string[]> {
  const declared = declaredFields(slug);
  return new Map([...namesSeen(slug)].map(([kind, names]) => [kind, declared.filter((field) => names.has(field))]));
}

function bodyIn({ "content-type": type }: Readonly<Record<string, unknown>>, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (/json/.test(String(type))) return JSON.parse(bytes.toString());
  return /xml/.test(String(type)) ? xmlIn(bytes.toString()) : undefined;
}

/** The kinds of a program's bodies are named as they were seen: its paths begin with host and company. */
function simulatedBodies(traffic: readonly Traffic[], seen: NamesByKind): readonly Body[] {
  const kinds = [...seen.keys()];
  return distinct(traffic.filter(({ status, isInjectedFault }) => status < 300 && !isInjectedFault))
    .flatMap(({ method, path, headers, body, replyHeaders, reply }) =>
      bodiesIn({
        method,
        path: generalised(path),
        sent: bodyIn(headers, body),
        received: bodyIn(replyHeaders, reply),
      }),
    )
    .flatMap(({ kind, content }) => {
      const seenKind = kinds.find((candidate) => isSameKind(kind, candidate));
      return seenKind === undefined ? [] : [{ kind: seenKind, content }];
    });
}

function isSameKind(own: string, seen: string): boolean {
  const [, method = "", path] = /^(\w+ )?(\/.*)$/.exec(seen) ?? [];
  if (path === undefined) return own === seen;
  return own.endsWith(path) && (method === "" ? own.startsWith("/") : own.startsWith(method));
}

/** Names whose values say something: empty ones need not be seen. */
function noteFilled(content: unknown, names: Set<string>): void {
  if (typeof content !== "object" || content === null) return;
  for (const [name, value] of Object.entries(content)) {
    // Tryton marks linked records with a dot. Their own fields say what was sent.
    if (!Array.isArray(content) && !name.endsWith(".") && typeOf(value) !== undefined) names.add(name);
    noteFilled(value, names);
  }
}

/**
 * The declared fields that the simulator sends, or the connector writes, in bodies of a kind that was seen, none of which has
 * them: they were seen in other bodies of the vendor, or never.
 */
function fieldsSeenElsewhere(slug: string, traffic: readonly Traffic[]): ReadonlyMap<string, readonly string[]> {
  const seen = namesSeen(slug);
  // The template's example has no recorded bodies, and is not among the connectors.
  if (seen.size === 0) return new Map();
  const declared = declaredFields(slug);
  const found = [...namesByKind(simulatedBodies(traffic, seen), noteFilled)].map(([kind, sent]) => {
    const seenHere = seen.get(kind);
    return [kind, declared.filter((field) => sent.has(field) && seenHere?.has(field) !== true)] as const;
  });
  return new Map(found.filter(([, fields]) => fields.length > 0));
}

/** The fields that no recorded body of their kind has, unless the vendor's `seenElsewhere.json` lists them. */
export function unlistedFields(slug: string, traffic: readonly Traffic[]): readonly string[] {
  // A vendor that is only tested live is compared as soon as it has a list.
  if (!existsSync(seenElsewherePath(slug)) && !isSimulated(slug)) return [];
  const listed = storedSeenElsewhere(slug);
  return [...fieldsSeenElsewhere(slug, traffic)].flatMap(([kind, fields]) => {
    const unlisted = fields.filter((field) => listed[kind]?.includes(field) !== true);
    if (unlisted.length === 0) return [];
    return `evidence: no recorded body of ${kind} has ${unlisted.join(", ")}: add one, or list them in evidence/seenElsewhere.json (SEEN_ELSEWHERE=add npm test -- ${slug})`;
  });
}

/** Adds the unlisted fields to the vendor's `seenElsewhere.json`. Each of them is a reason to look for a recording. */
export function listSeenElsewhere(slug: string, traffic: readonly Traffic[]): void {
  const listed: Record<string, readonly string[]> = { ...storedSeenElsewhere(slug) };
  const found = fieldsSeenElsewhere(slug, traffic);
  if (found.size === 0) return;
  for (const [kind, fields] of found) listed[kind] = [...new Set([...(listed[kind] ?? []), ...fields])].toSorted();
  const sorted = Object.fromEntries(Object.entries(listed).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  writeFileSync(seenElsewherePath(slug), `${JSON.stringify(sorted, undefined, 2)}\n`);
}
