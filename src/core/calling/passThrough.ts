/**
 * Forwards a caller's request unchanged to the target system: to the vendor's site and the chosen company, signed in with
 * the connection's credentials.
 */

import type { WriteHandler } from "../../contract/connector.ts";
import { Failure, type Fault } from "../../contract/failure.ts";
import { forwardedHeaders, longestPath, type PassThroughInput } from "../../contract/inputs/passThrough.ts";
import { hasControlCharacter } from "../../contract/parameters.ts";
import type { PassThroughResponse } from "../../contract/records/passThrough.ts";
import { type VendorQuery, type VendorRequest } from "../../contract/session.ts";
import type { RelayRequest } from "../session/relay.ts";
import type { UniversalOperation } from "./execute.ts";

/** The journal's view of a forwarded write. It has no lookup, so a lost response leaves the outcome unknown. */
const handler: WriteHandler<PassThroughInput, PassThroughResponse> = {
  fields: { status: true, headers: true, body: true, base64Encoded: true },
  writableFields: { path: true, method: true, headers: true, body: true, query: true },
  requires: [],
  // Only for the journal and the dry run. The relay below sends the request, because it also supports GET.
  request: ({ body }) => ({ ...relayOf(body), body: body.body }) as VendorRequest,
  answer: (reply) => ({ record: reply as PassThroughResponse, raw: reply }),
};

export const passThrough: UniversalOperation = ({ body }) => {
  const request = relayOf(body as PassThroughInput);
  return { handler, send: (session) => session.relay(request), isRead: request.method === "GET" };
};

function relayOf({ path, method, headers = {}, query = {}, body }: PassThroughInput): RelayRequest {
  const faults = [
    ...pathFaults(path),
    ...headerFaults(headers),
    ...queryFaults(query),
    ...(method === "GET" && body !== undefined ? [{ field: "body", message: "body is not allowed with GET" }] : []),
  ];
  if (faults.length > 0)
    throw new Failure("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
  const lowerCased = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const isText = typeof body === "string" && lowerCased["content-type"] !== undefined;
  return {
    method,
    path,
    query: query as VendorQuery,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...lowerCased },
    body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
  };
}

function pathFaults(path: string): Fault[] {
  const fault = (message: string): Fault[] => [{ field: "path", message: `path ${message}` }];
  const [pathname = "", ...query] = path.split("?");
  if (path.length > longestPath) return fault(`must have at most ${longestPath} characters`);
  if (!pathname.startsWith("/")) return fault("must begin with one slash: it is relative to the target system's URL");
  if (/[^\x21-\x7e]|[\\#]/.test(path)) return fault("must be percent-encoded and must not contain a backslash or #");
  if (query.length > 1) return fault("must contain at most one question mark");
  if (!decodedForms(pathname).every(isPlain)) return fault("must not contain empty or dot segments, even encoded ones");
  return [];
}

/** The path as sent, and as it reads after each further round of percent-decoding that a server may do. */
function decodedForms(pathname: string): string[] {
  const forms = [pathname];
  for (let last = pathname; forms.length < 5; ) {
    const next = last.replaceAll(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === last) return forms;
    forms.push(next);
    last = next;
  }
  // Only an attack is encoded that often: return a path that is refused.
  return ["//"];
}

function isPlain(pathname: string): boolean {
  if (pathname.includes("//") || pathname.includes("\\") || hasControlCharacter(pathname)) return false;
  if (/%(?![0-9a-f]{2})/i.test(pathname)) return false;
  // Some servers drop everything after a semicolon before they resolve dot segments.
  return !pathname.split("/").some((segment) => /^\.{1,2}$/.test((segment.split(";")[0] ?? "").trim()));
}

function headerFaults(headers: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const field = `headers.${name}`;
    if (!forwardedHeaders.includes(name.toLowerCase()))
      return [{ field, message: `${field} cannot be forwarded; allowed headers: ${forwardedHeaders.join(", ")}` }];
    const isValid = typeof value === "string" && /^[\x20-\x7e]{1,1000}$/.test(value);
    return isValid ? [] : [{ field, message: `${field} must be 1 to 1000 printable ASCII characters` }];
  });
}

function queryFaults(query: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(query)
    .filter(([, value]) => !["string", "number", "boolean"].includes(typeof value))
    .map(([name]) => ({ field: `query.${name}`, message: `query.${name} must be a string, a number or a boolean` }));
}
