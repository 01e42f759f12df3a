import type { VendorDescription } from "../../simulators/engine/vendor.ts";

const login = "/login.example-books.example/oauth";

/** OAuth with rotating tokens. */
export const access: Pick<VendorDescription<string>, "base" | "oauth"> = {
  base: "/api.example-books.example/v1",
  oauth: {
    authorize: `${login}/authorize`,
    token: `${login}/token`,
    revoke: `${login}/revoke`,
    title: "Example Books",
    client: { clientId: "kontor-example", clientSecret: "fiktiv-example-books-secret" },
    clientAuth: "basic",
    accessSeconds: 1800,
    rotates: true,
  },
};
