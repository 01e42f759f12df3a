/** The outcome of one call to a vendor: a response of any status, or a fault. */

import type { Connector } from "../../contract/connector.ts";
import { XmlFault } from "../../kit/xml/readXml.ts";
import { type HttpResponse, OutboundFault } from "../outbound/exchange.ts";
import { isWiderThan, parseVendorJson, widthOf } from "../outbound/parseJson.ts";
import { parseVendorXml } from "../outbound/parseXml.ts";
import { releaseBuffer } from "../outbound/parts.ts";
import { errorBody, xmlBody } from "./errorBody.ts";
import { targetFailure, tooLarge, waitOf } from "./vendorError.ts";

/** A fault is an outcome, too: it is logged and may be retried like a bad response. */
export type CallOutcome = VendorAnswer | OutboundFault;

export interface VendorAnswer extends HttpResponse {
  /** The status that the vendor sent, if the connector corrected it. */
  readonly sentStatus?: number;
  /** The body, if it is already parsed. */
  readonly parsed?: object;
}

export function asOutcome(error: unknown): OutboundFault {
  if (error instanceof OutboundFault) return error;
  throw error;
}

export const hasSucceeded = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

export const isSuccess = (outcome: CallOutcome): outcome is VendorAnswer =>
  !(outcome instanceof OutboundFault) && hasSucceeded(outcome);

export const isRefused = (outcome: CallOutcome): outcome is VendorAnswer =>
  !(outcome instanceof OutboundFault) && outcome.status === 401;
export const isRateLimited = (outcome: CallOutcome): outcome is VendorAnswer =>
  !(outcome instanceof OutboundFault) && outcome.status === 429;

/** Whether the vendor may have carried out the request: it was sent without a response, or the status leaves it open. */
export function mayHaveHappened(outcome: CallOutcome): boolean {
  return outcome instanceof OutboundFault ? outcome.sent : outcome.status >= 500 || outcome.status === 408;
}

export const maxTries = 3;
/** Seconds. The caller waits meanwhile, so a longer wait is reported instead. */
const longestPause = 5;

/** Milliseconds, or undefined if a retry is useless. Only for reads: they change nothing and may be repeated. */
export function waitBeforeRetry(
  connector: Connector,
  outcome: CallOutcome,
  { tries, now }: { tries: number; now: number },
): number | undefined {
  const soon = 2 ** tries * (25 + 50 * Math.random());
  if (outcome instanceof OutboundFault) return outcome.reason === "network" ? soon : undefined;
  const overloaded = outcome.status === 502 || outcome.status === 503 || outcome.status === 504;
  if (!overloaded && outcome.status !== 429) return undefined;
  const seconds = waitOf(connector, outcome, now);
  if (seconds === undefined) return overloaded ? soon : undefined;
  return seconds <= longestPause ? seconds * 1000 + soon : undefined;
}

/** Corrects the status if the connector knows that the vendor means another one. */
export function withIntendedStatus({ refusals }: Connector, outcome: CallOutcome): CallOutcome {
  if (refusals.status === undefined || outcome instanceof OutboundFault) return outcome;
  try {
    const document = xmlBody(outcome);
    const body = document ?? errorBody(outcome);
    const parsed = outcome.isXml ? document : body;
    const read = { ...outcome, ...(typeof parsed === "object" && parsed !== null && { parsed }) };
    const status = refusals.status(body, outcome.status);
    return status === undefined ? read : { ...read, status, sentStatus: outcome.status };
  } catch {
    // The connector does not know this form of error.
    return outcome;
  }
}

export interface ReadContext {
  readonly path: string;
  readonly maxBytes: number;
  /** A sentence for the error message that says how to allow more. */
  readonly hint?: string | undefined;
}

/** The body, which is XML if the request was. */
export function bodyOf(connector: Connector, answer: VendorAnswer, context: ReadContext): object {
  if (connector.emptyListHasNoContent === true && answer.status === 204) return [];
  return answer.isXml ? xmlOf(connector, answer, context) : jsonOf(connector, answer, context);
}

function xmlOf(connector: Connector, answer: VendorAnswer, context: ReadContext): object {
  try {
    return answer.parsed ?? parseVendorXml(answer.bytes, contentTypeOf(answer), widthOf(context.maxBytes));
  } catch (cause) {
    if (!(cause instanceof XmlFault)) throw cause;
    const { status } = answer;
    if (cause.isTooLarge) throw tooLarge(connector, { ...context, what: cause.message, status });
    throw targetFailure(connector, "target_bad_response", { cause, targetStatus: status });
  } finally {
    releaseBuffer(answer.bytes);
  }
}

function jsonOf(connector: Connector, answer: VendorAnswer, context: ReadContext): object {
  const widest = widthOf(context.maxBytes);
  const isTooWide = isWiderThan(answer.bytes, widest);
  const value = isTooWide ? undefined : (answer.parsed ?? parseVendorJson(answer.bytes, contentTypeOf(answer), widest));
  releaseBuffer(answer.bytes);
  if (isTooWide)
    throw tooLarge(connector, {
      ...context,
      what: `The response has more than ${widest} values.`,
      status: answer.status,
    });
  if (value === undefined) throw targetFailure(connector, "target_bad_response", { targetStatus: answer.status });
  return value;
}

/** A single number, text or boolean. */
export function bareOf(connector: Connector, { bytes, status }: HttpResponse): string | number | boolean {
  const text = bytes.toString().trim();
  const value = bareValue(text);
  if (value === undefined) throw targetFailure(connector, "target_bad_response", { targetStatus: status });
  return value;
}

function bareValue(text: string): string | number | boolean | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? undefined : (value as string | number | boolean);
  } catch {
    return /^[^<{[]/.test(text) ? text : undefined;
  }
}

export function contentTypeOf({ headers }: HttpResponse): string {
  const type = headers["content-type"];
  return typeof type === "string" && /^[\w.+-]+\/[\w.+-]+/.test(type) ? type.slice(0, 200) : "application/octet-stream";
}

/** Some vendors answer a write with an empty body, others with a single word or the status as a number. */
export const isEmptyReply = ({ bytes }: HttpResponse): boolean =>
  bytes.length < 40 && /^(?:\d+|true|false|null|"\w*")?$/.test(bytes.toString().trim());
