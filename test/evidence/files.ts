/** Reads the evidence files: bodies that were really seen at a vendor, and what the contract has to make of them. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Order, PageWindow } from "../../src/contract/connector.ts";
import { enveloped, pathInEnvelope } from "./xml.ts";

const root = join(import.meta.dirname, "../..");

/** A request as the vendor got it. `query` and `body` tell requests to the same path apart; those of writes are compared. */
export interface SeenRequest {
  /** Default: GET. */
  readonly method?: string;
  /** Below the site and the company, or a full URL if the vendor has several hosts. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that the request has to carry, such as `if-match`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Fields of an accepted mutation that the connector does not send, such as a text that the contract lacks. */
  readonly unsent?: readonly string[];
  /** An XML document, instead of `body`. It is in `body` as soon as the file is read. */
  readonly xml?: unknown;
  readonly isXml?: true;
}

/** A reply as the vendor sent it: JSON in `body`, XML in `xml`, newline-delimited JSON in `lines`, anything else in `text`. */
export interface SeenReply {
  /** Default: 200. Left out of a refusal if the source shows only its body. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly xml?: unknown;
  readonly isXml?: true;
  readonly text?: string;
  readonly lines?: readonly unknown[];
}

export interface Exchange {
  readonly request: SeenRequest;
  readonly reply: SeenReply;
}

/** The call of the API that leads to the requests. */
export interface SeenCall {
  readonly ids?: Readonly<Record<string, string>>;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly order?: Order;
  /** Null to read the whole list. Default: the first page of twenty. */
  readonly window?: PageWindow | null;
  /** The body of a write in the contract's words. */
  readonly body?: unknown;
  readonly marker?: string;
  readonly company?: string;
  readonly environment?: string;
  /** Further parameters of a function of the connector that is not an operation. */
  readonly parameters?: readonly unknown[];
}

/** The expected outcome. In records, only the listed fields are compared, and null means that a field must be absent. */
export interface Outcome {
  readonly record?: unknown;
  readonly records?: readonly unknown[];
  /** The records have no other fields than the listed ones. */
  readonly complete?: true;
  readonly total?: number | undefined;
  readonly warnings?: readonly string[];
  readonly failure?: SeenFailure;
  /** The meaning of a webhook post. */
  readonly receipt?: unknown;
  /** Whether the payment was matched with a line of a bank statement. */
  readonly isReconciled?: boolean;
  /** A contact's default tax codes for bills and for invoices. */
  readonly taxCodes?: unknown;
  /** The result of `lookUp` for the first notice. */
  readonly lookedUp?: unknown;
}

export interface SeenFailure {
  readonly code?: string;
  readonly message?: string;
  /** The vendor's names of the fields, or the contract's if a write was refused. */
  readonly fields?: readonly string[];
  /** The status that the reply stands for, if the vendor sends another one. */
  readonly status?: number;
  /** Seconds. */
  readonly retryAfter?: number;
}

interface Variant extends Outcome {
  readonly fact: string;
  /** Changes of the reply's body, by path: `lines.0.amount`. */
  readonly change?: Readonly<Record<string, unknown>>;
  /** Paths that this body lacks. */
  readonly without?: readonly string[];
}

export interface Evidence extends Outcome {
  readonly source: string;
  /** The day, month or year of the source. */
  readonly seen: string;
  readonly fact: string | readonly string[];
  readonly call?: SeenCall;
  /** The request and the reply that show the fact. */
  readonly request?: SeenRequest;
  readonly reply?: SeenReply;
  /** Further requests that the connector makes for the same call. */
  readonly further?: readonly Exchange[];
  readonly post?: SeenPost;
  readonly variants?: readonly Variant[];
}

/** A webhook post: `body` is JSON, `text` is sent as it is. */
export interface SeenPost {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
  readonly secret?: string;
  readonly facts?: unknown;
}

export interface EvidenceFile {
  readonly path: string;
  readonly slug: string;
  /** An operation, `refusals`, `webhooks`, or a function of the connector. */
  readonly topic: string;
  readonly evidence: Evidence;
}

/** Replies that most facts of a vendor need, such as its currencies. */
export interface SharedReplies extends Pick<Evidence, "source" | "seen"> {
  /** The company and environment of calls that do not name others. */
  readonly call?: Pick<SeenCall, "company" | "environment">;
  readonly exchanges: readonly Exchange[];
  /** The envelopes of XML documents, by path. */
  readonly envelopes?: Envelopes;
}

type Envelopes = Readonly<Record<string, { readonly request: unknown; readonly reply: unknown }>>;

const parse = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

export const evidenceFiles = (slug = "*"): readonly EvidenceFile[] =>
  globSync(`src/connectors/${slug}/evidence/*/*.json`, { cwd: root })
    .toSorted()
    .map((path) => ({
      path,
      slug: basename(join(path, "../../..")),
      topic: basename(dirname(path)),
      evidence: withBodies(parse(path) as Evidence, storedReplies(basename(join(path, "../../.."))).envelopes),
    }));

export function sharedReplies(slug: string): Pick<SharedReplies, "call" | "exchanges"> {
  const { exchanges, envelopes, ...shared } = storedReplies(slug);
  return { ...shared, exchanges: exchanges.map((exchange) => withBody(exchange, envelopes)) };
}

function storedReplies(slug: string): Pick<SharedReplies, "call" | "exchanges" | "envelopes"> {
  const path = `src/connectors/${slug}/evidence/replies.json`;
  return existsSync(join(root, path)) ? (parse(path) as SharedReplies) : { exchanges: [] };
}

/** XML documents become bodies, in the envelopes of their paths. */
function withBodies(evidence: Evidence, envelopes: Envelopes = {}): Evidence {
  const { request, reply, further, variants } = evidence;
  if (request?.xml === undefined && reply?.xml === undefined) return evidence;
  const { path = "" } = request ?? {};
  const own = withBody({ request: request ?? { path }, reply: reply ?? {} }, envelopes);
  const way =
    pathInEnvelope(envelopes[path]?.reply)
      ?.map((name) => `${name}.`)
      .join("") ?? "";
  return {
    ...evidence,
    ...(request && { request: own.request }),
    ...(reply && { reply: own.reply }),
    ...(further && { further: further.map((exchange) => withBody(exchange, envelopes)) }),
    ...(variants && { variants: variants.map((variant) => withinEnvelope(variant, way)) }),
  };
}

function withBody({ request, reply }: Exchange, envelopes: Envelopes = {}): Exchange {
  const envelope = envelopes[request.path];
  return { request: xmlAsBody(request, envelope?.request), reply: xmlAsBody(reply, envelope?.reply) };
}

function xmlAsBody<Part extends SeenRequest | SeenReply>({ xml, ...part }: Part, envelope: unknown): Part {
  return (xml === undefined ? part : { ...part, body: enveloped(xml, envelope), isXml: true }) as Part;
}

const withinEnvelope = ({ change, without, ...variant }: Variant, way: string): Variant => ({
  ...variant,
  ...(change && { change: Object.fromEntries(Object.entries(change).map(([name, value]) => [way + name, value])) }),
  ...(without && { without: without.map((name) => way + name) }),
});

/** The kinds of sources. Only the first three were really seen. */
export const kinds = ["recording", "vendor sample", "live run", "documentation"] as const;
export type Kind = (typeof kinds)[number];

/** `owner/repository path @commit (recording)`: the kind is at the end, with the version after `live run of`. */
export function kindOf({ source }: Pick<Evidence, "source">): Kind | undefined {
  const [, words = ""] = /\S \(([^()]+)\)$/.exec(source) ?? [];
  return kinds.find((kind) => words === kind || (kind === "live run" && /^live run of \S+ \d/.test(words)));
}

/** The evidence itself, and its variants as if each were a file of its own. */
export function casesOf({ variants = [], ...evidence }: Evidence): readonly Evidence[] {
  return [evidence, ...variants.map((variant) => variantOf(evidence, variant))];
}

function variantOf(evidence: Evidence, { change = {}, without = [], ...outcome }: Variant): Evidence {
  const { source, seen, call, request, further, post } = evidence;
  const body: unknown = structuredClone(evidence.reply?.body);
  for (const [path, value] of Object.entries(change)) setAt(body, path.split("."), value);
  for (const path of without) setAt(body, path.split("."), undefined);
  const shared = {
    ...(call && { call }),
    ...(request && { request }),
    ...(further && { further }),
    ...(post && { post }),
  };
  return { source, seen, ...shared, ...outcome, reply: { ...evidence.reply, body } };
}

function setAt(container: unknown, [name = "", ...path]: readonly string[], value: unknown): void {
  const fields = container as Record<string, unknown>;
  if (path.length > 0) setAt(fields[name], path, value);
  else if (value === undefined) delete fields[name];
  else fields[name] = value;
}

export const factsOf = ({ fact, variants = [] }: Evidence): readonly string[] => [
  ...(typeof fact === "string" ? [fact] : fact),
  ...variants.map((variant) => variant.fact),
];
