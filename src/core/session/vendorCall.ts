/** One call to a vendor, for metrics and logs. Contains no credentials. */
import type { Connector } from "../../contract/connector.ts";
import { type HttpResponse, OutboundFault } from "../outbound/exchange.ts";
import { type SpanFacts, SpanKind } from "../tracing/spans.ts";
import { type VendorErrorContext, vendorMessageOf, waitOf } from "./vendorError.ts";

export interface VendorCall {
  readonly targetSystem: string;
  readonly method: string;
  readonly host: string;
  /** Without its query. */
  readonly path: string;
  /** The response status, or the reason why there was no response. */
  readonly status: number | string;
  /** When the request was sent, after waiting for its permit. */
  readonly at: number;
  readonly waitedMs: number;
  readonly milliseconds: number;
  readonly bytesOut: number;
  readonly bytesIn: number;
  readonly fault?: CallFault | undefined;
  /** Only if the operator keeps bodies: text only, cut to the length that is kept. */
  readonly bodies?: CallBodies | undefined;
}

export interface CallBodies {
  readonly sent: string | undefined;
  readonly came: string | undefined;
}

/** The path is left out, because it may contain ids of the end user's records. */
export const callSpan = ({
  method,
  targetSystem,
  host,
}: Pick<VendorCall, "method" | "targetSystem" | "host">): SpanFacts => ({
  name: `${method} ${targetSystem}`,
  kind: SpanKind.CLIENT,
  attributes: { "http.request.method": method, "server.address": host, "kontor.target_system": targetSystem },
});

const longestBody = 64 * 1024;

export function bodiesOf(sent: unknown, outcome: HttpResponse | OutboundFault): CallBodies {
  const isText =
    !(outcome instanceof OutboundFault) &&
    /json|xml|text|urlencoded/.test(String(outcome.headers["content-type"] ?? ""));
  return {
    sent: typeof sent === "string" ? sent.slice(0, longestBody) : undefined,
    came: isText ? outcome.bytes.toString("utf8", 0, longestBody) : undefined,
  };
}

export interface CallFault {
  /** Whether the request may have reached the vendor. */
  readonly mayHaveArrived: boolean;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** The vendor's id of this request. */
  readonly vendorRequestId?: string | undefined;
  /** The vendor's message, scrubbed, or the network error. */
  readonly message?: string | undefined;
}

export function faultOf(
  connector: Connector,
  outcome: HttpResponse | OutboundFault,
  context: VendorErrorContext,
): CallFault | undefined {
  if (outcome instanceof OutboundFault)
    return { mayHaveArrived: outcome.sent, message: outcome.message.slice(0, longestMessage) };
  if (outcome.status < 400) return undefined;
  return {
    mayHaveArrived: true,
    retryAfter: waitOf(connector, outcome, context.now),
    vendorRequestId: requestIdIn(outcome),
    message: vendorMessageOf(connector, outcome, context.credentials),
  };
}

const longestMessage = 500;
const longestId = 200;

/** Vendors prefix the header with their name; it always ends the same way. */
function requestIdIn({ headers }: HttpResponse): string | undefined {
  const name = Object.keys(headers).find((header) => /(?:^|-)(?:request|correlation|trace)-?id$/.test(header));
  const value = name === undefined ? undefined : headers[name];
  return typeof value === "string" && /^[\w.:=-]+$/.test(value) ? value.slice(0, longestId) : undefined;
}
