/** Rate limits requests per API key or IP address, and reports the quota in headers. */
import type { FastifyReply, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { Failure } from "../../contract/failure.ts";
import type { KnownKeys } from "../../core/accounts/knownKeys.ts";
import type { RateLimit, RateLimitResult } from "../../core/accounts/rateLimit.ts";
import { isKey } from "../../core/secrets/keys.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The id of the operation. Absent for pages and files. */
    operation?: string;
    /** Counted separately and by IP address, so that reference pages and health checks do not use up a key's quota. */
    rateLimitGroup?: RateLimitGroup | undefined;
  }
}

export type RateLimitGroup = "files" | "health";

export interface LimitOptions {
  readonly limit: RateLimit;
  readonly perSecond: number;
  readonly burst: number;
  readonly knownKeys: KnownKeys;
}

/** The bucket that a request counts for: a known API key, otherwise the IP address, even if the request has an invented key. */
export function bucketOf(request: FastifyRequest, { recall }: KnownKeys): string {
  const key = request.headers["x-api-key"];
  return typeof key === "string" && recall(key) === true ? key : addressOf(request);
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["x-api-key"];
  return typeof key === "string" && isKey("api", key) ? key : undefined;
}

/** IPv6 addresses are grouped by /64 network, because a client usually owns the whole network. */
function addressOf({ ip }: FastifyRequest): string {
  if (!ip.includes(":") || !ipaddr.IPv6.isValid(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.parts.slice(0, 4).join(":");
}

/** Returns a Fastify hook. */
export function limitRequests({ limit, perSecond, burst, knownKeys }: LimitOptions) {
  const policy = `"requests";q=${burst};w=${Math.max(1, Math.round(burst / perSecond))}`;
  const take = (request: FastifyRequest): RateLimitResult | Promise<RateLimitResult> => {
    const { rateLimitGroup } = request.routeOptions.config;
    if (rateLimitGroup !== undefined) return limit.take(`${rateLimitGroup} ${addressOf(request)}`);
    const key = keyOf(request);
    if (key === undefined || knownKeys.recall(key) !== undefined) return limit.take(bucketOf(request, knownKeys));
    return takeFor(key, addressOf(request));
  };
  /** Looking up a key costs a query, which counts for the IP address unless the key is valid. */
  const takeFor = async (key: string, address: string): Promise<RateLimitResult> => {
    const byAddress = limit.take(address);
    if (!byAddress.allowed || !(await knownKeys.ask(key))) return byAddress;
    limit.refund(address);
    return limit.take(key);
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const taken = take(request);
    const { allowed, remaining, seconds } = taken instanceof Promise ? await taken : taken;
    reply.header("ratelimit-policy", policy).header("ratelimit", `"requests";r=${remaining};t=${seconds}`);
    if (!allowed)
      throw new Failure(
        "rate_limited",
        `Rate limit of ${perSecond} requests per second exceeded. Try again in ${seconds} s.`,
        {
          retryAfter: seconds,
        },
      );
  };
}
