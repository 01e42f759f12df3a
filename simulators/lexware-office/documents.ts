/** The five kinds of sales documents: what tells them apart, how one is drawn up, what it says of itself. */
import { Big } from "big.js";
import { filled } from "./answers.ts";
import { contactName } from "./contacts.ts";
import { isRow, type Row } from "./inspect.ts";
import { reckon } from "./reckon.ts";
import { defaultCondition, printLayoutId } from "./reference.ts";
import { dayOf, daysAfter, midnight, stamp } from "./stamps.ts";
import { type Entry, entryOf, type Kind, type SalesKind, type Store, uuid } from "./store.ts";

export interface SalesTraits {
  readonly voucherType: string;
  /** Before the running number. */
  readonly prefix: string;
  readonly title: string;
  readonly introduction: string;
  /** Whether it asks for money, and so has terms of payment and a due date. */
  readonly terms: boolean;
  readonly shipping: boolean;
  readonly expires: boolean;
  /** Payments can be read of it. */
  readonly payable: boolean;
  /** An electronic invoice may come of it. */
  readonly electronic: boolean;
}

const traits = (voucherType: string, prefix: string, title: string, more: Partial<SalesTraits>): SalesTraits => ({
  ...{ voucherType, prefix, title, introduction: `${title}: wie besprochen und erfunden.` },
  ...{ terms: false, shipping: false, expires: false, payable: false, electronic: false },
  ...more,
});

const money = { payable: true, electronic: true };

export const salesKinds: Readonly<Record<SalesKind, SalesTraits>> = {
  invoices: traits("invoice", "RE", "Rechnung", { terms: true, shipping: true, ...money }),
  "credit-notes": traits("creditnote", "GS", "Rechnungskorrektur", money),
  quotations: traits("quotation", "AG", "Angebot", { terms: true, expires: true }),
  "order-confirmations": traits("orderconfirmation", "AB", "Auftragsbestätigung", { terms: true, shipping: true }),
  "down-payment-invoices": traits("downpaymentinvoice", "RE", "Abschlagsrechnung", {
    ...{ terms: true, shipping: true, ...money },
  }),
};

export const isSales = (kind: Kind): kind is SalesKind => kind in salesKinds;

export const statusOf = ({ content }: Entry) => String(content["voucherStatus"]);

/** Makes the document that a body asks for. */
export function drawUp(store: Store, kind: SalesKind, body: Row, status: string): Row {
  const { prefix, title, introduction, terms, shipping, expires, electronic } = salesKinds[kind];
  const address = body["address"] as Row;
  const contact = entryOf(store, "contacts", address["contactId"]);
  const paymentConditions = terms ? termsOf(body) : undefined;
  const voucherDay = dayOf(Date.parse(String(body["voucherDate"])));
  const due = daysAfter(voucherDay, paymentConditions?.paymentTermDuration ?? 0);
  const xRechnung = electronic ? xRechnungOf(body, contact) : undefined;
  return filled({
    language: body["language"] ?? "de",
    voucherStatus: status,
    voucherNumber: `${prefix}${1000 + store.next(prefix)}`,
    voucherDate: stamp(Date.parse(String(body["voucherDate"]))),
    dueDate: kind.endsWith("invoices") && status !== "draft" ? midnight(due) : undefined,
    expirationDate: expires ? stamp(Date.parse(String(body["expirationDate"]))) : undefined,
    address: addressOf(address, contact),
    xRechnung: xRechnung && { buyerReference: xRechnung },
    electronicDocumentProfile: xRechnung !== undefined && status !== "draft" ? "XRechnung" : "NONE",
    ...reckon(kind === "credit-notes" ? withoutDiscounts(body) : body),
    taxConditions: filled(body["taxConditions"] as Row),
    paymentConditions,
    shippingConditions: shipping ? filled(body["shippingConditions"] as Row) : undefined,
    closingInvoice: kind === "invoices" ? false : undefined,
    deliveryTerms: kind === "order-confirmations" ? body["deliveryTerms"] : undefined,
    relatedVouchers: [],
    printLayoutId: body["printLayoutId"] ?? printLayoutId,
    title: body["title"] ?? title,
    introduction: body["introduction"] ?? introduction,
    remark: body["remark"] ?? "Vielen Dank für die erfundene Zusammenarbeit.",
  });
}

/** Credit notes know no discount on a line. */
const withoutDiscounts = (body: Row): Row => ({
  ...body,
  lineItems: (body["lineItems"] as Row[]).map(({ discountPercentage: _none, ...line }) => line),
});

function termsOf(body: Row) {
  if (!isRow(body["paymentConditions"])) {
    const { paymentTermLabelTemplate, paymentTermDuration, paymentDiscountConditions } = defaultCondition;
    const paymentTermLabel = "10 Tage -3 %, 30 Tage netto";
    return { paymentTermLabel, paymentTermLabelTemplate, paymentTermDuration, paymentDiscountConditions };
  }
  const { paymentTermLabel, paymentTermDuration, paymentDiscountConditions } = body["paymentConditions"];
  return filled({
    paymentTermLabel,
    paymentTermLabelTemplate: paymentTermLabel,
    paymentTermDuration: typeof paymentTermDuration === "number" ? paymentTermDuration : 0,
    paymentDiscountConditions,
  });
}

/** The contact's own reference unless the body overrides it; an empty text asks for an ordinary invoice. */
function xRechnungOf(body: Row, contact: Entry | undefined): string | undefined {
  const own = (contact?.content["xRechnung"] as Row | undefined)?.["buyerReference"];
  const wanted = isRow(body["xRechnung"]) ? body["xRechnung"]["buyerReference"] : own;
  return own !== undefined && typeof wanted === "string" && wanted !== "" ? wanted : undefined;
}

interface Company {
  readonly contactPersons?: readonly { firstName?: string; lastName: string; primary: boolean }[];
}

/** What the body leaves out comes from the contact's billing address. */
function addressOf(given: Row, contact: Entry | undefined): Row {
  const fields = ["contactId", "name", "supplement", "street", "city", "zip", "countryCode"];
  const known = filled(Object.fromEntries(fields.map((field) => [field, given[field]])));
  if (contact === undefined) return known;
  const { addresses, company, person } = contact.content as {
    addresses?: { billing?: Row[] };
    company?: Company;
    person?: { firstName?: string; lastName: string };
  };
  const name = person ? [person.firstName, person.lastName].filter(Boolean).join(" ") : contactName(contact);
  const primary = company?.contactPersons?.find(({ primary }) => primary);
  const contactPerson = primary && [primary.firstName, primary.lastName].filter(Boolean).join(" ");
  const own = { name, ...addresses?.billing?.[0] };
  return filled({ ...(known["name"] === undefined ? { ...known, ...own } : known), contactPerson });
}

/** Some samples leave out what a document does not have, others show it as null. */
function withNulls({ address, totalPrice, taxConditions, ...rest }: Row): Row {
  return {
    ...rest,
    address: { contactId: null, ...(address as Row) },
    totalPrice: { totalDiscountAbsolute: null, totalDiscountPercentage: null, ...(totalPrice as Row) },
    taxConditions: { taxTypeNote: null, ...(taxConditions as Row) },
    dueDate: rest["dueDate"] ?? null,
  };
}

export function shownDocument(store: Store, entry: Entry): Row {
  return {
    id: entry.id,
    organizationId: store.id,
    createdDate: stamp(entry.created),
    updatedDate: stamp(entry.updated),
    version: entry.version,
    ...(entry.version % 2 === 0 ? withNulls(entry.content) : entry.content),
    archived: entry.archived,
    ...(statusOf(entry) !== "draft" && { files: { documentFileId: documentFileId(entry) } }),
  };
}

export const documentFileId = ({ id }: Entry) => uuid(`document-${id}`);

export function totalOf({ kind, content }: Entry): number {
  const holder = isSales(kind) ? (content["totalPrice"] as Row) : content;
  return Number(holder["totalGrossAmount"] ?? 0);
}

/** What is still to be paid; null where nothing can be. */
export function openAmountOf(entry: Entry): number | null {
  const status = statusOf(entry);
  if (isSales(entry.kind) && !salesKinds[entry.kind].payable) return null;
  if (["draft", "unchecked", "blank"].includes(status)) return null;
  if (["paid", "paidoff", "voided"].includes(status)) return 0;
  const paid = entry.payments.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  return new Big(totalOf(entry)).minus(paid).round(2).toNumber();
}
