/** Posts documents, payments and journals to the general ledger, always in balance. */
import type { Big } from "big.js";
import { encoded } from "../engine/entities.ts";
import { big, filled, only, type Row, sum, text, without } from "../engine/values.ts";
import { checkAccount, documents, isDraft, isSale, linesOf, partnerOf, settleDocument, wordFor } from "./documents.ts";
import { dialog, fault } from "./refusals.ts";
import { all, type Book, linked, put, setOf, table, under } from "./resources.ts";

/** Accounts that documents post to automatically. */
export const posting = {
  bank: "1200",
  receivable: "1400",
  inputTax: "1576",
  payable: "1600",
  outputTax: "1776",
  sales: "8400",
  purchases: "3400",
};

/** The value of one unit of a currency in the company's currency. */
const worth: Readonly<Record<string, string>> = {
  USD: "0.92",
  GBP: "1.17",
  JPY: "0.0061",
  CHF: "1.04",
  NOK: "0.086",
};

interface Part {
  readonly account: string;
  /** Debit above zero, credit below, in the company's currency. */
  readonly amount: Big;
  readonly description: string;
  /** Codes of dimension values, by the dimension's code. */
  readonly dimensions?: Readonly<Record<string, string>>;
}

type Voucher = Readonly<Record<"date" | "number" | "type", string>>;

export function enter(book: Book, { date, number, type }: Voucher, parts: readonly Part[]): void {
  const periods = all(book, "accountingPeriods").map(({ startingDate }) => text(startingDate).slice(0, 7));
  const where = `Gen. Journal Line Document No.='${number}'`;
  if (!periods.includes(date.slice(0, 7)))
    throw dialog(`Posting Date is not within your range of allowed posting dates in ${where}.`);
  for (const { account: accountNumber, amount, description, dimensions = {} } of parts) {
    const account = table(book, "accounts").find("number", accountNumber);
    if (account === undefined) throw dialog(`The G/L Account ${accountNumber} does not exist.`);
    const entry = put(book, "generalLedgerEntries", {
      entryNumber: book.next("entry", 1),
      postingDate: date,
      documentNumber: number,
      documentType: encoded(type),
      accountId: account["id"],
      accountNumber,
      description,
      [amount.gt(0) ? "debitAmount" : "creditAmount"]: amount.abs().toNumber(),
    });
    account["netChange"] = amount.plus(big(account["netChange"])).toNumber();
    for (const [dimension, value] of Object.entries(dimensions))
      addDimension(book, { id: entry["id"], type: "General Ledger Entry" }, dimension, value);
  }
}

export function addDimension(book: Book, parent: { id: unknown; type: string }, code: string, valueCode: string): void {
  const dimension = table(book, "dimensions").find("code", code);
  const value = under(book, "dimensionValues", dimension ?? {}).find((each) => each["code"] === valueCode);
  if (dimension === undefined || value === undefined)
    throw dialog(`The dimension value ${valueCode} does not exist for dimension ${code}.`);
  const { id, displayName } = dimension;
  put(book, "dimensionSetLines", {
    id,
    code,
    parentId: parent.id,
    parentType: encoded(parent.type),
    displayName,
    valueCode,
    valueId: value["id"],
    valueDisplayName: value["displayName"],
  });
}

export const local = (header: Row, value: Big) => value.times(worth[text(header["currencyCode"])] ?? "1").round(2);

/** Posts a document: the partner's account on one side, lines and tax on the other. */
function enterDocument(book: Book, set: string, header: Row): void {
  const sale = isSale(set);
  const isCredit = set.endsWith("CreditMemos");
  const number = text(header["number"]);
  const type = isCredit ? "Credit Memo" : "Invoice";
  // Which side of the ledger the partner is on.
  const sign = sale === isCredit ? -1 : 1;
  const description = `${type} ${number}`;
  const dimensions = dimensionsOf(book, header);
  const lines = under(book, linesOf(set), header);
  const others = lines
    .filter((line) => line["lineType"] !== "Comment")
    .map((line): Part => {
      const { number: accountNumber } = linked(book, "accounts", line["accountId"]);
      const account = text(accountNumber ?? (sale ? posting.sales : posting.purchases));
      const amount = local(header, big(line["netAmount"])).times(-sign);
      return { account, amount, description, dimensions };
    });
  const tax = local(header, sum(lines.map((line) => line["netTaxAmount"]))).times(-sign);
  if (!tax.eq(0)) others.push({ account: sale ? posting.outputTax : posting.inputTax, amount: tax, description });
  const total = sum(others.map(({ amount }) => amount)).times(-1);
  const first = { account: sale ? posting.receivable : posting.payable, amount: total, description };
  enter(book, { date: text(header["postingDate"]), number, type }, [first, ...others]);
  owe(book, set, header, big(header["totalAmountIncludingTax"]).times(sale ? sign : -sign));
}

const dimensionsOf = (book: Book, row: Row) =>
  Object.fromEntries(under(book, "dimensionSetLines", row).map(({ code, valueCode }) => [text(code), text(valueCode)]));

/** The open amount of a customer or vendor, in the company's currency. */
function owe(book: Book, set: string, header: Row, value: Big): void {
  const partner = partnerOf(book, set, header);
  const field = isSale(set) ? "balanceDue" : "balance";
  partner[field] = local(header, value).plus(big(partner[field])).toNumber();
}

/** A payment that names its invoice reduces the remaining amount. */
export function settleInvoice(book: Book, set: string, invoice: Row, paid: Big): void {
  owe(book, set, invoice, paid.times(-1));
  const left = big(invoice["remainingAmount"] ?? invoice["totalAmountIncludingTax"]).minus(paid);
  if ("remainingAmount" in invoice) invoice["remainingAmount"] = left.toNumber();
  if (left.lte(0)) invoice["status"] = "Paid";
  book.save(set, invoice);
}

/** Posts a journal's lines, each document in balance, and empties the journal. */
function enterJournal(book: Book, journal: Row): void {
  const lines = ["journalLines", "customerPayments", "vendorPayments"].flatMap((set) =>
    under(book, set, journal).map((line) => ({ set, line, parts: partsOf(book, set, line, journal) })),
  );
  if (lines.length === 0) throw dialog("There is nothing to post.");
  const grouped = Map.groupBy(lines, ({ line }) => `${text(line["postingDate"])} ${text(line["documentNumber"])}`);
  const vouchers = [...grouped].map(([voucher, group]) => {
    const [date = "", ...number] = voucher.split(" ");
    const type = group[0]?.set === "journalLines" ? " " : "Payment";
    return { date, number: number.join(" "), type, parts: group.flatMap(({ parts }) => parts) };
  });
  for (const { number, parts } of vouchers) {
    const out = sum(parts.map(({ amount }) => amount));
    const check = "Please check that Posting Date, Document Type, Document No. and Amount are correct for each line.";
    if (!out.eq(0)) throw dialog(`Document No. ${number} is out of balance by ${out.toString()}. ${check}`);
  }
  for (const { parts, ...voucher } of vouchers) enter(book, voucher, parts);
  for (const { set, line } of lines) {
    const invoices = set === "customerPayments" ? "salesInvoices" : "purchaseInvoices";
    const invoice = table(book, invoices).get(line["appliesToInvoiceId"]);
    if (invoice !== undefined) settleInvoice(book, invoices, invoice, big(line["amount"]).abs());
    book.remove(set, line);
  }
}

function partsOf(book: Book, set: string, line: Row, journal: Row): Part[] {
  const amount = big(line["amount"]);
  const description = text(line["description"]);
  const part = (account: string): Part => ({ account, amount, description, dimensions: dimensionsOf(book, line) });
  const against = (account: string): Part => ({ account, amount: amount.times(-1), description });
  if (set === "journalLines") {
    const first = part(ledgerAccount(book, line, "accountType", "accountNumber"));
    if (text(line["balancingAccountNumber"]) === "") return [first];
    return [first, against(ledgerAccount(book, line, "balanceAccountType", "balancingAccountNumber"))];
  }
  const bank = text(journal["balancingAccountNumber"]) || posting.bank;
  return [part(set === "customerPayments" ? posting.receivable : posting.payable), against(bank)];
}

const collective: Readonly<Record<string, string>> = {
  Customer: posting.receivable,
  Vendor: posting.payable,
  [encoded("Bank Account")]: posting.bank,
};

function ledgerAccount(book: Book, line: Row, typeField: string, numberField: string): string {
  const found = collective[text(line[typeField])];
  const number = text(line[numberField]);
  if (found !== undefined && number !== "") return found;
  const account = table(book, "accounts").find("number", number);
  const where = `Gen. Journal Line: Line No.=${text(line["lineNumber"])}`;
  if (account === undefined) throw dialog(`Account No. must have a value in ${where}. It cannot be zero or empty.`);
  checkAccount(account);
  return number;
}

type Action = (book: Book, set: string, row: Row) => void;

const post: Action = (book, set, row) => {
  if (!isDraft(row)) throw dialog(`The action can be applied to a draft ${wordFor(set)} only.`);
  if (!under(book, linesOf(set), row).some((line) => line["lineType"] !== "Comment" && line["quantity"] !== 0))
    throw dialog("There is nothing to post because the document does not contain a quantity or amount.");
  if (row["vendorInvoiceNumber"] === "")
    throw dialog(
      "You need to enter the document number of the document from the vendor in the Vendor Invoice No. field, so that this document stays linked to the original.",
    );
  if (set === "salesInvoices" && Number(row["totalAmountExcludingTax"]) < 0)
    throw dialog("The total amount for the invoice must be 0 or greater.");
  const number = `P${documents[set] ?? ""}${book.next(`posted/${set}`, 103_001)}`;
  enterDocument(book, set, { ...row, number });
  Object.assign(row, { number, status: row["totalAmountIncludingTax"] === 0 ? "Paid" : "Open" });
  book.save(set, row);
};

/** Cancelling leaves the invoice canceled, with a posted credit memo against it. */
const cancel: Action = (book, set, row) => {
  const { id: invoiceId, number: invoiceNumber, status } = row;
  if (isDraft(row)) throw dialog("The action can be applied to a posted invoice only.");
  if (status === "Canceled") throw dialog("The invoice cannot be canceled because it has already been canceled.");
  if (status === "Paid")
    throw dialog("You cannot cancel this posted sales invoice because it is fully or partially paid.");
  const dates = filled("creditMemoDate|postingDate|dueDate", book.today());
  const memo = put(book, "salesCreditMemos", {
    ...taken("salesCreditMemos", row),
    ...dates,
    invoiceId,
    invoiceNumber,
    status: "Draft",
    number: `D-${text(invoiceNumber)}`,
  });
  for (const line of under(book, linesOf(set), row))
    put(book, "salesCreditMemoLines", { ...taken("salesCreditMemoLines", line), documentId: memo["id"] });
  settleDocument(book, "salesCreditMemos", memo);
  post(book, "salesCreditMemos", memo);
  memo["status"] = "Corrective";
  book.save(set, Object.assign(row, { status: "Canceled", remainingAmount: 0 }));
};

/** Fields that a document copies from another. */
export const taken = (set: string, from: Row): Row =>
  without(only(from, [...setOf(set).properties.keys()]), ["id", "lastModifiedDateTime"]);

const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  salesInvoices: { post, cancel },
  salesCreditMemos: { post },
  purchaseInvoices: { post },
  purchaseCreditMemos: { post },
  journals: { post: (book, _set, row) => enterJournal(book, row) },
};

export function act(book: Book, set: string, row: Row, name: string): void {
  const action = actions[set]?.[name];
  const unknown = `No HTTP resource was found that matches the request URI: Microsoft.NAV.${name}.`;
  if (action === undefined) throw fault(404, "BadRequest_NotFound", unknown);
  action(book, set, row);
}
