import type { Connector } from "../../contract/connector.ts";
import type { UserInfo } from "../../contract/records/connection.ts";
import type { Session, VendorReply } from "../../contract/session.ts";
import type { SessionSignIn } from "../../contract/signIn.ts";
import { refusals } from "./errors.ts";
import { closedUntil, companyCurrency, fiscalYearStarts } from "./settings.ts";
import type { IntegrationInformation } from "./types.ts";

const host = "https://goapi.poweroffice.net";

/** Needs no privilege, only a token. */
const information = "/v2/ClientIntegrationInformation";

/** The API returns no user: a client key belongs to a client, which is a company. */
async function user(session: Session): Promise<UserInfo> {
  const { ClientId, ClientName } = (await session.read(information)) as IntegrationInformation;
  return { ...(ClientId && { id: ClientId }), ...(ClientName && { name: ClientName }) };
}

/** A token is used for a minute less than it lasts. */
const margin = 60;

/** The application key and the subscription key belong to the integration, the client key to the end user's company. */
const token: SessionSignIn = {
  kind: "session",
  asks: [
    { name: "username", secret: false, belongsToApp: true, label: { en: "Application key" } },
    { name: "clientSecret", secret: true, belongsToApp: true, label: { en: "Subscription key" } },
    { name: "apiKey", secret: true, label: { en: "Client key" } },
  ],
  /** Vendor's page "Adding the integration to a client", 2026-11. */
  keyGuide: {
    url: "https://go.poweroffice.net/",
    steps: ["Menu", "Settings", "Extensions", "Add extension"],
    forField: "apiKey",
  },
  start: {
    method: "POST",
    path: `${host}/OAuth/Token`,
    headers: {
      authorization: "Basic {base64 username:apiKey}",
      "ocp-apim-subscription-key": "{clientSecret}",
    },
    urlEncoded: { grant_type: "client_credentials" },
  },
  started: ({ body }: VendorReply) => {
    const { access_token: sessionToken = "", expires_in: seconds } = body as {
      readonly access_token?: string;
      readonly expires_in?: number;
    };
    const lifetime = seconds === undefined ? undefined : Math.max(0, seconds - margin) * 1000;
    return {
      sessionToken,
      ...(lifetime !== undefined && { expiresAt: new Date(Date.now() + lifetime).toISOString() }),
    };
  },
  headers: { authorization: "Bearer {sessionToken}", "ocp-apim-subscription-key": "{clientSecret}" },
};

export const access = {
  site: host,
  signIn: token,
  // A client key is for one client, which is one company.
  needs: [],
  proof: information,
  user,
  closedUntil,
  fiscalYearStarts,
  companyCurrency,
  refusals,
  emptyListHasNoContent: true,
  rawData: true,
  // For each subscription key, however many clients use it.
  limits: [{ per: "app", calls: 10, seconds: 1 }],
} satisfies Partial<Connector>;
