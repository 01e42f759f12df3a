/** Counts every request for whoever sent it, and says so in its headers. */
import type { FastifyReply, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { Failure } from "../../contract/failure.ts";
import type { KnownKeys } from "../../core/accounts/knownKeys.ts";
import type { RateLimit, RateLimitResult } from "../../core/accounts/rateLimit.ts";
import { isKey } from "../../core/secrets/keys.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Counted apart from calls, by address: who reads the reference or asks for the health spends nobody's requests. */
    apart?: Apart | undefined;
  }
}

export type Apart = "files" | "health";

export interface LimitOptions {
  readonly limit: RateLimit;
  readonly perSecond: number;
  readonly burst: number;
  readonly knownKeys: KnownKeys;
}

/** Whom a request counts for: a key that is known, or else the address, whatever key somebody made up. */
export function bucketOf(request: FastifyRequest, { recall }: KnownKeys): string {
  const key = request.headers["x-api-key"];
  return typeof key === "string" && recall(key) === true ? key : addressOf(request);
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["x-api-key"];
  return typeof key === "string" && isKey("api", key) ? key : undefined;
}

/** Whoever has one IPv6 address has the whole network of 2^64 around it. */
function addressOf({ ip }: FastifyRequest): string {
  if (!ip.includes(":") || !ipaddr.IPv6.isValid(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.parts.slice(0, 4).join(":");
}

/** A hook. */
export function limitRequests({ limit, perSecond, burst, knownKeys }: LimitOptions) {
  const policy = `"requests";q=${burst};w=${Math.max(1, Math.round(burst / perSecond))}`;
  const take = (request: FastifyRequest): RateLimitResult | Promise<RateLimitResult> => {
    const { apart } = request.routeOptions.config;
    if (apart !== undefined) return limit.take(`${apart} ${addressOf(request)}`);
    const key = keyOf(request);
    if (key === undefined || knownKeys.recall(key) !== undefined) return limit.take(bucketOf(request, knownKeys));
    return takeFor(key, addressOf(request));
  };
  /** Asking costs a query: the address pays for it unless the key is known. */
  const takeFor = async (key: string, address: string): Promise<RateLimitResult> => {
    const paid = limit.take(address);
    if (!paid.allowed || !(await knownKeys.ask(key))) return paid;
    limit.refund(address);
    return limit.take(key);
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const taken = take(request);
    const { allowed, remaining, seconds } = taken instanceof Promise ? await taken : taken;
    reply.header("ratelimit-policy", policy).header("ratelimit", `"requests";r=${remaining};t=${seconds}`);
    if (!allowed)
      throw new Failure("rate_limited", `More than ${perSecond} requests a second. Try again in ${seconds} s.`, {
        retryAfter: seconds,
      });
  };
}
