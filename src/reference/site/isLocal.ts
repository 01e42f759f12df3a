/** Whether the browser runs on this machine and came by no way around. */
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

/** The name in the address too: a page elsewhere may give this machine's address a name of its own. */
const localHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
const ofProxies = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

export function isLocal({ headers, socket: { remoteAddress = "" } }: FastifyRequest): boolean {
  if (ofProxies.some((name) => headers[name] !== undefined) || !localHost.test(headers.host ?? "")) return false;
  return ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === "loopback";
}
