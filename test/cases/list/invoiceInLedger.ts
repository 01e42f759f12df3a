import { Big } from "big.js";
import { idOf, type Row, rowsIn } from "../../../src/verify/row.ts";
import { amountOf, isNear } from "../amounts.ts";
import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";

export const invoiceInLedger: BusinessCase = {
  fact: "The postings of an invoice are in journalEntries, or a warning says that the list is not complete",
  rules: ["A6", "A8", "A12"],
  needs: ["invoices.create", "journalEntries.list"],
  needsPosting: true,
  run: async (books) => {
    const before = new Set((await books.rows("journalEntries.list")).map(idOf));
    const { totals } = await openInvoice(books);
    const added = (await books.rows("journalEntries.list")).filter((entry) => !before.has(idOf(entry)));
    const isPosted = added.some((entry) => hasLine(entry, totals.gross));
    const warnings = await books.warningsOf("journalEntries.list");
    expectThat(
      isPosted || warnings.length > 0,
      `no new entry of ${added.length} has a line of ${totals.gross.toFixed(2)}, and nothing says that entries are missing`,
    );
  },
};

const hasLine = (entry: Row, amount: Big): boolean =>
  rowsIn(entry["journalLineItems"]).some((line) => isNear(amountOf(line["totalNetAmount"]) ?? new Big(0), amount));
