/** Sign-in at FreshBooks, and the businesses that it gives access to. */
import type { Connector } from "../../contract/connector.ts";
import type { Company, UserInfo } from "../../contract/records/connection.ts";
import type { Session } from "../../contract/session.ts";
import { path } from "../../kit/path.ts";
import { companyCurrency, identityOf, site } from "./conventions.ts";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

/** Only businesses with an account have books: those of clients and contractors may have none. */
async function companies(session: Session): Promise<readonly Company[]> {
  const { response } = await identityOf(session);
  const found = (response?.business_memberships ?? []).flatMap(({ business }): Company[] =>
    business?.account_id ? [{ id: business.account_id, ...(business.name ? { name: business.name } : {}) }] : [],
  );
  return [...new Map(found.map((company) => [company.id, company])).values()];
}

async function user(session: Session): Promise<UserInfo> {
  const { response } = await identityOf(session);
  const { id, first_name: name, last_name: familyName } = response ?? {};
  return {
    ...(id !== undefined && { id: String(id) }),
    ...(name && { name }),
    ...(familyName && { family_name: familyName }),
  };
}

export const access = {
  mark: { letters: "FB", ground: "#0075dd", ink: "#ffffff" },
  site,
  signIn: {
    kind: "oauth2",
    authorizeUrl: "https://auth.freshbooks.com/oauth/authorize/",
    tokenUrl: "https://api.freshbooks.com/auth/oauth/token",
    revokeUrl: "https://api.freshbooks.com/auth/oauth/revoke",
    // A scope that the app does not have, or that does not exist, ends the whole sign-in (NOTES.md).
    scopes: [
      "user:profile:read",
      // The chart of accounts.
      "user:account:read",
      "user:clients:read",
      "user:clients:write",
      "user:bill_vendors:read",
      "user:bill_vendors:write",
      "user:billable_items:read",
      "user:billable_items:write",
      "user:invoices:read",
      "user:invoices:write",
      "user:credit_notes:read",
      "user:payments:read",
      "user:payments:write",
      "user:bills:read",
      "user:bills:write",
      "user:bill_payments:read",
      "user:bill_payments:write",
      "user:expenses:read",
      "user:expenses:write",
      "user:taxes:read",
      "user:journal_entries:read",
      "user:journal_entries:write",
    ],
    clientAuth: "body",
    asks: [],
    headers: { authorization: "Bearer {accessToken}" },
  },
  needs: ["company"],
  proof: "/auth/api/v1/users/me",
  companies,
  user,
  scope: ({ company }) => (company === undefined ? {} : { path: path`/accounting/account/${company}` }),
  companyCurrency,
  refusals,
  rawData: true,
  webhooks,
} satisfies Partial<Connector>;
