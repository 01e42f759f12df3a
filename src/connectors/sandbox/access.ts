import type { Connector } from "../../contract/connector.ts";
import type { Company, Environment, Subscription, UserInfo } from "../../contract/records/connection.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import type { ApiKeySignIn, OAuthSignIn, SiteFacts } from "../../contract/signIn.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { paging } from "./conventions.ts";
import { refusals } from "./errors.ts";
import { at, eachOf, flag, identity, mappingOf, number, text } from "./fields.ts";
import { task } from "./jobs.ts";
import { closedUntil, fiscalYearStarts } from "./ledger.ts";
import type { Native } from "./types.ts";

const environment = mappingOf<Environment>({
  ...identity,
  environmentId: at("id", text),
  name: text,
  type: text,
  tenantId: text,
  applicationFamily: text,
  countryCode: text,
});

const subscription = mappingOf<Subscription>({ id: text, name: text, status: text, active: flag });

const company = mappingOf<Company>({
  ...identity,
  name: text,
  environmentId: text,
  client_number: number,
  consultant_number: number,
  subscription: at("subscriptions", eachOf(subscription)),
});

async function readAll<Record>(session: Session, map: Mapping<Record, Native>, list: string, query: VendorQuery = {}) {
  const read = (page: VendorQuery) => session.readWithHeaders(list, { ...query, ...page });
  return ((await paging(read, undefined, session.memory)).natives as readonly Native[]).map(map);
}

/** The address and the required choices, which all editions share. */
export const access = {
  builtIn: true,
  mark: { letters: "S", ground: "#0f6e5c", ink: "#ffffff" },
  site: ({ ownUrl }) => `${ownUrl}/sandbox/v1`,
  needs: ["environment", "company"],
  proof: "/me",
  environments: (session) => readAll(session, environment, "/environments"),
  companies: (session, chosen) => readAll(session, company, "/companies", { environment: chosen }),
  user: async (session) => (await session.read("/me")) as UserInfo,
  scope: (scope) => ({ path: path`/environments/${scope.environment}/companies/${scope.company}` }),
  refusals,
  closedUntil,
  fiscalYearStarts,
  task,
  rawData: true,
} satisfies Partial<Connector>;

/** The address for browsers. Calls by Kontor itself stay on this machine. */
const issuer = ({ publicUrl }: SiteFacts): string => `${publicUrl}/sandbox/oauth`;

export const oauth: OAuthSignIn = {
  kind: "oauth2",
  issuer,
  authorizeUrl: (facts) => `${issuer(facts)}/authorize`,
  tokenUrl: ({ ownUrl }) => `${ownUrl}/sandbox/oauth/token`,
  revokeUrl: ({ ownUrl }) => `${ownUrl}/sandbox/oauth/revoke`,
  scopes: ["books"],
  clientAuth: "basic",
  localeParameter: "ui_locales",
  asks: [],
  headers: { authorization: "Bearer {accessToken}" },
};

/** The labels on the sandbox's pages, which are in English and German. */
const keySteps: Readonly<Record<string, readonly string[]>> = {
  de: ["API-Schlüssel", "Schlüssel erstellen"],
  en: ["API keys", "Create a key"],
};

export const apiKey: ApiKeySignIn = {
  kind: "apiKey",
  asks: [{ name: "apiKey", secret: true }],
  keyGuide: {
    url: ({ publicUrl, locale }) =>
      `${publicUrl}/sandbox/keys${locale === undefined ? "" : `?ui_locales=${encodeURIComponent(locale)}`}`,
    steps: (locale = "en") => keySteps[locale.toLowerCase().split("-")[0] ?? ""] ?? keySteps["en"] ?? [],
  },
  headers: { authorization: "Bearer {apiKey}" },
};
