import type { Connector } from "../../src/contract/connector.ts";

export const access: Pick<Connector, "site" | "signIn"> = {
  site: "https://api.example-books.example/v1",
  signIn: {
    kind: "oauth2",
    authorizeUrl: "https://login.example-books.example/oauth/authorize",
    tokenUrl: "https://login.example-books.example/oauth/token",
    revokeUrl: "https://login.example-books.example/oauth/revoke",
    scopes: ["accounting"],
    clientAuth: "basic",
    asks: [],
    headers: { authorization: "Bearer {accessToken}" },
  },
};
