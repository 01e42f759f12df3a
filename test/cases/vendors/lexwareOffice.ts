/** Facts that Lexware Office's own API enters. */
import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Sale {
  readonly path: "/invoices" | "/credit-notes";
  /** The net amount of each line. */
  readonly nets: readonly number[];
  readonly query?: Readonly<Record<string, string>>;
}

/** A finished document of the usual customer. */
async function enterSale(call: VendorCall, books: Books, { path, nets, query }: Sale): Promise<string> {
  const { standard: taxRatePercentage } = books.system.sales;
  const body = {
    voucherDate: `${books.date(-4)}T00:00:00.000+01:00`,
    address: { contactId: await books.known("customer") },
    lineItems: nets.map((netAmount) => ({
      type: "custom",
      name: "Consulting",
      quantity: 1,
      unitName: "Stück",
      unitPrice: { currency: "EUR", netAmount, taxRatePercentage },
    })),
    totalPrice: { currency: "EUR" },
    taxConditions: { taxType: "net" },
    ...(path === "/invoices" && {
      shippingConditions: { shippingType: "service", shippingDate: `${books.date(-4)}T00:00:00.000+01:00` },
    }),
  };
  const made = await call("POST", path, body, { finalize: "true", ...query });
  return (made as { readonly id: string }).id;
}

/** A voucher of the usual supplier: net amounts and percentages. */
async function enterVoucher(
  call: VendorCall,
  books: Books,
  type: "purchaseinvoice" | "purchasecreditnote",
  lines: readonly (readonly [net: number, rate: number])[],
): Promise<string> {
  const categoryId = await books.known("expenseAccount");
  const voucherItems = lines.map(([amount, taxRatePercent]) => ({
    amount,
    taxAmount: (amount * taxRatePercent) / 100,
    taxRatePercent,
    categoryId,
  }));
  const totalTaxAmount = voucherItems.reduce((sum, { taxAmount }) => sum + taxAmount, 0);
  const made = await call("POST", "/vouchers", {
    type,
    voucherNumber: books.freshNumber(),
    voucherDate: `${books.date(-4)}T00:00:00.000+01:00`,
    contactId: await books.known("supplier"),
    taxType: "net",
    totalTaxAmount,
    totalGrossAmount: voucherItems.reduce((sum, { amount }) => sum + amount, totalTaxAmount),
    voucherItems,
    version: 0,
  });
  return (made as { readonly id: string }).id;
}

export const lexwareOfficeFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => ({
    creditNoteId: await enterSale(call, books, { path: "/credit-notes", nets: [200, -50] }),
  }),
  creditUsed: async (call, books) => {
    const { id } = await openInvoice(books);
    const query = { precedingSalesVoucherId: id };
    return { invoiceId: id, creditNoteId: await enterSale(call, books, { path: "/credit-notes", nets: [200], query }) };
  },
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const lines = [[200, standard] as const, [50, second] as const];
    return { billId: await enterVoucher(call, books, "purchaseinvoice", lines) };
  },
  vendorCredit: async (call, books) => {
    const lines = [[200, books.system.purchases.standard] as const];
    return { vendorCreditId: await enterVoucher(call, books, "purchasecreditnote", lines) };
  },
  deposit: async (call, books) => ({
    invoiceId: await enterSale(call, books, { path: "/invoices", nets: [200, -50] }),
  }),
};
