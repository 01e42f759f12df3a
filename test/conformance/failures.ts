/** Maps every kind of vendor failure to the right error, and renews expired tokens unnoticed. */
import type { Refused } from "../../simulators/simulation.ts";
import type { Fault, Simulator } from "../../simulators/start.ts";
import type { FailureCode } from "../../src/contract/failure.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { isRenewable } from "../../src/core/accounts/connection.ts";
import { xmlIn } from "../evidence/xml.ts";
import type { Answer } from "../support/calling.ts";
import { offeredOperations, outcome, pathIds, pathParameters, requiredQuery } from "./reading.ts";
import type { Stage, StageRequest } from "./stage.ts";

interface Expectation {
  readonly status: readonly number[];
  readonly codes: readonly FailureCode[];
}

const expectation = (status: number, code: FailureCode): Expectation => ({ status: [status], codes: [code] });

const expectations: Readonly<Record<Exclude<Fault, "lostAnswer">, Expectation>> = {
  unauthorized: expectation(409, "connection_needs_reauth"),
  forbidden: expectation(403, "target_forbidden"),
  notFound: expectation(404, "not_found"),
  invalid: { status: [422, 409, 400], codes: ["target_rejected", "target_conflict", "invalid_request"] },
  rateLimited: expectation(429, "target_rate_limited"),
  broken: { status: [502, 503], codes: ["target_unavailable", "target_bad_response"] },
  silence: expectation(504, "target_timeout"),
  garbage: expectation(502, "target_bad_response"),
};

export const faults = Object.keys(expectations) as Exclude<Fault, "lostAnswer">[];

/** More often than the service retries. */
const often = 12;
const patience = 400;

/** The operations to try failures with: a list without path parameters, and a single record. */
function probes({ facts }: Pick<Stage, "facts">): OperationId[] {
  const favourites = ["contacts.list", "customers.list", "invoices.list", "accounts.list", "items.list"];
  const lists = offeredOperations(facts, "list").filter((id) => pathParameters(id).length === 0);
  const list = lists.find((id) => favourites.includes(id)) ?? lists[0];
  const gets = offeredOperations(facts, "get").filter(
    (id) => id.split(".").length === 2 && pathParameters(id).length === 1,
  );
  const parents = gets.filter((id) => lists.includes(id.replace(/\.get$/, ".list") as OperationId));
  return [...(list === undefined ? [] : [list]), ...parents.slice(0, 1)];
}

export async function faultFindings(stage: Stage, kind: Exclude<Fault, "lostAnswer">): Promise<string[]> {
  const findings: string[] = [];
  for (const id of probes(stage)) {
    const request = await readRequest(stage, id);
    if (request !== undefined) findings.push(...(await faultFindingsOf(stage, id, request, kind)));
  }
  return findings;
}

/** For every read: a connector that reads in several steps must not swallow the failure of a later step. */
export async function readFaultFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const request = await readRequest(stage, id);
  if (request === undefined) return [];
  return [
    ...(await faultFindingsOf(stage, id, request, "forbidden")),
    ...(await faultFindingsOf(stage, id, request, "garbage")),
  ];
}

async function readRequest(stage: Stage, id: OperationId): Promise<StageRequest | undefined> {
  const [ids] = await pathIds(stage, id);
  if (ids === undefined) return undefined;
  return { ids, query: offeredOperations(stage.facts, "list").includes(id) ? await requiredQuery(stage, id) : {} };
}

export async function faultFindingsOf(
  stage: Stage,
  id: OperationId,
  request: StageRequest,
  kind: Exclude<Fault, "lostAnswer">,
): Promise<string[]> {
  const { simulator } = stage;
  if (!occurs(stage, kind)) return [];
  simulator.injectFault(kind, often);
  const send = () => stage.ask(id, { ...request, atOnce: true });
  const { result, exchanges } = await stage.during(() =>
    kind === "silence" ? stage.impatient(patience, send) : send(),
  );
  simulator.injectFault(kind, 0);
  // The service responded from its cache, without calling the vendor.
  if (exchanges.length === 0 && kind !== "silence") return [];
  return judge(stage, kind, result).map((text) => `${id}: ${kind} ${text}`);
}

/** Kinds of failure that the vendor never reports are not tested. */
const occurs = ({ simulator: { vendor } }: Stage, kind: Exclude<Fault, "lostAnswer">): boolean =>
  kind === "silence" || kind === "garbage" || vendor.refusals[kind] !== undefined;

function judge(stage: Stage, kind: Exclude<Fault, "lostAnswer">, answer: Answer): string[] {
  // A file may contain any bytes.
  if (kind === "garbage" && isFile(answer)) return [];
  const { status, codes } = allowed(stage, kind);
  const [error] = answer.body.errors ?? [];
  if (error === undefined || !status.includes(answer.status) || !codes.includes(error.code as FailureCode))
    return [`must become ${status.join(" or ")} ${codes.join(" or ")}, but it ${outcome(answer)}`];
  const refused = kind === "silence" || kind === "garbage" ? undefined : stage.simulator.vendor.refusals[kind];
  return [
    ...(error.targetSystem === stage.connector.id ? [] : ["does not name the target system"]),
    ...(kind === "rateLimited" ? waitFindings(stage.simulator, answer) : []),
    ...(refused === undefined ? [] : wordFindings(refused, kind, answer)),
  ];
}

const isFile = ({ body: { data } }: Answer): boolean =>
  (data as { readonly base64Encoded?: boolean } | undefined)?.base64Encoded === true;

/** If a vendor refuses in two cases with the same response, either error is right. */
function allowed({ simulator }: Stage, kind: Exclude<Fault, "lostAnswer">): Expectation {
  const { refusals } = simulator.vendor;
  if (kind !== "invalid" && kind !== "forbidden" && kind !== "notFound") return expectations[kind];
  const twins = (["unauthorized", "forbidden", "notFound", "invalid"] as const).filter(
    (candidate) => JSON.stringify(refusals[candidate]) === JSON.stringify(refusals[kind]),
  );
  return {
    status: twins.flatMap((twin) => expectations[twin].status),
    codes: twins.flatMap((twin) => expectations[twin].codes),
  };
}

/**
 * Simulators ask for seven seconds. Some vendors name no time at all, and some name a moment on the simulated clock,
 * which runs ahead of ours.
 */
function waitFindings({ vendor, now }: Simulator, answer: Answer): string[] {
  const retryAfter = answer.headers.get("retry-after");
  const { headers = {}, body } = vendor.refusals.rateLimited ?? {};
  if (!/7|\d{10}/.test(JSON.stringify([headers, body]))) return retryAfter === null ? ["must have Retry-After"] : [];
  const ahead = (now() - Date.now()) / 1000;
  // On a busy machine, part of the time has passed when the service reads the moment.
  const slack = 45;
  const wait = Number(retryAfter) - ahead;
  const isMoment = retryAfter !== null && wait <= 7 + 2 && wait >= 7 - slack;
  return retryAfter === "7" || isMoment
    ? []
    : [`must have the vendor's Retry-After of 7, but has ${retryAfter ?? "none"}`];
}

/** Errors show the vendor's message, but never its whole body. */
function wordFindings({ body }: Refused, kind: Fault, { text, body: answer }: Answer): string[] {
  const bodyText = typeof body === "string" ? body : JSON.stringify(body);
  const messages = textsIn(bareText(body)).filter((message) => message.length >= 8 && /\s/.test(message));
  const targetMessage = answer.errors?.[0]?.targetMessage ?? "";
  const isBodyShown =
    bodyText.length > 20 && (text.includes(bodyText) || text.includes(JSON.stringify(bodyText).slice(1, -1)));
  const isMessageMissing =
    kind === "invalid" &&
    messages.length > 0 &&
    !messages.some((message) => targetMessage.includes(message.slice(0, 40)));
  return [
    ...(isMessageMissing ? [`must show the vendor's message ("${messages[0]}"), but shows "${targetMessage}"`] : []),
    ...(isBodyShown && typeof body !== "string" ? ["shows the vendor's whole body"] : []),
  ];
}

/** Some vendors send a JSON string as the whole body, and others XML. */
function bareText(body: unknown): unknown {
  if (typeof body !== "string") return body;
  return /^".*"$/s.test(body) ? (JSON.parse(body) as unknown) : (xmlIn(body) ?? body);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.trim().replaceAll(/\s+/g, " ")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A token that expires during use is renewed, even if many requests need it at the same time. */
export async function expiryFindings(stage: Stage): Promise<string[]> {
  const [id] = probes(stage);
  if (id === undefined || !isRenewable(stage.connector.signIn)) return [];
  const query = { ...(await requiredQuery(stage, id)), limit: 5 };
  const before = await stage.ask(id, { query });
  stage.simulator.vendor.expireTokens();
  const after = await Promise.all([1, 2, 3, 4].map(() => stage.ask(id, { query })));
  const failed = after.find(({ status }) => status !== 200);
  if (failed !== undefined) return [`${id}: after the token expired, it ${outcome(failed)}`];
  const hasChanged = after.some(({ body }) => JSON.stringify(body.data) !== JSON.stringify(before.body.data));
  if (hasChanged) return [`${id}: returns different data after the token expired`];
  return renewedOnce(stage, id);
}

/** A single 401 leads to a new token, not to an error. */
async function renewedOnce(stage: Stage, id: OperationId): Promise<string[]> {
  if (!occurs(stage, "unauthorized")) return [];
  stage.simulator.injectFault("unauthorized", 1);
  const answer = await stage.ask(id, { query: await requiredQuery(stage, id) });
  stage.simulator.injectFault("unauthorized", 0);
  return answer.status === 200 ? [] : [`${id}: one 401 must lead to a new token, but it ${outcome(answer)}`];
}
