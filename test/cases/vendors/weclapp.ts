/** Facts as weclapp's own users enter them. */
import { cents, totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Stored {
  readonly id: string;
  readonly version: string;
}

async function taxId(books: Books, side: "INVOICE" | "BILL", rate: number): Promise<unknown> {
  const rates = await books.rows("taxRates.list");
  return rates.find(({ percentage, usage }) => percentage === rate && usage === side)?.["id"];
}

interface Sale {
  readonly type: "STANDARD_INVOICE" | "CREDIT_NOTE";
  /** The net amount of each line. */
  readonly nets: readonly number[];
}

/** A booked document of the usual customer. */
async function enterSale(call: VendorCall, books: Books, { type, nets }: Sale): Promise<string> {
  const tax = await taxId(books, "INVOICE", books.system.sales.standard);
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

interface Purchase {
  readonly type: "STANDARD_INVOICE" | "CREDIT_NOTE";
  /** Net amounts and percentages. */
  readonly lines: readonly (readonly [net: number, rate: number])[];
}

/** A booked document of the usual supplier. */
async function enterPurchase(call: VendorCall, books: Books, { type, lines }: Purchase): Promise<string> {
  const purchaseInvoiceItems: object[] = [];
  for (const [net, rate] of lines)
    purchaseInvoiceItems.push({
      taxId: await taxId(books, "BILL", rate),
      accountId: await books.known("expenseAccount"),
      title: "Paper",
      quantity: "1",
      unitPrice: String(net),
      manualUnitPrice: true,
    });
  const { id } = (await call("POST", "/purchaseInvoice", {
    supplierId: await books.known("supplier"),
    invoiceDate: Date.parse(books.day(-5)),
    invoiceNumber: books.freshNumber(),
    purchaseInvoiceType: type,
    purchaseInvoiceItems,
  })) as Stored;
  await call("PUT", `/purchaseInvoice/id/${id}`, { status: "OPEN_ITEM_CREATED" }, { ignoreMissingProperties: "true" });
  return id;
}

/** An invoice of 200 net whose open item a transaction of the bank settles, with a cash discount in percent. */
async function paidByBank(call: VendorCall, books: Books, percent: number): Promise<{ readonly invoiceId: string }> {
  const invoiceId = await enterSale(call, books, { type: "STANDARD_INVOICE", nets: [200] });
  const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
  const discounted = cents(gross.times(percent).div(100));
  const amount = gross.minus(discounted).toFixed(2);
  const applied = { amount, discount: discounted.toFixed(2), date: books.date(-1) };
  books.act("applyBankTransaction", { salesInvoiceId: invoiceId, ...applied });
  return { invoiceId };
}

/** Marks the open item of a document as paid, without a transaction of the bank. */
async function markPaid(call: VendorCall, books: Books, invoiceId: string): Promise<void> {
  const found = await call("GET", "/salesOpenItem", undefined, { "salesInvoiceId-eq": invoiceId });
  const [item] = (found as { readonly result: readonly Stored[] }).result;
  const paid = { paymentState: "PAID", datePaid: Date.parse(books.day(-1)) };
  await call("POST", `/salesOpenItem/id/${item?.id}/updatePaymentState`, paid);
}

export const weclappFacts: VendorFacts = {
  bankStatement: (call, books) => paidByBank(call, books, 0),
  cashDiscount: (call, books) => paidByBank(call, books, 2),
  hiddenPayment: async () => ({ list: "payments.list", says: "that no open item has used are not listed" }),
  moneyOnAccount: {
    cannot:
      "Money that no open item has used is a bank transaction, whose partner may be customer and supplier, and which does not say what it is for (weclapp's OpenAPI description v3, weclapp.com/api: bankTransaction.partyId). payments.list warns that it is not listed.",
  },
  creditUsed: async (call, books) => {
    const invoiceId = await enterSale(call, books, { type: "STANDARD_INVOICE", nets: [200] });
    const creditNoteId = await enterSale(call, books, { type: "CREDIT_NOTE", nets: [200] });
    books.act("offset", { salesInvoiceId: invoiceId, creditNoteId });
    return { invoiceId, creditNoteId };
  },
  writeOff: {
    cannot:
      "An open item that was written off has no state of its own: paymentStatus knows OPEN, PAID, CLEARED_WITH_CREDIT_NOTE, CREDIT_NOTE_CLEARED, NO_OPEN_ITEM and UNKNOWN (weclapp's OpenAPI description v3, weclapp.com/api: salesInvoice.paymentStatus).",
  },
  cashSale: async (call, books) => {
    const invoiceId = await enterSale(call, books, { type: "STANDARD_INVOICE", nets: [200] });
    await markPaid(call, books, invoiceId);
    return { invoiceId };
  },
  cashRefund: async (call, books) => {
    const creditNoteId = await enterSale(call, books, { type: "CREDIT_NOTE", nets: [200] });
    await markPaid(call, books, creditNoteId);
    return { creditNoteId };
  },
  creditNoteWithFee: async (call, books) => ({
    creditNoteId: await enterSale(call, books, { type: "CREDIT_NOTE", nets: [200, -50] }),
  }),
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const lines = [[200, standard] as const, [50, second] as const];
    return { billId: await enterPurchase(call, books, { type: "STANDARD_INVOICE", lines }) };
  },
  billPaid: async (call, books) => {
    const lines = [[200, books.system.purchases.standard] as const];
    const billId = await enterPurchase(call, books, { type: "STANDARD_INVOICE", lines });
    const found = await call("GET", "/purchaseOpenItem", undefined, { "purchaseInvoiceId-eq": billId });
    const [item] = (found as { readonly result: readonly Stored[] }).result;
    const paid = { paymentState: "PAID", datePaid: Date.parse(books.day(-1)) };
    await call("POST", `/purchaseOpenItem/id/${item?.id}/updatePaymentState`, paid);
    return { billId };
  },
  vendorCredit: async (call, books) => {
    const lines = [[200, books.system.purchases.standard] as const];
    return { vendorCreditId: await enterPurchase(call, books, { type: "CREDIT_NOTE", lines }) };
  },
  deposit: async (call, books) => ({
    invoiceId: await enterSale(call, books, { type: "STANDARD_INVOICE", nets: [200, -50] }),
  }),
};
