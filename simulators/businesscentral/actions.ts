/** The vendor's bound actions, `Microsoft.NAV.post` and its like. */
import { big, only, type Row, text, without } from "../engine/values.ts";
import { type Book, put, under } from "./book.ts";
import { documents, isDraft, linesOf, priceOf, settleDocument } from "./documents.ts";
import { enterDocument, enterJournal, owe } from "./posting.ts";
import { dialog, fault } from "./refusals.ts";
import { setOf } from "./resources.ts";

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

/** A new draft of another kind with the same partner and lines. */
function copy(...[book, set, row, target, more = {}]: [...Parameters<Action>, target: string, more?: Row]): Row {
  const taken = (from: Row, name: string) =>
    without(only(from, [...setOf(name).properties.keys()]), ["id", "lastModifiedDateTime"]);
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

const both = { post, cancel };

const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  ...{ salesInvoices: both, salesCreditMemos: both, purchaseInvoices: { post }, purchaseCreditMemos: both },
  journals: { post: (book, _set, row) => enterJournal(book, row) },
};

export function act(book: Book, set: string, row: Row, name: string): void {
  const action = actions[set]?.[name];
  const unknown = `No HTTP resource was found that matches the request URI: Microsoft.NAV.${name}.`;
  if (action === undefined) throw fault(404, "BadRequest_NotFound", unknown);
  action(book, set, row);
}
