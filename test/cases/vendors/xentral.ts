/** Facts as Xentral's own users enter them. */
import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Stored {
  readonly data: { readonly id: string };
}

/** A released document of the usual customer, with these net amounts. */
async function enter(
  call: VendorCall,
  books: Books,
  { folder, nets }: { readonly folder: "/v3/invoices" | "/v3/creditNotes"; readonly nets: readonly number[] },
): Promise<string> {
  const product = { id: await books.known("item") };
  const { data } = (await call("POST", folder, {
    address: { id: await books.known("customer") },
    documentDate: books.date(-5),
    lineItems: nets.map((net) => ({
      product,
      quantity: 1,
      price: { net: { amount: net, currency: "EUR" } },
      taxRate: "standard",
    })),
  })) as Stored;
  await call("PATCH", `${folder}/${data.id}/actions/release`);
  return data.id;
}

/** How an invoice was paid is entered beside its content, after its protection was taken off. */
async function settle(call: VendorCall, invoiceId: string, settings: object): Promise<void> {
  await call("PATCH", `/v3/invoices/${invoiceId}/actions/removeWriteProtection`);
  await call("PATCH", `/v3/invoices/${invoiceId}`, { dunningSetManually: true, dunningManualSettings: settings });
}

interface CreditNotes {
  readonly data: readonly { readonly id: string; readonly invoice?: { readonly id: string } | null }[];
}

export const xentralFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => ({
    creditNoteId: await enter(call, books, { folder: "/v3/creditNotes", nets: [200, -50] }),
  }),
  creditUsed: async (call, books) => {
    const { id } = await openInvoice(books);
    await call("POST", "/v1/creditNotes", { invoice: { id } });
    const { data } = (await call("GET", "/v3/creditNotes", undefined, { sort: "-id" })) as CreditNotes;
    return { invoiceId: id, creditNoteId: data.find(({ invoice }) => invoice?.id === id)?.id ?? "" };
  },
  deposit: async (call, books) => ({
    invoiceId: await enter(call, books, { folder: "/v3/invoices", nets: [200, -50] }),
  }),
  writeOff: async (call, books) => {
    const { id } = await openInvoice(books);
    await settle(call, id, { paymentStatus: "badDebt" });
    return { invoiceId: id };
  },
};
