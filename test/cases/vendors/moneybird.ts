/** Facts as Moneybird's own users enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Stored {
  readonly id: string;
}

async function standardRate(books: Books): Promise<unknown> {
  const rates = await books.rows("taxRates.list");
  const { standard } = books.system.sales;
  return rates.find(({ percentage, usage }) => percentage === standard && usage === "INVOICE")?.["id"];
}

/** A sent invoice with these net amounts, sold if positive and credited if negative. */
async function enterInvoice(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const tax_rate_id = await standardRate(books);
  const invoice = {
    contact_id: await books.known("customer"),
    invoice_date: books.date(-5),
    prices_are_incl_tax: false,
    details_attributes: nets.map((net) => ({
      description: "Consulting",
      amount: "1",
      price: String(net),
      tax_rate_id,
    })),
  };
  const { id } = (await call("POST", "/sales_invoices.json", { sales_invoice: invoice })) as Stored;
  const sending = { sales_invoice_sending: { delivery_method: "Manual", invoice_date: books.date(-5) } };
  await call("PATCH", `/sales_invoices/${id}/send_invoice.json`, sending);
  return id;
}

const grossOf = (books: Books): string => totalsOf([{ net: 200, rate: books.system.sales.standard }]).gross.toFixed(2);

const pay = (call: VendorCall, books: Books, invoiceId: string, payment: object): Promise<unknown> =>
  call("POST", `/sales_invoices/${invoiceId}/payments.json`, { payment: { payment_date: books.date(-1), ...payment } });

/** A booked bill with lines of net amounts at percentages. */
async function enterBill(
  call: VendorCall,
  books: Books,
  lines: readonly (readonly [net: number, rate: number])[],
): Promise<string> {
  const rates = await books.rows("taxRates.list");
  const ledger_account_id = await books.known("expenseAccount");
  const bill = {
    contact_id: await books.known("supplier"),
    reference: books.freshNumber(),
    date: books.date(-5),
    due_date: books.date(30),
    prices_are_incl_tax: false,
    details_attributes: lines.map(([net, rate]) => ({
      description: "Paper",
      amount: "1",
      price: String(net),
      ledger_account_id,
      tax_rate_id: rates.find(({ percentage, usage }) => percentage === rate && usage === "BILL")?.["id"],
    })),
  };
  const path = "/documents/purchase_invoices.json";
  return ((await call("POST", path, { purchase_invoice: bill })) as Stored).id;
}

export const moneybirdFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const billId = await enterBill(call, books, [
      [200, standard],
      [50, second],
    ]);
    return { billId };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const billId = await enterBill(call, books, [[200, standard]]);
    const price = totalsOf([{ net: 200, rate: standard }]).gross.toFixed(2);
    const bank = { financial_account_id: await books.known("bankAccount") };
    const payment = { payment_date: books.date(-1), price, ...bank };
    await call("POST", `/documents/purchase_invoices/${billId}/payments.json`, { payment });
    return { billId };
  },
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await enterInvoice(call, books, [-200, 50]) }),
  creditUsed: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    const creditNoteId = await enterInvoice(call, books, [-200]);
    const manual_payment_action = "invoices_settlement";
    await pay(call, books, invoiceId, { price: grossOf(books), manual_payment_action });
    await pay(call, books, creditNoteId, { price: `-${grossOf(books)}`, manual_payment_action });
    return { invoiceId, creditNoteId };
  },
  bankStatement: async (call, books) => {
    // Linking a bank transaction to an invoice adds a payment with its id to the invoice.
    const invoiceId = await enterInvoice(call, books, [200]);
    const bank = { financial_account_id: await books.known("bankAccount"), financial_mutation_id: "4711" };
    await pay(call, books, invoiceId, { price: grossOf(books), ...bank });
    return { invoiceId };
  },
  cashDiscount: {
    cannot:
      "A payment has no discount (the vendor's OpenAPI description v2, developer.moneybird.com, payments: manual_payment_action is private_payment, payment_without_proof, cash_payment, rounding_error, bank_transfer, balance_settlement or invoices_settlement). A discount is a credit invoice.",
  },
  writeOff: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    const written = { uncollectible_date: books.date(-1), book_method: "revenue" };
    await call("PATCH", `/sales_invoices/${invoiceId}/mark_as_uncollectible.json`, written);
    return { invoiceId };
  },
  cashSale: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    await pay(call, books, invoiceId, { price: grossOf(books), manual_payment_action: "cash_payment" });
    return { invoiceId };
  },
  cashRefund: async (call, books) => {
    const creditNoteId = await enterInvoice(call, books, [-200]);
    await pay(call, books, creditNoteId, { price: `-${grossOf(books)}`, manual_payment_action: "cash_payment" });
    return { creditNoteId };
  },
  moneyOnAccount: {
    cannot:
      "A payment is created under one document, and there is none for a contact alone (the vendor's OpenAPI description v2, developer.moneybird.com, POST /sales_invoices/{id}/payments).",
  },
  hiddenPayment: {
    cannot:
      "Every payment is part of a document; other lines of a bank statement are booked to accounts and pay no document (the vendor's OpenAPI description v2, developer.moneybird.com: payments of sales, external and purchase invoices, receipts; financial_mutations, link_booking).",
  },
  reconciledPayment: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    const bank = { financial_account_id: await books.known("bankAccount"), financial_mutation_id: "4712" };
    const payment = (await pay(call, books, invoiceId, { price: "100", ...bank })) as Stored;
    return { paymentId: payment.id };
  },
  deposit: async (call, books) => ({ invoiceId: await enterInvoice(call, books, [200, -50]) }),
};
