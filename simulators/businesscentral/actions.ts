/** The vendor's bound actions, `Microsoft.NAV.post` and its like. */
import { big, only, type Row, text, without } from "../engine/values.ts";
import { type Book, put, resourceOf, stampOf, under } from "./book.ts";
import { documents, isDraft, isSale, linesOf, priceOf, settleDocument } from "./documents.ts";
import { enterDocument, enterJournal, owe } from "./posting.ts";
import { dialog, fault } from "./refusals.ts";

type Action = (book: Book, set: string, row: Row) => void;

const word = (set: string) => documents.get(set)?.type.toLowerCase() ?? "";

const post: Action = (book, set, row) => {
  if (!isDraft(row)) throw dialog(`The action can be applied to a draft ${word(set)} only.`);
  if (!under(book, linesOf(set), row).some((line) => line["lineType"] !== "Comment" && line["quantity"] !== 0))
    throw dialog("There is nothing to post because the document does not contain a quantity or amount.");
  if (row["vendorInvoiceNumber"] === "")
    throw dialog(
      "You need to enter the document number of the document from the vendor in the Vendor Invoice No. field, so that this document stays linked to the original.",
    );
  // Posted documents count in the series that the world sees.
  const number = `${documents.get(set)?.posted ?? "P"}${book.next(`posted/${set}`, 103_001)}`;
  enterDocument(book, set, { ...row, number });
  Object.assign(row, { number, status: row["totalAmountIncludingTax"] === 0 ? "Paid" : "Open" });
  book.save(set, row);
};

const send: Action = (book, set, row) => {
  if (text(row["email"]) === "")
    throw dialog(
      "The send-to email is empty. Specify email either for the customer or for the invoice in email preview.",
    );
  if (set !== "salesQuotes") return;
  Object.assign(row, { status: "Sent", sentDate: stampOf(book.now()) });
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
    const memos = set.replace("Invoices", "CreditMemos");
    const memo = copy(book, set, row, memos, { invoiceId: row["id"], invoiceNumber: row["number"] });
    post(book, memos, memo);
    memo["status"] = "Corrective";
    if ("remainingAmount" in row) row["remainingAmount"] = 0;
  } else owe(book, set, row, big(row["totalAmountIncludingTax"]));
  row["status"] = "Canceled";
  book.save(set, row);
};

const makeCorrective: Action = (book, set, row) => {
  if (isDraft(row)) throw dialog("The action can be applied to a posted invoice only.");
  if (row["remainingAmount"] !== row["totalAmountIncludingTax"])
    throw dialog("The invoice is closed. The corrective credit memo will not be applied to the invoice.");
  copy(book, set, row, "salesCreditMemos", { invoiceId: row["id"], invoiceNumber: row["number"] });
};

const makeOf =
  (target: string): Action =>
  (book, set, row) => {
    copy(book, set, row, target);
    Object.assign(row, { status: "Accepted", acceptedDate: book.today() });
    book.remove(set, row);
  };

const invoiceOrder: Action = (book, set, row) => {
  const target = set.replace("Orders", "Invoices");
  const vendorInvoiceNumber = isSale(set) ? {} : { vendorInvoiceNumber: `${text(row["number"])}-R` };
  post(
    book,
    target,
    copy(book, set, row, target, { orderId: row["id"], orderNumber: row["number"], ...vendorInvoiceNumber }),
  );
  book.remove(set, row);
};

/** A new draft of another kind with the same partner and lines. */
function copy(...[book, set, row, target, more = {}]: [...Parameters<Action>, target: string, more?: Row]): Row {
  const taken = (from: Row, name: string) =>
    without(only(from, [...resourceOf(name).fields.keys()]), ["id", "lastModifiedDateTime"]);
  const today = book.today();
  const dates = { invoiceDate: today, creditMemoDate: today, orderDate: today, postingDate: today, dueDate: today };
  const made = put(book, target, {
    ...{ ...taken(row, target), ...taken(dates, target), ...more },
    ...{ status: "Draft", number: `D-${text(row["number"])}` },
  });
  const [from, to] = [linesOf(set), linesOf(target)];
  for (const line of under(book, from, row))
    put(book, to, { ...taken(line, to), [priceOf(to)]: line[priceOf(from)], documentId: made["id"] });
  settleDocument(book, target, made);
  return made;
}

const both =
  (first: Action, second: Action): Action =>
  (...asked) => {
    first(...asked);
    second(...asked);
  };
const sold = { post, send, cancel, postAndSend: both(post, send), cancelAndSend: both(cancel, send) };

const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  salesInvoices: { ...sold, makeCorrectiveCreditMemo: makeCorrective },
  salesCreditMemos: sold,
  salesQuotes: { send, makeInvoice: makeOf("salesInvoices"), makeOrder: makeOf("salesOrders") },
  salesOrders: { shipAndInvoice: invoiceOrder },
  purchaseInvoices: { post },
  purchaseCreditMemos: { post, cancel },
  purchaseOrders: { receiveAndInvoice: invoiceOrder },
  journals: { post: (book, _set, row) => enterJournal(book, row) },
};

export function act(book: Book, set: string, row: Row, name: string): void {
  const action = actions[set]?.[name];
  const unknown = `No HTTP resource was found that matches the request URI: Microsoft.NAV.${name}.`;
  if (action === undefined) throw fault(404, "BadRequest_NotFound", unknown);
  action(book, set, row);
}
