import type { Connector, SessionSignIn } from "../../contract/connector.ts";
import type { Company } from "../../contract/records/connection.ts";
import type { Session } from "../../contract/session.ts";
import { refusals } from "./errors.ts";
import { ask, dayValue, plain, resultOf } from "./rpc.ts";
import type { Named } from "./types.ts";

const signIn: SessionSignIn = {
  kind: "session",
  asks: [
    { name: "baseUrl", secret: false },
    { name: "database", secret: false },
    { name: "username", secret: false },
    { name: "password", secret: true },
  ],
  start: {
    method: "POST",
    path: "/",
    body: { id: 1, method: "common.db.login", params: ["{username}", { password: "{password}" }] },
  },
  started: ({ body }) => {
    const [userId, sessionToken] = resultOf(body) as readonly [number, string];
    return { sessionToken, userId: String(userId) };
  },
  headers: { authorization: "Session {base64 username:userId:sessionToken}" },
};

const companies = async (session: Session): Promise<readonly Company[]> => {
  const asked = [[], 0, null, [["id", "ASC"]], ["party.name"]];
  const rows = await ask<readonly unknown[]>(session, "model.company.company.search_read", ...asked);
  return (plain(rows) as readonly { readonly id: number; readonly party?: Named | null }[]).map(({ id, party }) => ({
    id: String(id),
    ...(party?.name && { name: party.name }),
  }));
};

/** The one value of the first record, as text. */
async function days(session: Session, model: string, [field, ...asked]: readonly [string, ...unknown[]]) {
  const rows = await ask<readonly unknown[]>(session, `model.${model}.search_read`, ...asked, [field]);
  return (plain(rows) as readonly Readonly<Record<string, string>>[]).flatMap((row) => row[field] ?? []);
}

export const access = {
  site: ({ baseUrl = "", database = "" }) => `${baseUrl}/${encodeURIComponent(database)}`,
  signIn,
  needs: ["company"],
  proof: (session) => ask(session, "model.res.user.get_preferences", true),
  companies,
  user: async (session) => {
    const { name } = await ask<{ readonly name?: string }>(session, "model.res.user.get_preferences", false);
    return { ...(name && { name }) };
  },
  closedUntil: async (session) => {
    const closed = [["state", "!=", "open"]];
    const newest = [["end_date", "DESC"]];
    return (await days(session, "account.period", ["end_date", closed, 0, 1, newest]))[0];
  },
  fiscalYearStarts: (session) =>
    days(session, "account.fiscalyear", ["start_date", [["end_date", ">", dayValue("1900-01-01")]], 0, null, null]),
  refusals,
  rawData: true,
} satisfies Partial<Connector>;
