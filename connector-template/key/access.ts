import type { Connector } from "../../src/contract/connector.ts";

export const access: Pick<Connector, "site" | "signIn"> = {
  site: "https://api.example-books.example/v1",
  signIn: {
    kind: "apiKey",
    asks: [{ name: "apiKey", secret: true }],
    headers: { authorization: "Bearer {apiKey}" },
  },
};
