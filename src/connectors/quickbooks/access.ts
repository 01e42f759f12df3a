/** Sign-in at QuickBooks, and the company that it gives access to. */

import type { Connector } from "../../contract/connector.ts";
import type { Company } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import type { OAuthSignIn } from "../../contract/signIn.ts";
import { firstDayOfMonth, numberOfMonth } from "../../kit/dates.ts";
import { version } from "./conventions.ts";
import { refusals } from "./errors.ts";
import type { CompanyInfo, Preferences } from "./types.ts";
import { webhooks } from "./webhooks.ts";

/** The end user chooses the company on Intuit's page, and the tokens are for that company only. */
const signIn: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: "https://appcenter.intuit.com/connect/oauth2",
  tokenUrl: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
  revokeUrl: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
  scopes: ["com.intuit.quickbooks.accounting"],
  clientAuth: "basic",
  companyParameter: "realmId",
  // Vendor's page on OAuth, 2026-11: a hundred days, renewed with every use.
  unusedGrantSeconds: 100 * 86_400,
  asks: [],
  headers: { authorization: "Bearer {accessToken}" },
};

const companyPath = (company: string): string => `/v3/company/${encodeURIComponent(company)}`;

/** The record's own id is always 1: only the path names the company. */
async function companyInfo({ read }: Session, base: string, company: string): Promise<CompanyInfo | undefined> {
  const body = await read(`${base}/companyinfo/${encodeURIComponent(company)}`, version);
  return (body as { readonly CompanyInfo?: CompanyInfo } | undefined)?.CompanyInfo;
}

async function companies(session: Session): Promise<readonly Company[]> {
  const { company: id = "" } = session;
  const name = (await companyInfo(session, companyPath(id), id))?.CompanyName;
  return [{ id, ...(name && { name }) }];
}

async function preferencesOf(session: Session): Promise<Preferences | undefined> {
  const body = await session.read("/preferences", version);
  return (body as { readonly Preferences?: Preferences }).Preferences;
}

const closedUntil = async (session: Session): Promise<string | undefined> =>
  (await preferencesOf(session))?.AccountingInfoPrefs?.BookCloseDate ?? undefined;

const companyCurrency = async (session: Session): Promise<string | undefined> =>
  (await preferencesOf(session))?.CurrencyPrefs?.HomeCurrency?.value ?? undefined;

async function fiscalYearStarts(session: Session): Promise<readonly string[]> {
  const info = await companyInfo(session, "", session.company ?? "");
  const month = numberOfMonth(info?.FiscalYearStartMonth);
  return month === undefined ? [] : [firstDayOfMonth(month)];
}

export const access = {
  mark: { letters: "Qb", ground: "#1b7f3b", ink: "#ffffff" },
  signIn,
  needs: ["company"],
  proof: companies,
  companies,
  scope: ({ company = "" }) => ({ path: companyPath(company) }),
  // Files are on numbered storage hosts.
  publicHosts: ["intuit-qbo-prod-*.s3.amazonaws.com"],
  refusals,
  closedUntil,
  companyCurrency,
  fiscalYearStarts,
  rawData: true,
  webhooks,
  batches: true,
  limits: [
    { per: "company", calls: 500, seconds: 60 },
    { per: "company", calls: 10, seconds: 1 },
  ],
} satisfies Partial<Connector>;
