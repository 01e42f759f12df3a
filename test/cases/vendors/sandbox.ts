/** Facts that the sandbox's own API enters. */
import { cents, totalsOf } from "../amounts.ts";
import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

const idIn = (body: unknown): string => (body as { readonly id: string }).id;

const returned = (unitAmount: string, rate: number) => ({
  item_name: "Returned",
  quantity: "1",
  unit_amount: unitAmount,
  tax_rate_percentage: String(rate),
});

async function creditNote(call: VendorCall, books: Books, amounts: readonly string[], more: object = {}) {
  const { standard } = books.system.sales;
  const body = {
    contact_id: await books.known("customer"),
    credit_note_date: books.date(-4),
    credit_note_lines: amounts.map((amount) => returned(amount, standard)),
    ...more,
  };
  return idIn(await call("POST", "/credit-notes", body));
}

/** Lines of net amounts at percentages. */
const bought = (lines: readonly (readonly [net: number, rate: number])[]) =>
  lines.map(([net, rate]) => ({
    description: "Paper",
    quantity: "1",
    unit_amount: String(net),
    tax_rate_percentage: String(rate),
  }));

async function bill(call: VendorCall, books: Books, lines: Parameters<typeof bought>[0]): Promise<string> {
  const body = {
    contact_id: await books.known("supplier"),
    bill_number: books.freshNumber(),
    bill_date: books.date(-5),
    line_items: bought(lines),
  };
  return idIn(await call("POST", "/bills", body));
}

export const sandboxFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const billId = await bill(call, books, [
      [200, standard],
      [50, second],
    ]);
    return { billId };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const billId = await bill(call, books, [[200, standard]]);
    const { gross } = totalsOf([{ net: 200, rate: standard }]);
    const line = { invoice_id: billId, payment_date: books.date(-1), amount: gross.toFixed(2) };
    await call("POST", "/payments", { document_type: "bill", payment_lines: [line] });
    return { billId };
  },
  vendorCredit: async (call, books) => {
    const body = {
      contact_id: await books.known("supplier"),
      vendor_credit_number: books.freshNumber(),
      vendor_credit_date: books.date(-5),
      line_items: bought([[200, books.system.purchases.standard]]),
    };
    return { vendorCreditId: idIn(await call("POST", "/vendor-credits", body)) };
  },
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await creditNote(call, books, ["200", "-50"]) }),
  creditUsed: async (call, books) => {
    const { id } = await openInvoice(books);
    return { invoiceId: id, creditNoteId: await creditNote(call, books, ["200"], { applied_to_id: id }) };
  },
  cashDiscount: async (call, books) => {
    const { id, totals } = await openInvoice(books);
    const discount = cents(totals.gross.times(0.02));
    const line = {
      invoice_id: id,
      payment_date: books.date(-1),
      amount: totals.gross.minus(discount).toFixed(2),
      discount_amount: discount.toFixed(2),
    };
    await call("POST", "/payments", { payment_lines: [line] });
    return { invoiceId: id };
  },
  bankStatement: async (call, books) => {
    const { id, totals } = await openInvoice(books);
    const line = { type: "receive", amount: totals.gross.toFixed(2), booking_date: books.date(-1) };
    const transactionId = idIn(await call("POST", "/transactions", line));
    await call("PATCH", `/transactions/${transactionId}`, { matched_to_id: id });
    return { invoiceId: id };
  },
  cashSale: async (call, books) => {
    const { standard } = books.system.sales;
    const body = {
      contact_id: await books.known("customer"),
      invoice_date: books.date(-5),
      line_items: [{ name: "Consulting", quantity: "2", unit_amount: "100", tax_rate_percentage: String(standard) }],
      paid_into_account_id: "acc-1000",
    };
    return { invoiceId: idIn(await call("POST", "/invoices", body)) };
  },
  cashRefund: async (call, books) => {
    const creditNoteId = await creditNote(call, books, ["200"]);
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const line = { invoice_id: creditNoteId, payment_date: books.date(-4), amount: `-${gross.toFixed(2)}` };
    await call("POST", "/payments", { payment_lines: [line] });
    return { creditNoteId };
  },
  writeOff: async (call, books) => {
    const { id } = await openInvoice(books);
    await call("PATCH", `/invoices/${id}`, { payment_status: "bad_debt" });
    return { invoiceId: id };
  },
  moneyOnAccount: async (call, books) => {
    const customerId = await books.known("customer");
    const { id } = await openInvoice(books);
    const paid = { payment_date: books.date(-3), amount: "30.00", invoice_id: id };
    const onAccount = { payment_date: books.date(-3), amount: "20.00", customer_id: customerId };
    const paymentId = idIn(await call("POST", "/payments", { payment_lines: [paid, onAccount] }));
    const back = { payment_date: books.date(-1), amount: "-20.00", customer_id: customerId };
    const refundId = idIn(await call("POST", "/payments", { payment_lines: [back] }));
    return { paymentId, refundId, invoiceId: id };
  },
  supplierPaidOnAccount: async (call, books) => {
    const supplierId = await books.known("supplier");
    const line = { payment_date: books.date(-1), amount: "50.00", supplier_id: supplierId };
    return { paymentId: idIn(await call("POST", "/payments", { payment_lines: [line] })), supplierId };
  },
  hiddenPayment: {
    cannot: "Nothing is hidden: GET /payments has all kinds of money (live run of the sandbox).",
  },
  reconciledPayment: {
    cannot: "A match is undone by deleting its payment (live run of the sandbox: PATCH /transactions/{id} says so).",
  },
  deposit: async (call, books) => {
    const { standard } = books.system.sales;
    const line = { name: "Consulting", tax_rate_percentage: String(standard) };
    const body = {
      contact_id: await books.known("customer"),
      invoice_date: books.date(-5),
      line_items: [
        { ...line, quantity: "2", unit_amount: "100" },
        { ...line, name: "Deposit", quantity: "-1", unit_amount: "50" },
      ],
    };
    return { invoiceId: idIn(await call("POST", "/invoices", body)) };
  },
};
