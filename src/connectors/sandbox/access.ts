import type { ApiKeySignIn, Connector, OAuthSignIn, SiteFacts } from "../../contract/connector.ts";
import type { UserInfo } from "../../contract/records/connection.ts";
import { path } from "../../kit/path.ts";
import { companies, environments } from "./choices.ts";
import { refusals } from "./errors.ts";
import { closedUntil } from "./fiscalYears.ts";

/** Where it is and what has to be chosen: the same for all editions. */
export const access = {
  builtIn: true,
  site: ({ ownUrl }) => `${ownUrl}/sandbox/v1`,
  needs: ["environment", "company"],
  proof: "/me",
  environments,
  companies,
  user: async (session) => (await session.read("/me")) as UserInfo,
  scope: ({ environment, company }) => ({ path: path`/environments/${environment}/companies/${company}` }),
  refusals,
  closedUntil,
  rawData: true,
} satisfies Partial<Connector>;

/** For browsers; what we call ourselves stays on this machine. */
const issuer = ({ publicUrl }: SiteFacts): string => `${publicUrl}/sandbox/oauth`;

export const oauth: OAuthSignIn = {
  kind: "oauth2",
  issuer,
  authorizeUrl: (facts) => `${issuer(facts)}/authorize`,
  tokenUrl: ({ ownUrl }) => `${ownUrl}/sandbox/oauth/token`,
  revokeUrl: ({ ownUrl }) => `${ownUrl}/sandbox/oauth/revoke`,
  scopes: ["books"],
  clientAuth: "basic",
  asks: [],
  headers: { authorization: "Bearer {accessToken}" },
};

export const apiKey: ApiKeySignIn = {
  kind: "apiKey",
  asks: [{ name: "apiKey", secret: true }],
  headers: { authorization: "Bearer {apiKey}" },
};
