/** Facts about the export of the ledger. `examples.test.ts` says what the sources are. */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith } from "../../../test/support/vendorSession.ts";
import { dolibarr } from "./connector.ts";

const { get, list } = readsOf(dolibarr);

describe("the ledger", () => {
  const head =
    "JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate";
  const row = (account: string, debit: string, credit: string) =>
    `VT\tVentes\t7\t20260131\t${account}\tCompte\t\t\tFA2601-0001\t20260131\tTilleul\t${debit}\t${credit}\t\t\t`;
  const session = (...rows: readonly string[]) =>
    sessionWith({
      download: async () => ({ bytes: Buffer.from([head, ...rows, ""].join("\r\n")), contentType: "text/plain" }),
    });

  test("20, exportFEC: rows with the same number are one entry; an entry without ValidDate is provisional", async () => {
    const { record } = await get(
      "journalEntries.get",
      session(row("411", "1877,20", "0,00"), row("707", "0,00", "1877,20")),
      {
        ids: { journalEntryId: "7" },
      },
    );
    expect(record).toMatchObject({
      id: "7",
      journalCode: "VT",
      transactionDate: "2026-01-31T00:00:00Z",
      isProvisional: true,
      journalLineItems: [
        { accountCode: "411", debitCreditIndicator: "DEBIT", totalNetAmount: 1877.2, documentNumber: "FA2601-0001" },
        { accountCode: "707", debitCreditIndicator: "CREDIT", totalNetAmount: 1877.2 },
      ],
    });
  });

  test.each([["1 877,20"], ["1.877,20"], ["1,877.20"], ["1877.20"]])(
    "20, price2fec: reads %s, whatever separators are configured",
    async (debit) => {
      const { records } = await list("trialBalance.list", session(row("411", debit, "0"), row("411", "0", debit)), {
        filters: { fiscalYearStartDate: "2026-01-01" },
      });
      expect(records).toMatchObject([{ accountNumber: "411", totalDebitAmount: 1877.2, totalCreditAmount: 1877.2 }]);
    },
  );

  test("21, AccountancyExport::export: does not read the empty reply as an empty ledger", async () => {
    const empty = sessionWith({ download: async () => ({ bytes: Buffer.alloc(0), contentType: "text/html" }) });
    await expect(list("journalEntries.list", empty)).rejects.toMatchObject({ code: "operation_not_supported" });
  });

  test("PR 39218: downloads the file if the reply has its location", async () => {
    const told = { modulepart: "export_compta", relative_path: "export/1000/123FEC20261231.txt", filename: "x" };
    const asked: unknown[] = [];
    const file = { content: Buffer.from([head, row("411", "5,00", "5,00"), ""].join("\r\n")).toString("base64") };
    const telling = sessionWith({
      download: async () => ({ bytes: Buffer.from(JSON.stringify(told)), contentType: "application/json" }),
      read: async (path, query) => (asked.push([path, query]), file),
    });
    expect((await list("journalEntries.list", telling)).records).toMatchObject([{ number: "7" }]);
    const { modulepart, relative_path: original_file } = told;
    expect(asked).toEqual([["/documents/download", { modulepart, original_file }]]);
  });
});
