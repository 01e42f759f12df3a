/** One call to a vendor, as it is measured and logged. Of the credentials there is nothing in it. */
import type { Connector } from "../../contract/connector.ts";
import { type Answer, OutboundFault } from "../outbound/exchange.ts";
import { saidBy, type VendorErrorContext, waitOf } from "./vendorError.ts";

export interface VendorCall {
  readonly targetSystem: string;
  readonly method: string;
  readonly host: string;
  /** Without its query. */
  readonly path: string;
  /** What came, or why nothing did. */
  readonly status: number | string;
  /** When it left, after it had waited for its turn. */
  readonly at: number;
  readonly waitedMs: number;
  readonly milliseconds: number;
  readonly bytesOut: number;
  readonly bytesIn: number;
  /** What went wrong, where something did. */
  readonly fault?: CallFault | undefined;
  /** Only where the operator has bodies kept for a while: as much of each as is kept, and nothing that is no text. */
  readonly bodies?: CallBodies | undefined;
}

export interface CallBodies {
  readonly sent: string | undefined;
  readonly came: string | undefined;
}

const longestBody = 64 * 1024;

export function bodiesOf(sent: unknown, outcome: Answer | OutboundFault): CallBodies {
  const isText =
    !(outcome instanceof OutboundFault) &&
    /json|xml|text|urlencoded/.test(String(outcome.headers["content-type"] ?? ""));
  return {
    sent: typeof sent === "string" ? sent.slice(0, longestBody) : undefined,
    came: isText ? outcome.bytes.toString("utf8", 0, longestBody) : undefined,
  };
}

export interface CallFault {
  /** Whether the vendor may have got it. */
  readonly mayHaveArrived: boolean;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** What the vendor calls this call. */
  readonly vendorRequestId?: string | undefined;
  /** What the vendor said, scrubbed; or what happened on the way. */
  readonly message?: string | undefined;
}

export function faultOf(
  connector: Connector,
  outcome: Answer | OutboundFault,
  context: VendorErrorContext,
): CallFault | undefined {
  if (outcome instanceof OutboundFault)
    return { mayHaveArrived: outcome.sent, message: outcome.message.slice(0, longestMessage) };
  if (outcome.status < 400) return undefined;
  return {
    mayHaveArrived: true,
    retryAfter: waitOf(connector, outcome, context.now),
    vendorRequestId: requestIdIn(outcome),
    message: saidBy(connector, outcome, context.credentials),
  };
}

const longestMessage = 500;
const longestId = 200;

/** Vendors name it after themselves; the end of the name is the same everywhere. */
function requestIdIn({ headers }: Answer): string | undefined {
  const name = Object.keys(headers).find((each) => /(?:^|-)(?:request|correlation|trace)-?id$/.test(each));
  const value = name === undefined ? undefined : headers[name];
  return typeof value === "string" && /^[\w.:=-]+$/.test(value) ? value.slice(0, longestId) : undefined;
}
