/** Facts as Xero's own users enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

type Collection = "CreditNotes" | "Invoices";
type Reply = { readonly [Name in Collection]?: readonly Readonly<Record<string, string>>[] };

async function enterDocument(
  call: VendorCall,
  books: Books,
  { collection, nets }: { readonly collection: Collection; readonly nets: readonly number[] },
): Promise<string> {
  const AccountID = await books.known("revenueAccount");
  const document = {
    Type: collection === "Invoices" ? "ACCREC" : "ACCRECCREDIT",
    Status: "AUTHORISED",
    Contact: { ContactID: await books.known("customer") },
    Date: books.date(-5),
    DueDate: books.date(30),
    LineAmountTypes: "Exclusive",
    LineItems: nets.map((net) => ({
      Description: "Consulting",
      Quantity: 1,
      UnitAmount: net,
      AccountID,
      TaxType: "OUTPUT2",
    })),
  };
  const reply = (await call("PUT", `/${collection}`, { [collection]: [document] })) as Reply;
  const id = reply[collection]?.[0]?.[collection === "Invoices" ? "InvoiceID" : "CreditNoteID"];
  if (id === undefined) throw new Error("Xero stored no document");
  return id;
}

type Answered = { readonly [Collection: string]: readonly Readonly<Record<string, string>>[] | undefined };

/** Creates a record, and returns one of its ids. */
async function enter(call: VendorCall, collection: string, body: object, idField: string): Promise<string> {
  const reply = (await call("PUT", `/${collection}`, { [collection]: [body] })) as Answered;
  const id = reply[collection]?.[0]?.[idField];
  if (id === undefined) throw new Error(`Xero stored nothing in ${collection}`);
  return id;
}

interface Purchase {
  readonly collection: Collection;
  /** The net amount and the percentage of each line. */
  readonly lines: readonly (readonly [net: number, rate: number])[];
}

async function enterPurchase(call: VendorCall, books: Books, { collection, lines }: Purchase): Promise<string> {
  const AccountID = await books.known("expenseAccount");
  const isBill = collection === "Invoices";
  const document = {
    Type: isBill ? "ACCPAY" : "ACCPAYCREDIT",
    Status: "AUTHORISED",
    Contact: { ContactID: await books.known("supplier") },
    [isBill ? "InvoiceNumber" : "CreditNoteNumber"]: books.freshNumber(),
    Date: books.date(-5),
    ...(isBill && { DueDate: books.date(30) }),
    LineAmountTypes: "Exclusive",
    LineItems: lines.map(([net, rate]) => ({
      Description: "Paper",
      Quantity: 1,
      UnitAmount: net,
      AccountID,
      TaxType: books.system.taxCodes?.BILL[rate],
    })),
  };
  return enter(call, collection, document, isBill ? "InvoiceID" : "CreditNoteID");
}

export const xeroFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const lines = [
      [200, standard],
      [50, second],
    ] as const;
    return { billId: await enterPurchase(call, books, { collection: "Invoices", lines }) };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const billId = await enterPurchase(call, books, { collection: "Invoices", lines: [[200, standard]] });
    const payment = {
      Invoice: { InvoiceID: billId },
      Account: { AccountID: await books.known("bankAccount") },
      Date: books.date(-1),
      Amount: totalsOf([{ net: 200, rate: standard }]).gross.toNumber(),
    };
    await enter(call, "Payments", payment, "PaymentID");
    return { billId };
  },
  vendorCredit: async (call, books) => {
    const lines = [[200, books.system.purchases.standard]] as const;
    return { vendorCreditId: await enterPurchase(call, books, { collection: "CreditNotes", lines }) };
  },
  moneyOnAccount: async (call, books) => {
    const invoiceId = await enterDocument(call, books, { collection: "Invoices", nets: [200] });
    const AccountID = await books.known("bankAccount");
    const received = {
      Type: "RECEIVE-OVERPAYMENT",
      Contact: { ContactID: await books.known("customer") },
      BankAccount: { AccountID },
      Date: books.date(-3),
      LineItems: [{ Description: "On account", LineAmount: 50 }],
    };
    const paymentId = await enter(call, "BankTransactions", received, "OverpaymentID");
    const allocation = { Amount: 30, Date: books.date(-2), Invoice: { InvoiceID: invoiceId } };
    await call("PUT", `/Overpayments/${paymentId}/Allocations`, { Allocations: [allocation] });
    const refund = {
      Overpayment: { OverpaymentID: paymentId },
      Account: { AccountID },
      Date: books.date(-1),
      Amount: 20,
    };
    return { paymentId, invoiceId, refundId: await enter(call, "Payments", refund, "PaymentID") };
  },
  creditNoteWithFee: async (call, books) => ({
    creditNoteId: await enterDocument(call, books, { collection: "CreditNotes", nets: [200, -50] }),
  }),
  creditUsed: async (call, books) => {
    const invoiceId = await enterDocument(call, books, { collection: "Invoices", nets: [200] });
    const creditNoteId = await enterDocument(call, books, { collection: "CreditNotes", nets: [200] });
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const allocation = { Amount: gross.toNumber(), Date: books.date(-1), Invoice: { InvoiceID: invoiceId } };
    await call("PUT", `/CreditNotes/${creditNoteId}/Allocations`, { Allocations: [allocation] });
    return { invoiceId, creditNoteId };
  },
  bankStatement: async (call, books) => {
    // Matching a line of a bank statement with an invoice records a reconciled payment.
    const invoiceId = await enterDocument(call, books, { collection: "Invoices", nets: [200] });
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const payment = {
      Invoice: { InvoiceID: invoiceId },
      Account: { AccountID: await books.known("bankAccount") },
      Date: books.date(-1),
      Amount: gross.toNumber(),
      IsReconciled: true,
    };
    await call("PUT", "/Payments", { Payments: [payment] });
    return { invoiceId };
  },
  cashDiscount: async (call, books) => {
    // Xero has no cash discount: its users credit the discount and use the credit for the invoice.
    const invoiceId = await enterDocument(call, books, { collection: "Invoices", nets: [200] });
    const discountId = await enterDocument(call, books, { collection: "CreditNotes", nets: [4] });
    const { standard: rate } = books.system.sales;
    const discount = totalsOf([{ net: 4, rate }]).gross;
    const allocation = { Amount: discount.toNumber(), Date: books.date(-1), Invoice: { InvoiceID: invoiceId } };
    await call("PUT", `/CreditNotes/${discountId}/Allocations`, { Allocations: [allocation] });
    const payment = {
      Invoice: { InvoiceID: invoiceId },
      Account: { AccountID: await books.known("bankAccount") },
      Date: books.date(-1),
      Amount: totalsOf([{ net: 200, rate }])
        .gross.minus(discount)
        .toNumber(),
    };
    await enter(call, "Payments", payment, "PaymentID");
    return { invoiceId };
  },
  writeOff: {
    cannot:
      "Xero's way to write off an invoice is a credit note on an expense account, and no status says so (developer.xero.com, accounting API, Invoices: Status; central.xero.com, Write off an invoice): it reads as cleared by a credit note.",
  },
  cashSale: {
    cannot:
      "A sale without an invoice is received money: a bank transaction without the number and due day of an invoice (developer.xero.com, accounting API, Bank Transactions). Received money may as well be interest or a refund of a supplier, and nothing marks a sale. payments.list and invoices.list warn that it is not listed.",
  },
  cashRefund: async (call, books) => {
    const creditNoteId = await enterDocument(call, books, { collection: "CreditNotes", nets: [200] });
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const payment = {
      CreditNote: { CreditNoteID: creditNoteId },
      Account: { AccountID: await books.known("bankAccount") },
      Date: books.date(-5),
      Amount: gross.toNumber(),
    };
    await enter(call, "Payments", payment, "PaymentID");
    return { creditNoteId };
  },
  hiddenPayment: async () => ({ list: "payments.list", says: "is a separate transaction in Xero and not listed" }),
  reconciledPayment: async (call, books) => {
    const invoiceId = await enterDocument(call, books, { collection: "Invoices", nets: [200] });
    const payment = {
      Invoice: { InvoiceID: invoiceId },
      Account: { AccountID: await books.known("bankAccount") },
      Date: books.date(-1),
      Amount: 100,
      IsReconciled: true,
    };
    return { paymentId: await enter(call, "Payments", payment, "PaymentID") };
  },
  deposit: async (call, books) => ({
    invoiceId: await enterDocument(call, books, { collection: "Invoices", nets: [200, -50] }),
  }),
};
