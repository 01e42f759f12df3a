/** What the engine's OData asks of the vendor: what is shown, what hangs on what, what may be deleted. */
import type { EntityService, EntitySet } from "../engine/entities.ts";
import { encoded } from "../engine/entities.ts";
import { type Above, create as createIn, discard } from "../engine/entityWrites.ts";
import { pdf } from "../engine/files.ts";
import { type Row, text } from "../engine/values.ts";
import { act } from "./actions.ts";
import { type Book, etagOf, table } from "./book.ts";
import { addUp, documents, headerOf, headerRow, isDraft, mustBeDraft } from "./documents.ts";
import { dialog, says } from "./refusals.ts";
import { setOf, sets } from "./resources.ts";
import { applyRule, shareBatch } from "./rules.ts";
import { rowsOf } from "./sets.ts";

/** Lines of posted bills have zeros for these, and tell the truth only in `netAmount` and its like (vendor docs, purchaseInvoiceLine). */
const lostWhenPosted = { amountExcludingTax: 0, totalTaxAmount: 0, amountIncludingTax: 0 };

const spaced = (set: string) =>
  set.replace(/s$/, "").replaceAll(/^[a-z]|[A-Z]/g, (sign, at) => (at ? ` ${sign}` : sign.toUpperCase()));
/** What the vendor calls the row that a file or a dimension hangs on. */
export function parentTypeOf(set: string, above: string): string {
  const entered: Readonly<Record<string, string>> = {
    ...{ generalLedgerEntries: "General Ledger Entry", journalLines: "Journal Line" },
  };
  if (entered[above] !== undefined) return encoded(set === "dimensionSetLines" ? entered[above] : "Journal");
  return above === "projects" ? "Job" : encoded(spaced(above));
}

/** Drafts of bills cannot be printed (vendor docs, purchaseInvoice pdfDocument). */
function paperOf({ name: set }: EntitySet, row: Row): Row {
  if (/^purchase(?:Invoices|CreditMemos)$/.test(set) && isDraft(row))
    throw dialog("The purchase invoice must be posted before it is printed.");
  const { id } = row;
  return { "@odata.etag": etagOf("0"), id, parentId: id, parentType: parentTypeOf("pdfDocument", set), set };
}

export const service: EntityService = {
  ...{ sets, says, rowsOf, act, remove, namespace: "Microsoft.NAV", largestPage: 20_000 },
  ...{ rule: applyRule, made: shareBatch, written: addUp },
  shown: (book, { name }, row) => {
    const header = name === "purchaseInvoiceLines" ? headerRow(book, name, row) : undefined;
    return header !== undefined && !isDraft(header) ? lostWhenPosted : {};
  },
  papers: { set: "pdfDocument", of: paperOf, draw: ({ caption }, { number }) => pdf(`${caption} ${text(number)}`) },
  ownChecks: /^(?:id|(?:customer|vendor|item|account|document|journal|currency)Id)$/,
  belonging: ({ name, parent }, above) => (parent === "parentId" ? { parentType: parentTypeOf(name, above.name) } : {}),
};

export const create = (book: Book, set: string, body: Row, above?: Above): Row =>
  createIn(service, book, set, { body, above });

function remove(book: Book, set: EntitySet, row: Row): void {
  const { name, caption } = set;
  const { id, number } = row;
  mustBeDraft(name, row);
  const outstanding = (used: string, how: string) =>
    dialog(`You cannot delete ${caption} ${text(number)} because there is at least one outstanding ${used} ${how}.`);
  if (name === "customers" || name === "vendors") {
    const [key, kind] = name === "customers" ? ["customerId", "sales"] : ["vendorId", "purchase"];
    const mine = [...documents.keys()].filter((each) => each.startsWith(kind) && each !== "purchaseCreditMemos");
    const used = mine.find((each) => table(book, each).find(key, id) !== undefined);
    if (used !== undefined) throw outstanding(setOf(used).caption, `for this ${caption.toLowerCase()}`);
  }
  if (name === "items" && table(book, "salesQuoteLines").find("itemId", id) !== undefined)
    throw outstanding("Sales Quote", "that includes this item");
  const header = headerRow(book, name, row);
  if (header !== undefined) mustBeDraft(headerOf(name), header);
  discard({ sets }, book, set, row);
  if (name.endsWith("PaymentJournals")) table(book, "journals").drop(row);
  if (header !== undefined) addUp(book, name, row);
}
