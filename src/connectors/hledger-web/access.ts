import type { Connector } from "../../contract/connector.ts";
import { readText } from "./readText.ts";

/** hledger-web has no users, but a proxy in front of it may require a password. */
export const access: Pick<Connector, "site" | "signIn" | "proof"> = {
  site: ({ baseUrl = "" }) => baseUrl,
  signIn: {
    kind: "basic",
    asks: [
      { name: "baseUrl", secret: false },
      { name: "username", secret: false, optional: true },
      { name: "password", secret: true, optional: true },
    ],
    keyGuide: {
      url: "https://hledger.org/hledger-web.html",
      steps: ["hledger-web", "base url"],
      forField: "baseUrl",
    },
  },
  proof: (session) => readText(session, "/version"),
};
