/** Facts as weclapp's own users enter them. */
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Stored {
  readonly id: string;
  readonly version: string;
}

async function taxId(books: Books): Promise<unknown> {
  const { standard } = books.system.sales;
  const rates = await books.rows("taxRates.list");
  return rates.find(({ percentage, usage }) => percentage === standard && usage === "INVOICE")?.["id"];
}

interface Sale {
  readonly type: "STANDARD_INVOICE" | "CREDIT_NOTE";
  /** The net amount of each line. */
  readonly nets: readonly number[];
}

/** A booked document of the usual customer. */
async function enterSale(call: VendorCall, books: Books, { type, nets }: Sale): Promise<string> {
  const tax = await taxId(books);
  const { id } = (await call("POST", "/salesInvoice", {
    customerId: await books.known("customer"),
    invoiceDate: Date.parse(books.day(-5)),
    salesInvoiceType: type,
    salesInvoiceItems: nets.map((net) => ({
      taxId: tax,
      title: "Consulting",
      quantity: "1",
      unitPrice: String(net),
      manualUnitPrice: true,
    })),
  })) as Stored;
  await call("PUT", `/salesInvoice/id/${id}`, { status: "OPEN_ITEM_CREATED" }, { ignoreMissingProperties: "true" });
  return id;
}

export const weclappFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => ({
    creditNoteId: await enterSale(call, books, { type: "CREDIT_NOTE", nets: [200, -50] }),
  }),
  deposit: async (call, books) => ({
    invoiceId: await enterSale(call, books, { type: "STANDARD_INVOICE", nets: [200, -50] }),
  }),
};
