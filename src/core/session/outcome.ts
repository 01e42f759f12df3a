/** What came of one call to a vendor: an answer of whatever status, or none. */

import type { Connector } from "../../contract/connector.ts";
import { type Answer, OutboundFault } from "../outbound/exchange.ts";
import { isWiderThan, parseVendorJson, widthOf } from "../outbound/parseJson.ts";
import { releaseBuffer } from "../outbound/parts.ts";
import { errorBody } from "./errorBody.ts";
import { targetFailure, tooLarge, waitOf } from "./vendorError.ts";

/** No answer is an outcome too: it is logged and may be tried again like a bad one. */
export type Outcome = VendorAnswer | OutboundFault;

export interface VendorAnswer extends Answer {
  /** The status on the wire, where another was meant. */
  readonly sentStatus?: number;
  /** Where it was read already. */
  readonly parsed?: object;
}

export function asOutcome(error: unknown): OutboundFault {
  if (error instanceof OutboundFault) return error;
  throw error;
}

export const hasSucceeded = ({ status }: Answer): boolean => status >= 200 && status < 300;

export const isSuccess = (outcome: Outcome): outcome is VendorAnswer =>
  !(outcome instanceof OutboundFault) && hasSucceeded(outcome);

export const isRefused = (outcome: Outcome): boolean => !(outcome instanceof OutboundFault) && outcome.status === 401;
export const isTooMuch = (outcome: Outcome): outcome is VendorAnswer =>
  !(outcome instanceof OutboundFault) && outcome.status === 429;

/** No answer to a request that left, and an answer that says nothing about it, leave open what was done. */
export function mayHaveHappened(outcome: Outcome): boolean {
  return outcome instanceof OutboundFault ? outcome.sent : outcome.status >= 500 || outcome.status === 408;
}

export const mostTries = 3;
/** A caller waits meanwhile; what takes longer is better told than slept through. */
const longestPause = 5;

/** Milliseconds, or undefined where trying again is of no use. Readings change nothing, so they may be repeated. */
export function waitBeforeRetry(
  connector: Connector,
  outcome: Outcome,
  { tries, now }: { tries: number; now: number },
): number | undefined {
  const soon = 2 ** tries * (25 + 50 * Math.random());
  if (outcome instanceof OutboundFault) return outcome.reason === "network" ? soon : undefined;
  const overloaded = outcome.status === 502 || outcome.status === 503 || outcome.status === 504;
  if (!overloaded && outcome.status !== 429) return undefined;
  const asked = waitOf(connector, outcome, now);
  if (asked === undefined) return overloaded ? soon : undefined;
  return asked <= longestPause ? asked * 1000 + soon : undefined;
}

/** With the status that it should have had. */
export function asMeant({ refusals }: Connector, outcome: Outcome): Outcome {
  if (refusals.status === undefined || outcome instanceof OutboundFault) return outcome;
  try {
    const body = errorBody(outcome);
    const read = { ...outcome, ...(typeof body === "object" && body !== null && { parsed: body }) };
    const status = refusals.status(body, outcome.status);
    return status === undefined ? read : { ...read, status, sentStatus: outcome.status };
  } catch {
    // The body is not what this vendor's errors look like.
    return outcome;
  }
}

export interface Asked {
  readonly path: string;
  readonly maxBytes: number;
  /** Who could take more, and how. */
  readonly more?: string | undefined;
}

export function jsonOf(connector: Connector, answer: VendorAnswer, asked: Asked): object {
  const widest = widthOf(asked.maxBytes);
  const isTooWide = isWiderThan(answer.bytes, widest);
  const value = isTooWide ? undefined : (answer.parsed ?? parseVendorJson(answer.bytes, contentTypeOf(answer), widest));
  releaseBuffer(answer.bytes);
  if (isTooWide)
    throw tooLarge(connector, { ...asked, what: `The answer has more than ${widest} values.`, status: answer.status });
  if (value === undefined) throw targetFailure(connector, "target_bad_response", { targetStatus: answer.status });
  return value;
}

/** A number, a text or a truth value. */
export function bareOf(connector: Connector, { bytes, status }: Answer): string | number | boolean {
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

export function contentTypeOf({ headers }: Answer): string {
  const said = headers["content-type"];
  return typeof said === "string" && /^[\w.+-]+\/[\w.+-]+/.test(said) ? said.slice(0, 200) : "application/octet-stream";
}

/** Some vendors answer a write with nothing, others with a bare word or its own status as a number. */
export const saysNothing = ({ bytes }: Answer): boolean =>
  bytes.length < 40 && /^(?:\d+|true|false|null|"\w*")?$/.test(bytes.toString().trim());
