/** A vendor's ways to fail become the right failures, and nobody notices when a token ends. */
import type { Refused } from "../../simulators/simulation.ts";
import type { Simulator, Trouble } from "../../simulators/start.ts";
import type { FailureCode } from "../../src/contract/failure.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { isRenewable } from "../../src/core/accounts/connection.ts";
import type { Answer } from "../support/calling.ts";
import { always, namesIn, offered, outcome, places } from "./reading.ts";
import type { Asked, Stage } from "./stage.ts";

interface Expectation {
  readonly status: readonly number[];
  readonly codes: readonly FailureCode[];
}

const one = (status: number, code: FailureCode): Expectation => ({ status: [status], codes: [code] });

const expectations: Readonly<Record<Exclude<Trouble, "lostAnswer">, Expectation>> = {
  unauthorized: one(409, "connection_needs_reauth"),
  forbidden: one(403, "target_forbidden"),
  notFound: one(404, "not_found"),
  invalid: { status: [422, 409, 400], codes: ["target_rejected", "target_conflict", "invalid_request"] },
  rateLimited: one(429, "target_rate_limited"),
  broken: { status: [502, 503], codes: ["target_unavailable", "target_bad_response"] },
  silence: one(504, "target_timeout"),
  garbage: one(502, "target_bad_response"),
};

export const troubles = Object.keys(expectations) as Exclude<Trouble, "lostAnswer">[];

/** More often than the service tries again. */
const often = 12;
const patience = 400;

/** The operation that failures are tried with: a list that needs nothing, and a single record. */
function probes({ facts }: Pick<Stage, "facts">): OperationId[] {
  const favourites = ["contacts.list", "customers.list", "invoices.list", "accounts.list", "items.list"];
  const lists = offered(facts, "list").filter((id) => namesIn(id).length === 0);
  const list = lists.find((id) => favourites.includes(id)) ?? lists[0];
  const gets = offered(facts, "get").filter((id) => id.split(".").length === 2 && namesIn(id).length === 1);
  const parents = gets.filter((id) => lists.includes(id.replace(/\.get$/, ".list") as OperationId));
  return [...(list === undefined ? [] : [list]), ...parents.slice(0, 1)];
}

export async function troubleFindings(stage: Stage, kind: Exclude<Trouble, "lostAnswer">): Promise<string[]> {
  const findings: string[] = [];
  for (const id of probes(stage)) {
    const asked = await askedOf(stage, id);
    if (asked !== undefined) findings.push(...(await strike(stage, id, asked, kind)));
  }
  return findings;
}

/** For every read: a connector that reads in several steps must not swallow what a later one says. */
export async function readTroubleFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const asked = await askedOf(stage, id);
  if (asked === undefined) return [];
  return [...(await strike(stage, id, asked, "forbidden")), ...(await strike(stage, id, asked, "garbage"))];
}

async function askedOf(stage: Stage, id: OperationId): Promise<Asked | undefined> {
  const [ids] = await places(stage, id);
  if (ids === undefined) return undefined;
  return { ids, query: offered(stage.facts, "list").includes(id) ? await always(stage, id) : {} };
}

export async function strike(
  stage: Stage,
  id: OperationId,
  asked: Asked,
  kind: Exclude<Trouble, "lostAnswer">,
): Promise<string[]> {
  const { simulator } = stage;
  if (!occurs(stage, kind)) return [];
  simulator.trouble(kind, often);
  const ask = () => stage.ask(id, { ...asked, atOnce: true });
  const { result, exchanges } = await stage.during(() => (kind === "silence" ? stage.impatient(patience, ask) : ask()));
  simulator.trouble(kind, 0);
  // Answered without the vendor, from memory: there was nothing to go wrong.
  if (exchanges.length === 0 && kind !== "silence") return [];
  return judged(stage, kind, result).map((text) => `${id}: ${kind} ${text}`);
}

/** What a vendor never says need not be understood. */
const occurs = ({ simulator: { vendor } }: Stage, kind: Exclude<Trouble, "lostAnswer">): boolean =>
  kind === "silence" || kind === "garbage" || vendor.refusals[kind] !== undefined;

function judged(stage: Stage, kind: Exclude<Trouble, "lostAnswer">, answer: Answer): string[] {
  // The bytes of a file may be anything.
  if (kind === "garbage" && isFile(answer)) return [];
  const { status, codes } = allowed(stage, kind);
  const [error] = answer.body.errors ?? [];
  if (error === undefined || !status.includes(answer.status) || !codes.includes(error.code as FailureCode))
    return [`must become ${status.join(" or ")} ${codes.join(" or ")}, but ${outcome(answer)}`];
  const refused = kind === "silence" || kind === "garbage" ? undefined : stage.simulator.vendor.refusals[kind];
  return [
    ...(error.targetSystem === stage.connector.id ? [] : ["does not name the target system"]),
    ...(kind === "rateLimited" ? waitFindings(stage.simulator, answer) : []),
    ...(refused === undefined ? [] : wordFindings(refused, kind, answer)),
  ];
}

const isFile = ({ body: { data } }: Answer): boolean =>
  (data as { readonly base64Encoded?: boolean } | undefined)?.base64Encoded === true;

/** Where a vendor says two things with one status, either is right. */
function allowed({ simulator }: Stage, kind: Exclude<Trouble, "lostAnswer">): Expectation {
  const { refusals } = simulator.vendor;
  const own = expectations[kind];
  if (kind !== "invalid" && kind !== "forbidden" && kind !== "notFound") return own;
  const twins = (["unauthorized", "forbidden", "notFound", "invalid"] as const).filter(
    (other) => JSON.stringify(refusals[other]) === JSON.stringify(refusals[kind]),
  );
  return {
    status: twins.flatMap((twin) => expectations[twin].status),
    codes: twins.flatMap((twin) => expectations[twin].codes),
  };
}

/** Seven seconds, where the vendor says so anywhere; some only say no, some name the moment on a clock that we move on. */
function waitFindings({ vendor, now }: Simulator, { headers: told }: Answer): string[] {
  const said = told.get("retry-after");
  const { headers = {}, body } = vendor.refusals.rateLimited ?? {};
  if (!/7|\d{10}/.test(JSON.stringify([headers, body]))) return said === null ? ["must have Retry-After"] : [];
  const ahead = (now() - Date.now()) / 1000;
  const isMoment = said !== null && Math.abs(Number(said) - 7 - ahead) < 2;
  return said === "7" || isMoment ? [] : [`must have Retry-After 7, as the vendor says, but has ${said ?? "none"}`];
}

/** The vendor's own words are shown; its body as a whole is not. */
function wordFindings({ body }: Refused, kind: Trouble, { text, body: answer }: Answer): string[] {
  const whole = typeof body === "string" ? body : JSON.stringify(body);
  const said = textsIn(bareText(body)).filter((one) => one.length >= 8 && /\s/.test(one));
  const shown = answer.errors?.[0]?.targetMessage ?? "";
  const raw = whole.length > 20 && (text.includes(whole) || text.includes(JSON.stringify(whole).slice(1, -1)));
  const mute = kind === "invalid" && said.length > 0 && !said.some((one) => shown.includes(one.slice(0, 40)));
  return [
    ...(mute ? [`must show what the vendor said ("${said[0]}"), but shows "${shown}"`] : []),
    ...(raw && typeof body !== "string" ? ["shows the vendor's whole body"] : []),
  ];
}

/** A text in quotation marks is a bare value of JSON. */
const bareText = (body: unknown): unknown =>
  typeof body === "string" && /^".*"$/s.test(body) ? (JSON.parse(body) as unknown) : body;

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.trim().replaceAll(/\s+/g, " ")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A token that ends in mid-use is renewed, also when many requests notice at once. */
export async function expiryFindings(stage: Stage): Promise<string[]> {
  const [id] = probes(stage);
  if (id === undefined || !isRenewable(stage.connector.signIn)) return [];
  const query = { ...(await always(stage, id)), limit: 5 };
  const before = await stage.ask(id, { query });
  stage.simulator.vendor.expireTokens();
  const after = await Promise.all([1, 2, 3, 4].map(() => stage.ask(id, { query })));
  const wrong = after.find(({ status }) => status !== 200);
  if (wrong !== undefined) return [`${id}: after the token ended ${outcome(wrong)}`];
  const other = after.find(({ body }) => JSON.stringify(body.data) !== JSON.stringify(before.body.data));
  if (other !== undefined) return [`${id}: answers something else after the token ended`];
  return renewedOnce(stage, id);
}

/** One refusal is an occasion to renew, not a failure. */
async function renewedOnce(stage: Stage, id: OperationId): Promise<string[]> {
  if (!occurs(stage, "unauthorized")) return [];
  stage.simulator.trouble("unauthorized", 1);
  const answer = await stage.ask(id, { query: await always(stage, id) });
  stage.simulator.trouble("unauthorized", 0);
  return answer.status === 200 ? [] : [`${id}: one 401 must lead to a new token, but ${outcome(answer)}`];
}
