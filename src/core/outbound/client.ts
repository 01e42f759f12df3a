/**
 * The only way out by HTTP. For addresses that a caller or end user supplies it checks the literal host, what the name is
 * looked up as, and the peer that was reached; for addresses that a connector or the operator fixes it does not. It never
 * follows redirects.
 */
import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { type AddressRule, type AllowPrivate, makeAddressRule } from "./addressRule.ts";
import { type Answer, exchange, type Held, OutboundFault } from "./exchange.ts";

export type Purpose = "vendor" | "supplied";

export interface OutboundRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  readonly url: string | Place;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable | undefined;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly purpose: Purpose;
}

/** An address that was read before: reading it again for every request is half of a small request's cost. */
export interface Place {
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
}

export function openHttpClient(options: OutboundOptions): Outbound {
  const { lookup = systemLookup, connections = 64, maxHeldBytes = 24 * 1024 * 1024 } = options;
  const mayReach = makeAddressRule(options.allowPrivate);
  const held: Held = { bytes: 0, limit: maxHeldBytes };
  const agents: Readonly<Record<Purpose, Agent>> = {
    vendor: new Agent({ ...agentOptions, connections, connect: { ...connecting, lookup } }),
    supplied: new Agent({ ...agentOptions, connections, connect: guardedConnect(mayReach, lookup) }),
  };
  return {
    fetchBytes: async ({ method, url, headers, body, purpose, ...bounds }) => {
      const text = typeof url === "string" ? url : url.origin + url.path;
      const { origin, path } =
        purpose === "vendor" && typeof url !== "string" ? url : readPlace(text, purpose, mayReach);
      const request: Dispatcher.DispatchOptions = { origin, path, method, headers: headers ?? {}, body: body ?? null };
      return exchange(agents[purpose], request, bounds, held);
    },
    checkSuppliedUrl: async (url) => {
      const { origin } = readPlace(url, "supplied", mayReach);
      await checkLookup(new URL(origin).hostname, mayReach, lookup);
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
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

function readPlace(text: string, purpose: Purpose, mayReach: AddressRule): Place {
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
  if (purpose === "supplied" && isIP(host) !== 0 && !mayReach(host)) throw inside();
  return { origin: url.origin, path: url.pathname + url.search };
}

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

const inside = (): OutboundFault =>
  new OutboundFault(
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
function guardedConnect(mayReach: AddressRule, lookup: LookupFunction): buildConnector.connector {
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
