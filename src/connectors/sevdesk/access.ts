import type { Connector } from "../../contract/connector.ts";

/** A token belongs to one user of one company, and does not expire. It is sent without "Bearer". */
export const access = {
  site: "https://my.sevdesk.de/api/v1",
  signIn: {
    kind: "apiKey",
    asks: [
      {
        name: "apiKey",
        secret: true,
        label: { en: "API token", de: "API-Token" },
        help: {
          en: "The token of an administrator, with 32 characters. It is in your user's settings in sevdesk.",
          de: "Der Token eines Administrators mit 32 Zeichen. Er steht in sevdesk in den Einstellungen Ihres Benutzers.",
        },
      },
    ],
    keyGuide: {
      url: "https://my.sevdesk.de/",
      steps: ["Einstellungen", "Erweitert", "API"],
    },
    headers: { authorization: "{apiKey}" },
  },
  needs: [],
  proof: "/Tools/bookkeepingSystemVersion",
} satisfies Partial<Connector>;
