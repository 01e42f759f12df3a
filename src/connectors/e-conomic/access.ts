import type { Connector } from "../../contract/connector.ts";
import type { UserInfo } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import type { ApiKeySignIn } from "../../contract/signIn.ts";
import { newerSite } from "./conventions.ts";
import { refusals } from "./errors.ts";
import type { Self } from "./types.ts";
import { webhooks } from "./webhooks.ts";

const self = "/self";

async function user(session: Session): Promise<UserInfo> {
  const { loginId, name } = ((await session.read(self)) as Self).user ?? {};
  return { ...(loginId && { id: loginId }), ...(name && { name }) };
}

/** The app's secret token belongs to the operator, the grant token to the end user. Neither expires. */
const tokens: ApiKeySignIn = {
  kind: "apiKey",
  asks: [
    { name: "clientSecret", secret: true, belongsToApp: true },
    { name: "apiKey", secret: true, label: { en: "Agreement grant token" } },
  ],
  /** Vendor's page "Connecting to the APIs using tokens", 2026-11. */
  keyGuide: {
    url: "https://secure.e-conomic.com/settings/extensions/apps",
    steps: ["All settings", "Extensions", "Apps"],
  },
  /** Vendor's page, and its blog for the languages. Shop plugins show that the URL may have a query (2026-11). */
  grantPage: {
    url: "https://secure.e-conomic.com/secure/api1/requestaccess.aspx",
    query: { appPublicToken: "{clientId}", redirectUrl: "{redirectUri}" },
    languages: { parameter: "locale", known: { da: "da-DK", nb: "nb-NO", nn: "nb-NO", no: "nb-NO", sv: "sv-SE" } },
    brings: { token: "apiKey" },
  },
  headers: { "x-appsecrettoken": "{clientSecret}", "x-agreementgranttoken": "{apiKey}" },
};

export const access = {
  mark: { letters: "e", ground: "#0f4c5c", ink: "#ffffff" },
  site: "https://restapi.e-conomic.com",
  otherSites: [newerSite],
  signIn: tokens,
  // A grant is for one agreement, which is one company.
  needs: [],
  proof: self,
  user,
  refusals,
  rawData: true,
  webhooks,
  // Fair use, for each agreement.
  limits: [{ per: "connection", calls: 50_000, seconds: 86_400 }],
} satisfies Partial<Connector>;
