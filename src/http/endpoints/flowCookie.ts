/** The cookie that binds a flow to the browser that started it. */

import type { FastifyReply, FastifyRequest } from "fastify";
import { flowLifetime } from "../../core/connecting/flow.ts";
import { newToken } from "../../core/secrets/ids.ts";
import { readCookie } from "../../web/cookies.ts";

const name = "kontor-flow";
const form = /^[0-9a-z]{32}$/;

export function browserOf({ headers }: FastifyRequest): string | undefined {
  const found = readCookie(headers.cookie, name);
  return found !== undefined && form.test(found) ? found : undefined;
}

/** Returns the browser's existing cookie, or sets a new one. */
export function identifyBrowser(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const browser = browserOf(request) ?? newToken();
  const attributes = [`Path=/auth`, "HttpOnly", "SameSite=Lax", `Max-Age=${flowLifetime / 1000}`];
  if (secure) attributes.push("Secure");
  reply.header("set-cookie", [`${name}=${browser}`, ...attributes].join("; "));
  return browser;
}
