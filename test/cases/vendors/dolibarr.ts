/** Facts that Dolibarr's own API enters. */
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

/** Noon in UTC is the same day at the vendor. */
const moment = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;

/** A validated invoice with one line per amount. */
async function invoice(call: VendorCall, books: Books, amounts: readonly number[], type: 0 | 2 = 0): Promise<string> {
  const id = await call("POST", "/invoices", {
    socid: Number(await books.known("customer")),
    type,
    date: moment(books.date(-4)),
    lines: amounts.map((subprice) => ({
      desc: "Consulting",
      qty: "1",
      subprice: String(subprice),
      tva_tx: String(books.system.sales.standard),
    })),
  });
  await call("POST", `/invoices/${String(id)}/validate`, {});
  return String(id);
}

/** Net amounts and percentages. */
type Lines = readonly (readonly [net: number, rate: number])[];

/** A validated bill of the usual supplier, or its credit (type 2). */
async function purchase(call: VendorCall, books: Books, type: 0 | 2, lines: Lines): Promise<string> {
  const id = await call("POST", "/supplierinvoices", {
    socid: Number(await books.known("supplier")),
    type,
    ref_supplier: books.freshNumber(),
    date: moment(books.date(-4)),
    lines: lines.map(([net, rate]) => ({
      desc: "Paper",
      description: "Paper",
      qty: "1",
      subprice: String(net),
      pu_ht: String(net),
      tva_tx: String(rate),
    })),
  });
  await call("POST", `/supplierinvoices/${String(id)}/validate`, {});
  return String(id);
}

interface Payment {
  readonly id: string;
  readonly amount: string;
  readonly more?: object;
}

async function pay(call: VendorCall, books: Books, { id, amount, more = {} }: Payment): Promise<void> {
  await call("POST", "/invoices/paymentsdistributed", {
    arrayofamounts: { [id]: { amount, multicurrency_amount: "" } },
    datepaye: moment(books.date(-1)),
    paymentid: 2,
    closepaidinvoices: "yes",
    accountid: Number(await books.known("bankAccount")),
    ...more,
  });
}

const close = (call: VendorCall, id: string, code: string): Promise<unknown> =>
  call("POST", `/invoices/${id}/settopaid`, { close_code: code, close_note: "" });

export const dolibarrFacts: VendorFacts = {
  cashDiscount: async (call, books) => {
    const id = await invoice(call, books, [200]);
    const gross = 200 * (1 + books.system.sales.standard / 100);
    await pay(call, books, { id, amount: (gross * 0.98).toFixed(2) });
    await close(call, id, "discount_vat");
    return { invoiceId: id };
  },
  writeOff: async (call, books) => {
    const id = await invoice(call, books, [200]);
    await close(call, id, "badcustomer");
    return { invoiceId: id };
  },
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const lines: Lines = [
      [200, standard],
      [50, second],
    ];
    return { billId: await purchase(call, books, 0, lines) };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const id = await purchase(call, books, 0, [[200, standard]]);
    await call("POST", `/supplierinvoices/${id}/payments`, {
      datepaye: moment(books.date(-1)),
      payment_mode_id: 2,
      closepaidinvoices: "yes",
      accountid: Number(await books.known("bankAccount")),
      amount: (200 * (1 + standard / 100)).toFixed(2),
    });
    return { billId: id };
  },
  vendorCredit: async (call, books) => ({
    vendorCreditId: await purchase(call, books, 2, [[200, books.system.purchases.standard]]),
  }),
  creditNoteWithFee: {
    cannot:
      "Every line of a credit note gives money back, whatever its sign was (live run of 20.0.1; facture.class.php, addline).",
  },
  cashSale: async (call, books) => {
    const id = await invoice(call, books, [200]);
    await pay(call, books, { id, amount: (200 * (1 + books.system.sales.standard / 100)).toFixed(2) });
    return { invoiceId: id };
  },
  cashRefund: async (call, books) => {
    const id = await invoice(call, books, [-200], 2);
    // Dolibarr turns the sign of what is paid for a credit note, after it has compared it with what is open.
    const paid = (200 * (1 + books.system.sales.standard / 100)).toFixed(2);
    await pay(call, books, { id, amount: paid, more: { accepthigherpayment: true } });
    return { creditNoteId: id };
  },
  creditUsed: async (call, books) => {
    const invoiceId = await invoice(call, books, [200]);
    const creditNoteId = await invoice(call, books, [-200], 2);
    await call("POST", `/invoices/${creditNoteId}/markAsCreditAvailable`);
    const discount = (await call("GET", `/invoices/${creditNoteId}/discount`)) as { readonly id: string };
    await call("POST", `/invoices/${invoiceId}/usecreditnote/${discount.id}`);
    await call("POST", `/invoices/${invoiceId}/settopaid`, {});
    return { invoiceId, creditNoteId };
  },
  bankStatement: {
    cannot:
      "A line of an account is reconciled with a statement after its payment was entered, so a statement settles no invoice itself (api_bankaccounts.class.php of 20.0.1: addLine makes no payment).",
  },
  moneyOnAccount: {
    cannot:
      "Payments pay documents, by their ids, and a down payment is an invoice of its own (api_invoices.class.php of 20.0.1, paymentsdistributed: arrayofamounts).",
  },
  hiddenPayment: {
    cannot:
      "Every payment of a customer or supplier belongs to a document, which lists it (api_invoices.class.php and api_supplier_invoices.class.php of 20.0.1, getPayments).",
  },
  deposit: async (call, books) => ({ invoiceId: await invoice(call, books, [200, -50]) }),
};
