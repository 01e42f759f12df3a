/** /v1/invoices and the other sales documents: create, read, download. Nothing of them can be changed by API. */
import { all, type Check, type Checks, choice, need, upTo } from "../engine/checks.ts";
import { get, post } from "../engine/routes.ts";
import { type Row, row as rowIn, rows, text } from "../engine/values.ts";
import { theEntry, written } from "./answers.ts";
import { bodyOf, insist } from "./bodies.ts";
import { hasRole } from "./contacts.ts";
import { drawUp, openAmountOf, salesKinds, shownDocument, statusOf, totalOf } from "./documents.ts";
import { documentFile } from "./files.ts";
import { asked } from "./query.ts";
import { countryCodes } from "./reference.ts";
import { regular } from "./refusals.ts";
import { dayOf, isStamp, midnight } from "./stamps.ts";
import type { Asked, Entry, Route, SalesKind, Store } from "./store.ts";
import { add, change, entryOf, findEntry } from "./store.ts";

export const salesRoutes: Route[] = (Object.keys(salesKinds) as SalesKind[]).flatMap((kind): Route[] => [
  get(`${kind}/:id`, (ask) => ({ body: shownDocument(ask.company, theEntry(ask, kind)) })),
  get(`${kind}/:id/file`, (ask) => documentFile(ask, theEntry(ask, kind))),
  ...(kind === "down-payment-invoices" ? [] : [post(kind, (ask: Asked) => created(ask, kind))]),
]);

function created(ask: Asked, kind: SalesKind) {
  const { company: store, request } = ask;
  const body = bodyOf(request, "regular");
  insist("regular", body, rulesOf(store, kind, body));
  const preceding = precedingOf(ask, kind);
  const status = asked(ask, "finalize") === "true" ? "open" : "draft";
  const entry = add(store, kind, drawUp(store, kind, body, status));
  if (preceding !== undefined) pursue(store, preceding, entry);
  return written(entry, true);
}

const taxTypes = [
  ...["net", "gross", "vatfree", "intraCommunitySupply", "constructionService13b", "externalService13b"],
  ...["thirdPartyCountryService", "thirdPartyCountryDelivery", "photovoltaicEquipment"],
];
const moment: Check = { need: true, form: isStamp };

function rulesOf(store: Store, kind: SalesKind, body: Row): Checks {
  const { has } = salesKinds[kind];
  const [taxType, contactId] = [rowIn(body["taxConditions"])["taxType"] ?? "net", rowIn(body["address"])["contactId"]];
  const isNameless = /13b|intraCommunity|thirdParty/.test(text(taxType)) && !contactId;
  return {
    ...{ voucherDate: moment, ...(has.includes("end") && { expirationDate: moment }) },
    ...{ language: { oneOf: ["de", "en"] }, title: upTo(25), ...all("introduction remark", upTo(2000)) },
    address: { need: true, inside: addressRules(store) },
    taxConditions: { need: true, inside: { taxType: choice(...taxTypes) } },
    ...(isNameless && { "address.contactId": { unless: ["für diesen Steuertyp nötig", "NOTNULL"] } }),
    lineItems: {
      each: (line) => ({
        ...lineRules(store, taxType, line),
        subItems: { each: (item) => lineRules(store, taxType, item) },
      }),
      unless: sizeOf(rows(body["lineItems"]).length),
    },
    totalPrice: { need: true, inside: { currency: choice("EUR") } },
    ...(has.includes("shipping") && { shippingConditions: { need: true, inside: shippingRules } }),
  };
}

const sizeOf = (lines: number) =>
  lines === 0
    ? (["darf nicht leer sein", "NOTEMPTY"] as const)
    : lines > 300 && (["höchstens 300 Positionen", "SIZE"] as const);

const addressRules =
  (store: Store) =>
  ({ contactId }: Row): Checks => ({
    name: { need: typeof contactId !== "string" },
    countryCode: { need: typeof contactId !== "string", oneOf: countryCodes },
    contactId: {
      unless:
        typeof contactId === "string" &&
        !hasRole(entryOf(store, "contacts", contactId), "customer") &&
        "kein Kontakt mit der Rolle Kunde",
    },
  });

function lineRules(store: Store, taxType: unknown, { type }: Row): Checks {
  const shared = { type: choice("custom", "service", "material", "text"), description: upTo(2000) };
  if (type === "text") return { ...shared, name: upTo(255) };
  const rates = taxType === "net" || taxType === "gross" ? [0, 7, 19] : [0];
  const price = { currency: choice("EUR"), taxRatePercentage: choice(...rates) };
  return {
    ...{ ...shared, name: { need: true, longest: 255 }, quantity: need, unitName: need },
    ...((type === "service" || type === "material") && {
      id: { need: true, form: (id: string) => store.tables.articles.has(id) },
    }),
    unitPrice: { need: true, inside: { ...price, [taxType === "gross" ? "grossAmount" : "netAmount"]: need } },
  };
}

function shippingRules({ shippingType, shippingDate, shippingEndDate }: Row): Checks {
  const type = typeof shippingType === "string" ? shippingType : "none";
  const isBackwards = Date.parse(text(shippingEndDate)) < Date.parse(text(shippingDate));
  return {
    shippingType: choice("service", "serviceperiod", "delivery", "deliveryperiod", "none"),
    shippingDate: { need: type !== "none", form: isStamp },
    shippingEndDate: { need: type.endsWith("period"), form: isStamp, unless: isBackwards && "liegt vor shippingDate" },
  };
}

/** The document that this one follows on, where the vendor's chain allows it. */
function precedingOf(ask: Asked, kind: SalesKind): Entry | undefined {
  const id = asked(ask, "precedingSalesVoucherId");
  if (id === undefined) return undefined;
  const entry = findEntry(ask.company, id);
  const allowed: Readonly<Partial<Record<SalesKind, readonly string[]>>> = {
    ...{ invoices: ["quotations", "order-confirmations"], "order-confirmations": ["quotations"] },
    "credit-notes": ["invoices"],
  };
  const refused = regular(406, "The pursue action is not valid.");
  if (entry === undefined || !allowed[kind]?.includes(entry.kind)) throw refused;
  if (statusOf(entry) === "draft" && entry.kind !== "quotations") throw refused;
  const isOpen = rows(entry["lineItems"]).some((line) => line["optional"] === true || line["alternative"] === true);
  const isCredited = rows(entry["relatedVouchers"]).some((other) => other["voucherType"] === "creditnote");
  if (isOpen || (kind === "credit-notes" && isCredited)) throw refused;
  return entry;
}

export function pursue(store: Store, preceding: Entry, entry: Entry): void {
  const naming = ({ id, kind, voucherNumber }: Entry) => ({
    ...{ id, voucherNumber, voucherType: salesKinds[kind as SalesKind].voucherType },
  });
  entry["relatedVouchers"] = [naming(preceding)];
  if (entry.kind === "credit-notes" && statusOf(entry) === "open") settleBy(store, preceding, entry);
  change(store, preceding, { relatedVouchers: [...rows(preceding["relatedVouchers"]), naming(entry)] });
}

/** A finalized credit note to an invoice is paid off at once, and the invoice's open amount shrinks. */
function settleBy(store: Store, invoice: Entry, note: Entry): void {
  const postingDate = midnight(dayOf(store.now()));
  const amount = Math.min(totalOf(note), openAmountOf(invoice) ?? 0);
  note["voucherStatus"] = "paidoff";
  invoice.payments = [...invoice.payments, paymentItem("partPaymentCreditNote", postingDate, amount)];
  store.tell({ table: "invoices", row: invoice, kind: "payment.changed" });
  if (openAmountOf(invoice) !== 0) return;
  invoice["voucherStatus"] = "paid";
  store.tell({ table: "invoices", row: invoice, kind: "status.changed" });
}

export const paymentItem = (paymentItemType: string, postingDate: string, amount: number) => ({
  ...{ paymentItemType, postingDate, amount, currency: "EUR" },
});
