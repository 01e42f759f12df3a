/** The whole suite against a real hledger-web, which has to be installed: `npm run test:live -- hledger-web`. */
import { afterAll } from "vitest";
import { conformance } from "../../../test/conformance/conformance.ts";
import { liveSimulation } from "../../../test/conformance/live.ts";
import { tryAsNewUser } from "../../../test/live/hledgerAsNewUser.ts";
import { startHledgerWeb } from "../../../test/live/hledgerWeb.ts";
import { hledgerWeb } from "./connector.ts";

const started = await startHledgerWeb();
afterAll(() => started.stop());

// Runs first, while the journal is unchanged.
tryAsNewUser(started);

const plainText = (status: number, text: string) => ({ status, headers: { "content-type": "text/plain" }, body: text });

conformance({
  connector: hledgerWeb,
  simulation: liveSimulation({
    slug: "hledger-web",
    url: started.url,
    credentials: { baseUrl: "http://books.example" },
    refusals: {
      // For a proxy in front of hledger-web.
      unauthorized: plainText(401, "Authorization Required"),
      forbidden: plainText(403, "Missing the 'add' capability"),
      invalid: { status: 400, body: JSON.stringify("could not parse json: key tindex not found") },
      broken: plainText(500, "Internal Server Error"),
    },
  }),
  values: { "trialBalance.list": { fiscalYearStartDate: "2024-01-01" } },
  always: { "trialBalance.list": { fiscalYearStartDate: "2025-01-01" } },
  requests: {
    "journalEntries.create": ({ fresh }) => ({
      transactionDate: "2025-06-01T00:00:00Z",
      description: "Bäckerei | Brötchen",
      number: fresh(),
      currency: "USD",
      journalLineItems: [
        { accountId: "expenses:office", debitCreditIndicator: "DEBIT", totalNetAmount: 1234.56, description: "Übung" },
        { accountId: "assets:cash", debitCreditIndicator: "CREDIT", totalNetAmount: 1234.56 },
      ],
    }),
  },
});
