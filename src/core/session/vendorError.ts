/** Turns a vendor's error responses into failures: one table for all vendors, which a connector can override. */
import type { Connector } from "../../contract/connector.ts";
import { Failure, type FailureCode, type FailureDetails } from "../../contract/failure.ts";
import { flat, type HttpResponse, type OutboundFault, type OutboundReason } from "../outbound/exchange.ts";
import { retryAfterSeconds } from "../outbound/retryAfter.ts";
import { scrubText } from "../secrets/scrubText.ts";
import { mask, type Secret } from "../secrets/secret.ts";
import { errorBody } from "./errorBody.ts";

type MessageFor = (name: string) => string;

const messages: Readonly<Partial<Record<FailureCode, MessageFor>>> = {
  connection_needs_reauth: (name) => `${name} no longer accepts the credentials. The end user has to connect again.`,
  connection_inactive: (name) => `This connection to ${name} has ended. Connect the end user again.`,
  target_forbidden: (name) => `${name} does not allow this with the end user's permissions or subscription.`,
  not_found: (name) => `${name} has no such record.`,
  target_conflict: (name) => `${name} has a record that conflicts with this request.`,
  target_rejected: (name) => `${name} refused the request.`,
  target_rate_limited: (name) => `The rate limit of ${name} is reached. Try again later.`,
  target_unavailable: (name) => `${name} is unreachable or has an outage. Try again later.`,
  target_timeout: (name) => `${name} did not respond in time. Try again later.`,
  target_bad_response: (name) => `${name} sent a response that Kontor could not read.`,
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
  const text = messages[code]?.(connector.name) ?? `${connector.name} refused the request.`;
  return new Failure(code, text, { ...details, targetSystem: connector.id });
}

/** The failure for a call without a usable response. */
export function faultFailure(connector: Connector, fault: OutboundFault, context?: Omit<TooLarge, "what">): Failure {
  const { reason, status } = fault;
  const failure = targetFailure(connector, reasons[reason], {
    cause: fault,
    ...(status !== undefined && { targetStatus: status }),
  });
  if (reason === "tooLarge") return tooLarge(connector, { ...context, what: fault.message, status });
  if (reason !== "refused") return failure;
  return new Failure(failure.code, `${failure.message} ${fault.message}`, failure.details);
}

interface TooLarge {
  /** A sentence that says which limit was exceeded. */
  readonly what: string;
  readonly status?: number | undefined;
  readonly path?: string;
  /** A sentence that says how to allow more. */
  readonly hint?: string | undefined;
}

export function tooLarge({ id, name }: Connector, { what, status, path, hint }: TooLarge): Failure {
  const sentences = [
    `The response from ${name} is too large.`,
    what,
    ...(path === undefined ? [] : [`The request was for ${path}.`]),
    ...(hint === undefined ? [] : [hint]),
  ];
  const details = { targetSystem: id, ...(status !== undefined && { targetStatus: status }) };
  return new Failure("target_bad_response", sentences.join(" "), details);
}

export interface VendorErrorContext {
  readonly credentials: Readonly<Record<string, Secret>>;
  readonly now: number;
}

/** The meaning of a response that refuses the request. */
export function codeOf({ refusals }: Connector, answer: HttpResponse): FailureCode {
  const { status } = answer;
  const defaultCode = codes[status] ?? (status >= 500 ? "target_unavailable" : "target_bad_response");
  const connectorCode = refusals.codes?.[status] ?? defaultCode;
  return typeof connectorCode === "function" ? connectorCode(errorBody(answer)) : connectorCode;
}

/** The failure for a response that refuses the request. */
export function refusal(connector: Connector, answer: HttpResponse, { credentials, now }: VendorErrorContext): Failure {
  const { status } = answer;
  const code = codeOf(connector, answer);
  const wait = waitOf(connector, answer, now) ?? (code === "target_rate_limited" ? defaultWait : undefined);
  const vendorMessage = vendorMessageOf(connector, answer, credentials);
  const fields = fieldsOf(connector, answer);
  return targetFailure(connector, code, {
    targetStatus: status,
    ...(vendorMessage !== undefined && { targetMessage: vendorMessage }),
    ...(fields.length > 0 && { targetFields: fields }),
    ...(wait !== undefined && (code === "target_rate_limited" || status >= 500) && { retryAfter: wait }),
  });
}

/** Seconds: most vendors count calls by the minute. */
const defaultWait = 60;
const longestWait = 3600;

/** The vendor's requested wait in seconds, from the connector's rule or the Retry-After header. */
export function waitOf({ refusals }: Connector, answer: HttpResponse, now: number): number | undefined {
  const vendorWait = refusals.wait?.(flat(answer.headers), now);
  if (vendorWait === undefined || Number.isNaN(vendorWait)) return retryAfter(answer, now);
  return Math.min(longestWait, Math.max(1, Math.ceil(vendorWait)));
}

/** Seconds; undefined if the header is missing or invalid. */
function retryAfter({ headers }: HttpResponse, now: number): number | undefined {
  const seconds = retryAfterSeconds(headers["retry-after"], now);
  if (seconds === undefined) return undefined;
  return Math.min(longestWait, Math.max(1, Math.ceil(seconds)));
}

/** The vendor's error message, without secrets. */
export function vendorMessageOf(
  connector: Connector,
  answer: HttpResponse,
  credentials: VendorErrorContext["credentials"],
): string | undefined {
  const message = rawMessageOf(connector, answer);
  return message === undefined ? undefined : clean(message, secretsAmong(connector, credentials));
}

function rawMessageOf(connector: Connector, answer: HttpResponse): string | undefined {
  const body = errorBody(answer);
  if (body === undefined) return undefined;
  // Plain text is passed on unless the connector extracts a message. A server error may show internals instead, so its
  // text is not used.
  const plainText = typeof body === "string" && answer.status < 500 ? body : undefined;
  try {
    const message: unknown = connector.refusals.message(body);
    return typeof message === "string" && message.trim() !== "" ? message : plainText;
  } catch {
    // The connector does not know this form of error.
    return plainText;
  }
}

const maxFields = 20;

function fieldsOf({ refusals }: Connector, answer: HttpResponse): readonly string[] {
  try {
    const fields = refusals.fields?.(errorBody(answer)) ?? [];
    return fields.filter((field) => typeof field === "string").slice(0, maxFields);
  } catch {
    return [];
  }
}

/** Without what is no secret, such as the user's name: a message that lacks it would be of no help. */
export function secretsAmong(
  { signIn }: Connector,
  credentials: VendorErrorContext["credentials"],
): VendorErrorContext["credentials"] {
  const open = new Set((signIn.asks ?? []).filter(({ secret }) => !secret).map(({ name }) => name as string));
  return Object.fromEntries(Object.entries(credentials).filter(([name]) => !open.has(name)));
}

/** Some vendors repeat the key in their error. A key has no recognisable form, so it is found by its value. */
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
  // Shorten last: a secret cut in half would not be recognised.
  return shorten(
    scrubText(cleaned)
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      .trim(),
  );
}

const shorten = (text: string): string => (text.length > 500 ? `${text.slice(0, 499)}…` : text);
