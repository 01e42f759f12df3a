/** Reads the input of console requests, which is not trusted. */
import type { FastifyContextConfig, FastifyRequest } from "fastify";
import { readCookie } from "../../web/cookies.ts";

/** The request has no valid session. */
export class SignedOut extends Error {}

export function stringsIn(value: unknown): Record<string, string> {
  const pairs = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string" && !pair[1].includes("\0")),
  );
}

export const browserOf = ({ headers }: FastifyRequest) => ({ userAgent: headers["user-agent"] ?? "" });

export const cookieName = "kontor-console";

const sessionToken = /^[0-9a-z]{32}$/;

export function cookieOf({ headers }: FastifyRequest): string | undefined {
  const token = readCookie(headers.cookie, cookieName);
  return token !== undefined && sessionToken.test(token) ? token : undefined;
}

/** The console has its own rate limit, so that it does not use up a tenant's requests. */
export const config: FastifyContextConfig = { rateLimitGroup: "files" };
