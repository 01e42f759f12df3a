/** Facts as Zoho Books' own users enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

type Fields = Readonly<Record<string, string>>;
type Reply = { readonly [name: string]: Fields | undefined };

/** Sends a request, and returns the record in the reply, which is wrapped in a property of its own. */
async function enter(call: VendorCall, path: string, body: object, wrapper: string): Promise<Fields> {
  const record = ((await call("POST", path, body)) as Reply)[wrapper];
  if (record === undefined) throw new Error(`Zoho Books stored nothing at ${path}`);
  return record;
}

async function taxOf(books: Books, percentage: number): Promise<unknown> {
  const rates = await books.rows("taxRates.list");
  return rates.find((rate) => rate["percentage"] === percentage)?.["id"];
}

async function saleBody(books: Books, nets: readonly number[]): Promise<object> {
  const account_id = await books.known("revenueAccount");
  const tax_id = await taxOf(books, books.system.sales.standard);
  return {
    customer_id: await books.known("customer"),
    date: books.date(-5),
    line_items: nets.map((rate) => ({ name: "Consulting", quantity: 1, rate, account_id, tax_id })),
  };
}

/** A posted invoice. */
async function enterInvoice(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const body = { ...(await saleBody(books, nets)), due_date: books.date(30) };
  const { invoice_id: id = "" } = await enter(call, "/invoices", body, "invoice");
  await call("POST", `/invoices/${id}/status/sent`);
  return id;
}

/** A posted credit note. */
async function enterCreditNote(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const { creditnote_id: id = "" } = await enter(call, "/creditnotes", await saleBody(books, nets), "creditnote");
  await call("POST", `/creditnotes/${id}/status/open`);
  return id;
}

/** The net amount and the percentage of each line. */
type Lines = readonly (readonly [net: number, rate: number])[];

async function purchaseBody(books: Books, lines: Lines): Promise<object> {
  const account_id = await books.known("expenseAccount");
  const rows = lines.map(async ([rate, percentage]) => ({
    name: "Paper",
    quantity: 1,
    rate,
    account_id,
    tax_id: await taxOf(books, percentage),
  }));
  return { vendor_id: await books.known("supplier"), date: books.date(-5), line_items: await Promise.all(rows) };
}

async function enterBill(call: VendorCall, books: Books, lines: Lines): Promise<string> {
  const body = {
    ...(await purchaseBody(books, lines)),
    bill_number: books.freshNumber(),
    due_date: books.date(30),
  };
  const { bill_id: id = "" } = await enter(call, "/bills", body, "bill");
  return id;
}

const grossOfSale = (books: Books, net: number) => totalsOf([{ net, rate: books.system.sales.standard }]).gross;

interface Received {
  readonly invoiceId: string;
  readonly amount: number;
  /** What is used for the invoice, if that is not all. */
  readonly applied?: number;
}

async function paymentBody(books: Books, { invoiceId, amount, applied = amount }: Received): Promise<object> {
  return {
    customer_id: await books.known("customer"),
    payment_mode: "banktransfer",
    amount,
    date: books.date(-1),
    account_id: await books.known("bankAccount"),
    invoices: [{ invoice_id: invoiceId, amount_applied: applied }],
  };
}

async function receive(call: VendorCall, books: Books, received: Received): Promise<string> {
  const { payment_id: id = "" } = await enter(call, "/customerpayments", await paymentBody(books, received), "payment");
  return id;
}

/** A line of a bank statement becomes a payment. */
async function receiveByStatement(call: VendorCall, books: Books, received: Received): Promise<string> {
  const path = "/banktransactions/uncategorized/460000000048017/categorize/customerpayments";
  const { payment_id: id = "" } = await enter(call, path, await paymentBody(books, received), "payment");
  return id;
}

async function useCredit(call: VendorCall, creditNoteId: string, { invoiceId, amount }: Received): Promise<void> {
  await call("POST", `/creditnotes/${creditNoteId}/invoices`, {
    invoices: [{ invoice_id: invoiceId, amount_applied: amount }],
  });
}

export const zohoBooksFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const lines = [
      [200, standard],
      [50, second],
    ] as const;
    return { billId: await enterBill(call, books, lines) };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const billId = await enterBill(call, books, [[200, standard]]);
    const amount = totalsOf([{ net: 200, rate: standard }]).gross.toNumber();
    const payment = {
      vendor_id: await books.known("supplier"),
      payment_mode: "banktransfer",
      amount,
      date: books.date(-1),
      paid_through_account_id: await books.known("bankAccount"),
      bills: [{ bill_id: billId, amount_applied: amount }],
    };
    await enter(call, "/vendorpayments", payment, "vendorpayment");
    return { billId };
  },
  vendorCredit: async (call, books) => {
    const body = await purchaseBody(books, [[200, books.system.purchases.standard]]);
    const { vendor_credit_id: id = "" } = await enter(call, "/vendorcredits", body, "vendor_credit");
    return { vendorCreditId: id };
  },
  moneyOnAccount: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    const paymentId = await receive(call, books, { invoiceId, amount: 50, applied: 30 });
    const refund = {
      date: books.date(-1),
      refund_mode: "banktransfer",
      amount: 20,
      from_account_id: await books.known("bankAccount"),
    };
    const path = `/customerpayments/${paymentId}/refunds`;
    const reply = (await call("POST", path, refund)) as { readonly payment_refunds?: readonly Fields[] };
    const refundId = reply.payment_refunds?.[0]?.["payment_refund_id"];
    return { paymentId: `customer-${paymentId}`, refundId: `refund-${paymentId}-${refundId}`, invoiceId };
  },
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await enterCreditNote(call, books, [200, -50]) }),
  creditUsed: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    const creditNoteId = await enterCreditNote(call, books, [200]);
    await useCredit(call, creditNoteId, { invoiceId, amount: grossOfSale(books, 200).toNumber() });
    return { invoiceId, creditNoteId };
  },
  bankStatement: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    await receiveByStatement(call, books, { invoiceId, amount: grossOfSale(books, 200).toNumber() });
    return { invoiceId };
  },
  reconciledPayment: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    return { paymentId: `customer-${await receiveByStatement(call, books, { invoiceId, amount: 100 })}` };
  },
  cashDiscount: async (call, books) => {
    // Zoho Books has no cash discount: its users credit the discount and use the credit for the invoice.
    const invoiceId = await enterInvoice(call, books, [200]);
    const discount = grossOfSale(books, 4);
    await useCredit(call, await enterCreditNote(call, books, [4]), { invoiceId, amount: discount.toNumber() });
    await receive(call, books, { invoiceId, amount: grossOfSale(books, 200).minus(discount).toNumber() });
    return { invoiceId };
  },
  writeOff: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    await call("POST", `/invoices/${invoiceId}/writeoff`);
    return { invoiceId };
  },
  cashSale: {
    cannot:
      "A sale that is paid at once is a sales receipt, which is neither an invoice nor among the payments received (zoho.com/books/help/sales-receipt/create.html), and has no status (zoho.com/books/api/v3/sales-receipt). invoices.list and payments.list warn that sales receipts are not listed.",
  },
  cashRefund: async (call, books) => {
    const creditNoteId = await enterCreditNote(call, books, [200]);
    const refund = {
      date: books.date(-5),
      refund_mode: "cash",
      amount: grossOfSale(books, 200).toNumber(),
      from_account_id: await books.known("bankAccount"),
    };
    await enter(call, `/creditnotes/${creditNoteId}/refunds`, refund, "creditnote_refund");
    return { creditNoteId };
  },
  hiddenPayment: async () => ({ list: "payments.list", says: "Sales receipts" }),
  deposit: async (call, books) => ({ invoiceId: await enterInvoice(call, books, [200, -50]) }),
};
