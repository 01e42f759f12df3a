/** The location of the ledger's export. */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith } from "../../../test/support/vendorSession.ts";
import { dolibarr } from "./connector.ts";

const { list } = readsOf(dolibarr);

describe("the ledger", () => {
  const head =
    "JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate";
  const row = (account: string, debit: string, credit: string) =>
    `VT\tVentes\t7\t20260131\t${account}\tCompte\t\t\tFA2601-0001\t20260131\tTilleul\t${debit}\t${credit}\t\t\t`;

  test("PR 39218: downloads the file if the reply has its location", async () => {
    const location = { modulepart: "export_compta", relative_path: "export/1000/123FEC20261231.txt", filename: "x" };
    const requests: unknown[] = [];
    const file = { content: Buffer.from([head, row("411", "5,00", "5,00"), ""].join("\r\n")).toString("base64") };
    const session = sessionWith({
      download: async () => ({ bytes: Buffer.from(JSON.stringify(location)), contentType: "application/json" }),
      read: async (path, query) => (requests.push([path, query]), file),
    });
    expect((await list("journalEntries.list", session)).records).toMatchObject([{ number: "7" }]);
    const { modulepart, relative_path: original_file } = location;
    expect(requests).toEqual([["/documents/download", { modulepart, original_file }]]);
  });
});
