import type { Connector } from "../../contract/connector.ts";
import type { Company, UserInfo } from "../../contract/records/connection.ts";
import { type Session, type VendorReply } from "../../contract/session.ts";
import type { SessionSignIn } from "../../contract/signIn.ts";
import { allOf } from "./conventions.ts";
import { refusals } from "./errors.ts";
import type { Reference, Text, WhoAmI, Wrapped } from "./types.ts";
import { webhooks } from "./webhooks.ts";

const whoAmI = "/token/session/>whoAmI";

const read = async (session: Session): Promise<WhoAmI> =>
  ((await session.read(whoAmI, { fields: "*,company(name),employee(firstName,lastName)" })) as Wrapped<WhoAmI>).value ??
  {};

/** The vendor's id for the company of the user who connects. */
const ownCompany = "0";

/** Accountants have access to their clients' companies, too. */
async function companies(session: Session): Promise<readonly Company[]> {
  const { company } = await read(session);
  type Client = Reference & { readonly name?: Text };
  const clients = await allOf<Client>(session, "/company/>withLoginAccess", { fields: "id,name" });
  const companyOf = (id: string, name: Text): Company => ({ id, ...(name ? { name } : {}) });
  return [companyOf(ownCompany, company?.name), ...clients.map(({ id, name }) => companyOf(String(id), name))];
}

async function user(session: Session): Promise<UserInfo> {
  const { employeeId, employee } = await read(session);
  const { firstName, lastName } = employee ?? {};
  return {
    ...(employeeId && { id: String(employeeId) }),
    ...(lastName && { family_name: lastName }),
    ...((firstName || lastName) && { name: [firstName, lastName].filter(Boolean).join(" ") }),
  };
}

const day = 86_400_000;
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** A session ends when its expiration date begins in Norway. */
const lifetime = 2 * day;

/** The consumer token belongs to the integration, the employee token to the user. */
const sessionToken: SessionSignIn = {
  kind: "session",
  asks: [
    { name: "clientSecret", secret: true, belongsToApp: true },
    { name: "apiKey", secret: true, label: { en: "Employee token" } },
  ],
  keyGuide: {
    url: "https://tripletex.no/",
    steps: ["Company", "Employees", "API access", "New key"],
    forField: "apiKey",
  },
  start: (now) => ({
    method: "PUT",
    path: "/token/session/:create",
    query: {
      consumerToken: "{clientSecret}",
      employeeToken: "{apiKey}",
      expirationDate: isoDay(now.getTime() + lifetime),
    },
  }),
  started: ({ body }: VendorReply) => {
    const { token, expirationDate } =
      (body as Wrapped<{ readonly token: string; readonly expirationDate?: string }>).value ?? {};
    return {
      sessionToken: token ?? "",
      // In Norway the day begins at most two hours earlier than in UTC.
      ...(expirationDate && {
        expiresAt: new Date(Date.parse(`${expirationDate}T00:00:00Z`) - day / 12).toISOString(),
      }),
    };
  },
  headers: { authorization: "Basic {base64 company|0:sessionToken}" },
};

export const access = {
  site: "https://tripletex.no/v2",
  signIn: sessionToken,
  needs: ["company"],
  proof: whoAmI,
  companies,
  user,
  // The company is the user name in every request's Authorization header.
  scope: () => ({}),
  refusals,
  rawData: true,
  webhooks,
} satisfies Partial<Connector>;
