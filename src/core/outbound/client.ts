/**
 * The only way out by HTTP. For addresses that a caller or end user supplies it checks the literal host, what the name is
 * looked up as, and the peer that was reached; for addresses that a connector or the operator fixes it does not. It never
 * follows redirects.
 */
import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { buildConnector as ConnectorTypes, Dispatcher } from "undici";
import { type AddressRule, type AllowPrivate, makeAddressRule } from "./addressRule.ts";
import { type Answer, exchange, type Held, OutboundFault } from "./exchange.ts";
import { type Collect, openCollector, openGarbage } from "./garbage.ts";
import { NoSlot, openSlots, type SlotOwner, type Slots } from "./slots.ts";
import { Agent, buildConnector } from "./undici.ts";

/** A vendor at its own address or at one that an end user supplied, or another address that somebody supplied. */
export type Purpose = "vendor" | "selfHosted" | "supplied";

export interface OutboundRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  readonly url: string | ParsedUrl;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable | undefined;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly purpose: Purpose;
  /** Whose call to a vendor it is: callers share its connections fairly. */
  readonly owner?: SlotOwner | undefined;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
  /** The answer comes as a stream, and has this long once it has begun. */
  readonly streamMs?: number | undefined;
}

/** An address that was read before: reading it again for every request is half of a small request's cost. */
export interface ParsedUrl {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

export interface Outbound {
  /** Throws an OutboundFault when there is no whole answer; every status is an answer. */
  fetchBytes(request: OutboundRequest): Promise<Answer>;
  /** Refuses an address early, with a text for who supplied it. What it is looked up as is checked again on use. */
  checkSuppliedUrl(url: string): Promise<void>;
  /** Ends what is still under way: whoever waits for it has stopped before. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  readonly allowPrivate: AllowPrivate;
  readonly lookup?: LookupFunction;
  /** Connections to one host at a time. */
  readonly connections?: number;
  /** What all answers in flight may hold together. */
  readonly maxHeldBytes?: number;
  /** Gives back the memory of answers that were read. */
  readonly collect?: Collect;
}

export function openHttpClient(options: OutboundOptions): Outbound {
  const { lookup = systemLookup, connections = 128, maxHeldBytes = 24 * 1024 * 1024 } = options;
  const mayReach = makeAddressRule(options.allowPrivate);
  const garbage = openGarbage(options.collect ?? openCollector());
  const held: Held = { bytes: 0, limit: maxHeldBytes, garbage };
  const agents: Readonly<Record<Purpose, Dispatcher>> = {
    vendor: new Agent({ ...agentOptions, connections, connect: { ...connecting, lookup } }),
    selfHosted: new Agent({ ...agentOptions, connections, connect: guardedConnect(mayReach, lookup) }),
    supplied: new Agent({ ...agentOptions, connections, connect: guardedConnect(mayReach, lookup) }),
  };
  const acquireSlot = openHosts(connections);
  return {
    fetchBytes: async ({ method, url, headers, body, purpose, owner = nobody, ...bounds }) => {
      const text = typeof url === "string" ? url : url.origin + url.path;
      const { origin, path } =
        purpose === "vendor" && typeof url !== "string" ? url : parseUrl(text, purpose, mayReach);
      const request: Dispatcher.DispatchOptions = { origin, path, method, headers: headers ?? {}, body: body ?? null };
      // Deliveries have an order of their own (`delivering/endpoints.ts`).
      if (purpose === "supplied") return exchange(agents.supplied, request, bounds, held);
      const began = performance.now();
      const release = await acquireSlot(origin, owner, bounds);
      const deadlineMs = Math.max(1, bounds.deadlineMs - (performance.now() - began));
      return untilRead(exchange(agents[purpose], request, { ...bounds, deadlineMs }, held), release);
    },
    checkSuppliedUrl: async (url) => {
      const { origin } = parseUrl(url, "supplied", mayReach);
      await checkLookup(new URL(origin).hostname, mayReach, lookup);
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

/** A stream keeps its connection until it has been read. */
async function untilRead(answering: Promise<Answer>, leave: () => void): Promise<Answer> {
  try {
    const answer = await answering;
    if (answer.stream === undefined) leave();
    else answer.stream.once("close", leave);
    return answer;
  } catch (error) {
    leave();
    throw error;
  }
}

/** Calls that are no connection's yet, such as those of a sign-in. */
const nobody: SlotOwner = { tenant: "", connection: "" };

/** More would wait longer than their deadlines let them. */
const queuePerConnection = 8;

/** The places at each host that is called just now. */
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
    return new OutboundFault("busy", "Too many calls to this host wait already.");
  if (error instanceof NoSlot) return new OutboundFault("timeout", "There was no connection in time.");
  return new OutboundFault("aborted", "Nobody waits for the answer any more.");
}

const connecting = { timeout: 10_000, allowH2: false } as const;

const agentOptions = {
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 32 * 1024,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 60_000,
  // Each exchange has a clock of its own.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

function parseUrl(text: string, purpose: Purpose, mayReach: AddressRule): ParsedUrl {
  if (!URL.canParse(text))
    throw new OutboundFault(
      "refused",
      "The address cannot be read: send a whole one, such as https://platform.example/events.",
    );
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new OutboundFault("refused", "The address must begin with https:// or http://.");
  if (url.username !== "" || url.password !== "")
    throw new OutboundFault("refused", "The address must not have a user name or password in it.");
  const host = bareHost(url.hostname);
  if (purpose !== "vendor" && isIP(host) !== 0 && !mayReach(host)) throw inside();
  return { origin: url.origin, path: url.pathname + url.search };
}

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** The address leads into a network that the operator does not allow. */
export class PrivateAddress extends OutboundFault {}

const inside = (): PrivateAddress =>
  new PrivateAddress(
    "refused",
    "The address leads into a private network, which this installation does not allow: send a public one, or ask the operator for ALLOW_PRIVATE_NETWORK.",
  );

/** A name that leads nowhere today may lead somewhere tomorrow; it is refused only for where it leads. */
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

/** Fails when any of the addresses is inside: which of them would be used is not ours to choose. */
function guardedLookup(mayReach: AddressRule, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      if (error === null && !addresses.every((address) => mayReach(address))) callback(inside(), "", 0);
      else callback(error, found, family);
    });
}

/** The peer is checked before a byte is sent to it, the TLS greeting included. */
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
