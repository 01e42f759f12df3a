/** The two ways to call a method of a model: JSON-RPC, and JSON-2 from version 19 on. */
import { Failure } from "../../contract/failure.ts";
import { CredentialPlaceholder, type Session } from "../../contract/session.ts";
import { readCached } from "../../kit/reading.ts";

export interface Server {
  readonly version: number;
  /** The signed-in user's id. JSON-2 derives it from the key. */
  readonly user?: number;
}

/** A call of a model's method. Arguments are in the method's order: JSON-RPC takes them by position, JSON-2 by name. */
export interface Question {
  readonly model: string;
  readonly method: string;
  readonly ids?: readonly number[];
  readonly args?: Readonly<Record<string, unknown>>;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** The first version that has JSON-2. */
const namedArguments = 19;

const envelope = (params: object, id: string | number = 1) => ({ jsonrpc: "2.0", method: "call", id, params });
const database = new CredentialPlaceholder("database");
const login = new CredentialPlaceholder("username");
const key = new CredentialPlaceholder("apiKey");

/** Odoo answers a failed sign-in with `false` instead of an id. */
export const signingIn = "authenticate";

/** `17`, or `saas~17` for an intermediate version. */
function versionIn(reply: unknown): number {
  const { result } = reply as { readonly result?: { readonly server_version_info?: readonly unknown[] } };
  const [, digits] = /(\d{1,3})/.exec(String(result?.server_version_info?.[0])) ?? [];
  if (digits === undefined) throw new Failure("target_bad_response", "The target system does not report its version.");
  return Number(digits);
}

async function userOf(session: Session): Promise<number> {
  const params = { service: "common", method: "authenticate", args: [database, login, key, {}] };
  const { result } = (await session.readByPost("/jsonrpc", envelope(params, signingIn))) as { readonly result: number };
  return result;
}

/** Read once: the user, and which protocol to use. */
export const serverOf = (session: Session): Promise<Server> =>
  readCached(session, "server", async () => {
    const version = versionIn(await session.readByPost("/web/webclient/version_info", envelope({})));
    return version >= namedArguments ? { version } : { version, user: await userOf(session) };
  });

type Settings = Pick<Caller, "company" | "language" | "zone">;
const contextOf = ({ company, language, zone }: Settings, more: Question["context"]) => ({
  ...(language !== undefined && { lang: language }),
  ...(zone !== undefined && { tz: zone }),
  ...(company !== undefined && { allowed_company_ids: [companyId(company)] }),
  ...more,
});

function companyId(company: string): number {
  if (!/^\d{1,9}$/.test(company)) throw new Failure("not_found", "No company has this id.");
  return Number(company);
}

/** The values that every request needs. */
export interface Caller {
  readonly server: Server;
  readonly company: string | undefined;
  /** Names are in the end user's language only if every call asks for it. */
  readonly language?: string | undefined;
  /** The end user's time zone. Odoo takes its own days, such as the day of an entry, from UTC without it. */
  readonly zone?: string | undefined;
}

type Preferences = Pick<Caller, "language" | "zone">;

/** Read once. */
const preferencesOf = (session: Session, server: Server): Promise<Preferences> =>
  readCached(session, "preferences", async () => {
    const caller = { server, company: undefined };
    const question = { model: "res.users", method: "context_get" };
    const reply = resultOf(await session.readByPost(addressOf(caller, question), bodyOf(caller, question)));
    const { lang, tz } = (reply ?? {}) as { readonly lang?: string | false; readonly tz?: string | false };
    return { language: lang || "en_US", zone: tz || undefined };
  });

export async function callerOf(session: Session): Promise<Caller> {
  const server = await serverOf(session);
  return { server, company: session.company, ...(await preferencesOf(session, server)) };
}

/** A time in the end user's zone, `2026-08-09 00:30:00`. Kept, because making one takes as long as reading many records. */
export const localTimeOf = (session: Session): Promise<(at: Date | number) => string> =>
  readCached(session, "local time", async () => localTimeIn((await callerOf(session)).zone));

/** A zone that this program does not know counts as UTC. */
function localTimeIn(zone = "UTC"): (at: Date | number) => string {
  const options = { dateStyle: "short", timeStyle: "medium" } as const;
  try {
    return new Intl.DateTimeFormat("sv-SE", { ...options, timeZone: zone }).format;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Intl.DateTimeFormat("sv-SE", { ...options, timeZone: "UTC" }).format;
  }
}

/** The current day of the end user. */
export const todayOf = async (session: Session): Promise<string> =>
  (await localTimeOf(session))(Date.now()).slice(0, 10);

export const addressOf = ({ server }: Caller, { model, method }: Pick<Question, "model" | "method">): string =>
  server.user === undefined ? `/json/2/${model}/${method}` : "/jsonrpc";

export function bodyOf(
  { server, company, language, zone }: Caller,
  { model, method, ids, args = {}, context: more }: Question,
): object {
  const context = contextOf({ company, language, zone }, more);
  if (server.user === undefined) return { ...(ids && { ids }), ...args, context };
  const positional = [...(ids ? [ids] : []), ...Object.values(args)];
  const params = [database, server.user, key, model, method, positional, { context }];
  return envelope({ service: "object", method: "execute_kw", args: params });
}

/** JSON-2 returns the plain value. */
export const resultOf = (reply: unknown): unknown =>
  typeof reply === "object" && reply !== null && "jsonrpc" in reply
    ? (reply as { readonly result?: unknown }).result
    : reply;

export async function ask<Result>(session: Session, question: Question): Promise<Result> {
  const caller = await callerOf(session);
  return resultOf(await session.readByPost(addressOf(caller, question), bodyOf(caller, question))) as Result;
}

/** Calls a method that changes something, and returns its result. Check first before repeating it. */
export async function actFor<Result>(session: Session, question: Question): Promise<Result> {
  const caller = await callerOf(session);
  const reply = await session.send({
    method: "POST",
    path: addressOf(caller, question),
    body: bodyOf(caller, question),
  });
  return resultOf(reply) as Result;
}

export async function act(session: Session, question: Question): Promise<void> {
  await actFor(session, question);
}

/** Counts records. JSON-2 would return a bare number, which sessions do not accept as JSON. */
export async function count(session: Session, model: string, domain: unknown): Promise<number> {
  const { user } = await serverOf(session);
  if (user !== undefined) return ask<number>(session, { model, method: "search_count", args: { domain } });
  const args = { domain, groupby: [], aggregates: ["__count"] };
  const question = { model, method: "formatted_read_group", args };
  const [group] = await ask<readonly Readonly<Record<string, number>>[]>(session, question);
  return group?.["__count"] ?? 0;
}

export interface Grouped {
  /** The value that the rows share: an id with its label. */
  readonly by: readonly [id: number, label: string] | false;
  readonly sums: Readonly<Record<string, number>>;
  readonly raw: unknown;
}

/** Totals by the server, for each record that a field links to. */
export async function groups(
  session: Session,
  { model, domain, by, sums }: { model: string; domain: unknown; by: string; sums: readonly string[] },
): Promise<readonly Grouped[]> {
  const { user } = await serverOf(session);
  const aggregates = sums.map((field) => `${field}:sum`);
  const rows = await ask<readonly Readonly<Record<string, unknown>>[]>(
    session,
    user === undefined
      ? { model, method: "formatted_read_group", args: { domain, groupby: [by], aggregates } }
      : { model, method: "read_group", args: { domain, fields: aggregates, groupby: [by] } },
  );
  return rows.map((row) => ({
    by: row[by] as Grouped["by"],
    sums: Object.fromEntries(sums.map((field) => [field, (row[`${field}:sum`] ?? row[field] ?? 0) as number])),
    raw: row,
  }));
}
