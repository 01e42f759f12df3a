/** The invoices and bills of the seed data, and the offers and orders that may have preceded them. */
import type { SeedData, SeedDocument } from "../engine/seedData.ts";
import { dayLater, pick, type Row, text } from "../engine/values.ts";
import { type Entity, entityOf, type Table } from "./entities.ts";
import type { Books, Known } from "./rules.ts";
import { book, isPayable, keep, midnight, part, placeOf, priced, settle, updateDocument } from "./rules.ts";

type Words = Readonly<Record<string, string>>;
const unbooked: Words = {
  draft: "NEW",
  submitted: "ENTRY_COMPLETED",
  created: "DOCUMENT_CREATED",
  voided: "CANCELLED",
};
const cleared: Words = { offset: "CLEARED_WITH_CREDIT_NOTE", offsetting: "CREDIT_NOTE_CLEARED" };
const early = ["NEW", "INVOICE_RECEIVED", "OCR_VERIFICATION", "INVOICE_CHECKED"];
const settled = new Set(["paid", "debited", "offset", "offsetting"]);
const inPart = new Set(["partlyPaid", "partlyOverdue"]);

interface Seed {
  readonly books: Books;
  readonly known: Known;
  readonly document: SeedDocument;
  readonly index: number;
}

export function seedDocuments(books: Books, seed: SeedData, known: Known): void {
  const { invoices, creditNotes, bills, vendorCredits } = seed;
  const seeds = (documents: readonly SeedDocument[]) =>
    documents.map((document, index): Seed => ({ books, known, document: document, index }));
  for (const seed of [invoices, creditNotes, bills, vendorCredits].flatMap(seeds)) seedPayable(seed);
  for (const seed of seeds(invoices.slice(0, 60))) {
    seedSale(seed, "quotation");
    seedSale(seed, "salesOrder");
  }
  for (const seed of seeds(bills.slice(0, 50))) seedPurchase(seed);
}

const tableOf = ({ kind }: SeedDocument) =>
  kind === "invoice" || kind === "creditNote" ? "salesInvoice" : "purchaseInvoice";

/** The lines of a document. Shipping costs are in a separate list and have no quantity. */
function common(seed: Seed, table: Entity["table"]): Row {
  const { books, known, document, index } = seed;
  const { party, lines, currency, rate, created: at } = document;
  const items = lines.map((line, position) => ({
    ...part(books, at),
    articleId: known.get(text(line.item.id)),
    title: line.item.name,
    quantity: line.quantity.toFixed(),
    unitPrice: line.unitPrice.toFixed(),
    taxId: known.get(line.rate.code),
    unitId: books.tables.article.get(known.get(text(line.item.id)))?.["unitId"],
    itemType: line.item.isService ? "SERVICE" : "DEFAULT",
    ...(line.description !== null && { description: `<p>${line.description.replaceAll("&", "&amp;")}</p>` }),
    ...(line.discount.gt(0) && { discountPercentage: line.discount.toFixed() }),
    ...bookedOn(seed, table, position),
  }));
  const taxId = known.get(lines[0]?.rate.code ?? "");
  const shipping = part(books, at, { articleId: known.get("loading"), unitPrice: "4.9", taxId });
  return {
    recordCurrencyId: known.get(currency),
    currencyConversionRate: Number(rate).toFixed(5),
    headerDiscount: index % 12 === 5 ? "3" : "0",
    sentToRecipient: index % 2 === 0,
    tags: [],
    shippingCostItems: index % 10 === 4 ? [shipping] : [],
    recordAddress: { company: party.name, ...placeOf(party.address) },
    ...(index % 3 === 1 && { termOfPaymentId: known.get(document.term.days > 14 ? "term-30" : "term-14") }),
    ...(index % 4 === 2 && { recordComment: "<p>Bitte Öffnungszeiten beachten:<br>8-16 Uhr</p>" }),
    ...(index % 4 === 1 && { description: "Rahmenvertrag &amp; Nachtrag" }),
    [entityOf(table).items ?? ""]: items,
  };
}

/** Only invoices and bills are booked. */
function bookedOn({ books, known, document: { lines, created, date } }: Seed, table: Table, position: number): Row {
  const line = lines[position];
  if (line === undefined || !isPayable(table)) return table === "quotation" && position === 2 ? { optional: true } : {};
  const isSale = table === "salesInvoice";
  return {
    accountId: known.get(`acc-${isSale ? line.item.incomeAccount : line.item.expenseAccount}`),
    ...(line.dimensions.length > 0 && {
      costCenterItems: [part(books, created, { costCenterId: known.get("cost-0"), distributionPercentage: "100" })],
    }),
    ...(!isSale &&
      position === 1 && { servicePeriodFromDate: midnight(date), servicePeriodToDate: midnight(dayLater(date, 30)) }),
  };
}

function seedPayable(seed: Seed): void {
  const { books, known, document, index } = seed;
  const table = tableOf(document);
  const partner = known.get(document.party.id);
  const isSale = table === "salesInvoice";
  const type = /credit/i.test(document.kind)
    ? "CREDIT_NOTE"
    : index % 20 === 7
      ? "PREPAYMENT_INVOICE"
      : "STANDARD_INVOICE";
  const status = unbooked[document.plan] ?? "OPEN_ITEM_CREATED";
  const row = priced(books, entityOf(table), {
    ...common(seed, table),
    invoiceDate: midnight(document.date),
    dueDate: midnight(document.due),
    paymentStatus: document.plan === "submitted" ? "UNKNOWN" : "NO_OPEN_ITEM",
    ...(index % 3 !== 0 && { shippingDate: midnight(document.date) }),
    ...(index % 5 !== 0 && { deliveryDate: midnight(document.date) }),
    ...(isSale
      ? {
          customerId: partner,
          invoiceNumber: document.number ?? `PRES${index}`,
          salesInvoiceType: type,
          status,
          salesChannel: index % 9 === 3 ? "GROSS1" : "NET1",
          paid: settled.has(document.plan),
          ...(index % 2 === 1 && { orderNumberAtCustomer: `PO-${index}` }),
        }
      : {
          supplierId: partner,
          invoiceNumber: `L-${index}`,
          internalInvoiceNumber: document.number ?? `ER-${index}`,
          purchaseInvoiceType: type,
          grossPrices: false,
          status: status === "NEW" ? pick(early, index) : status,
        }),
  });
  const stored = keep(books, document.created, table, row);
  if (status === "OPEN_ITEM_CREATED") settleAs(stored, seed);
  if (!isSale && index % 3 === 0) addFiles(books, text(stored["id"]), index);
}

/** Payments come from the bank, except for amounts that were cleared with a credit note. */
function settleAs(document: Row, { books, document: seedDocument, index }: Seed): void {
  const table = tableOf(seedDocument);
  books.past(seedDocument.updated, () => {
    const item = book(books, table, document);
    const half = (Number(document["grossAmount"]) / 2).toFixed(2);
    const amount = settled.has(seedDocument.plan)
      ? text(document["grossAmount"])
      : inPart.has(seedDocument.plan)
        ? half
        : undefined;
    if (amount === undefined || Number(amount) === 0) return;
    const day = midnight(seedDocument.paidDate ?? dayLater(seedDocument.date, 3));
    const { recordCurrencyId: currencyId, customerId, supplierId, invoiceNumber } = document;
    const transaction = {
      amount,
      currencyId,
      effectiveDate: day,
      cleared: true,
      partyId: customerId ?? supplierId,
      paymentType: table === "salesInvoice" ? "RECEIPT" : "DISBURSEMENT",
      description: `Zahlung ${text(invoiceNumber)}`,
    };
    const isFromBank = cleared[seedDocument.plan] === undefined && index % 8 !== 6;
    const bankTransactionId = isFromBank
      ? keep(books, seedDocument.updated, "bankTransaction", transaction)["id"]
      : undefined;
    settle(books, item, amount, { bankTransactionId, clearanceDate: day });
    books.restamp(table === "salesInvoice" ? "salesOpenItem" : "purchaseOpenItem", item);
    updateDocument(books, item, cleared[seedDocument.plan]);
  });
}

/** A scan, and sometimes another file before it. Their ids contain dots. */
function addFiles(books: Books, owner: string, index: number): void {
  const names = index % 6 === 0 ? ["lieferschein.txt", "rechnung.pdf"] : ["rechnung.pdf"];
  for (const name of names) {
    const id = `purchaseInvoice.${owner}.${books.newId()}`;
    const isScan = name.endsWith(".pdf");
    const bytes = Buffer.from(isScan ? `%PDF-1.4\n% ${id}\n%%EOF\n` : `Lieferschein zu ${owner}`);
    const mediaType = isScan ? "application/pdf" : "text/plain";
    books.files.set(id, { name, type: mediaType, bytes });
    books.add("document", {
      id,
      name,
      mediaType,
      documentSize: bytes.length,
      versions: [],
      ...(isScan && { documentType: "PURCHASE_INVOICE" }),
    });
  }
}

const orderStates = ["ORDER_ENTRY_IN_PROGRESS", "ORDER_CONFIRMATION_PRINTED", "CLOSED", "MANUALLY_CLOSED", "CANCELLED"];

/** The offers and orders before an invoice, with older versions and templates. */
function seedSale(seed: Seed, table: "quotation" | "salesOrder"): void {
  const { books, known, document, index } = seed;
  const day = midnight(document.date);
  const row = priced(books, entityOf(table), {
    ...common(seed, table),
    customerId: known.get(document.party.id),
    template: index % 20 === 13,
    ...(table === "quotation"
      ? {
          quotationNumber: `AN${1000 + index}`,
          quotationDate: day,
          quotationVersion: 1,
          salesChannel: "NET1",
          status: pick(["OPEN", "ACCEPTED", "REJECTED", "OPEN", "CANCELLED", "INQUIRED"], index),
          activeVersion: index % 15 !== 14,
        }
      : {
          orderNumber: `AB${1000 + index}`,
          orderDate: day,
          status: pick(orderStates, index),
          paid: false,
          salesChannel: index % 7 === 2 ? "GROSS1" : "NET1",
          ...(index % 3 === 0 && { plannedDeliveryDate: midnight(dayLater(document.date, 7)) }),
          ...(index % 4 === 0 && { invoiceRecipientId: known.get("cus-1") }),
        }),
  });
  keep(books, document.created - (table === "quotation" ? 3_600_000 : 1_800_000), table, row);
}

/** Purchase orders and the goods received so far. */
function seedPurchase(seed: Seed): void {
  const { books, known, document, index } = seed;
  const row = priced(books, entityOf("purchaseOrder"), {
    ...common(seed, "purchaseOrder"),
    supplierId: known.get(document.party.id),
    purchaseOrderNumber: `BE${1000 + index}`,
    orderDate: midnight(document.date),
    status: pick(["ORDER_ENTRY_IN_PROGRESS", "CONFIRMED", "ORDER_DOCUMENTS_PRINTED", "CLOSED", "CANCELLED"], index),
    received: index % 5 === 3,
  });
  const lines = row["purchaseOrderItems"] as Row[];
  for (const [position, line] of lines.entries())
    line["receivedQuantity"] = index % 5 === 3 || (index % 5 === 1 && position === 0) ? line["quantity"] : "0";
  const order = keep(books, document.created - 900_000, "purchaseOrder", row);
  keep(books, document.created - 600_000, "incomingGoods", {
    incomingGoodsNumber: `WE${1000 + index}`,
    incomingGoodsType: index % 11 === 10 ? "CUSTOMER_RETURN" : "STANDARD",
    senderPartyId: order["supplierId"],
    status: "INCOMING_MOVED_INTO_STORE",
    tags: [],
    sentToRecipient: false,
    ...(index % 2 === 0 && { deliveryNoteNumber: `LS-${index}` }),
    ...(index % 4 === 1 && { description: "<p>Palette leicht beschädigt</p>", recordComment: "Geprüft" }),
    purchaseOrders: [{ id: order["id"] }],
    incomingGoodsItems: lines.map(({ id, articleId, title, quantity, unitId, description }, position) =>
      part(books, document.created, {
        articleId,
        title,
        quantity,
        unitId,
        itemType: "DEFAULT",
        positionNumber: position + 1,
        ...(description !== undefined && { description }),
        ...(position !== 1 && { purchaseOrderItemId: id }),
      }),
    ),
  });
}
