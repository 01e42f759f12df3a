import type { VendorDescription } from "../engine/vendor.ts";
import type { Name } from "./shapes.ts";

const oauthPath = "/accounts.zoho.com/oauth/v2";

/** OAuth whose refresh tokens do not expire, and whose refusals have the status 200. */
export const access: Pick<VendorDescription<Name>, "base" | "oauth"> = {
  base: "/www.zohoapis.com/books/v3",
  oauth: {
    authorize: `${oauthPath}/auth`,
    token: `${oauthPath}/token`,
    revoke: `${oauthPath}/token/revoke`,
    title: "Zoho Books",
    client: { clientId: "1000.SIMULATEDZOHOCLIENT", clientSecret: "simulated-zoho-secret" },
    clientAuth: "body",
    scheme: "Zoho-oauthtoken",
    accessSeconds: 3600,
    rotates: false,
    refusedWithSuccess: { error: "invalid_code" },
    extra: { api_domain: "https://www.zohoapis.com" },
  },
};
