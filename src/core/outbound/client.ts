/**
 * The only outbound HTTP client. For URLs supplied by callers or end users it checks the literal host, the addresses from
 * the DNS lookup, and the connected peer. URLs of connectors and the operator are not checked. It never follows redirects.
 */
import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { buildConnector as ConnectorTypes, Dispatcher } from "undici";
import { type Collect, openCollector, openGarbage } from "../../fast/garbage.ts";
import { type AddressRule, type AllowPrivate, makeAddressRule } from "./addressRule.ts";
import { exchange, type Held, type HttpResponse, OutboundFault } from "./exchange.ts";
import { type OwnHost, openOwnAddresses } from "./ownAddresses.ts";
import { NoSlot, openSlots, type SlotOwner, type Slots } from "./slots.ts";
import { Agent, buildConnector } from "./undici.ts";

/** A vendor's URL, a vendor's system at a URL supplied by an end user, or any other supplied URL. */
export type Purpose = "vendor" | "selfHosted" | "supplied";

export interface OutboundRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  readonly url: string | ParsedUrl;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable | undefined;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly purpose: Purpose;
  /** The owner of the connection slot: owners share the connections to a vendor fairly. */
  readonly owner?: SlotOwner | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Returns the response as a stream, which may take this long after it has started. */
  readonly streamMs?: number | undefined;
}

/** A parsed URL: parsing it for every request would be half of a small request's cost. */
export interface ParsedUrl {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

export interface Outbound {
  /** Throws an OutboundFault if there is no complete response; any status is a response. */
  fetchBytes(request: OutboundRequest): Promise<HttpResponse>;
  /** Refuses a URL early, with a message for the person who supplied it. The lookup is checked again on use. */
  checkSuppliedUrl(url: string): Promise<void>;
  /** Aborts running requests; nobody waits for them any more. */
  close(): Promise<void>;
}

export interface OutboundOptions extends Omit<OwnHost, "lookup"> {
  readonly allowPrivate: AllowPrivate;
  readonly lookup?: LookupFunction;
  /** Connections to one host at a time. */
  readonly connections?: number;
  /** The memory that all responses in flight may use together. */
  readonly maxHeldBytes?: number;
  /** Frees the memory of responses that were read. */
  readonly collect?: Collect;
}

export function openHttpClient(options: OutboundOptions): Outbound {
  const { lookup = systemLookup, connections = 128, maxHeldBytes = 24 * 1024 * 1024 } = options;
  const own = openOwnAddresses({ ...options, lookup });
  const mayReach = makeAddressRule(options.allowPrivate, own.has);
  const garbage = openGarbage(options.collect ?? openCollector());
  const held: Held = { bytes: 0, limit: maxHeldBytes, garbage };
  const agents: Readonly<Record<Purpose, Dispatcher>> = {
    vendor: new Agent({ ...agentOptions, connections, connect: { ...connecting, lookup } }),
    selfHosted: new Agent({ ...agentOptions, connections, connect: guardedConnect(mayReach, lookup) }),
    supplied: new Agent({ ...agentOptions, connections, connect: guardedConnect(mayReach, lookup) }),
  };
  const acquireSlot = openHosts(connections);
  return {
    fetchBytes: async ({ method, url, headers, body, purpose, owner = noOwner, ...bounds }) => {
      if (purpose !== "vendor") await own.refresh();
      const text = typeof url === "string" ? url : url.origin + url.path;
      const { origin, path } =
        purpose === "vendor" && typeof url !== "string" ? url : parseUrl(text, purpose, mayReach);
      const request: Dispatcher.DispatchOptions = { origin, path, method, headers: headers ?? {}, body: body ?? null };
      // Deliveries have their own fair queue (`delivering/endpoints.ts`).
      if (purpose === "supplied") return exchange(agents.supplied, request, bounds, held);
      const began = performance.now();
      const release = await acquireSlot(origin, owner, bounds);
      const deadlineMs = Math.max(1, bounds.deadlineMs - (performance.now() - began));
      return untilRead(exchange(agents[purpose], request, { ...bounds, deadlineMs }, held), release);
    },
    checkSuppliedUrl: async (url) => {
      await own.refresh();
      const { origin } = parseUrl(url, "supplied", mayReach);
      await checkLookup(new URL(origin).hostname, mayReach, lookup);
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

/** A stream occupies its connection until it has been read. */
async function untilRead(pending: Promise<HttpResponse>, release: () => void): Promise<HttpResponse> {
  try {
    const answer = await pending;
    if (answer.stream === undefined) release();
    else answer.stream.once("close", release);
    return answer;
  } catch (error) {
    release();
    throw error;
  }
}

/** For calls without a connection, such as those of a sign-in. */
const noOwner: SlotOwner = { tenant: "", connection: "" };

/** More calls would exceed their deadlines while waiting. */
const queuePerConnection = 8;

/** The slots of each host with running calls. */
function openHosts(connections: number) {
  const hosts = new Map<string, Slots>();
  return async (
    origin: string,
    owner: SlotOwner,
    { deadlineMs, signal }: Pick<OutboundRequest, "deadlineMs" | "signal">,
  ) => {
    const host = hosts.get(origin) ?? openSlots({ slots: connections, queue: queuePerConnection * connections });
    hosts.set(origin, host);
    const release = await host.acquire(owner, { waitMs: deadlineMs, signal }).catch((error: unknown) => {
      throw slotFault(error);
    });
    return () => {
      release();
      if (host.isIdle()) hosts.delete(origin);
    };
  };
}

function slotFault(error: unknown): OutboundFault {
  if (error instanceof NoSlot && error.reason === "full")
    return new OutboundFault("busy", "Too many calls to this host are waiting.");
  if (error instanceof NoSlot) return new OutboundFault("timeout", "No connection became free in time.");
  return new OutboundFault("aborted", "The request was cancelled.");
}

const connecting = { timeout: 10_000, allowH2: false } as const;

const agentOptions = {
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 32 * 1024,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 60_000,
  // Each exchange has its own timer.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

function parseUrl(text: string, purpose: Purpose, mayReach: AddressRule): ParsedUrl {
  if (!URL.canParse(text))
    throw new OutboundFault(
      "refused",
      "The URL is not valid. Send a complete one, such as https://platform.example/events.",
    );
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new OutboundFault("refused", "The URL must begin with https:// or http://.");
  if (url.username !== "" || url.password !== "")
    throw new OutboundFault("refused", "The URL must not contain a user name or password.");
  const host = bareHost(url.hostname);
  if (purpose !== "vendor" && isIP(host) !== 0 && !mayReach(host)) throw inside();
  return { origin: url.origin, path: url.pathname + url.search };
}

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** The URL leads to a private network, or to this machine, and the operator does not allow it. */
export class PrivateAddress extends OutboundFault {}

const inside = (): PrivateAddress =>
  new PrivateAddress(
    "refused",
    "The URL leads to a private network or to this installation itself, which is not allowed. Send a public URL, or ask the operator to set ALLOW_PRIVATE_NETWORK.",
  );

/** A host name that cannot be resolved now may work later, so only a private address is refused. */
async function checkLookup(hostname: string, mayReach: AddressRule, lookup: LookupFunction): Promise<void> {
  if (isIP(bareHost(hostname)) !== 0) return;
  const refused = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, 3000, false);
    guardedLookup(mayReach, lookup)(hostname, { all: true }, (error) => {
      clearTimeout(timer);
      resolve(error instanceof OutboundFault);
    });
  });
  if (refused) throw inside();
}

/** Fails if any of the addresses is private, because any of them might be used. */
function guardedLookup(mayReach: AddressRule, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      if (error === null && !addresses.every((address) => mayReach(address))) callback(inside(), "", 0);
      else callback(error, found, family);
    });
}

/** Checks the peer before any byte is sent to it, including the TLS handshake. */
function guardedConnect(mayReach: AddressRule, lookup: LookupFunction): ConnectorTypes.connector {
  const connect = buildConnector({ ...connecting, lookup: guardedLookup(mayReach, lookup) });
  return (options, callback) => {
    const host = bareHost(options.hostname);
    if (isIP(host) !== 0 && !mayReach(host)) return callback(inside(), null);
    const port = options.port || (options.protocol === "https:" ? "443" : "80");
    connect({ ...options, protocol: "http:", port }, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (!mayReach(socket.remoteAddress ?? "")) {
        socket.destroy();
        return callback(inside(), null);
      }
      if (options.protocol !== "https:") return callback(null, socket);
      return connect({ ...options, port, httpSocket: socket }, callback);
    });
  };
}
