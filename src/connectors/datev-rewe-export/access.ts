import type { Connector } from "../../contract/connector.ts";
import type { Company, Subscription, UserInfo } from "../../contract/records/connection.ts";
import type { Session } from "../../contract/session.ts";
import type { OAuthSignIn } from "../../contract/signIn.ts";
import { byOffset } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { dayOf, yearIds } from "./conventions.ts";
import { refusals } from "./errors.ts";
import type { Client, UserInfo as VendorUser } from "./types.ts";

const clientsSite = "https://accounting-clients.api.datev.de/platform/v2";
export const documentsSite = "https://accounting-documents.api.datev.de/platform/v2";
export const transfersSite = "https://accounting-dxso-jobs.api.datev.de/platform/v2";
const loginSite = "https://api.datev.de";

const integerOf = (value: number | string | null | undefined): number | undefined =>
  value === null || value === undefined || value === "" ? undefined : Number(value);

type Service = NonNullable<Client["services"]>[number];

const service = mapping<Subscription, Service>({
  id: ({ scopes }) => scopes?.join(" "),
  name: ({ name }) => name,
  status: () => undefined,
  active: () => undefined,
});

const company = mapping<Company, Client>({
  id: ({ id }) => id,
  name: ({ name }) => name,
  environmentId: () => undefined,
  client_number: ({ client_number: number }) => integerOf(number),
  consultant_number: ({ consultant_number: number }) => integerOf(number),
  subscription: nestedList(service, ({ services }) => services),
});

const clients = byOffset({
  skip: "skip",
  size: "top",
  largest: 100,
  records: (body: unknown) => body,
  total: (_body, headers) => integerOf(headers["total-items"]),
});

async function companies(session: Session): Promise<readonly Company[]> {
  const read = (page: object) => session.readWithHeaders(`${clientsSite}/clients`, { ...page });
  return ((await clients(read, undefined, session.memory)).natives as readonly Client[]).map(company);
}

/** A token for one client may read that client, but not the list. */
export const companyById = async (session: Session, id: string): Promise<Company> =>
  company((await session.read(clientsSite + path`/clients/${id}`)) as Client);

const userInfo = `${loginSite}/userinfo`;

const user = mapping<UserInfo, VendorUser>({
  id: ({ sub }) => sub,
  account_id: ({ account_id: id }) => id,
  family_name: ({ family_name: name }) => name,
  name: ({ name }) => name,
});

/** Settings of both editions. */
export const access = {
  mark: { letters: "D", ground: "#166534", ink: "#ffffff" },
  site: "https://accounting-data-exchange.api.datev.de/platform/v1",
  otherSites: [clientsSite, documentsSite, transfersSite, loginSite],
  needs: ["company"],
  // The list of clients is no proof: a token for one client may not read it.
  proof: (session) => session.read(userInfo),
  companies,
  user: async (session) => user((await session.read(userInfo)) as VendorUser),
  scope: ({ company: client }) => ({ path: path`/clients/${client}` }),
  refusals,
  fiscalYearStarts: async (session) => (await yearIds(session)).map(dayOf),
  rawData: true,
} satisfies Partial<Connector>;

/** Access tokens last 15 minutes, refresh tokens 11 hours. Each refresh token works once. */
export const oauth: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: "https://login.datev.de/openid/authorize",
  tokenUrl: `${loginSite}/token`,
  revokeUrl: `${loginSite}/revoke`,
  idTokenIssuer: "https://login.datev.de/openid",
  scopes: [
    "openid",
    "profile",
    "account_id",
    "datev:accounting:clients",
    "datev:accounting:exchange",
    "accounting:clients:read",
    "accounting:documents",
    "accounting:dxso-jobs",
  ],
  clientAuth: "basic",
  unusedGrantSeconds: 11 * 3600,
  authorizeQuery: { enableWindowsSso: "true" },
  asks: [],
  headers: { authorization: "Bearer {accessToken}", "x-datev-client-id": "{clientId}" },
};

/** A grant for one client that lasts two years and is renewed with every use. */
export const longTerm: OAuthSignIn = {
  ...oauth,
  unusedGrantSeconds: 730 * 86_400,
  companyScopes: (client) => ["offline_access", `datev:iam:client:${client}`],
};
