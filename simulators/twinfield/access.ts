import type { VendorDescription } from "../engine/vendor.ts";
import type { Table } from "./tables.ts";

const connect = "/login.twinfield.com/auth/authentication/connect";

/** OpenID Connect whose refresh tokens stay the same. The token says where the data is. */
export const access: Pick<VendorDescription<Table>, "base" | "oauth"> = {
  base: "/api.accounting1.twinfield.com/webservices",
  oauth: {
    authorize: `${connect}/authorize`,
    token: `${connect}/token`,
    title: "Twinfield",
    client: { clientId: "simulated-twinfield-app", clientSecret: "simulated-twinfield-secret" },
    clientAuth: "basic",
    accessSeconds: 3600,
    rotates: false,
    idTokenIssuer: "https://login.twinfield.com/auth/authentication",
  },
};

export const validation = `${connect}/accesstokenvalidation`;
