import type { Connector } from "../../contract/connector.ts";
import type { Company } from "../../contract/records/connection.ts";
import type { Session } from "../../contract/session.ts";
import type { SessionSignIn } from "../../contract/signIn.ts";
import { select } from "./conventions.ts";
import { refusals } from "./errors.ts";
import { ask, resultOf } from "./rpc.ts";
import type { FiscalYear, Identified, Named } from "./types.ts";

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
  /** The labels of the sign-in window of client 6.0. */
  keyGuide: { url: "https://docs.tryton.org/", steps: ["Login", "Host / Database information"] },
  headers: { authorization: "Session {base64 username:userId:sessionToken}" },
};

interface Preferences {
  readonly name?: string;
  readonly companies?: readonly number[];
}

/** The companies that the user may use. Tryton silently ignores any other company in the context. */
const companies = async (session: Session): Promise<readonly Company[]> => {
  const { companies: ids = [] } = await ask<Preferences>(session, "model.res.user.get_preferences", false);
  const source = { model: "company.company", fields: "party.name" };
  const rows = await select<Identified & { readonly party?: Named | null }>(session, source, [["id", "in", ids]]);
  return rows.map(({ id, party }) => ({ id: String(id), ...(party?.name && { name: party.name }) }));
};

const spans = (model: string) => ({ model, fields: "start_date end_date", company: "company" });

export const access = {
  mark: { letters: "T", ground: "#3465a4", ink: "#ffffff" },
  site: ({ baseUrl = "", database = "" }) => `${baseUrl}/${encodeURIComponent(database)}`,
  signIn,
  needs: ["company"],
  proof: (session) => ask(session, "model.res.user.get_preferences", true),
  companies,
  user: async (session) => {
    const { name } = await ask<Preferences>(session, "model.res.user.get_preferences", false);
    return { ...(name && { name }) };
  },
  closedUntil: async (session) => {
    const closed = await select<FiscalYear>(session, spans("account.period"), [["state", "!=", "open"]]);
    return closed
      .flatMap(({ end_date: last }) => last ?? [])
      .toSorted()
      .at(-1);
  },
  fiscalYearStarts: async (session) => {
    const years = await select<FiscalYear>(session, spans("account.fiscalyear"), []);
    return years.flatMap(({ start_date: first }) => first ?? []);
  },
  refusals,
  rawData: true,
} satisfies Partial<Connector>;
