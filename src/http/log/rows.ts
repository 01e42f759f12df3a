/** Converts a traced request to log rows: redacted, without bodies. */
import { errorEntries, type Failure } from "../../contract/failure.ts";
import { isKey } from "../../core/secrets/keys.ts";
import { scrubText } from "../../core/secrets/scrubText.ts";
import type { VendorCall } from "../../core/session/vendorCall.ts";
import type { CallRow, RequestFacts, RequestRow } from "../../store/log/requestLog.ts";
import type { Entry, Trace } from "../server/trace.ts";

export function requestRow(entry: Entry, tenants: ReadonlyMap<string, string>): RequestRow {
  const { trace, apiKey, accountKey } = entry;
  const { connection, failure } = trace;
  const calls = trace.calls ?? [];
  return {
    id: entry.id,
    at: new Date(trace.at).toISOString(),
    tenantId: trace.tenantId ?? tenants.get(apiKey ?? "") ?? null,
    connectionId: connection?.id ?? null,
    targetSystem: connection?.targetSystem ?? null,
    method: entry.method,
    operation: entry.operation,
    status: entry.status,
    code: failure?.code ?? null,
    milliseconds: rounded(entry.milliseconds),
    vendorMilliseconds: rounded(Math.min(entry.milliseconds, vendorTime(calls))),
    vendorCalls: calls.length,
    idempotencyKey: cut(entry.idempotencyKey, 255) ?? null,
    operationId: entry.operationId ?? failure?.details.operationId ?? journalId(trace) ?? null,
    apiKeyHint: hintOf("api", apiKey),
    accountKeyHint: hintOf("account", accountKey),
    facts: factsOf(entry),
  };
}

/** The time during which at least one call was running. Calls are in order of completion. */
function vendorTime(calls: readonly VendorCall[]): number {
  const [only] = calls;
  if (calls.length < 2) return only?.milliseconds ?? 0;
  let total = 0;
  let until = 0;
  for (const { at, milliseconds } of calls.toSorted((left, right) => left.at - right.at)) {
    const end = at + milliseconds;
    total += Math.max(0, end - Math.max(at, until));
    until = Math.max(until, end);
  }
  return total;
}

function factsOf(entry: Entry): RequestFacts {
  const { trace, url } = entry;
  const { connection, answered, steps } = trace;
  const question = url.indexOf("?");
  return {
    path: scrubText(question < 0 ? url : url.slice(0, question)).slice(0, longest),
    ...(question >= 0 && { parameters: namesIn(url.slice(question + 1)) }),
    address: entry.address,
    userAgent: cut(scrubbed(entry.userAgent), 200),
    contentType: cut(entry.contentType?.split(";")[0], 100),
    bytesIn: entry.bytesIn || undefined,
    bytesOut: entry.bytesOut || undefined,
    rateLimit: entry.rateLimit,
    wasHeard: entry.wasHeard ? undefined : false,
    state: connection?.state,
    company: connection?.company ?? undefined,
    environment: connection?.environment ?? undefined,
    ...(steps && { steps }),
    ...(answered && { records: answered.records }),
    recordId: entry.method === "GET" ? undefined : cut(answered?.id, longest),
    warnings: answered?.warnings?.slice(0, most).map((text) => scrubText(text).slice(0, longest)),
    differences: answered?.differences?.slice(0, most),
    verified: answered?.verified,
    failure: trace.failure && failureFacts(trace.failure),
  };
}

const failureFacts = (failure: Failure): NonNullable<RequestFacts["failure"]> => ({
  errors: errorEntries(failure)
    .slice(0, most)
    .map(({ message, targetMessage, ...entry }) => ({
      ...entry,
      message: scrubText(message).slice(0, longest),
      ...(targetMessage !== undefined && { targetMessage: scrubText(targetMessage).slice(0, longest) }),
    })),
  cause: causeOf(failure.details.cause),
  mayHaveHappened: failure.details.mayHaveHappened,
});

function causeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return scrubText(`${cause.name}: ${cause.message}`).slice(0, longest);
}

export function callRow(call: VendorCall, owner: Pick<CallRow, "requestId" | "tenantId" | "connectionId">): CallRow {
  const { status, fault, waitedMs, bytesIn, bytesOut } = call;
  return {
    ...owner,
    at: new Date(call.at).toISOString(),
    targetSystem: call.targetSystem,
    method: call.method,
    host: call.host,
    path: scrubText(call.path).slice(0, longest),
    status: typeof status === "number" ? status : null,
    reason: typeof status === "number" ? null : status,
    milliseconds: rounded(call.milliseconds),
    facts: { bytesIn, bytesOut, ...(waitedMs > 0 && { waitedMs }), ...fault },
  };
}

/** Parameter names without decoding. */
const namesIn = (query: string): string[] =>
  query === "" ? [] : query.split("&", most).map((pair) => scrubText((pair.split("=", 1)[0] ?? "").slice(0, 100)));

const most = 20;
const longest = 500;

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
const cut = (text: string | undefined, length: number): string | undefined => text?.slice(0, length);
const scrubbed = (text: string | undefined): string | undefined => (text === undefined ? undefined : scrubText(text));

/** The first characters of a key, as shown everywhere. Anything else is not stored, because it may be a secret. */
const hintOf = (kind: "api" | "account", key: string | undefined): string | null =>
  key !== undefined && isKey(kind, key) ? key.slice(0, 9) : null;

const journalId = ({ steps }: Trace): string | undefined => steps?.find((step) => step.kind === "journal")?.operationId;
