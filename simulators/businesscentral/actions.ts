/** The vendor's bound actions, `Microsoft.NAV.post` and its like. */
import { Big } from "big.js";
import { isSale, linesOf, priceOf, settleDocument } from "./documents.ts";
import { dialog, Fault } from "./faults.ts";
import { enterDocument, enterJournal, owe } from "./posting.ts";
import type { Resource } from "./resource.ts";
import { isDraft } from "./sets.ts";
import { amount, noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

type Action = (book: Book, set: string, row: Row) => void;

/** Posted documents count in the series that the world sees. */
const postedNumbers: Readonly<Record<string, string>> = {
  ...{ salesInvoices: "PS-INV", salesCreditMemos: "PS-CR", purchaseInvoices: "PP-INV", purchaseCreditMemos: "PP-CR" },
};
const postedNumber = (book: Book, set: string) => `${postedNumbers[set] ?? "P"}${book.next(`posted/${set}`, 103_001)}`;

const word = (set: string) => (set.endsWith("Invoices") ? "invoice" : "credit memo");

const post: Action = (book, set, row) => {
  if (!isDraft(row)) throw dialog(`The action can be applied to a draft ${word(set)} only.`);
  const lines = book.set(linesOf(set)).under(text(row, "id"));
  if (!lines.some((line) => line["lineType"] !== "Comment" && amount(line, "quantity") !== 0))
    throw dialog("There is nothing to post because the document does not contain a quantity or amount.");
  if (set === "purchaseInvoices" && text(row, "vendorInvoiceNumber") === "")
    throw dialog(
      "You need to enter the document number of the document from the vendor in the Vendor Invoice No. field, so that this document stays linked to the original.",
    );
  const before = text(row, "number");
  row["number"] = postedNumber(book, set);
  try {
    enterDocument(book, set, row);
  } catch (error) {
    row["number"] = before;
    throw error;
  }
  row["status"] = amount(row, "totalAmountIncludingTax") === 0 ? "Paid" : "Open";
  book.save(set, row);
};

const send: Action = (book, set, row) => {
  if (text(row, "email") === "")
    throw dialog(
      "The send-to email is empty. Specify email either for the customer or for the invoice in email preview.",
    );
  if (set !== "salesQuotes") return;
  Object.assign(row, { status: "Sent", sentDate: book.stamp() });
  book.save(set, row);
};

/** Cancelling leaves the invoice canceled, with a posted credit memo against it. */
const cancel: Action = (book, set, row) => {
  if (isDraft(row)) throw dialog(`The action can be applied to a posted ${word(set)} only.`);
  if (row["status"] === "Canceled")
    throw dialog(`The ${word(set)} cannot be canceled because it has already been canceled.`);
  if (set.endsWith("Invoices")) {
    if (row["status"] === "Paid")
      throw dialog("You cannot cancel this posted sales invoice because it is fully or partially paid.");
    const memo = copy(book, set, row, set.replace("Invoices", "CreditMemos"));
    Object.assign(memo, { invoiceId: text(row, "id"), invoiceNumber: text(row, "number") });
    post(book, set.replace("Invoices", "CreditMemos"), memo);
    memo["status"] = "Corrective";
    if ("remainingAmount" in row) row["remainingAmount"] = 0;
  } else owe(book, set, row, new Big(amount(row, "totalAmountIncludingTax")));
  row["status"] = "Canceled";
  book.save(set, row);
};

const makeCorrective: Action = (book, set, row) => {
  if (isDraft(row)) throw dialog("The action can be applied to a posted invoice only.");
  if (row["remainingAmount"] !== row["totalAmountIncludingTax"])
    throw dialog("The invoice is closed. The corrective credit memo will not be applied to the invoice.");
  const memo = copy(book, set, row, "salesCreditMemos");
  Object.assign(memo, { invoiceId: text(row, "id"), invoiceNumber: text(row, "number") });
};

const makeOf =
  (target: string): Action =>
  (book, set, row) => {
    copy(book, set, row, target);
    row["status"] = "Accepted";
    row["acceptedDate"] = book.today();
    book.remove(set, row);
  };

const invoiceOrder: Action = (book, set, row) => {
  const target = set.replace("Orders", "Invoices");
  const invoice = copy(book, set, row, target);
  Object.assign(invoice, { orderId: text(row, "id"), orderNumber: text(row, "number") });
  if (!isSale(set)) invoice["vendorInvoiceNumber"] = `${text(row, "number")}-R`;
  post(book, target, invoice);
  book.remove(set, row);
};

/** A new draft of another kind with the same partner and lines. */
function copy(book: Book, set: string, row: Row, target: string): Row {
  const shape = book.set(target).resource.fields;
  const taken = (from: Row, fields: ReadonlyMap<string, unknown>) =>
    Object.fromEntries(
      Object.entries(from).filter(([name]) => name !== "id" && name !== "lastModifiedDateTime" && fields.has(name)),
    );
  const today = book.today();
  const dates = Object.fromEntries(
    ["invoiceDate", "creditMemoDate", "orderDate", "postingDate", "dueDate"]
      .filter((name) => shape.has(name))
      .map((name) => [name, today]),
  );
  const made = book.create(target, {
    ...taken(row, shape),
    ...dates,
    status: "Draft",
    number: `D-${text(row, "number")}`,
  });
  const [from, to] = [linesOf(set), linesOf(target)];
  for (const line of book.set(from).under(text(row, "id"))) {
    const values = taken(line, book.set(to).resource.fields);
    book.create(to, { ...values, [priceOf(to)]: amount(line, priceOf(from)), documentId: text(made, "id") });
  }
  settleDocument(book, target, made);
  return made;
}

const both =
  (first: Action, second: Action): Action =>
  (book, set, row) => {
    first(book, set, row);
    second(book, set, row);
  };

const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  salesInvoices: {
    ...{ post, send, cancel, postAndSend: both(post, send), cancelAndSend: both(cancel, send) },
    makeCorrectiveCreditMemo: makeCorrective,
  },
  salesCreditMemos: { post, send, cancel, postAndSend: both(post, send), cancelAndSend: both(cancel, send) },
  salesQuotes: { send, makeInvoice: makeOf("salesInvoices"), makeOrder: makeOf("salesOrders") },
  salesOrders: { shipAndInvoice: invoiceOrder },
  purchaseInvoices: { post },
  purchaseCreditMemos: { post, cancel },
  purchaseOrders: { receiveAndInvoice: invoiceOrder },
  journals: { post: (book, _set, row) => enterJournal(book, row) },
};

export function act(book: Book, { set }: Resource, row: Row, name: string): void {
  const action = actions[set]?.[name];
  if (action === undefined)
    throw new Fault(
      404,
      "BadRequest_NotFound",
      `No HTTP resource was found that matches the request URI: Microsoft.NAV.${name}.`,
    );
  if (text(row, "id") === noGuid) throw dialog("The document cannot be found.");
  action(book, set, row);
}
