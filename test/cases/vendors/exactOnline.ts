/** Facts at Exact Online, entered as its own users and other apps do. */

import type { Row } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

const invoices = "/salesinvoice/SalesInvoices";
interface Made {
  readonly d: { readonly InvoiceID: string };
}

interface SoldLine {
  readonly Quantity: number;
  readonly UnitPrice: number;
}

/** A processed invoice or credit note with lines at the standard rate. */
async function processed(call: VendorCall, books: Books, Type: number, lines: readonly SoldLine[]): Promise<string> {
  const Item = await books.known("item");
  const made = (await call("POST", invoices, {
    OrderedBy: await books.known("customer"),
    OrderDate: books.date(-5),
    Type,
    SalesInvoiceLines: lines.map((line) => ({ Item, VATCode: "4", ...line })),
  })) as Made;
  const { InvoiceID } = made.d;
  await call("POST", "/salesinvoice/PrintedSalesInvoices", { InvoiceID, SendEmailToCustomer: false });
  return InvoiceID;
}

interface Entered {
  readonly d: { readonly EntryID: string };
}

/** Purchase entries have net amounts, and codes for the tax. A credit is negative. */
async function purchase(call: VendorCall, books: Books, nets: Readonly<Record<string, number>>): Promise<string> {
  const GLAccount = await books.known("expenseAccount");
  const made = (await call("POST", "/purchaseentry/PurchaseEntries", {
    Supplier: await books.known("supplier"),
    Journal: "60",
    Currency: books.system.currency,
    EntryDate: books.date(-5),
    YourRef: books.freshNumber(),
    PurchaseEntryLines: Object.entries(nets).map(([VATCode, AmountFC]) => ({ GLAccount, VATCode, AmountFC })),
  })) as Entered;
  return made.d.EntryID;
}

/** The code for purchases at this percentage. */
async function taxCode(books: Books, rate: number): Promise<string> {
  const rates = await books.rows("taxRates.list");
  const found = rates.find(({ percentage, usage }) => percentage === rate && usage !== "INVOICE");
  return String(found?.["code"]);
}

/** A line of a bank statement that names a document of a customer. A negative amount went back. */
async function received(call: VendorCall, books: Books, document: Row, AmountFC: number): Promise<void> {
  const accounts = await books.rows("accounts.list");
  const line = {
    Account: document["contactId"],
    AmountFC,
    Date: books.date(-1),
    GLAccount: accounts.find(({ type }) => type === "ACCOUNTS_RECEIVABLE")?.["id"],
    OurRef: Number(document["invoiceNumber"] ?? document["creditNoteNumber"]),
  };
  await call("POST", "/financialtransaction/BankEntries", { JournalCode: "20", BankEntryLines: [line] });
}

const invoiceType = 8020;
const creditNoteType = 8021;

export const exactOnlineFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => {
    const lines = [
      { Quantity: -2, UnitPrice: 100 },
      { Quantity: 1, UnitPrice: 50 },
    ];
    return { creditNoteId: await processed(call, books, creditNoteType, lines) };
  },
  bankStatement: async (call, books) => {
    const { id, totals } = await openInvoice(books);
    await received(call, books, await books.read("invoices", id), totals.gross.toNumber());
    return { invoiceId: id };
  },
  cashSale: async (call, books) => {
    const { id, totals } = await openInvoice(books);
    await received(call, books, await books.read("invoices", id), totals.gross.toNumber());
    return { invoiceId: id };
  },
  cashRefund: async (call, books) => {
    const creditNoteId = await processed(call, books, creditNoteType, [{ Quantity: -2, UnitPrice: 100 }]);
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    await received(call, books, await books.read("creditNotes", creditNoteId), -gross.toNumber());
    return { creditNoteId };
  },
  cashDiscount: {
    cannot:
      "What is left after a payment is written off in Exact Online's own matching, which no resource writes or shows: the list of receivables has only what is outstanding (start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=ReadFinancialReceivablesList: Amount).",
  },
  writeOff: {
    cannot:
      "Neither an invoice nor the list of receivables says what settled it (start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=SalesInvoiceSalesInvoices: Status; name=ReadFinancialReceivablesList: Amount), so an invoice that was written off reads PAID, with a warning.",
  },
  creditUsed: {
    cannot:
      "Neither an invoice nor the list of receivables says what settled it (start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=SalesInvoiceSalesInvoices: Status; name=ReadFinancialReceivablesList: Amount), so an invoice that a credit note settled reads PAID, with a warning.",
  },
  moneyOnAccount: {
    cannot:
      "A line of a bank statement names one document, and there is no record that joins several (start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=FinancialTransactionBankEntryLines: OurRef).",
  },
  hiddenPayment: async () => ({ list: "payments.list", says: "Cash journals are not read" }),
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const nets = { [await taxCode(books, standard)]: 200, [await taxCode(books, second)]: 50 };
    return { billId: await purchase(call, books, nets) };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const id = await purchase(call, books, { [await taxCode(books, standard)]: 200 });
    const reply = await call("GET", `/purchaseentry/PurchaseEntries(guid'${id}')`);
    const { EntryNumber, Supplier } = (reply as { readonly d: Readonly<Record<string, unknown>> }).d;
    const accounts = await books.rows("accounts.list");
    const line = {
      Account: Supplier,
      AmountFC: -200 * (1 + standard / 100),
      Date: books.date(-1),
      GLAccount: accounts.find(({ type }) => type === "ACCOUNTS_PAYABLE")?.["id"],
      OurRef: EntryNumber,
    };
    await call("POST", "/financialtransaction/BankEntries", { JournalCode: "20", BankEntryLines: [line] });
    return { billId: id };
  },
  vendorCredit: async (call, books) => {
    const code = await taxCode(books, books.system.purchases.standard);
    return { vendorCreditId: await purchase(call, books, { [code]: -200 }) };
  },
  deposit: async (call, books) => {
    const lines = [
      { Quantity: 2, UnitPrice: 100 },
      { Quantity: -1, UnitPrice: 50 },
    ];
    return { invoiceId: await processed(call, books, invoiceType, lines) };
  },
};
