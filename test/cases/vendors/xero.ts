/** Facts that Xero's own API enters. */
import type { Books } from "../books.ts";
import type { VendorFacts } from "../vendorFacts.ts";

async function document(books: Books, amounts: readonly number[]) {
  return {
    Contact: { ContactID: await books.known("customer") },
    Date: books.date(-4),
    DueDate: books.date(30),
    Status: "AUTHORISED",
    LineAmountTypes: "Exclusive",
    LineItems: amounts.map((UnitAmount) => ({
      Description: "Consulting",
      Quantity: 1,
      UnitAmount,
      AccountCode: "200",
      TaxType: "OUTPUT2",
    })),
  };
}

export const xeroFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => {
    const body = { Type: "ACCRECCREDIT", ...(await document(books, [200, -50])) };
    const made = (await call("PUT", "/CreditNotes", body)) as { CreditNotes: { CreditNoteID: string }[] };
    return { creditNoteId: made.CreditNotes[0]?.CreditNoteID ?? "" };
  },
  deposit: async (call, books) => {
    const body = { Type: "ACCREC", ...(await document(books, [200, -50])) };
    const made = (await call("PUT", "/Invoices", body)) as { Invoices: { InvoiceID: string }[] };
    return { invoiceId: made.Invoices[0]?.InvoiceID ?? "" };
  },
};
