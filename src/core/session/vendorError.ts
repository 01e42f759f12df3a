/** A vendor's "no" as a failure: one table for all vendors, which a connector may overrule where its vendor differs. */
import type { Connector } from "../../contract/connector.ts";
import { Failure, type FailureCode, type FailureDetails } from "../../contract/failure.ts";
import { type Answer, flat, type OutboundFault, type OutboundReason } from "../outbound/exchange.ts";
import { secondsAsked } from "../outbound/retryAfter.ts";
import { scrubText } from "../secrets/scrubText.ts";
import { mask, type Secret } from "../secrets/secret.ts";
import { errorBody } from "./errorBody.ts";

type Words = (name: string) => string;

const words: Readonly<Partial<Record<FailureCode, Words>>> = {
  connection_needs_reauth: (name) =>
    `${name} does not accept the credentials any more. The end user has to connect again.`,
  connection_inactive: (name) => `This connection to ${name} has ended. Connect the end user again.`,
  target_forbidden: (name) => `${name} does not allow this with the end user's permissions or subscription.`,
  not_found: (name) => `${name} has no such record.`,
  target_conflict: (name) => `${name} has a record that conflicts with this request.`,
  target_rejected: (name) => `${name} refused the request.`,
  target_rate_limited: (name) => `${name} allows no more requests for now.`,
  target_unavailable: (name) => `${name} cannot be reached or has a fault. Try again later.`,
  target_timeout: (name) => `${name} did not answer in time.`,
  target_bad_response: (name) => `${name} gave an answer that could not be understood.`,
};

const codes: Readonly<Record<number, FailureCode>> = {
  400: "target_rejected",
  401: "connection_needs_reauth",
  403: "target_forbidden",
  404: "not_found",
  409: "target_conflict",
  422: "target_rejected",
  429: "target_rate_limited",
};

const reasons: Readonly<Record<OutboundReason, FailureCode>> = {
  refused: "target_unavailable",
  network: "target_unavailable",
  busy: "target_unavailable",
  aborted: "target_timeout",
  timeout: "target_timeout",
  tooLarge: "target_bad_response",
  garbled: "target_bad_response",
};

type Details = Omit<FailureDetails, "targetSystem">;

export function targetFailure(connector: Connector, code: FailureCode, details: Details = {}): Failure {
  const text = words[code]?.(connector.name) ?? `${connector.name} refused the request.`;
  return new Failure(code, text, { ...details, targetSystem: connector.id });
}

/** When there was no answer. */
export function faultFailure(connector: Connector, fault: OutboundFault, asked?: Omit<TooLarge, "what">): Failure {
  const { reason, status } = fault;
  const failure = targetFailure(connector, reasons[reason], {
    cause: fault,
    ...(status !== undefined && { targetStatus: status }),
  });
  if (reason === "tooLarge") return tooLarge(connector, { ...asked, what: fault.message, status });
  if (reason !== "refused") return failure;
  return new Failure(failure.code, `${failure.message} ${fault.message}`, failure.details);
}

interface TooLarge {
  /** How much it was. */
  readonly what: string;
  readonly status?: number | undefined;
  readonly path?: string;
  /** Who could take more, and how. */
  readonly more?: string | undefined;
}

export function tooLarge({ id, name }: Connector, { what, status, path, more }: TooLarge): Failure {
  const asked = path === undefined ? [] : [`It was asked for ${path}.`];
  const text = [`${name} has more than we take in one piece.`, what, ...asked, ...(more === undefined ? [] : [more])];
  const about = { targetSystem: id, ...(status !== undefined && { targetStatus: status }) };
  return new Failure("target_bad_response", text.join(" "), about);
}

export interface VendorErrorContext {
  readonly credentials: Readonly<Record<string, Secret>>;
  readonly now: number;
}

/** When the answer is a refusal. */
export function refusal(connector: Connector, answer: Answer, { credentials, now }: VendorErrorContext): Failure {
  const { status } = answer;
  const ordinary = codes[status] ?? (status >= 500 ? "target_unavailable" : "target_bad_response");
  const overruled = connector.refusals.codes?.[status] ?? ordinary;
  const code = typeof overruled === "function" ? overruled(errorBody(answer)) : overruled;
  const wait = waitOf(connector, answer, now) ?? (code === "target_rate_limited" ? usualWait : undefined);
  const said = saidBy(connector, answer, credentials);
  const fields = fieldsOf(connector, answer);
  return targetFailure(connector, code, {
    targetStatus: status,
    ...(said !== undefined && { targetMessage: said }),
    ...(fields.length > 0 && { targetFields: fields }),
    ...(wait !== undefined && (code === "target_rate_limited" || status >= 500) && { retryAfter: wait }),
  });
}

/** Most vendors count by the minute. */
const usualWait = 60;
const longestWait = 3600;

/** Seconds, from the usual header or from where this vendor says it. */
export function waitOf({ refusals }: Connector, answer: Answer, now: number): number | undefined {
  const own = refusals.wait?.(flat(answer.headers), now);
  if (own === undefined || Number.isNaN(own)) return retryAfter(answer, now);
  return Math.min(longestWait, Math.max(1, Math.ceil(own)));
}

/** Seconds; undefined when the vendor says nothing or nonsense. */
function retryAfter({ headers }: Answer, now: number): number | undefined {
  const seconds = secondsAsked(headers["retry-after"], now);
  if (seconds === undefined) return undefined;
  return Math.min(longestWait, Math.max(1, Math.ceil(seconds)));
}

/** What the vendor said, as far as it may be told. */
export function saidBy(
  connector: Connector,
  answer: Answer,
  credentials: VendorErrorContext["credentials"],
): string | undefined {
  const said = messageOf(connector, answer);
  return said === undefined ? undefined : clean(said, credentials);
}

function messageOf(connector: Connector, answer: Answer): string | undefined {
  const body = errorBody(answer);
  if (body === undefined) return undefined;
  // Words that are no JSON are told as they are, unless the connector makes more of them. A vendor that broke down may
  // show its insides instead.
  const plain = typeof body === "string" && answer.status < 500 ? body : undefined;
  try {
    const said: unknown = connector.refusals.message(body);
    return typeof said === "string" && said.trim() !== "" ? said : plain;
  } catch {
    // The body is not what this vendor's errors look like.
    return plain;
  }
}

const mostFields = 20;

function fieldsOf({ refusals }: Connector, answer: Answer): readonly string[] {
  try {
    const told = refusals.fields?.(errorBody(answer)) ?? [];
    return told.filter((field) => typeof field === "string").slice(0, mostFields);
  } catch {
    return [];
  }
}

/** Some vendors repeat the key that they were given; it has no form to know it by, but we know it. */
export function withoutCredentials(text: string, credentials: VendorErrorContext["credentials"]): string {
  let cleaned = text;
  for (const credential of Object.values(credentials)) {
    const value = credential.reveal();
    if (value.length < 4) continue;
    cleaned = cleaned.replaceAll(value, mask).replaceAll(encodeURIComponent(value), mask);
  }
  return cleaned;
}

function clean(text: string, credentials: VendorErrorContext["credentials"]): string {
  const cleaned = withoutCredentials(text.slice(0, 5000), credentials);
  // Cut last: half a secret would not be known any more.
  return shorten(
    scrubText(cleaned)
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      .trim(),
  );
}

const shorten = (text: string): string => (text.length > 500 ? `${text.slice(0, 499)}…` : text);
