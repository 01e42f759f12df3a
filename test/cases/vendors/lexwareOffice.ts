/** Facts that Lexware Office's own API enters. */
import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

async function creditNote(
  call: VendorCall,
  books: Books,
  amounts: readonly number[],
  query: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { standard: taxRatePercentage } = books.system.sales;
  const body = {
    voucherDate: `${books.date(-4)}T00:00:00.000+01:00`,
    address: { contactId: await books.known("customer") },
    lineItems: amounts.map((netAmount) => ({
      type: "custom",
      name: "Consulting",
      quantity: 1,
      unitName: "Stück",
      unitPrice: { currency: "EUR", netAmount, taxRatePercentage },
    })),
    totalPrice: { currency: "EUR" },
    taxConditions: { taxType: "net" },
  };
  const made = await call("POST", "/credit-notes", body, { finalize: "true", ...query });
  return (made as { readonly id: string }).id;
}

export const lexwareOfficeFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await creditNote(call, books, [200, -50]) }),
  creditUsed: async (call, books) => {
    const { id } = await openInvoice(books);
    return { invoiceId: id, creditNoteId: await creditNote(call, books, [200], { precedingSalesVoucherId: id }) };
  },
};
