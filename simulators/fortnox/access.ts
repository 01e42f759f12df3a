import type { VendorDescription } from "../engine/vendor.ts";
import type { Name } from "./shapes.ts";

const oauthPath = "/apps.fortnox.se/oauth-v1";

/** OAuth whose refresh tokens work once, within 45 days. */
export const access: Pick<VendorDescription<Name>, "base" | "oauth"> = {
  base: "/api.fortnox.se/3",
  oauth: {
    authorize: `${oauthPath}/auth`,
    token: `${oauthPath}/token`,
    revoke: `${oauthPath}/revoke`,
    title: "Fortnox",
    client: { clientId: "simulated-fortnox-client", clientSecret: "simulated-fortnox-secret" },
    clientAuth: "basic",
    accessSeconds: 3600,
    unusedSeconds: () => 45 * 86_400,
    rotates: true,
    extra: { scope: "companyinformation bookkeeping customer supplier article invoice offer order payment" },
  },
};
