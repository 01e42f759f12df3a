/** Whether a request comes directly from this machine, without a proxy. */
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

/** The Host header is checked too, because another site can point its own name to this machine (DNS rebinding). */
const localHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

export function isLocal({ headers, socket: { remoteAddress = "" } }: FastifyRequest): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined) || !localHost.test(headers.host ?? "")) return false;
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === "loopback";
}
