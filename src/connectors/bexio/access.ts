import type { Connector } from "../../contract/connector.ts";
import type { UserInfo } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import type { ApiKeySignIn, OAuthSignIn } from "../../contract/signIn.ts";
import { companyCurrency, userOf } from "./conventions.ts";
import { refusals } from "./errors.ts";

const realm = "https://auth.bexio.com/realms/bexio";
const openId = `${realm}/protocol/openid-connect`;

async function user(session: Session): Promise<UserInfo> {
  const { id, firstname, lastname } = await userOf(session);
  const name = [firstname, lastname].filter(Boolean).join(" ");
  return { id: String(id), ...(lastname && { family_name: lastname }), ...(name && { name }) };
}

/** Shared by both ways to connect. A token belongs to one company. */
export const access = {
  mark: { letters: "bx", ground: "#0d2f3b", ink: "#ffffff" },
  site: "https://api.bexio.com",
  needs: [],
  proof: "/3.0/users/me",
  user,
  companyCurrency,
  refusals,
  rawData: true,
  // The header of most replies, 2026-06.
  limits: [{ per: "company", calls: 1000, seconds: 60 }],
} satisfies Partial<Connector>;

export const oauth: OAuthSignIn = {
  kind: "oauth2",
  authorizeUrl: `${openId}/auth`,
  tokenUrl: `${openId}/token`,
  revokeUrl: `${openId}/revoke`,
  idTokenIssuer: realm,
  scopes: [
    "openid",
    "offline_access",
    "accounting",
    "article_edit",
    "bank_account_show",
    "contact_edit",
    "file",
    "kb_bill_edit",
    "kb_invoice_edit",
    "kb_offer_edit",
    "kb_order_show",
  ],
  clientAuth: "basic",
  asks: [],
  headers: { authorization: "Bearer {accessToken}" },
};

export const personalToken: ApiKeySignIn = {
  kind: "apiKey",
  asks: [{ name: "apiKey", secret: true, label: { en: "Personal access token" } }],
  keyGuide: {
    url: "https://developer.bexio.com/pat",
    steps: ["Generate token"],
  },
  headers: { authorization: "Bearer {apiKey}" },
};
