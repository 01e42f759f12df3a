/** Booking: what documents, payments and journals leave in the general ledger, always in balance. */
import { Big } from "big.js";
import { checkAccount, linesOf, sum } from "./documents.ts";
import { dialog } from "./faults.ts";
import { amount, encoded, noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

/** Accounts that documents move by themselves. */
export const posting = {
  ...{ bank: "10100", receivable: "11200", inputTax: "11700", payable: "20100", outputTax: "21100" },
  ...{ sales: "40100", purchases: "50100" },
};

/** What one unit of a currency is worth in the company's own. */
export const worth: Readonly<Record<string, string>> = {
  USD: "0.92",
  GBP: "1.17",
  JPY: "0.0061",
  CHF: "1.04",
  EUR: "1",
};

export interface Part {
  readonly account: string;
  /** Debit above zero, credit below, in the company's currency. */
  readonly amount: Big;
  readonly description: string;
  /** Codes of dimension values, by the dimension's code. */
  readonly dimensions?: Readonly<Record<string, string>>;
}

interface Voucher {
  readonly date: string;
  readonly number: string;
  readonly type: string;
}

/** Writes the parts of a voucher; what rounding leaves goes onto the first. */
export function enter(book: Book, { date, number, type }: Voucher, parts: readonly Part[]): void {
  const setup = book.set("generalLedgerSetup").all()[0] ?? {};
  if (date < text(setup, "allowPostingFrom") || date > text(setup, "allowPostingTo"))
    throw dialog(
      `Posting Date is not within your range of allowed posting dates in Gen. Journal Line Document No.='${number}'.`,
    );
  const additional = worth[text(setup, "additionalReportingCurrency")];
  for (const part of parts) {
    const account = book.set("accounts").find("number", part.account);
    if (account === undefined) throw dialog(`The G/L Account ${part.account} does not exist.`);
    const [debit, credit] = part.amount.gt(0) ? [part.amount, new Big(0)] : [new Big(0), part.amount.times(-1)];
    const inAdditional = (value: Big) => (additional === undefined ? 0 : value.div(additional).round(2).toNumber());
    const entry = book.create("generalLedgerEntries", {
      ...{ entryNumber: book.next("entry", 1), postingDate: date, documentNumber: number, documentType: encoded(type) },
      ...{ accountId: text(account, "id"), accountNumber: part.account, description: part.description },
      ...{ debitAmount: debit.toNumber(), creditAmount: credit.toNumber() },
      additionalCurrencyDebitAmount: inAdditional(debit),
      additionalCurrencyCreditAmount: inAdditional(credit),
    });
    account["netChange"] = new Big(amount(account, "netChange")).plus(part.amount).toNumber();
    for (const [dimension, value] of Object.entries(part.dimensions ?? {}))
      addDimension(book, { id: text(entry, "id"), type: encoded("General Ledger Entry") }, dimension, value);
  }
}

export function addDimension(book: Book, parent: { id: string; type: string }, code: string, valueCode: string): Row {
  const dimension = book.set("dimensions").find("code", code);
  const value = book
    .set("dimensionValues")
    .under(text(dimension ?? {}, "id"))
    .find((each) => each["code"] === valueCode);
  if (dimension === undefined || value === undefined)
    throw dialog(`The dimension value ${valueCode} does not exist for dimension ${code}.`);
  return book.create("dimensionSetLines", {
    ...{ id: text(dimension, "id"), code, consolidationCode: text(dimension, "consolidationCode") },
    ...{ parentId: parent.id, parentType: parent.type, displayName: text(dimension, "displayName") },
    ...{ valueId: text(value, "id"), valueCode, valueConsolidationCode: text(value, "consolidationCode") },
    valueDisplayName: text(value, "displayName"),
  });
}

const local = (header: Row, value: Big) => value.times(worth[text(header, "currencyCode")] ?? "1").round(2);

const labels: Readonly<Record<string, readonly [type: string, sign: number]>> = {
  salesInvoices: ["Invoice", 1],
  salesCreditMemos: ["Credit Memo", -1],
  purchaseInvoices: ["Invoice", -1],
  purchaseCreditMemos: ["Credit Memo", 1],
};

/** Books a document: the partner's account on one side, lines and tax on the other. */
export function enterDocument(book: Book, set: string, header: Row): void {
  const [type, sign] = labels[set] ?? ["Invoice", 1];
  const sale = set.startsWith("sales");
  const number = text(header, "number");
  const description = `${type} ${number}`;
  const dimensions = dimensionsOf(book, text(header, "id"));
  const lines = book.set(linesOf(set)).under(text(header, "id"));
  const others = lines
    .filter((line) => line["lineType"] !== "Comment")
    .map((line): Part => {
      const account = book.set("accounts").get(text(line, "accountId"));
      return {
        account: text(account ?? {}, "number") || (sale ? posting.sales : posting.purchases),
        amount: local(header, new Big(amount(line, "netAmount"))).times(-sign),
        ...{ description, dimensions },
      };
    });
  const tax = local(header, sum(lines, "netTaxAmount")).times(-sign);
  if (!tax.eq(0)) others.push({ account: sale ? posting.outputTax : posting.inputTax, amount: tax, description });
  const whole = others.reduce((total, part) => total.plus(part.amount), new Big(0)).times(-1);
  const first = { account: sale ? posting.receivable : posting.payable, amount: whole, description };
  enter(book, { date: text(header, "postingDate"), number, type }, [first, ...others]);
  owe(book, set, header, sum([header], "totalAmountIncludingTax").times(sale ? sign : -sign));
}

const dimensionsOf = (book: Book, id: string) =>
  Object.fromEntries(
    book
      .set("dimensionSetLines")
      .under(id)
      .map((each) => [text(each, "code"), text(each, "valueCode")]),
  );

/** What the customer owes us, or we the vendor, in the company's currency. */
export function owe(book: Book, set: string, header: Row, value: Big): void {
  const sale = set.startsWith("sales");
  const partner = sale
    ? book.set("customers").get(text(header, "customerId"))
    : book.set("vendors").get(text(header, "vendorId"));
  if (partner === undefined) return;
  const field = sale ? "balanceDue" : "balance";
  partner[field] = local(header, value).plus(amount(partner, field)).toNumber();
}

/** Books a journal's lines, each document in balance, and empties the journal. */
export function enterJournal(book: Book, journal: Row): void {
  const id = text(journal, "id");
  const lines = ["journalLines", "customerPayments", "vendorPayments"].flatMap((set) =>
    book
      .set(set)
      .under(id)
      .map((line) => ({ set, line })),
  );
  if (lines.length === 0) throw dialog("There is nothing to post.");
  const vouchers = new Map<string, { voucher: Voucher; parts: Part[] }>();
  for (const { set, line } of lines) {
    const voucher = {
      date: text(line, "postingDate"),
      number: text(line, "documentNumber"),
      type: set === "journalLines" ? " " : "Payment",
    };
    const key = `${voucher.date} ${voucher.number}`;
    const known = vouchers.get(key) ?? { voucher, parts: [] };
    known.parts.push(...partsOf(book, set, line, journal));
    vouchers.set(key, known);
  }
  for (const { voucher, parts } of vouchers.values()) {
    const out = parts.reduce((total, part) => total.plus(part.amount), new Big(0));
    if (!out.eq(0))
      throw dialog(
        `Document No. ${voucher.number} is out of balance by ${out.toString()}. Please check that Posting Date, Document Type, Document No. and Amount are correct for each line.`,
      );
  }
  for (const { voucher, parts } of vouchers.values()) enter(book, voucher, parts);
  for (const { set, line } of lines) {
    settleInvoice(book, set, line);
    book.remove(set, line);
  }
}

function partsOf(book: Book, set: string, line: Row, journal: Row): Part[] {
  const value = new Big(amount(line, "amount"));
  const description = text(line, "description");
  const dimensions = dimensionsOf(book, text(line, "id"));
  if (set !== "journalLines") {
    const account = set === "customerPayments" ? posting.receivable : posting.payable;
    const bank = text(journal, "balancingAccountNumber") || posting.bank;
    return [
      { account, amount: value, description, dimensions },
      { account: bank, amount: value.times(-1), description },
    ];
  }
  const part = { account: ledgerAccount(book, line, "account"), amount: value, description, dimensions };
  if (text(line, "balancingAccountNumber") === "") return [part];
  return [part, { account: ledgerAccount(book, line, "balancing"), amount: value.times(-1), description }];
}

const collective: Readonly<Record<string, string>> = {
  Customer: posting.receivable,
  Vendor: posting.payable,
  Bank_x0020_Account: posting.bank,
};

function ledgerAccount(book: Book, line: Row, side: "account" | "balancing"): string {
  const type = text(line, side === "account" ? "accountType" : "balanceAccountType");
  const number = text(line, side === "account" ? "accountNumber" : "balancingAccountNumber");
  const found = collective[type];
  if (found !== undefined && number !== "") return found;
  const account = book.set("accounts").find("number", number);
  if (account === undefined)
    throw dialog(
      `Account No. must have a value in Gen. Journal Line: Line No.=${amount(line, "lineNumber")}. It cannot be zero or empty.`,
    );
  checkAccount(account);
  return number;
}

/** A payment that names its invoice lowers what remains of it. */
function settleInvoice(book: Book, set: string, line: Row): void {
  const id = text(line, "appliesToInvoiceId");
  const invoices = set === "customerPayments" ? "salesInvoices" : "purchaseInvoices";
  const invoice = id === "" || id === noGuid ? undefined : book.set(invoices).get(id);
  if (invoice === undefined || set === "journalLines") return;
  owe(book, invoices, invoice, new Big(amount(line, "amount")).abs().times(-1));
  const open =
    "remainingAmount" in invoice ? amount(invoice, "remainingAmount") : amount(invoice, "totalAmountIncludingTax");
  const left = new Big(open).minus(new Big(amount(line, "amount")).abs());
  if ("remainingAmount" in invoice) invoice["remainingAmount"] = left.toNumber();
  if (left.lte(0)) invoice["status"] = "Paid";
  book.save(invoices, invoice);
}
