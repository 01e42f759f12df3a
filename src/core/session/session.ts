/**
 * The only way from a connector to its vendor. Addresses, sign-in, deadlines, retries, size caps, refusals and logging
 * live here once, so that no connector has any of them.
 */

import { setTimeout as sleep } from "node:timers/promises";
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
import { type Answer, flat, OutboundFault } from "../outbound/exchange.ts";
import type { Owner } from "../outbound/slots.ts";
import { linesAccepted, linesOf } from "./lines.ts";
import {
  type Asked,
  asMeant,
  asOutcome,
  bareOf,
  contentTypeOf,
  hasSucceeded,
  isRefused,
  isSuccess,
  isTooMuch,
  jsonOf,
  mayHaveHappened,
  mostTries,
  type Outcome,
  saysNothing,
  type VendorAnswer,
  waitBeforeRetry,
} from "./outcome.ts";
import { type Payload, payloadOf } from "./payload.ts";
import { type Permit, type Permits, unlimitedPermits } from "./permits.ts";
import { isRelayed, type RelayingSession, relayed } from "./relay.ts";
import { isPublicHost, placedOf, targetOf, valuesOf, withoutQuery, withQuery } from "./target.ts";
import type { ValueOf } from "./template.ts";
import { bodiesOf, faultOf, type VendorCall } from "./vendorCall.ts";
import { faultFailure, refusal, targetFailure, waitOf } from "./vendorError.ts";
import { vendorUrlOf } from "./vendorUrl.ts";

export interface SessionOptions {
  readonly connector: Connector;
  readonly connection: { readonly credentials: Credentials };
  /** Gets other credentials after these were refused, where there may be any. */
  readonly renew?: (() => Promise<Credentials>) | undefined;
  /** Told when the vendor does not accept the credentials, and nothing is left to try. */
  readonly onRefused?: (() => Promise<void>) | undefined;
  /** Told when the vendor does, where it refused them before. */
  readonly onAccepted?: (() => Promise<void>) | undefined;
  readonly scope?: Scope | undefined;
  readonly outbound: Outbound;
  /** Whose calls these are. */
  readonly owner?: Owner | undefined;
  /** Nobody waits any more. What is being written is not broken off, nor what is read after it. */
  readonly signal?: AbortSignal | undefined;
  /** The connector's site, made for this installation. */
  readonly site: string;
  /** Where the operator has this target system answered instead: `https://host/path` goes to `<that>/host/path`. */
  readonly targetSite?: string | undefined;
  readonly targetOf?: typeof targetOf;
  readonly log: { debug(facts: object, message: string): void };
  /** Told of every call to the vendor. */
  readonly onCall?: ((call: VendorCall) => void) | undefined;
  /** Whether it is told the bodies, too. */
  readonly tellsBodies?: boolean | undefined;
  readonly clock: () => number;
  /** Waits before another attempt. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
  readonly limits?: Partial<Limits>;
  readonly memory?: Memory | undefined;
  /** Keeps to the vendor's limits. */
  readonly turns?: Permits | undefined;
}

export interface Limits {
  /** For one reading with all its attempts. */
  readonly deadlineMs: number;
  readonly maxJsonBytes: number;
  readonly maxFileBytes: number;
  /** Of an answer that is read line by line. */
  readonly maxStreamBytes: number;
  readonly streamMs: number;
  /** Who could take more JSON than that, and how. */
  readonly more?: string | undefined;
}

/** JSON takes about ten times its size in memory once it is read; files stay as they are. */
const usualLimits: Limits = {
  deadlineMs: 25_000,
  maxJsonBytes: 10 * 1024 * 1024,
  maxFileBytes: 32 * 1024 * 1024,
  maxStreamBytes: 1024 * 1024 * 1024,
  streamMs: 600_000,
};

export function openSession(options: SessionOptions): RelayingSession {
  const { connector, outbound, owner, log, clock, scope, site, targetSite, turns = unlimitedPermits } = options;
  const { pause = sleep } = options;
  const limits = { ...usualLimits, ...options.limits };
  let renewals = 0;
  let { signal } = options;
  let { credentials } = options.connection;
  const findTarget = options.targetOf ?? targetOf;
  let target = findTarget({ connector, credentials, scope, site, targetSite });

  const { inBody } = connector.signIn;
  const placed: ValueOf | undefined = inBody && ((name) => placedOf(connector, name, valuesOf(credentials)));

  /** A token may end before its time. Twice: the first may bring one that somebody else got, and that ended too. */
  const renewed = async (outcome: Outcome): Promise<boolean> => {
    const { renew } = options;
    if (renew === undefined || !isRefused(outcome)) return false;
    if (renewals++ === mostRenewals) return false;
    credentials = await renew();
    target = findTarget({ connector, credentials, scope, site, targetSite });
    return true;
  };

  const attempt = async (path: string, about: Attempt): Promise<Outcome> => {
    const { method = "GET", accept, sends, maxBytes, streamMs, turn, signal: ends } = about;
    const { url, host, isPublic } = vendorUrlOf(options, target, path);
    const headers = { accept, ...(!isPublic && target.headers), ...sends?.headers };
    const { purpose } = target;
    const request = { method, url, headers, maxBytes, streamMs, purpose, owner, signal: ends } as const;
    const asked = clock();
    const over = isPublic ? undefined : await turn.enter();
    const started = clock();
    let body: OutboundRequest["body"];
    const sent = async () =>
      outbound.fetchBytes({ ...request, body: (body = sends?.body()), deadlineMs: about.deadlineMs() });
    const outcome = asMeant(connector, await sent().catch(asOutcome).finally(over));
    if (!isPublic && isTooMuch(outcome)) turns.close(waitOf(connector, outcome, started));
    const facts = { targetSystem: connector.id, method: request.method, host, path: withoutQuery(url.path) };
    const status = outcome instanceof OutboundFault ? outcome.reason : outcome.status;
    const milliseconds = clock() - started;
    log.debug({ ...facts, status, milliseconds }, "called the target system");
    options.onCall?.({
      ...facts,
      status,
      at: started,
      waitedMs: started - asked,
      milliseconds,
      bytesOut: typeof body === "string" ? body.length : (sends?.length ?? 0),
      bytesIn: outcome instanceof OutboundFault ? 0 : outcome.bytes.length,
      fault: faultOf(connector, outcome, { credentials, now: started }),
      ...(options.tellsBodies === true && { bodies: bodiesOf(body, outcome) }),
    });
    if (!isPublic && isSuccess(outcome)) await options.onAccepted?.();
    return outcome;
  };

  const failureOf = async (outcome: Outcome, path: string): Promise<Failure> => {
    if (outcome instanceof OutboundFault) return faultFailure(connector, outcome, asked(path));
    const failure = refusal(connector, outcome, { credentials, now: clock() });
    if (failure.code === "connection_needs_reauth") await options.onRefused?.();
    return failure;
  };

  const asked = (path: string): Asked => ({
    path: withoutQuery(path),
    maxBytes: limits.maxJsonBytes,
    more: limits.more,
  });

  const stopIfEnded = (): void => {
    if (signal?.aborted === true) throw targetFailure(connector, "target_timeout", { cause: signal.reason });
  };

  const get = async (path: string, about: Reading): Promise<VendorAnswer> => {
    const { isFine = isSuccess, ...bounds } = about;
    const end = clock() + limits.deadlineMs;
    const turn = turns.begin();
    const left = (): number => Math.max(1, end + turn.waitedMs() - clock());
    for (let tries = 1; ; tries++) {
      stopIfEnded();
      const outcome = await attempt(path, { ...bounds, turn, deadlineMs: left, signal });
      if (isFine(outcome)) return outcome;
      // Nobody there has seen our credentials.
      if (isRefused(outcome) && vendorUrlOf(options, target, path).isPublic)
        throw targetFailure(connector, "target_forbidden", { targetStatus: 401 });
      if (await renewed(outcome)) continue;
      const wait = tries < mostTries ? waitBeforeRetry(connector, outcome, { tries, now: clock() }) : undefined;
      if (wait === undefined || wait >= left()) throw await failureOf(outcome, path);
      await pause(wait);
    }
  };

  const getJson = (path: string, query?: VendorQuery, sent?: VendorHeaders): Promise<VendorAnswer> => {
    const sends = sent && { headers: sent, body: () => undefined };
    return get(withQuery(path, query), { accept: "application/json", maxBytes: limits.maxJsonBytes, sends });
  };

  const once = async (path: string, sends: Payload, about: Writing): Promise<VendorAnswer> => {
    const { isFine = isSuccess, ...rest } = about;
    stopIfEnded();
    signal = undefined;
    const deadlineMs = () => limits.deadlineMs + ((sends.length ?? 0) / slowestSending) * 1000;
    const whole = { ...rest, sends, turn: turns.begin(), deadlineMs, maxBytes: limits.maxJsonBytes };
    let outcome = await attempt(path, whole);
    // Refused before it was looked at: nothing has happened yet.
    while (await renewed(outcome)) outcome = await attempt(path, whole);
    if (isFine(outcome)) return outcome;
    throw asWrite(await failureOf(outcome, path), mayHaveHappened(outcome));
  };

  const sendWithHeaders = async (request: VendorRequest): Promise<VendorReply> => {
    const { method, path, query } = request;
    const answer = await once(withQuery(path, query), payloadOf(request, placed), {
      method,
      accept: "application/json",
    });
    const headers = flat(answer.headers);
    if (saysNothing(answer) && request.bareReply === undefined) return { body: undefined, headers };
    try {
      const body = request.bareReply ? bareOf(connector, answer) : jsonOf(connector, answer, asked(path));
      return { body, headers };
    } catch (error) {
      // The vendor has taken it, whatever it says of it.
      throw error instanceof Failure ? asWrite(error, true) : error;
    }
  };

  return {
    company: scope?.company ?? credentials["grantedCompany"]?.reveal(),
    memory: options.memory ?? new Map(),
    read: async (path, query, sent) => jsonOf(connector, await getJson(path, query, sent), asked(path)),
    readWithHeaders: async (path, query, sent) => {
      const answer = await getJson(path, query, sent);
      return { body: jsonOf(connector, answer, asked(path)), headers: flat(answer.headers) };
    },
    readByPost: async (path, body, query) => {
      const sends = payloadOf({ method: "POST", path, body }, placed);
      const about = { method: "POST", accept: "application/json", maxBytes: limits.maxJsonBytes, sends } as const;
      return jsonOf(connector, await get(withQuery(path, query), about), asked(path));
    },
    readLines: async (path, query) => {
      const about = { accept: linesAccepted, maxBytes: limits.maxStreamBytes, streamMs: limits.streamMs };
      const answer = await get(withQuery(path, query), about);
      return { headers: flat(answer.headers), lines: linesOf(connector, answer, asked(path)) };
    },
    download: async (path, accept = "*/*") => {
      const about = { accept, maxBytes: limits.maxFileBytes };
      const answer = await get(path, { ...about, isFine: isFileOrPointer(connector) });
      const { location } = answer.headers;
      return fileOf(hasSucceeded(answer) ? answer : await get(String(location), about));
    },
    send: async (request) => (await sendWithHeaders(request)).body,
    sendWithHeaders,
    relay: async ({ method, path, query, headers, body }) => {
      const sends = { headers, body: () => body };
      const about = { accept: "application/json", isFine: isRelayed };
      const whole = withQuery(path, query);
      const answer =
        method === "GET"
          ? await get(whole, { ...about, sends, maxBytes: limits.maxJsonBytes })
          : await once(whole, sends, { ...about, method });
      return relayed(answer, credentials);
    },
  };
}

/** Bytes a second: a large file gets the time that it takes at least this fast. */
const slowestSending = 256 * 1024;

type IsFine = (outcome: Outcome) => outcome is VendorAnswer;
type Reading = Omit<Attempt, "deadlineMs" | "turn" | "signal"> & { readonly isFine?: IsFine };
type Writing = Pick<Attempt, "method" | "accept"> & { readonly isFine?: IsFine };

interface Attempt {
  readonly method?: OutboundRequest["method"];
  readonly accept: string;
  readonly sends?: Payload | undefined;
  readonly turn: Permit;
  /** Asked for when its turn has come. */
  readonly deadlineMs: () => number;
  readonly maxBytes: number;
  readonly streamMs?: number;
  readonly signal?: AbortSignal | undefined;
}

const asWrite = (failure: Failure, mayHaveHappened: boolean): Failure =>
  new Failure(failure.code, failure.message, { ...failure.details, mayHaveHappened });

/** Vendors may keep files elsewhere: one step further, to a host that the connector names, and nowhere else. */
const isFileOrPointer =
  (connector: Connector): IsFine =>
  (outcome): outcome is VendorAnswer => {
    if (outcome instanceof OutboundFault) return false;
    if (hasSucceeded(outcome)) return true;
    const location = String(outcome.headers["location"] ?? "");
    if (![302, 303, 307].includes(outcome.status) || !location.startsWith("https://")) return false;
    return URL.canParse(location) && isPublicHost(connector, location);
  };

const mostRenewals = 2;
function fileOf(answer: Answer): Download {
  const fileName = fileNameOf(answer.headers["content-disposition"]);
  return { bytes: answer.bytes, contentType: contentTypeOf(answer), fileName };
}
