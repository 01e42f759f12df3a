/** Facts that Lexware Office's own API enters. */
import type { Big } from "big.js";
import { cents, totalsOf } from "../amounts.ts";
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

/** An invoice that is settled by these parts of its gross amount, which a user has assigned. */
async function settledBy(books: Books, parts: (gross: Big) => Readonly<Record<string, Big>>) {
  const { id, totals } = await openInvoice(books);
  const items = Object.entries(parts(totals.gross)).map(([type, amount]) => [type, amount.toNumber()] as const);
  books.act("assignPayments", { id, date: books.date(-1), items: Object.fromEntries(items) });
  return { invoiceId: id };
}

export const lexwareOfficeFacts: VendorFacts = {
  cashDiscount: (_call, books) =>
    settledBy(books, (gross) => {
      const cashDiscount = cents(gross.times(0.02));
      return { manualPayment: gross.minus(cashDiscount), cashDiscount };
    }),
  writeOff: (_call, books) => settledBy(books, (gross) => ({ irrecoverableReceivable: gross })),
  bankStatement: (_call, books) => settledBy(books, (gross) => ({ partPaymentFinancialTransaction: gross })),
  cashSale: (_call, books) => settledBy(books, (gross) => ({ partPaymentCashBox: gross })),
  cashRefund: async (call, books) => {
    const creditNoteId = await enterSale(call, books, { path: "/credit-notes", nets: [200] });
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const items = { partPaymentCashBox: gross.toNumber() };
    books.act("assignPayments", { id: creditNoteId, date: books.date(-1), items });
    return { creditNoteId };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const billId = await enterVoucher(call, books, "purchaseinvoice", [[200, standard]]);
    const items = { partPaymentFinancialTransaction: 200 * (1 + standard / 100) };
    books.act("assignPayments", { id: billId, date: books.date(-1), items });
    return { billId };
  },
  moneyOnAccount: {
    cannot:
      "Payments are read by the document that they are assigned to, so money without a document is in no reply (developers.lexware.io/docs, Payments Endpoint: GET /v1/payments/{voucherId}).",
  },
  hiddenPayment: async () => ({ list: "payments.list", says: "Payments of credit notes are not listed" }),
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
