import type { Connector } from "../../src/contract/connector.ts";
import type { VendorReply } from "../../src/contract/session.ts";

/** The end user hosts the target system and signs in with user name and password, which start a session. */
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
