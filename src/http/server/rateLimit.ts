import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../contract/failure.ts";
import type { RateLimit } from "../../core/accounts/rateLimit.ts";
import { isKey } from "../../core/secrets/keys.ts";

export interface LimitOptions {
  readonly limit: RateLimit;
  readonly perSecond: number;
  readonly burst: number;
}

/** Whom a request counts for. */
export function bucketOf({ headers, ip }: FastifyRequest): string {
  const key = headers["x-api-key"];
  return typeof key === "string" && isKey("api", key) ? key : ip;
}

/** A hook that counts every request and says so in its headers. Without a well-formed key, the address is what counts. */
export function limitRequests({ limit, perSecond, burst }: LimitOptions) {
  const policy = `"requests";q=${burst};w=${Math.max(1, Math.round(burst / perSecond))}`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { allowed, remaining, seconds } = limit.take(bucketOf(request));
    reply.header("ratelimit-policy", policy).header("ratelimit", `"requests";r=${remaining};t=${seconds}`);
    if (!allowed)
      throw new Failure("rate_limited", `More than ${perSecond} requests a second. Try again in ${seconds} s.`, {
        retryAfter: seconds,
      });
  };
}
