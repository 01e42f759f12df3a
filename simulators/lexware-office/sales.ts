/** /v1/invoices and the other sales documents: create, read, download. Nothing of them can be changed by API. */
import { get } from "../engine/routes.ts";
import { type Asked, type Route, theEntry, written } from "./answers.ts";
import { rolesOf } from "./contacts.ts";
import { documentFileId, drawUp, openAmountOf, salesKinds, shownDocument, statusOf, totalOf } from "./documents.ts";
import { refuseFindings, regular } from "./faults.ts";
import { documentFile } from "./files.ts";
import { bodyOf, type Inspection, inspect, type Row } from "./inspect.ts";
import { asked } from "./query.ts";
import { countryCodes } from "./reference.ts";
import { dayOf, isStamp, midnight } from "./stamps.ts";
import { add, change, type Entry, entryOf, findEntry, type SalesKind, type Store } from "./store.ts";

export const salesRoutes: Route[] = (Object.keys(salesKinds) as SalesKind[]).flatMap((kind): Route[] => [
  get(`${kind}/:id`, (ask) => ({ body: shownDocument(ask.company, theEntry(ask, kind)) })),
  get(`${kind}/:id/file`, (ask) => documentFile(ask, theEntry(ask, kind))),
  get(`${kind}/:id/document`, (ask) => {
    const entry = theEntry(ask, kind);
    if (statusOf(entry) === "draft") throw regular(406, "Documents in draft mode do not have a file.");
    return { body: { documentFileId: documentFileId(entry) } };
  }),
  ...(kind === "down-payment-invoices" ? [] : [["POST", kind, (ask: Asked) => created(ask, kind)] as const]),
]);

function created(ask: Asked, kind: SalesKind) {
  const { company: store, request } = ask;
  const inspection = inspect(bodyOf(request, "regular"));
  checkDocument(store, kind, inspection);
  refuseFindings("regular", inspection.findings);
  const preceding = precedingOf(ask, kind);
  const status = asked(ask, "finalize") === "true" ? "open" : "draft";
  const entry = add(store, kind, drawUp(store, kind, inspection.row, status));
  if (preceding !== undefined) pursue(store, preceding, entry);
  return written(entry, true);
}

const taxTypes = [
  ...["net", "gross", "vatfree", "intraCommunitySupply", "constructionService13b", "externalService13b"],
  ...["thirdPartyCountryService", "thirdPartyCountryDelivery", "photovoltaicEquipment"],
];
const shippingTypes = ["service", "serviceperiod", "delivery", "deliveryperiod", "none"];

function checkDocument(store: Store, kind: SalesKind, inspection: Inspection): void {
  const { shipping, expires } = salesKinds[kind];
  for (const field of ["voucherDate", ...(expires ? ["expirationDate"] : [])]) {
    inspection.need(field);
    inspection.form(field, isStamp);
  }
  inspection.oneOf("language", ["de", "en"]);
  inspection.longest("title", 25);
  for (const field of ["introduction", "remark"]) inspection.longest(field, 2000);
  checkAddress(store, inspection);
  const tax = inspection.needInside("taxConditions");
  tax?.need("taxType");
  tax?.oneOf("taxType", taxTypes);
  const taxType = tax?.text("taxType") ?? "net";
  if (/13b|intraCommunity|thirdParty/.test(taxType) && !inspection.inside("address")?.row["contactId"])
    inspection.reject("address.contactId", "für diesen Steuertyp nötig", "NOTNULL");
  checkLines(store, inspection, taxType);
  const total = inspection.needInside("totalPrice");
  total?.need("currency");
  total?.oneOf("currency", ["EUR"]);
  if (shipping) checkShipping(inspection.needInside("shippingConditions"));
}

function checkAddress(store: Store, inspection: Inspection): void {
  const address = inspection.needInside("address");
  if (address === undefined) return;
  const contactId = address.text("contactId");
  if (contactId === undefined) {
    for (const field of ["name", "countryCode"]) address.need(field);
  } else if (rolesOf(entryOf(store, "contacts", contactId)).customer === undefined) {
    address.reject("contactId", "kein Kontakt mit der Rolle Kunde");
  }
  address.oneOf("countryCode", countryCodes);
}

function checkLines(store: Store, inspection: Inspection, taxType: string): void {
  const lines = inspection.each("lineItems");
  if (lines.length === 0) inspection.reject("lineItems", "darf nicht leer sein", "NOTEMPTY");
  if (lines.length > 300) inspection.reject("lineItems", "höchstens 300 Positionen", "SIZE");
  for (const line of lines.flatMap((line) => [line, ...line.each("subItems")])) {
    line.need("type");
    line.oneOf("type", ["custom", "service", "material", "text"]);
    line.longest("name", 255);
    line.longest("description", 2000);
    if (line.row["type"] === "text") continue;
    for (const field of ["name", "quantity", "unitName"]) line.need(field);
    if (["service", "material"].includes(String(line.row["type"]))) {
      line.need("id");
      line.form("id", (id) => store.tables.articles.has(id));
    }
    const price = line.needInside("unitPrice");
    for (const field of ["currency", "taxRatePercentage"]) price?.need(field);
    price?.oneOf("currency", ["EUR"]);
    price?.oneOf("taxRatePercentage", taxType === "net" || taxType === "gross" ? [0, 7, 19] : [0]);
    price?.need(taxType === "gross" ? "grossAmount" : "netAmount");
  }
}

function checkShipping(shipping: Inspection | undefined): void {
  if (shipping === undefined) return;
  shipping.need("shippingType");
  shipping.oneOf("shippingType", shippingTypes);
  const type = shipping.text("shippingType") ?? "none";
  if (type !== "none") shipping.need("shippingDate");
  if (type.endsWith("period")) shipping.need("shippingEndDate");
  for (const field of ["shippingDate", "shippingEndDate"]) shipping.form(field, isStamp);
  const [from, to] = [shipping.text("shippingDate"), shipping.text("shippingEndDate")];
  if (from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from))
    shipping.reject("shippingEndDate", "liegt vor shippingDate");
}

const relatedOf = ({ content }: Entry) => content["relatedVouchers"] as Row[];

/** The document that this one follows on, where the vendor's chain allows it. */
function precedingOf(ask: Asked, kind: SalesKind): Entry | undefined {
  const id = asked(ask, "precedingSalesVoucherId");
  if (id === undefined) return undefined;
  const entry = findEntry(ask.company, id);
  const allowed: Readonly<Partial<Record<SalesKind, readonly string[]>>> = {
    invoices: ["quotations", "order-confirmations"],
    "order-confirmations": ["quotations"],
    "credit-notes": ["invoices"],
  };
  const refused = regular(406, "The pursue action is not valid.");
  if (entry === undefined || !allowed[kind]?.includes(entry.kind)) throw refused;
  if (statusOf(entry) === "draft" && entry.kind !== "quotations") throw refused;
  const lines = entry.content["lineItems"] as Row[];
  if (lines.some((line) => line["optional"] === true || line["alternative"] === true)) throw refused;
  const once = kind === "credit-notes" && relatedOf(entry).some((other) => other["voucherType"] === "creditnote");
  if (once) throw refused;
  return entry;
}

export function pursue(store: Store, preceding: Entry, entry: Entry): void {
  const naming = ({ id, kind, content }: Entry) => ({
    ...{ id, voucherNumber: content["voucherNumber"], voucherType: salesKinds[kind as SalesKind].voucherType },
  });
  entry.content["relatedVouchers"] = [naming(preceding)];
  const relatedVouchers = [...relatedOf(preceding), naming(entry)];
  if (entry.kind === "credit-notes" && statusOf(entry) === "open") settleBy(store, preceding, entry);
  change(store, preceding, { ...preceding.content, relatedVouchers });
}

/** A finalized credit note to an invoice is paid off at once, and the invoice's open amount shrinks. */
function settleBy(store: Store, invoice: Entry, note: Entry): void {
  const postingDate = midnight(dayOf(store.now()));
  const amount = Math.min(totalOf(note), openAmountOf(invoice) ?? 0);
  note.content["voucherStatus"] = "paidoff";
  invoice.payments = [
    ...invoice.payments,
    { paymentItemType: "partPaymentCreditNote", postingDate, amount, currency: "EUR" },
  ];
  store.tell({ table: "invoices", row: invoice, kind: "payment.changed" });
  if (openAmountOf(invoice) !== 0) return;
  invoice.content["voucherStatus"] = "paid";
  store.tell({ table: "invoices", row: invoice, kind: "status.changed" });
}
