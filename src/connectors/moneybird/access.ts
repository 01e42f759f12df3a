import type { Connector } from "../../contract/connector.ts";
import type { Company } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import type { ApiKeySignIn, OAuthSignIn } from "../../contract/signIn.ts";
import { path } from "../../kit/path.ts";
import { refusals } from "./errors.ts";
import type { Administration } from "./types.ts";
import { webhooks } from "./webhooks.ts";

const site = "https://moneybird.com/api/v2";
const administrations = "/administrations.json";

async function companies(session: Session): Promise<readonly Company[]> {
  const found = (await session.read(administrations)) as readonly Administration[];
  return found.map(({ id, name }) => ({ id: String(id), ...(name ? { name } : {}) }));
}

/** The administrations are outside the company, so they are read at their full URL. */
async function closedUntil(session: Session): Promise<string | undefined> {
  const found = (await session.read(site + administrations)) as readonly Administration[];
  const administration = found.find(({ id }) => String(id) === session.company);
  return administration?.period_locked_until ?? undefined;
}

/** Shared by both ways to connect. */
export const access = {
  mark: { letters: "M", ground: "#1456c9", ink: "#ffffff" },
  site,
  // Downloads of PDFs and attachments redirect here.
  publicHosts: ["storage.moneybird.com"],
  needs: ["company"],
  proof: administrations,
  companies,
  closedUntil,
  scope: ({ company }) => ({ path: path`/${company}` }),
  refusals,
  rawData: true,
  webhooks,
  limits: [{ per: "connection", calls: 150, seconds: 300 }],
} satisfies Partial<Connector>;

export const oauth: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: "https://moneybird.com/oauth/authorize",
  tokenUrl: "https://moneybird.com/oauth/token",
  scopes: ["sales_invoices", "documents", "estimates", "bank", "settings"],
  clientAuth: "body",
  asks: [],
  headers: { authorization: "Bearer {accessToken}" },
};

export const personalToken: ApiKeySignIn = {
  kind: "apiKey",
  asks: [{ name: "apiKey", secret: true, label: { en: "Personal API token" } }],
  /** Vendor docs, authentication, 2026-11. */
  keyGuide: {
    url: "https://moneybird.com/user/applications/new",
    steps: ["User settings", "Developer", "Applications"],
  },
  headers: { authorization: "Bearer {apiKey}" },
};
