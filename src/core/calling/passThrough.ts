/**
 * Hands a caller's request to the target system as it is: to the vendor's own site and the chosen company, with the
 * connection's own sign-in, and with nothing else of ours.
 */

import type { WriteHandler } from "../../contract/connector.ts";
import { Failure, type Fault } from "../../contract/failure.ts";
import { forwardedHeaders, longestPath, type PassThroughInput } from "../../contract/inputs/passThrough.ts";
import { hasControlCharacter } from "../../contract/parameters.ts";
import type { PassedThrough } from "../../contract/records/passThrough.ts";
import { type VendorQuery, type VendorRequest } from "../../contract/session.ts";
import type { RelayRequest } from "../session/relay.ts";
import type { Everywhere } from "./execute.ts";

/** As the journal knows it. Nothing can be looked up, so an outcome that nobody saw stays unknown. */
const handler: WriteHandler<PassThroughInput, PassedThrough> = {
  fields: { status: true, headers: true, body: true, base64Encoded: true },
  writableFields: { path: true, method: true, headers: true, body: true, query: true },
  requires: [],
  // Only shown: what is sent is handed to the relay below, which knows readings, too.
  request: ({ body }) => ({ ...relayOf(body), body: body.body }) as VendorRequest,
  answer: (reply) => ({ record: reply as PassedThrough, raw: reply }),
};

export const passThrough: Everywhere = ({ body }) => {
  const wanted = relayOf(body as PassThroughInput);
  return { handler, send: (session) => session.relay(wanted), isRead: wanted.method === "GET" };
};

function relayOf({ path, method, headers = {}, query = {}, body }: PassThroughInput): RelayRequest {
  const faults = [
    ...pathFaults(path),
    ...headerFaults(headers),
    ...queryFaults(query),
    ...(method === "GET" && body !== undefined ? [{ field: "body", message: "body must not be given with GET" }] : []),
  ];
  if (faults.length > 0)
    throw new Failure("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const isText = typeof body === "string" && given["content-type"] !== undefined;
  return {
    method,
    path,
    query: query as VendorQuery,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...given },
    body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
  };
}

function pathFaults(path: string): Fault[] {
  const wrong = (message: string): Fault[] => [{ field: "path", message: `path ${message}` }];
  const [place = "", ...query] = path.split("?");
  if (path.length > longestPath) return wrong(`must have at most ${longestPath} characters`);
  if (!place.startsWith("/"))
    return wrong("must begin with one slash: it is relative to the target system's own address");
  if (/[^\x21-\x7e]|[\\#]/.test(path)) return wrong("must be percent-encoded, without backslash and #");
  if (query.length > 1) return wrong("must have one question mark at most");
  if (!readings(place).every(isPlain)) return wrong("must not have empty or dot segments, however they are written");
  return [];
}

/** The path as it is, and as servers may read it that decode once, twice, or more often than they should. */
function readings(place: string): string[] {
  const all = [place];
  for (let last = place; all.length < 5; ) {
    const next = last.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === last) return all;
    all.push(next);
    last = next;
  }
  // Who encodes that often hides something.
  return ["//"];
}

function isPlain(place: string): boolean {
  if (place.includes("//") || place.includes("\\") || hasControlCharacter(place) || /%(?![0-9a-f]{2})/i.test(place))
    return false;
  // Some servers drop what follows a semicolon before they look at dots.
  return !place.split("/").some((segment) => /^\.{1,2}$/.test((segment.split(";")[0] ?? "").trim()));
}

function headerFaults(headers: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const field = `headers.${name}`;
    if (!forwardedHeaders.includes(name.toLowerCase()))
      return [{ field, message: `${field} is not handed on; these are: ${forwardedHeaders.join(", ")}` }];
    const isFine = typeof value === "string" && /^[\x20-\x7e]{1,1000}$/.test(value);
    return isFine ? [] : [{ field, message: `${field} must be a text of 1 to 1000 printable ASCII characters` }];
  });
}

function queryFaults(query: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(query)
    .filter(([, value]) => !["string", "number", "boolean"].includes(typeof value))
    .map(([name]) => ({ field: `query.${name}`, message: `query.${name} must be a text, a number, true or false` }));
}
