/** Facts as FreshBooks' own users enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Stored {
  readonly id: number;
}

interface Reply {
  readonly response: { readonly result: Readonly<Record<string, Stored>> };
}

/** Creates a record, which is in a property named after its kind. */
async function make(call: VendorCall, path: string, kind: string, fields: object): Promise<number> {
  const { response } = (await call("POST", path, { [kind]: fields })) as Reply;
  return Object.values(response.result)[0]?.id ?? 0;
}

const taxNames: Readonly<Record<number, string>> = { 13: "HST", 5: "GST" };

const linesOf = (books: Books, nets: readonly number[]): readonly object[] =>
  nets.map((net) => ({
    name: "Consulting",
    qty: 1,
    unit_cost: { amount: net.toFixed(2), code: "USD" },
    taxName1: taxNames[books.system.sales.standard],
    taxAmount1: books.system.sales.standard,
  }));

/** A sent invoice with these net amounts. */
async function enterInvoice(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const id = await make(call, "/invoices/invoices", "invoice", {
    customerid: Number(await books.known("customer")),
    create_date: books.date(-5),
    currency_code: "USD",
    due_offset_days: 35,
    lines: linesOf(books, nets),
  });
  await call("PUT", `/invoices/invoices/${id}`, { invoice: { status: 2 } });
  return String(id);
}

const grossOf = (books: Books): string => totalsOf([{ net: 200, rate: books.system.sales.standard }]).gross.toFixed(2);

const pay = (call: VendorCall, books: Books, invoiceId: string, more: object): Promise<number> =>
  make(call, "/payments/payments", "payment", {
    invoiceid: Number(invoiceId),
    amount: { amount: grossOf(books) },
    date: books.date(-1),
    type: "Bank Transfer",
    ...more,
  });

const enterCredit = (call: VendorCall, books: Books, nets: readonly number[], customer: string): Promise<number> =>
  make(call, "/credit_notes/credit_notes", "credit_note", {
    clientid: Number(customer),
    create_date: books.date(-3),
    credit_type: "goodwill",
    currency_code: "USD",
    lines: linesOf(books, nets),
  });

/** The number that an account has as a category. */
async function categoryOf(call: VendorCall, books: Books): Promise<number> {
  const id = await books.known("expenseAccount");
  const bills = (await call("GET", "/bills/bills", undefined, { per_page: "100" })) as {
    readonly response: { readonly result: { readonly bills: readonly { readonly id: number }[] } };
  };
  for (const { id: billId } of bills.response.result.bills) {
    const { lineItems } = (await books.read("bills", String(billId))) as {
      readonly lineItems?: readonly { readonly accountId?: string }[];
    };
    const index = (lineItems ?? []).findIndex(({ accountId }) => accountId === id);
    if (index < 0) continue;
    const { response } = (await call("GET", `/bills/bills/${billId}`)) as {
      readonly response: {
        readonly result: {
          readonly bill: { readonly lines: readonly { readonly category: { readonly categoryid: number } }[] };
        };
      };
    };
    return response.result.bill.lines[index]?.category.categoryid ?? 0;
  }
  throw new Error("No bill is on this account.");
}

async function enterBill(
  call: VendorCall,
  books: Books,
  lines: readonly (readonly [net: number, rate: number])[],
): Promise<string> {
  const categoryid = await categoryOf(call, books);
  const id = await make(call, "/bills/bills", "bill", {
    vendorid: Number(await books.known("supplier")),
    bill_number: books.freshNumber(),
    issue_date: books.date(-5),
    due_offset_days: 35,
    currency_code: "USD",
    language: "en",
    lines: lines.map(([net, rate]) => ({
      categoryid,
      description: "Paper",
      quantity: 1,
      unit_cost: { amount: net.toFixed(2), code: "USD" },
      tax_name1: taxNames[rate],
      tax_percent1: rate,
    })),
  });
  return String(id);
}

export const freshbooksFacts: VendorFacts = {
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
    const amount = { amount: totalsOf([{ net: 200, rate: standard }]).gross.toFixed(2), code: "USD" };
    const payment = { billid: Number(billId), amount, paid_date: books.date(-1), payment_type: "Check" };
    await make(call, "/bill_payments/bill_payments", "bill_payment", payment);
    return { billId };
  },
  creditNoteWithFee: async (call, books) => {
    const id = await enterCredit(call, books, [200, -50], await books.known("customer"));
    return { creditNoteId: String(id) };
  },
  creditUsed: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    const creditid = await enterCredit(call, books, [200], await books.known("customer"));
    await pay(call, books, invoiceId, { creditid, from_credit: true, type: "Credit" });
    return { invoiceId, creditNoteId: String(creditid) };
  },
  bankStatement: async (call, books) => {
    // A line of a bank statement that is matched with an invoice is a payment of it.
    const invoiceId = await enterInvoice(call, books, [200]);
    await pay(call, books, invoiceId, {});
    return { invoiceId };
  },
  deposit: async (call, books) => ({ invoiceId: await enterInvoice(call, books, [200, -50]) }),
  cashDiscount: {
    cannot:
      "A payment has no discount, and a discount of an invoice is a part of its amount (freshbooks.com/api/payments; freshbooks.com/api/invoices: discount_value, discount_total).",
  },
  writeOff: {
    cannot:
      "No status of an invoice says that it is written off (freshbooks.com/api/invoices: statuses disputed, draft, sent, viewed, paid, auto-paid, retry, failed and partial).",
  },
  cashSale: {
    cannot:
      "Money of a customer is a payment of an invoice or a credit, and there is no sale without an invoice (freshbooks.com/api: list of resources).",
  },
  cashRefund: {
    cannot:
      "Credits are goodwill, overpayments or prepayments, and none of them is paid out (freshbooks.com/api/credits: credit_type).",
  },
};
