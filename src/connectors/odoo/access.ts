import type { Connector } from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import type { ApiKeySignIn } from "../../contract/signIn.ts";
import { addressBefore } from "../../kit/pastedAddress.ts";
import { refusals } from "./errors.ts";
import { companies, companyCurrency, companyOf, lockedUntil, yearStartOf } from "./fiscalYears.ts";
import { openAmount } from "./paying.ts";
import { restrictions } from "./rights.ts";
import { ask, serverOf } from "./rpc.ts";
import { defaultTaxCode } from "./taxes.ts";

const signIn: ApiKeySignIn = {
  kind: "apiKey",
  asks: [
    { name: "baseUrl", secret: false },
    { name: "database", secret: false },
    { name: "username", secret: false },
    { name: "apiKey", secret: true },
  ],
  /** Vendor docs, external API, 2026-11. */
  keyGuide: {
    url: "https://www.odoo.com/documentation/18.0/developer/reference/external_api.html#api-keys",
    steps: ["My Profile", "Account Security", "New API Key"],
  },
  /** For JSON-2. JSON-RPC sends them in the body and ignores this header. */
  headers: { authorization: "bearer {apiKey}", "x-odoo-database": "{database}" },
  inBody: ["database", "username", "apiKey"],
};

/** Odoo refuses an expired key with the first call, and a wrong one at sign-in. */
async function proof(session: Session): Promise<unknown> {
  await serverOf(session);
  return ask(session, { model: "res.users", method: "context_get" });
}

/** Users paste the URL of the page that they see: `/web#action=…`, and `/odoo/…` from version 18 on. */
const pages = new Set(["web", "odoo", "my", "jsonrpc"]);
const rootOf = (url: string): string => addressBefore(url, (part) => pages.has(part));

export const access = {
  mark: { letters: "O", ground: "#714b67", ink: "#ffffff" },
  site: ({ baseUrl = "" }) => rootOf(baseUrl),
  signIn,
  needs: ["company"],
  proof,
  companies,
  closedUntil: async (session) => lockedUntil((await companyOf(session)) ?? {}) || undefined,
  fiscalYearStarts: async (session) => [yearStartOf((await companyOf(session)) ?? {})],
  companyCurrency,
  openAmount,
  defaultTaxCode,
  refusals,
  restrictions,
  rawData: true,
  /** Odoo Online asks for no parallel calls. A self-hosted Odoo answers with as many workers as it has. */
  limits: [{ per: "connection", atOnce: 2 }],
} satisfies Partial<Connector>;
