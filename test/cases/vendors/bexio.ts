/** Facts as bexio's own users enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Stored {
  readonly id: number;
}

const salesTax = 14;
const inputTaxes: Readonly<Record<number, number>> = { 8.1: 21, 2.6: 20 };

/** An issued invoice with these net amounts. */
async function enterInvoice(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const account_id = Number(await books.known("revenueAccount"));
  const { id } = (await call("POST", "/2.0/kb_invoice", {
    contact_id: Number(await books.known("customer")),
    user_id: 1,
    currency_id: 1,
    mwst_type: 0,
    mwst_is_net: true,
    is_valid_from: books.date(-5),
    is_valid_to: books.date(30),
    positions: nets.map((net) => ({
      type: "KbPositionCustom",
      text: "Consulting",
      amount: "1",
      unit_price: String(net),
      account_id,
      tax_id: salesTax,
    })),
  })) as Stored;
  await call("POST", `/2.0/kb_invoice/${id}/issue`);
  return String(id);
}

/** A booked bill with lines of net amounts at percentages. */
async function enterBill(
  call: VendorCall,
  books: Books,
  lines: readonly (readonly [net: number, rate: number])[],
): Promise<string> {
  const supplier = Number(await books.known("supplier"));
  const booking_account_id = Number(await books.known("expenseAccount"));
  const { id } = (await call("POST", "/4.0/purchase/bills", {
    supplier_id: supplier,
    contact_partner_id: supplier,
    vendor_ref: books.freshNumber(),
    bill_date: books.date(-5),
    due_date: books.date(30),
    manual_amount: false,
    amount_calc: totalsOf(lines.map(([net, rate]) => ({ net, rate }))).gross.toNumber(),
    currency_code: "CHF",
    item_net: true,
    attachment_ids: [],
    discounts: [],
    address: { lastname_company: "Paper Mill", type: "COMPANY" },
    line_items: lines.map(([amount, rate], position) => ({
      position,
      title: "Paper",
      amount,
      tax_id: inputTaxes[rate],
      booking_account_id,
    })),
  })) as { readonly id: string };
  await call("PUT", `/4.0/purchase/bills/${id}/bookings/BOOKED`);
  return id;
}

const grossOf = (books: Books) => totalsOf([{ net: 200, rate: books.system.sales.standard }]).gross;

const noCreditNotes =
  "The API has no credit notes: no path names kb_credit_voucher (docs.bexio.com, list of endpoints), and it answers 404 (the README of an importer, find_string KbCreditVoucher, 2026-11).";

export const bexioFacts: VendorFacts = {
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
    await call("POST", "/4.0/purchase/outgoing-payments", {
      bill_id: billId,
      payment_type: "MANUAL",
      execution_date: books.date(-1),
      amount: totalsOf([{ net: 200, rate: standard }]).gross.toNumber(),
      currency_code: "CHF",
      exchange_rate: 1,
      is_salary_payment: false,
      sender_bank_account_id: Number(await books.known("bankAccount")),
    });
    return { billId };
  },
  bankStatement: async (call, books) => {
    // A line of a bank statement that is assigned to an invoice is a payment of it.
    const invoiceId = await enterInvoice(call, books, [200]);
    const bank_account_id = Number(await books.known("bankAccount"));
    const value = grossOf(books).toFixed(2);
    await call("POST", `/2.0/kb_invoice/${invoiceId}/payment`, { date: books.date(-1), value, bank_account_id });
    return { invoiceId };
  },
  deposit: async (call, books) => ({ invoiceId: await enterInvoice(call, books, [200, -50]) }),
  creditNoteWithFee: { cannot: noCreditNotes },
  creditUsed: { cannot: noCreditNotes },
  cashRefund: { cannot: noCreditNotes },
  cashSale: {
    cannot:
      "An invoice is paid by payments, and there is no sale without an invoice (docs.bexio.com: sales order management has quotes, orders, deliveries and invoices).",
  },
  moneyOnAccount: {
    cannot:
      "A payment is created below an invoice, and there is none for a contact alone (docs.bexio.com, POST /2.0/kb_invoice/{invoice_id}/payment).",
  },
};
