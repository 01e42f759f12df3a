/** Facts as e-conomic's own users enter them. */
import { totalsOf } from "../amounts.ts";
import { openBill, paymentBody } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Draft {
  readonly draftInvoiceNumber: number;
}
interface Booked {
  readonly bookedInvoiceNumber: number;
}

/** A booked invoice with these net amounts; a credit note if they come to less than 0. */
async function enterInvoice(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const customerNumber = await books.known("customer");
  const template = (await call("GET", `/customers/${customerNumber}/templates/invoice`)) as object;
  const productNumber = await books.known("item");
  const draft = (await call("POST", "/invoices/drafts", {
    ...template,
    date: books.date(-5),
    layout: { layoutNumber: 19 },
    lines: nets.map((net, index) => ({
      lineNumber: index + 1,
      description: "Consulting",
      product: { productNumber },
      quantity: Math.sign(net),
      unitNetPrice: Math.abs(net),
    })),
  })) as Draft;
  const { draftInvoiceNumber } = draft;
  const booked = (await call("POST", "/invoices/booked", { draftInvoice: { draftInvoiceNumber } })) as Booked;
  return `booked-${booked.bookedInvoiceNumber}`;
}

/** An invoice of 200 net that was paid in full. */
async function paidInvoice(call: VendorCall, books: Books): Promise<{ readonly invoiceId: string }> {
  const invoiceId = await enterInvoice(call, books, [200]);
  const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
  const line = { invoiceId, amount: gross.toNumber() };
  await books.create("payments.create", paymentBody(books, "INVOICE", [line]));
  return { invoiceId };
}

export const eConomicFacts: VendorFacts = {
  billWithTwoRates: {
    cannot:
      "An entry of a bill has one contra account and one VAT code (restapi.e-conomic.com/schema/journals.journalNumber.vouchers.post.schema.json: entries.supplierInvoices).",
  },
  cashSale: paidInvoice,
  // A line of the bank becomes an entry of a customer's payment.
  bankStatement: paidInvoice,
  cashRefund: async (call, books) => {
    const creditNoteId = await enterInvoice(call, books, [-200]);
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const line = { invoiceId: creditNoteId, amount: -gross.toNumber() };
    await books.create("payments.create", paymentBody(books, "INVOICE", [line]));
    return { creditNoteId };
  },
  billPaid: async (_call, books) => {
    const { id, totals } = await openBill(books);
    const line = { invoiceId: id, amount: totals.gross.toNumber() };
    await books.create("payments.create", paymentBody(books, "BILL", [line]));
    return { billId: id };
  },
  moneyOnAccount: {
    cannot:
      "A payment is one entry, which names one invoice, and how entries were matched is in no resource (restapi.e-conomic.com/schema/journals.journalNumber.vouchers.post.schema.json: entries.customerPayments.customerInvoice).",
  },
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await enterInvoice(call, books, [-200, 50]) }),
  deposit: async (call, books) => ({ invoiceId: await enterInvoice(call, books, [200, -50]) }),
};
