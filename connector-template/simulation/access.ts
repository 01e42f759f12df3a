import type { VendorDescription } from "../../simulators/engine/vendor.ts";

const oauthPath = "/login.example-books.example/oauth";

/** OAuth with rotating refresh tokens. */
export const access: Pick<VendorDescription<string>, "base" | "oauth"> = {
  base: "/api.example-books.example/v1",
  oauth: {
    authorize: `${oauthPath}/authorize`,
    token: `${oauthPath}/token`,
    revoke: `${oauthPath}/revoke`,
    title: "Example Books",
    client: {
      clientId: "kontor-example",
      clientSecret: "fiktiv-example-books-secret",
    },
    clientAuth: "basic",
    accessSeconds: 1800,
    rotates: true,
  },
};
