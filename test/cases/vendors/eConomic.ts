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
      "A payment is one entry, which names one invoice (restapi.e-conomic.com/schema/journals.journalNumber.vouchers.post.schema.json: entries.customerPayments.customerInvoice).",
  },
  // A credit is a supplier's invoice with the opposite sign. The entry is gross, and e-conomic splits the tax off.
  vendorCredit: async (_call, books) => {
    const { gross } = totalsOf([{ net: 200, rate: books.system.purchases.standard }]);
    const rates = await books.rows("taxRates.list");
    const { standard } = books.system.purchases;
    const code = rates.find(({ percentage, usage }) => percentage === standard && usage !== "INVOICE")?.["code"];
    const supplierInvoiceNumber = books.freshNumber();
    books.act("bookCredit", {
      date: books.date(-5),
      amount: gross.toNumber(),
      currency: { code: books.system.currency },
      supplier: Number(await books.known("supplier")),
      supplierInvoiceNumber,
      contraAccount: Number(await books.known("expenseAccount")),
      contraVatAccount: code,
    });
    const credits = await books.rows("vendorCredits.list");
    const found = credits.find(({ vendorCreditNumber }) => vendorCreditNumber === supplierInvoiceNumber);
    return { vendorCreditId: String(found?.["id"]) };
  },
  hiddenPayment: {
    cannot:
      "Every booked payment of a customer or supplier is an entry of the type customerPayment or supplierPayment, and all of them are listed (restdocs.e-conomic.com, accounting years, entries: entryType).",
  },
  cashDiscount: {
    cannot:
      "A discount is entered like a payment, against another account: an entry of a customer's payment with its own contra account (restapi.e-conomic.com/schema/journals.journalNumber.vouchers.post.schema.json: entries.customerPayments.contraAccount). The entries of a voucher are not paired (the vendor's OpenAPI description of booked entries, 4.0.0: voucherNumber), so a discount cannot be told from money; payments.list and payments.get warn.",
  },
  writeOff: {
    cannot:
      "A loss is entered like a payment, against another account: an entry of a customer's payment with its own contra account (restapi.e-conomic.com/schema/journals.journalNumber.vouchers.post.schema.json: entries.customerPayments.contraAccount), and a booked invoice has only its remainder (restdocs.e-conomic.com, GET /invoices/booked/:bookedInvoiceNumber: remainder). Responses with a PAID document or a payment warn.",
  },
  creditUsed: {
    cannot:
      "A booked invoice has only its remainder (restdocs.e-conomic.com, GET /invoices/booked/:bookedInvoiceNumber: remainder), so an invoice that a credit note settled reads PAID, with a warning. The pairs of matched entries (the vendor's OpenAPI description of booked entries, 4.0.0: /booked-entries/matched-pairs) have no recording, and are not read.",
  },
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await enterInvoice(call, books, [-200, 50]) }),
  deposit: async (call, books) => ({ invoiceId: await enterInvoice(call, books, [200, -50]) }),
};
