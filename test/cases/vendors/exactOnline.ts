/** Facts at Exact Online, entered as its own users and other apps do. */

import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

const invoices = "/salesinvoice/SalesInvoices";
interface Made {
  readonly d: { readonly InvoiceID: string };
}

interface SoldLine {
  readonly Quantity: number;
  readonly UnitPrice: number;
}

/** A processed invoice or credit note with lines at the standard rate. */
async function processed(call: VendorCall, books: Books, Type: number, lines: readonly SoldLine[]): Promise<string> {
  const Item = await books.known("item");
  const made = (await call("POST", invoices, {
    OrderedBy: await books.known("customer"),
    OrderDate: books.date(-5),
    Type,
    SalesInvoiceLines: lines.map((line) => ({ Item, VATCode: "4", ...line })),
  })) as Made;
  const { InvoiceID } = made.d;
  await call("POST", "/salesinvoice/PrintedSalesInvoices", { InvoiceID, SendEmailToCustomer: false });
  return InvoiceID;
}

const invoiceType = 8020;
const creditNoteType = 8021;

export const exactOnlineFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => {
    const lines = [
      { Quantity: -2, UnitPrice: 100 },
      { Quantity: 1, UnitPrice: 50 },
    ];
    return { creditNoteId: await processed(call, books, creditNoteType, lines) };
  },
  bankStatement: async (call, books) => {
    const { id, totals } = await openInvoice(books);
    const invoice = await books.read("invoices", id);
    const accounts = await books.rows("accounts.list");
    const line = {
      Account: invoice["contactId"],
      AmountFC: totals.gross.toNumber(),
      Date: books.date(-1),
      GLAccount: accounts.find(({ type }) => type === "ACCOUNTS_RECEIVABLE")?.["id"],
      OurRef: Number(invoice["invoiceNumber"]),
    };
    await call("POST", "/financialtransaction/BankEntries", { JournalCode: "20", BankEntryLines: [line] });
    return { invoiceId: id };
  },
  deposit: async (call, books) => {
    const lines = [
      { Quantity: 2, UnitPrice: 100 },
      { Quantity: -1, UnitPrice: 50 },
    ];
    return { invoiceId: await processed(call, books, invoiceType, lines) };
  },
};
