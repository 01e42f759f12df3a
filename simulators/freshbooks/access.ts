import type { VendorDescription } from "../engine/vendor.ts";
import type { Name } from "./shapes.ts";

/** OAuth whose refresh tokens work once. */
export const access: Pick<VendorDescription<Name>, "base" | "oauth"> = {
  base: "/api.freshbooks.com",
  oauth: {
    authorize: "/auth.freshbooks.com/oauth/authorize/",
    token: "/api.freshbooks.com/auth/oauth/token",
    revoke: "/api.freshbooks.com/auth/oauth/revoke",
    title: "FreshBooks",
    client: { clientId: "simulated-freshbooks-client", clientSecret: "simulated-freshbooks-secret" },
    clientAuth: "body",
    accessSeconds: 43_200,
    rotates: true,
    extra: { direct_buy_tokens: {} },
  },
};
