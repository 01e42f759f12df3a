import type { Connector } from "../../contract/connector.ts";
import type { UserInfo } from "../../contract/records/connection.ts";
import type { Session } from "../../contract/session.ts";
import type { ApiKeySignIn, OAuthSignIn } from "../../contract/signIn.ts";
import { closedUntil, fiscalYearStarts, profileOf } from "./conventions.ts";
import { refusals } from "./errors.ts";

const dayLength = 86_400;

/** What the connector reads and writes, by the vendor's name for the permission. */
const scopes = [
  "customers:all",
  "customer_invoices:all",
  "products:all",
  "suppliers:all",
  "supplier_invoices:readonly",
  "journals:readonly",
  "ledger_accounts:all",
  "ledger_entries:all",
  "fiscal_years:readonly",
  "trial_balance:readonly",
  "bank_accounts:readonly",
  "categories:readonly",
];

async function user(session: Session): Promise<UserInfo> {
  const { user: found } = (await session.read("/me")) as Awaited<ReturnType<typeof profileOf>>;
  const name = [found?.first_name, found?.last_name].filter(Boolean).join(" ");
  return {
    id: String(found?.id ?? ""),
    ...(found?.email && { email: found.email }),
    ...(found?.last_name && { family_name: found.last_name }),
    ...(name && { name }),
  };
}

/** A scope with the right to write contains the right to read. */
const allows = (granted: readonly string[], wanted: string): boolean =>
  granted.includes(wanted) || granted.includes(wanted.replace(/:readonly$/, ":all"));

async function restrictions(session: Session): Promise<readonly string[]> {
  const { scopes: granted } = await profileOf(session);
  if (!granted) return [];
  return scopes
    .filter((scope) => !allows(granted, scope))
    .map((scope) => `The token lacks the permission ${scope}, so Pennylane refuses what needs it.`);
}

/** Shared by both ways to connect. A token belongs to one company. */
export const access = {
  mark: { letters: "P", ground: "#044e45", ink: "#ffffff" },
  site: "https://app.pennylane.com/api/external/v2",
  needs: [],
  proof: "/me",
  user,
  restrictions,
  closedUntil,
  fiscalYearStarts,
  // The books are in euros: invoices in other currencies have their amount in euros beside it (reference, 2026-02).
  companyCurrency: async () => "EUR",
  refusals,
  rawData: true,
  // Guide to rate limiting, 2026-02: for each token.
  limits: [{ per: "connection", calls: 25, seconds: 5 }],
} satisfies Partial<Connector>;

export const oauth: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: "https://app.pennylane.com/oauth/authorize",
  tokenUrl: "https://app.pennylane.com/oauth/token",
  revokeUrl: "https://app.pennylane.com/oauth/revoke",
  scopes,
  clientAuth: "body",
  // A refresh token lasts 90 days, and a renewal ends both tokens (NOTES.md).
  unusedGrantSeconds: 90 * dayLength,
  asks: [],
  headers: { authorization: "Bearer {accessToken}" },
};

export const companyToken: ApiKeySignIn = {
  kind: "apiKey",
  asks: [{ name: "apiKey", secret: true, label: { en: "Company API token" } }],
  keyGuide: {
    url: "https://app.pennylane.com",
    steps: ["Management", "Settings", "Connectivity", "Developers", "Generate an API Token"],
  },
  headers: { authorization: "Bearer {apiKey}" },
};
