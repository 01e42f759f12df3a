/** Requests and responses that Kontor passes through unchanged. */

import { isUtf8 } from "node:buffer";
import type { PassThroughResponse } from "../../contract/records/passThrough.ts";
import { type Session, type VendorQuery, type VendorReply, type VendorRequest } from "../../contract/session.ts";
import { type HttpResponse, OutboundFault } from "../outbound/exchange.ts";
import { parseVendorJson } from "../outbound/parseJson.ts";
import type { Secret } from "../secrets/secret.ts";
import type { CallOutcome, VendorAnswer } from "./outcome.ts";
import { withoutCredentials } from "./vendorError.ts";

export interface RelayRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query: VendorQuery;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Only for the core; connectors get a plain `Session`. */
export interface RelayingSession extends Session {
  /** Returns the vendor's response, whatever its status. Reads are retried like all reads, writes never. */
  relay(request: RelayRequest): Promise<PassThroughResponse>;
  /** Writes, and returns the response headers with lower-case names. */
  sendWithHeaders(request: VendorRequest): Promise<VendorReply>;
}

/** Whether the response concerns the request itself. Failed sign-ins, rate limits and outages become failures as usual. */
export const isRelayed = (outcome: CallOutcome): outcome is VendorAnswer =>
  !(outcome instanceof OutboundFault) && outcome.status < 500 && ![401, 408, 429].includes(outcome.status);

const forwardedHeaders = ["content-type", "etag", "last-modified", "link", "location", "retry-after"];

export function relayed(answer: VendorAnswer, credentials: Readonly<Record<string, Secret>>): PassThroughResponse {
  const clean = (text: string): string => withoutCredentials(text, credentials);
  const headers = Object.fromEntries(
    forwardedHeaders.flatMap((name) => {
      const value = answer.headers[name];
      return typeof value === "string" ? [[name, clean(value)]] : [];
    }),
  );
  return { status: answer.sentStatus ?? answer.status, headers, ...contentOf(answer, clean) };
}

function contentOf(
  { bytes, headers }: HttpResponse,
  clean: (text: string) => string,
): Pick<PassThroughResponse, "body" | "base64Encoded"> {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) return { body: bytes.toString("base64"), base64Encoded: true };
  const text = clean(bytes.toString());
  const value = parseVendorJson(Buffer.from(text), String(headers["content-type"]));
  return { body: value === undefined ? text : value };
}
