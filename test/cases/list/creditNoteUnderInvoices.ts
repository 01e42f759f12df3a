import { idOf } from "../../../src/verify/row.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat, Failed } from "../errors.ts";

export const creditNoteUnderInvoices: BusinessCase = {
  fact: "A credit note is not found among the invoices",
  rules: ["A2", "W5"],
  needs: ["invoices.get", "creditNotes.list"],
  run: async (books) => {
    const [creditNote] = await books.rows("creditNotes.list");
    if (creditNote === undefined) throw new Failed("there is no credit note");
    const invoices = await books.rows("invoices.list");
    const id = idOf(creditNote);
    // Some vendors number invoices and credit notes separately, so that the id may be that of an invoice too.
    if (invoices.some((invoice) => idOf(invoice) === id && invoice["invoiceNumber"] !== creditNote["creditNoteNumber"]))
      return;
    const found = await books.find("invoices", id);
    expectThat(
      found === 404,
      `GET /accounting/invoices/${id} returns ${typeof found === "number" ? found : "the credit note"}`,
    );
  },
};
