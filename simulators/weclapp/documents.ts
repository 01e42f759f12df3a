/** Invoices and bills of the story, and the offers and orders that they may have come from. */
import type { Story, StoryDocument } from "../engine/story.ts";
import { dayLater, pick, type Row, text } from "../engine/values.ts";
import { midnight } from "./calendar.ts";
import { entityOf, type Table } from "./entities.ts";
import { type Books, book, follow, isPayable, type Known, keep, priced, settle, stamped } from "./rules.ts";

const unbooked: Readonly<Record<string, string>> = {
  ...{ draft: "NEW", submitted: "ENTRY_COMPLETED", created: "DOCUMENT_CREATED", voided: "CANCELLED" },
};
const cleared: Readonly<Record<string, string>> = {
  ...{ offset: "CLEARED_WITH_CREDIT_NOTE", offsetting: "CREDIT_NOTE_CLEARED" },
};
const early = ["NEW", "INVOICE_RECEIVED", "OCR_VERIFICATION", "INVOICE_CHECKED"];
const settled = new Set(["paid", "debited", "offset", "offsetting"]);
const inPart = new Set(["partlyPaid", "partlyOverdue"]);

export function seedDocuments(books: Books, story: Story, known: Known): void {
  const { invoices, creditNotes, bills, vendorCredits } = story;
  const payables = [
    ...([[invoices, "salesInvoice", false] as const, [creditNotes, "salesInvoice", true] as const] as const),
    ...([[bills, "purchaseInvoice", false] as const, [vendorCredits, "purchaseInvoice", true] as const] as const),
  ];
  for (const [documents, table, isCredit] of payables)
    for (const [index, told] of documents.entries()) seedPayable(books, known, { told, index, table, isCredit });
  for (const [index, told] of invoices.slice(0, 60).entries()) {
    seedSale(books, known, "quotation", { told, index });
    seedSale(books, known, "salesOrder", { told, index });
  }
  for (const [index, told] of bills.slice(0, 50).entries()) seedPurchase(books, known, told, index);
}

interface Seed {
  readonly told: StoryDocument;
  readonly index: number;
}

interface Told extends Seed {
  readonly table: "salesInvoice" | "purchaseInvoice";
  readonly isCredit: boolean;
}

/** The lines of any document; costs of shipping stand beside them, and have no quantity. */
function common(books: Books, known: Known, table: Table, { told, index }: Seed): Row {
  const { party, lines, currency, rate, created: at } = told;
  const booked = accountOf(books, known, table, told);
  const items = lines.map((line, place) => ({
    ...{ ...stamped(books, at), articleId: known.get(text(line.item.id)), title: line.item.name },
    ...{ quantity: line.quantity.toFixed(), unitPrice: line.unitPrice.toFixed(), taxId: known.get(line.rate.code) },
    ...{ unitId: books.tables.article.get(known.get(text(line.item.id)))?.["unitId"] },
    ...{ itemType: line.item.isService ? "SERVICE" : "DEFAULT" },
    ...(line.description !== null && { description: `<p>${line.description.replaceAll("&", "&amp;")}</p>` }),
    ...(line.discount.gt(0) && { discountPercentage: line.discount.toFixed() }),
    ...booked(place),
  }));
  const shipping = {
    ...{ ...stamped(books, at), articleId: known.get("loading"), unitPrice: "4.9" },
    taxId: known.get(lines[0]?.rate.code ?? ""),
  };
  return {
    ...{ recordCurrencyId: known.get(currency), currencyConversionRate: Number(rate).toFixed(5) },
    ...{ headerDiscount: index % 12 === 5 ? "3" : "0" },
    ...{ sentToRecipient: index % 2 === 0, tags: [], shippingCostItems: index % 10 === 4 ? [shipping] : [] },
    recordAddress: {
      ...{ company: party.name, street1: party.address["address_line1"], city: party.address["city"] },
      ...{ zipcode: party.address["postal_code"], countryCode: party.address["country_code"] },
      ...(party.address["address_line2"] && { street2: party.address["address_line2"] }),
    },
    ...(index % 3 === 1 && { termOfPaymentId: known.get(told.term.days > 14 ? "term-30" : "term-14") }),
    ...(index % 4 === 2 && { recordComment: "<p>Bitte Öffnungszeiten beachten:<br>8-16 Uhr</p>" }),
    ...(index % 4 === 1 && { description: "Rahmenvertrag &amp; Nachtrag" }),
    [entityOf(table).items ?? ""]: items,
  };
}

/** Only invoices and bills are booked. */
function accountOf(books: Books, known: Known, table: Table, { lines, created: at, date }: StoryDocument) {
  return (place: number): Row => {
    const line = lines[place];
    if (line === undefined || !isPayable(table)) return table === "quotation" && place === 2 ? { optional: true } : {};
    const { incomeAccount, expenseAccount } = line.item;
    return {
      accountId: known.get(`acc-${table === "salesInvoice" ? incomeAccount : expenseAccount}`),
      ...(line.dimensions.length > 0 && {
        costCenterItems: [{ ...stamped(books, at), costCenterId: known.get("cost-0"), distributionPercentage: "100" }],
      }),
      ...(table === "purchaseInvoice" &&
        place === 1 && { servicePeriodFromDate: midnight(date), servicePeriodToDate: midnight(dayLater(date, 30)) }),
    };
  };
}

function seedPayable(books: Books, known: Known, about: Told): void {
  const { told, index, table, isCredit } = about;
  const partner = known.get(told.party.id);
  const isSale = table === "salesInvoice";
  const type = isCredit ? "CREDIT_NOTE" : index % 20 === 7 ? "PREPAYMENT_INVOICE" : "STANDARD_INVOICE";
  const status = unbooked[told.plan] ?? "OPEN_ITEM_CREATED";
  const row = priced(books, entityOf(table), {
    ...common(books, known, table, about),
    ...{ invoiceDate: midnight(told.date), dueDate: midnight(told.due) },
    ...{ paymentStatus: told.plan === "submitted" ? "UNKNOWN" : "NO_OPEN_ITEM" },
    ...(index % 3 !== 0 && { shippingDate: midnight(told.date) }),
    ...(index % 5 !== 0 && { deliveryDate: midnight(told.date) }),
    ...(isSale
      ? {
          ...{ customerId: partner, invoiceNumber: told.number ?? `PRES${index}`, salesInvoiceType: type, status },
          ...{ salesChannel: index % 9 === 3 ? "GROSS1" : "NET1", paid: settled.has(told.plan) },
          ...(index % 2 === 1 && { orderNumberAtCustomer: `PO-${index}` }),
        }
      : {
          ...{ supplierId: partner, invoiceNumber: `L-${index}`, internalInvoiceNumber: told.number ?? `ER-${index}` },
          ...{ purchaseInvoiceType: type, grossPrices: false, status: status === "NEW" ? pick(early, index) : status },
        }),
  });
  const kept = keep(books, told.created, table, row);
  if (status === "OPEN_ITEM_CREATED") settleAs(books, kept, about);
  if (!isSale && index % 3 === 0) addFiles(books, text(kept["id"]), index);
}

/** What was paid came from the bank, but for what was set against a credit note. */
function settleAs(books: Books, document: Row, { told, table, index }: Told): void {
  books.past(told.updated, () => {
    const item = book(books, table, document);
    const half = (Number(document["grossAmount"]) / 2).toFixed(2);
    const amount = settled.has(told.plan) ? text(document["grossAmount"]) : inPart.has(told.plan) ? half : undefined;
    if (amount === undefined || Number(amount) === 0) return;
    const day = midnight(told.paidDate ?? dayLater(told.date, 3));
    const transaction = {
      ...{ amount, currencyId: document["recordCurrencyId"], effectiveDate: day, cleared: true },
      ...{ partyId: document["customerId"] ?? document["supplierId"] },
      ...{ paymentType: table === "salesInvoice" ? "RECEIPT" : "DISBURSEMENT" },
      ...{ description: `Zahlung ${text(document["invoiceNumber"])}` },
    };
    const source =
      cleared[told.plan] === undefined && index % 8 !== 6
        ? { bankTransactionId: keep(books, told.updated, "bankTransaction", transaction)["id"] }
        : {};
    settle(books, item, amount, { ...source, clearanceDate: day });
    books.restamp(table === "salesInvoice" ? "salesOpenItem" : "purchaseOpenItem", item);
    follow(books, item, cleared[told.plan]);
  });
}

/** A scan, and sometimes another file before it: ids have dots in them. */
function addFiles(books: Books, owner: string, index: number): void {
  const names = index % 6 === 0 ? ["lieferschein.txt", "rechnung.pdf"] : ["rechnung.pdf"];
  for (const name of names) {
    const id = `purchaseInvoice.${owner}.${books.newId()}`;
    const isScan = name.endsWith(".pdf");
    const bytes = Buffer.from(isScan ? `%PDF-1.4\n% ${id}\n%%EOF\n` : `Lieferschein zu ${owner}`);
    const mediaType = isScan ? "application/pdf" : "text/plain";
    books.files.set(id, { name, type: mediaType, bytes });
    books.add("document", {
      ...{ id, name, mediaType, documentSize: bytes.length, versions: [] },
      ...(isScan && { documentType: "PURCHASE_INVOICE" }),
    });
  }
}

const orderStates = ["ORDER_ENTRY_IN_PROGRESS", "ORDER_CONFIRMATION_PRINTED", "CLOSED", "MANUALLY_CLOSED", "CANCELLED"];

/** What comes before an invoice: older versions and patterns are kept beside. */
function seedSale(books: Books, known: Known, table: "quotation" | "salesOrder", about: Seed): void {
  const { told, index } = about;
  const day = midnight(told.date);
  const row = priced(books, entityOf(table), {
    ...{ ...common(books, known, table, about), customerId: known.get(told.party.id), template: index % 20 === 13 },
    ...(table === "quotation"
      ? {
          ...{ quotationNumber: `AN${1000 + index}`, quotationDate: day, quotationVersion: 1, salesChannel: "NET1" },
          status: pick(["OPEN", "ACCEPTED", "REJECTED", "OPEN", "CANCELLED", "INQUIRED"], index),
          activeVersion: index % 15 !== 14,
        }
      : {
          ...{ orderNumber: `AB${1000 + index}`, orderDate: day, status: pick(orderStates, index), paid: false },
          salesChannel: index % 7 === 2 ? "GROSS1" : "NET1",
          ...(index % 3 === 0 && { plannedDeliveryDate: midnight(dayLater(told.date, 7)) }),
          ...(index % 4 === 0 && { invoiceRecipientId: known.get("cus-1") }),
        }),
  });
  keep(books, told.created - (table === "quotation" ? 3_600_000 : 1_800_000), table, row);
}

/** What was ordered, and what came of it so far. */
function seedPurchase(books: Books, known: Known, told: StoryDocument, index: number): void {
  const row = priced(books, entityOf("purchaseOrder"), {
    ...common(books, known, "purchaseOrder", { told, index }),
    ...{ supplierId: known.get(told.party.id), purchaseOrderNumber: `BE${1000 + index}` },
    ...{ orderDate: midnight(told.date) },
    status: pick(["ORDER_ENTRY_IN_PROGRESS", "CONFIRMED", "ORDER_DOCUMENTS_PRINTED", "CLOSED", "CANCELLED"], index),
    received: index % 5 === 3,
  });
  const lines = row["purchaseOrderItems"] as Row[];
  for (const [place, line] of lines.entries())
    line["receivedQuantity"] = index % 5 === 3 || (index % 5 === 1 && place === 0) ? line["quantity"] : "0";
  const order = keep(books, told.created - 900_000, "purchaseOrder", row);
  keep(books, told.created - 600_000, "incomingGoods", {
    ...{ incomingGoodsNumber: `WE${1000 + index}` },
    ...{ incomingGoodsType: index % 11 === 10 ? "CUSTOMER_RETURN" : "STANDARD" },
    ...{ senderPartyId: order["supplierId"], status: "INCOMING_MOVED_INTO_STORE", tags: [], sentToRecipient: false },
    ...(index % 2 === 0 && { deliveryNoteNumber: `LS-${index}` }),
    ...(index % 4 === 1 && { description: "<p>Palette leicht beschädigt</p>", recordComment: "Geprüft" }),
    purchaseOrders: [{ id: order["id"] }],
    incomingGoodsItems: lines.map((line, place) => ({
      ...{ ...stamped(books, told.created), articleId: line["articleId"], title: line["title"] },
      ...{ quantity: line["quantity"] },
      ...{ unitId: line["unitId"], itemType: "DEFAULT", positionNumber: place + 1 },
      ...(line["description"] !== undefined && { description: line["description"] }),
      ...(place !== 1 && { purchaseOrderItemId: line["id"] }),
    })),
  });
}
