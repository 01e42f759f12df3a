/** Sign-in at Xero, and the organisations that it gives access to. */

import { Failure } from "../../contract/failure.ts";
import type { Company as CompanyRecord } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import type { OAuthSignIn } from "../../contract/signIn.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { mapping } from "../../kit/mapping.ts";
import { recordsIn } from "./conventions.ts";
import type { Connection, Organisation } from "./types.ts";

/** Granular scopes: apps created since 2026-03 cannot use the broad ones (developer.xero.com/faq/granular-scopes). */
export const signIn: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: "https://login.xero.com/identity/connect/authorize",
  tokenUrl: "https://identity.xero.com/connect/token",
  revokeUrl: "https://identity.xero.com/connect/revocation",
  scopes: [
    "offline_access",
    "accounting.attachments",
    "accounting.banktransactions",
    "accounting.contacts",
    "accounting.invoices",
    "accounting.journals.read",
    "accounting.manualjournals",
    "accounting.payments",
    "accounting.reports.trialbalance.read",
    "accounting.settings",
  ],
  clientAuth: "basic",
  // Vendor's page on token types, 2026-11: sixty days.
  unusedGrantSeconds: 60 * 86_400,
  asks: [],
  headers: { authorization: "Bearer {accessToken}" },
};

const company = mapping<CompanyRecord, Connection>(values({ id: "tenantId", name: "tenantName" }));

/** Accountants' practices can be connected too, but have no books. */
export const companies = async (session: Session): Promise<readonly CompanyRecord[]> =>
  ((await session.read("/connections")) as readonly Connection[])
    .filter(({ tenantType }) => tenantType === "ORGANISATION")
    .map(company);

export const organisationOf = async (session: Session): Promise<Organisation | undefined> =>
  recordsIn(await session.read("/Organisation"), "Organisations")[0];

/** The end of year lock applies to all users, the period lock only to some. */
export const closedUntil = async (session: Session): Promise<string | undefined> =>
  microsoftDay((await organisationOf(session))?.EndOfYearLockDate)?.slice(0, 10);

/** The day after the last day of the organisation's financial year, which is never 29 February. */
export const fiscalYearStarts = async (session: Session): Promise<readonly string[]> => {
  const { FinancialYearEndDay: day, FinancialYearEndMonth: month } = (await organisationOf(session)) ?? {};
  if (day == null || month == null)
    throw new Failure("target_bad_response", "Xero's organisation has no end of the financial year.");
  return [new Date(Date.UTC(2025, month - 1, day + 1)).toISOString().slice(5, 10)];
};

export const companyCurrency = async (session: Session): Promise<string | undefined> =>
  (await organisationOf(session))?.BaseCurrency ?? undefined;
