/**
 * The only way for a connector to talk to its vendor. URLs, sign-in, deadlines, retries, size limits, refusals and logging
 * are handled here once, so that no connector has to.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { monotonicNow } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import {
  type Download,
  type Memory,
  type Scope,
  type VendorHeaders,
  type VendorQuery,
  type VendorReply,
  type VendorRequest,
} from "../../contract/session.ts";
import { type Credentials } from "../accounts/connection.ts";
import type { Outbound, OutboundRequest } from "../outbound/client.ts";
import { fileNameOf } from "../outbound/contentDisposition.ts";
import { flat, type HttpResponse, OutboundFault } from "../outbound/exchange.ts";
import type { SlotOwner } from "../outbound/slots.ts";
import { inSpan } from "../tracing/spans.ts";
import { linesAccepted, linesOf } from "./lines.ts";
import type { OneAtATime } from "./oneAtATime.ts";
import {
  asOutcome,
  bareOf,
  bodyOf,
  type CallOutcome,
  contentTypeOf,
  hasSucceeded,
  isEmptyReply,
  isRateLimited,
  isRefused,
  isSuccess,
  maxTries,
  mayHaveHappened,
  type ReadContext,
  type VendorAnswer,
  waitBeforeRetry,
  withIntendedStatus,
} from "./outcome.ts";
import { type Payload, payloadOf } from "./payload.ts";
import { type CallPermit, type Permits, unlimitedPermits } from "./permits.ts";
import { isRelayed, type RelayingSession, relayed } from "./relay.ts";
import { bodyCredentialOf, isPublicHost, targetOf, valuesOf, withoutQuery, withQuery } from "./target.ts";
import type { ValueOf } from "./template.ts";
import { bodiesOf, callSpan, faultOf, type VendorCall } from "./vendorCall.ts";
import {
  codeOf,
  faultFailure,
  refusal,
  secretsAmong,
  targetFailure,
  waitOf,
  withoutCredentials,
} from "./vendorError.ts";
import { vendorUrlOf } from "./vendorUrl.ts";

export interface SessionOptions {
  readonly connector: Connector;
  readonly connection: { readonly credentials: Credentials };
  /** Gets new credentials after the vendor refused these. Absent if they cannot be renewed. */
  readonly renew?: (() => Promise<Credentials>) | undefined;
  /** Called when the vendor refuses the credentials and renewing did not help. */
  readonly onRefused?: (() => Promise<void>) | undefined;
  /** Called when the vendor accepts credentials that it refused before. */
  readonly onAccepted?: (() => Promise<void>) | undefined;
  readonly scope?: Scope | undefined;
  readonly outbound: Outbound;
  /** Owns the connection slots that the calls use. */
  readonly owner?: SlotOwner | undefined;
  /** Aborts when nobody waits any more. It does not interrupt a write, nor the reads after it. */
  readonly signal?: AbortSignal | undefined;
  /** The base URL of the connector for this installation. */
  readonly site: string;
  /** The operator's stand-in for this target system: `https://host/path` becomes `<targetSite>/host/path`. */
  readonly targetSite?: string | undefined;
  readonly targetOf?: typeof targetOf;
  readonly log: { debug(facts: object, message: string): void };
  /** Called after every call to the vendor. */
  readonly onCall?: ((call: VendorCall) => void) | undefined;
  /** Whether `onCall` also gets the bodies. */
  readonly reportsBodies?: boolean | undefined;
  readonly clock: () => number;
  /** Waits before a retry. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
  readonly limits?: Partial<Limits>;
  readonly memory?: Memory | undefined;
  /** Keeps downloads apart that must not overlap. Absent: they are not. */
  readonly oneAtATime?: OneAtATime | undefined;
  /** Keeps to the vendor's limits. */
  readonly permits?: Permits | undefined;
}

export interface Limits {
  /** For one read with all its attempts. */
  readonly deadlineMs: number;
  readonly maxJsonBytes: number;
  readonly maxFileBytes: number;
  /** For a response that is read line by line. */
  readonly maxStreamBytes: number;
  readonly streamMs: number;
  /** A hint for the error message: how to allow more JSON. */
  readonly hint?: string | undefined;
}

/** Parsed JSON takes about ten times its size in memory; files stay as they are. */
const defaultLimits: Limits = {
  deadlineMs: 25_000,
  maxJsonBytes: 10 * 1024 * 1024,
  maxFileBytes: 32 * 1024 * 1024,
  maxStreamBytes: 1024 * 1024 * 1024,
  streamMs: 600_000,
};

export function createSession(options: SessionOptions): RelayingSession {
  const { connector, outbound, owner, log, clock, scope, site, targetSite, permits = unlimitedPermits } = options;
  const { pause = sleep } = options;
  const limits = { ...defaultLimits, ...options.limits };
  let renewals = 0;
  let { signal } = options;
  let { credentials } = options.connection;
  const findTarget = options.targetOf ?? targetOf;
  let target = findTarget({ connector, credentials, scope, site, targetSite });

  const { inBody } = connector.signIn;
  const bodyCredential: ValueOf | undefined =
    inBody && ((name) => bodyCredentialOf(connector, name, valuesOf(credentials)));

  /** A token may expire early. Renews twice at most: the first renewal may return another process's token, also expired. */
  const hasRenewed = async (outcome: CallOutcome): Promise<boolean> => {
    const { renew } = options;
    if (renew === undefined || !isRefused(outcome)) return false;
    // Some vendors answer 401 if a permission is missing, which new credentials would not change.
    if (codeOf(connector, outcome) !== "connection_needs_reauth") return false;
    if (renewals++ === maxRenewals) return false;
    credentials = await renew();
    target = findTarget({ connector, credentials, scope, site, targetSite });
    return true;
  };

  const attempt = async (path: string, about: Attempt): Promise<CallOutcome> => {
    const { method = "GET", accept, payload, maxBytes, streamMs, permit } = about;
    const { url, host, isPublic } = vendorUrlOf(options, target, path);
    const headers = { accept, ...(!isPublic && target.headers), ...payload?.headers };
    const { purpose } = target;
    const request = { method, url, headers, maxBytes, streamMs, purpose, owner, signal: about.signal } as const;
    const queuedAt = monotonicNow();
    const releasePermit = isPublic ? undefined : await permit.acquire();
    const began = monotonicNow();
    const started = clock();
    let body: OutboundRequest["body"];
    const loggedPath = about.loggedPath ?? withoutQuery(url.path);
    const facts = { targetSystem: connector.id, method: request.method, host, path: loggedPath };
    const fetched = () =>
      inSpan(callSpan(facts), async (span) => {
        body = payload?.body();
        const response = await outbound.fetchBytes({ ...request, body, deadlineMs: about.deadlineMs() });
        span.setAttribute("http.response.status_code", response.status);
        return response;
      });
    const answered = await fetched().catch(asOutcome).finally(releasePermit);
    const isXml = payload?.isXml === true && !(answered instanceof OutboundFault);
    const outcome = withIntendedStatus(connector, isXml ? { ...answered, isXml } : answered);
    if (!isPublic && isRateLimited(outcome)) permits.block(waitOf(connector, outcome, started));
    const status = outcome instanceof OutboundFault ? outcome.reason : outcome.status;
    const milliseconds = Math.round(monotonicNow() - began);
    log.debug({ ...facts, status, milliseconds }, "called the target system");
    options.onCall?.({
      ...facts,
      status,
      at: started,
      waitedMs: Math.round(began - queuedAt),
      milliseconds,
      bytesOut: typeof body === "string" ? body.length : (payload?.length ?? 0),
      bytesIn: outcome instanceof OutboundFault ? 0 : outcome.bytes.length,
      fault: faultOf(connector, outcome, { credentials, now: started }),
      ...(options.reportsBodies === true && { bodies: bodiesOf(body, outcome) }),
    });
    if (!isPublic && isSuccess(outcome)) await options.onAccepted?.();
    return outcome;
  };

  /**
   * Some vendors answer a missing right like an expired token. With a valid token, `proof` can still be read. The call
   * is repeated then, because another call may have renewed the token meanwhile.
   */
  const aboutRights = async (path: string, permit: CallPermit, send: () => Promise<CallOutcome>) => {
    const { proof, refusals } = connector;
    const outcome = await send();
    const isUnclear = refusals.rightsAsUnauthorized === true && isRefused(outcome) && path !== proof;
    if (!isUnclear || outcome instanceof OutboundFault || typeof proof !== "string") return outcome;
    const read = { accept: "application/json", maxBytes: limits.maxJsonBytes };
    const proven = await attempt(proof, { ...read, permit, deadlineMs: () => limits.deadlineMs, signal });
    if (!isSuccess(proven)) return outcome;
    const repeated = await send();
    return isRefused(repeated) && !(repeated instanceof OutboundFault) ? { ...repeated, status: 403 } : repeated;
  };

  const failureOf = async (outcome: CallOutcome, path: string): Promise<Failure> => {
    if (outcome instanceof OutboundFault) return faultFailure(connector, outcome, contextOf(path));
    const failure = refusal(connector, outcome, { credentials, now: clock() });
    if (failure.code === "connection_needs_reauth") await options.onRefused?.();
    return failure;
  };

  const contextOf = (path: string): ReadContext => ({
    path: withoutQuery(path),
    maxBytes: limits.maxJsonBytes,
    hint: limits.hint,
  });

  const throwIfAborted = (): void => {
    if (signal?.aborted === true) throw targetFailure(connector, "target_timeout", { cause: signal.reason });
  };

  const get = async (path: string, about: ReadOptions): Promise<VendorAnswer> => {
    const { isAcceptable = isSuccess, ...attemptOptions } = about;
    const end = monotonicNow() + limits.deadlineMs;
    const permit = permits.forCall();
    const remainingMs = (): number => Math.max(1, end + permit.waitedMs() - monotonicNow());
    for (let tries = 1; ; tries++) {
      throwIfAborted();
      const outcome = await aboutRights(path, permit, () =>
        attempt(path, { ...attemptOptions, permit, deadlineMs: remainingMs, signal }),
      );
      if (isAcceptable(outcome)) return outcome;
      // Public URLs get no credentials, so renewing them would not help.
      if (isRefused(outcome) && vendorUrlOf(options, target, path).isPublic)
        throw targetFailure(connector, "target_forbidden", { targetStatus: 401 });
      if (await hasRenewed(outcome)) continue;
      const wait = tries < maxTries ? waitBeforeRetry(connector, outcome, { tries, now: clock() }) : undefined;
      if (wait === undefined || wait >= remainingMs()) throw await failureOf(outcome, path);
      await pause(wait);
    }
  };

  const getJson = (path: string, query?: VendorQuery, headers?: VendorHeaders): Promise<VendorAnswer> => {
    const payload = headers && { headers, body: () => undefined };
    return get(withQuery(path, query), { accept: "application/json", maxBytes: limits.maxJsonBytes, payload });
  };

  const writeOnce = async (path: string, payload: Payload, about: WriteOptions): Promise<VendorAnswer> => {
    const { isAcceptable = isSuccess, ...rest } = about;
    throwIfAborted();
    signal = undefined;
    const deadlineMs = () => limits.deadlineMs + ((payload.length ?? 0) / minBytesPerSecond) * 1000;
    const permit = permits.forCall();
    const write = { ...rest, payload, permit, deadlineMs, maxBytes: limits.maxJsonBytes };
    const send = async () => aboutRights(path, permit, () => attempt(path, write));
    let outcome = await send();
    // The vendor refused the credentials before it processed the write, so sending it again is safe.
    while (await hasRenewed(outcome)) outcome = await send();
    if (isAcceptable(outcome)) return outcome;
    throw asWrite(await failureOf(outcome, path), mayHaveHappened(outcome));
  };

  const postQuery = (path: string, body: unknown, query: VendorQuery | undefined, headers: VendorHeaders = {}) => {
    const payload = payloadOf({ method: "POST", path, body, headers }, bodyCredential);
    return get(withQuery(path, query), {
      method: "POST",
      accept: acceptedBy(payload),
      maxBytes: limits.maxJsonBytes,
      payload,
    });
  };

  const sendWithHeaders = async (request: VendorRequest): Promise<VendorReply> => {
    const { method, path, query } = request;
    const payload = payloadOf(request, bodyCredential);
    const answer = await writeOnce(withQuery(path, query), payload, { method, accept: acceptedBy(payload) });
    const headers = flat(answer.headers);
    if (isEmptyReply(answer) && request.bareReply === undefined) return { body: undefined, headers };
    try {
      const body = request.bareReply ? bareOf(connector, answer) : bodyOf(connector, answer, contextOf(path));
      return { body, headers };
    } catch (error) {
      // The vendor accepted the write, even if its response is unreadable.
      throw error instanceof Failure ? asWrite(error, true) : error;
    }
  };

  return {
    company: scope?.company ?? credentials["grantedCompany"]?.reveal(),
    memory: options.memory ?? new Map(),
    read: async (path, query, headers) => bodyOf(connector, await getJson(path, query, headers), contextOf(path)),
    readWithHeaders: async (path, query, headers) => {
      const answer = await getJson(path, query, headers);
      return { body: bodyOf(connector, answer, contextOf(path)), headers: flat(answer.headers) };
    },
    readByPost: async (path, body, query, headers) =>
      bodyOf(connector, await postQuery(path, body, query, headers), contextOf(path)),
    readByPostWithHeaders: async (path, body, query) => {
      const answer = await postQuery(path, body, query);
      return { body: bodyOf(connector, answer, contextOf(path)), headers: flat(answer.headers) };
    },
    readLines: async (path, query) => {
      const about = { accept: linesAccepted, maxBytes: limits.maxStreamBytes, streamMs: limits.streamMs };
      const answer = await get(withQuery(path, query), about);
      return { headers: flat(answer.headers), lines: linesOf(connector, answer, contextOf(path)) };
    },
    download: async (path, accept = "*/*", { alone } = {}) => {
      const about = { accept, maxBytes: limits.maxFileBytes };
      const fetchFile = async (): Promise<Download> => {
        const answer = await get(path, { ...about, isAcceptable: isFileOrRedirect(connector) });
        const { location } = answer.headers;
        return fileOf(hasSucceeded(answer) ? answer : await get(String(location), about));
      };
      if (alone === undefined || options.oneAtATime === undefined) return fetchFile();
      const name = `${connector.id} ${target.origin}${target.base}`;
      const file = await options.oneAtATime.run(name, fetchFile, limits.deadlineMs);
      if (file === undefined) throw targetFailure(connector, "target_unavailable", { retryAfter: aloneRetrySeconds });
      return file;
    },
    send: async (request) => (await sendWithHeaders(request)).body,
    sendWithHeaders,
    relay: async ({ method, path, query, headers, body }) => {
      const payload = { headers, body: () => body };
      const loggedPath = withoutCredentials(withoutQuery(path), secretsAmong(connector, credentials));
      const about = { accept: "application/json", isAcceptable: isRelayed, loggedPath };
      const pathAndQuery = withQuery(path, query);
      const answer =
        method === "GET"
          ? await get(pathAndQuery, { ...about, payload, maxBytes: limits.maxJsonBytes })
          : await writeOnce(pathAndQuery, payload, { ...about, method });
      return relayed(answer, secretsAmong(connector, credentials));
    },
  };
}

const acceptedBy = ({ isXml }: Payload): string => (isXml ? "text/xml" : "application/json");

/** When to try again if other downloads took too long. */
const aloneRetrySeconds = 10;

/** A large upload gets as much time as it needs at this speed. */
const minBytesPerSecond = 256 * 1024;
const maxRenewals = 2;

type IsAcceptable = (outcome: CallOutcome) => outcome is VendorAnswer;
type ReadOptions = Omit<Attempt, "deadlineMs" | "permit" | "signal"> & { readonly isAcceptable?: IsAcceptable };
type WriteOptions = Pick<Attempt, "method" | "accept" | "loggedPath"> & { readonly isAcceptable?: IsAcceptable };

interface Attempt {
  readonly method?: OutboundRequest["method"];
  readonly accept: string;
  readonly payload?: Payload | undefined;
  readonly permit: CallPermit;
  /** Evaluated once the call has its permit. */
  readonly deadlineMs: () => number;
  readonly maxBytes: number;
  readonly streamMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** The path in logs, if the real one may contain a credential. */
  readonly loggedPath?: string;
}

const asWrite = (failure: Failure, mayHaveHappened: boolean): Failure =>
  new Failure(failure.code, failure.message, { ...failure.details, mayHaveHappened });

/** Vendors may keep files on another host: one redirect is followed, only to a host that the connector names. */
const isFileOrRedirect =
  (connector: Connector): IsAcceptable =>
  (outcome): outcome is VendorAnswer => {
    if (outcome instanceof OutboundFault) return false;
    if (hasSucceeded(outcome)) return true;
    const location = String(outcome.headers["location"] ?? "");
    if (![302, 303, 307].includes(outcome.status) || !location.startsWith("https://")) return false;
    return URL.canParse(location) && isPublicHost(connector, location);
  };

function fileOf(answer: HttpResponse): Download {
  const fileName = fileNameOf(answer.headers["content-disposition"]);
  return { bytes: answer.bytes, contentType: contentTypeOf(answer), fileName };
}
