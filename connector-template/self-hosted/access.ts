import type { Connector } from "../../src/contract/connector.ts";
import type { VendorReply } from "../../src/contract/session.ts";

/** Runs at an address of the end user's; a session is made from user name and password. */
export const access: Pick<Connector, "site" | "signIn"> = {
  site: ({ baseUrl = "" }) => `${baseUrl}/api`,
  signIn: {
    kind: "session",
    asks: [
      { name: "baseUrl", secret: false },
      { name: "username", secret: false },
      { name: "password", secret: true },
    ],
    start: { method: "POST", path: "/login", body: { user: "{username}", password: "{password}" } },
    started: ({ body }: VendorReply) => ({ sessionToken: (body as { readonly session: string }).session }),
    headers: { authorization: "Bearer {sessionToken}" },
  },
};
