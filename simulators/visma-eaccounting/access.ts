import type { VendorDescription } from "../engine/vendor.ts";
import type { Table } from "./company.ts";

const identity = "/identity.vismaonline.com/connect";

/** OAuth of an app that was registered before refresh tokens became reusable: each works once. */
export const access: Pick<VendorDescription<Table>, "base" | "oauth"> = {
  base: "/eaccountingapi.vismaonline.com/v2",
  oauth: {
    authorize: `${identity}/authorize`,
    token: `${identity}/token`,
    revoke: `${identity}/revocation`,
    title: "Visma eAccounting",
    client: { clientId: "simulated-visma-client", clientSecret: "simulated-visma-secret" },
    clientAuth: "basic",
    accessSeconds: 3600,
    rotates: true,
  },
};
