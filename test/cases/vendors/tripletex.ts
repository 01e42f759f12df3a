/** Facts at Tripletex, entered as its own users and other apps do. */
import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Made {
  readonly value: { readonly id: number };
}

/** An invoice with these net amounts at the standard rate. */
async function enterInvoice(call: VendorCall, books: Books, nets: readonly number[]): Promise<number> {
  const customer = { id: Number(await books.known("customer")) };
  const made = (await call("POST", "/invoice", {
    invoiceDate: books.date(-5),
    invoiceDueDate: books.date(20),
    customer,
    orders: [
      {
        customer,
        orderDate: books.date(-5),
        deliveryDate: books.date(-5),
        orderLines: nets.map((net) => ({
          vatType: { id: 3 },
          description: "Consulting",
          count: Math.sign(net),
          unitPriceExcludingVatCurrency: Math.abs(net),
        })),
      },
    ],
  })) as Made;
  return made.value.id;
}

/** An invoice of 200 net that was paid in full when it was made, or by a line of the bank. */
async function paidInvoice(call: VendorCall, books: Books): Promise<{ readonly invoiceId: string }> {
  const id = await enterInvoice(call, books, [200]);
  const found = (await call("GET", "/invoice/paymentType")) as { readonly values: readonly { readonly id: number }[] };
  const paidAmount = String(200 * (1 + books.system.sales.standard / 100));
  const query = { paymentDate: books.date(-1), paymentTypeId: String(found.values[0]?.id), paidAmount };
  await call("PUT", `/invoice/${id}/:payment`, undefined, query);
  return { invoiceId: String(id) };
}

/** A booked document of the usual supplier, by its net amounts at the tax codes. */
async function enterPurchase(
  call: VendorCall,
  books: Books,
  isCreditNote: boolean,
  nets: readonly (readonly [taxCode: number, net: number])[],
): Promise<string> {
  const invoiceNumber = books.freshNumber();
  const supplier = Number(await books.known("supplier"));
  const dates = { invoiceDate: books.date(-5), invoiceDueDate: books.date(25) };
  books.act("receiveBill", { ...dates, supplier, invoiceNumber, isCreditNote, nets });
  const query = { invoiceNumber, invoiceDateFrom: books.date(-6), invoiceDateTo: books.date(1) };
  const found = await call("GET", "/supplierInvoice", undefined, query);
  const [bill] = (found as { readonly values: readonly { readonly id: number }[] }).values;
  return String(bill?.id);
}

export const tripletexFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => ({
    billId: await enterPurchase(call, books, false, [
      [1, 200],
      [0, 50],
    ]),
  }),
  billPaid: async (call, books) => {
    const billId = await enterPurchase(call, books, false, [[1, 200]]);
    const amount = String(200 * (1 + books.system.purchases.standard / 100));
    const query = { paymentType: "0", paymentDate: books.date(-1), amount };
    await call("POST", `/supplierInvoice/${billId}/:addPayment`, undefined, query);
    return { billId };
  },
  vendorCredit: async (call, books) => ({ vendorCreditId: await enterPurchase(call, books, true, [[1, 200]]) }),
  cashSale: paidInvoice,
  bankStatement: paidInvoice,
  creditNoteWithFee: async (call, books) => {
    // A credit note takes all lines of its invoice back.
    const id = await enterInvoice(call, books, [200, -50]);
    const query = { date: books.date(-1), sendToCustomer: "false" };
    const made = (await call("PUT", `/invoice/${id}/:createCreditNote`, undefined, query)) as Made;
    return { creditNoteId: String(made.value.id) };
  },
  hiddenPayment: async () => ({
    list: "payments.list",
    says: "that belong to no invoice or bill are only in journalEntries",
  }),
  cashRefund: {
    cannot:
      "A credit note settles its invoice, and money goes back on the invoice: the refund is entered there (tripletex.no/execute/docViewer?articleId=1022: Tilbakebetaling), so no payment names the credit note.",
  },
  cashDiscount: {
    cannot:
      "A payment is registered with its amount only (tripletex.no/v2-docs, PUT /invoice/{id}/:payment: paidAmount, paidAmountCurrency). What a customer deducts is posted with a voucher to the customer's ledger, and closed there by hand.",
  },
  writeOff: {
    cannot:
      "A loss is posted with a voucher to account 7830 (tripletex.no/kontohjelp/konto/7830-konstaterte-tap-pa-fordringer) and closed in the customer's ledger, and an invoice has no field for it (Tripletex' OpenAPI description: Invoice): it reads PAID, with a warning.",
  },
  moneyOnAccount: {
    cannot:
      "A payment is registered for one invoice, and there is none for a customer alone (tripletex.no/v2-docs, PUT /invoice/{id}/:payment).",
  },
  creditUsed: async (call, books) => {
    const { id } = await openInvoice(books);
    const query = { date: books.date(-1), sendToCustomer: "false" };
    const made = (await call("PUT", `/invoice/${id}/:createCreditNote`, undefined, query)) as Made;
    return { invoiceId: id, creditNoteId: String(made.value.id) };
  },
  deposit: async (call, books) => ({ invoiceId: String(await enterInvoice(call, books, [200, -50])) }),
};
