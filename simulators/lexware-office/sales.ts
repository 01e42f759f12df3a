/** Sales documents: how they are created and calculated, and what may be sent. The API cannot change them. */
import type { Big } from "big.js";
import { all, type Check, type Checks, choice, need, upTo } from "../engine/checks.ts";
import { shareOut } from "../engine/pricing.ts";
import { taxOn } from "../engine/reckoning.ts";
import { get, post } from "../engine/routes.ts";
import { big, cents, dayLater, isRow, only, type Row, row as rowIn, rows, sum, text } from "../engine/values.ts";
import { bodyOf, insist, theEntry, written } from "./answers.ts";
import { isSales, type SalesKind, sales, salesKinds, statusOf, voucherTypeOf } from "./kinds.ts";
import { addressOf, countryCodes, hasRole, printLayoutId, termsOf, xRechnungOf } from "./masters.ts";
import { regular } from "./refusals.ts";
import type { Entry, LexwareRequest, Route, Store } from "./store.ts";
import { add, change, dayOf, entryOf, filled, findEntry, isStamp, midnight, shownOf, stamp, uuid } from "./store.ts";

/** Makes a document from a body. */
export function drawUp(store: Store, kind: SalesKind, body: Row, status: string): Row {
  const { prefix, title, has } = salesKinds[kind];
  const address = rowIn(body["address"]);
  const contact = entryOf(store, "contacts", address["contactId"]);
  const paymentConditions = has.includes("terms") ? termsOf(body) : undefined;
  const [voucherDate, expirationDate] = [body["voucherDate"], body["expirationDate"]].map((at) => Date.parse(text(at)));
  const due = dayLater(dayOf(voucherDate ?? 0), Number(paymentConditions?.["paymentTermDuration"] ?? 0));
  const xRechnung = has.includes("money") ? xRechnungOf(body, contact) : undefined;
  const isDraft = status === "draft";
  return filled({
    language: body["language"] ?? "de",
    voucherStatus: status,
    relatedVouchers: [],
    voucherNumber: `${prefix}${1000 + store.next(prefix)}`,
    voucherDate: stamp(voucherDate ?? 0),
    dueDate: kind.endsWith("invoices") && !isDraft ? midnight(due) : undefined,
    expirationDate: has.includes("end") ? stamp(expirationDate ?? 0) : undefined,
    address: addressOf(address, contact),
    xRechnung: xRechnung && { buyerReference: xRechnung },
    electronicDocumentProfile: xRechnung !== undefined && !isDraft ? "XRechnung" : "NONE",
    ...totalsOf(body, kind !== "credit-notes"),
    taxConditions: filled(rowIn(body["taxConditions"])),
    paymentConditions,
    shippingConditions: has.includes("shipping") ? filled(rowIn(body["shippingConditions"])) : undefined,
    closingInvoice: kind === "invoices" ? false : undefined,
    deliveryTerms: kind === "order-confirmations" ? body["deliveryTerms"] : undefined,
    printLayoutId: body["printLayoutId"] ?? printLayoutId,
    title: body["title"] ?? title,
    introduction: body["introduction"] ?? `${title}: wie besprochen und erfunden.`,
    remark: body["remark"] ?? "Vielen Dank für die erfundene Zusammenarbeit.",
  });
}

/**
 * The totals, as the vendor computes them: per tax rate, rounded there. With `gross` the lines' amounts include the tax,
 * with every other tax type they do not. Credit notes have no discounts on lines.
 */
function totalsOf(body: Row, withDiscounts: boolean): Row {
  const isGross = rowIn(body["taxConditions"])["taxType"] === "gross";
  const lineItems = rows(body["lineItems"]).map((line) => lineOf(line, isGross, withDiscounts));
  const byRate = Map.groupBy(lineItems.filter(counts), (line) =>
    Number(rowIn(line["unitPrice"])["taxRatePercentage"] ?? 0),
  );
  const rates = [...byRate].sort(([left], [right]) => left - right);
  const amounts = rates.map(([, lines]) => sum(lines.map((line) => line["lineItemAmount"])));
  const { totalDiscountAbsolute, totalDiscountPercentage } = rowIn(body["totalPrice"]);
  const total = sum(amounts);
  const percent = typeof totalDiscountPercentage === "number" ? totalDiscountPercentage : undefined;
  const off = percent === undefined ? big(totalDiscountAbsolute) : total.times(percent).div(100);
  const shares = shareOut(off, amounts, 10);
  const taxAmounts = rates.map(([taxRatePercentage], at) => {
    const amount = cents(big(amounts[at]).minus(big(shares[at])));
    const tax = cents(taxOn(amount, big(taxRatePercentage), isGross));
    return { taxRatePercentage, taxAmount: tax.toNumber(), netAmount: amount.minus(isGross ? tax : 0).toNumber() };
  });
  const net = sum(taxAmounts.map((entry) => entry.netAmount));
  const tax = sum(taxAmounts.map((group) => group.taxAmount));
  const totalPrice = filled({
    currency: "EUR",
    totalNetAmount: net.toNumber(),
    totalGrossAmount: net.plus(tax).toNumber(),
    totalTaxAmount: tax.toNumber(),
    totalDiscountAbsolute,
    totalDiscountPercentage,
  });
  return { lineItems, taxAmounts, totalPrice };
}

/** Text lines have no price; optional and alternative lines are not counted. */
const counts = (line: Row) => isRow(line["unitPrice"]) && line["optional"] !== true && line["alternative"] !== true;

function lineOf(line: Row, isGross: boolean, withDiscounts: boolean): Row {
  const known = filled(only(line, ["id", "type", "name", "description", "quantity", "unitName"]));
  const { unitPrice, alternative, optional, subItems } = line;
  if (line["type"] === "text" || !isRow(unitPrice)) return known;
  const { netAmount, grossAmount, taxRatePercentage } = unitPrice;
  const factor = big(taxRatePercentage).div(100).plus(1);
  const [net, gross] = isGross
    ? [big(grossAmount).div(factor), big(grossAmount)]
    : [big(netAmount), big(netAmount).times(factor)];
  const digits = (value: Big) => value.round(4).toNumber();
  const discountPercentage = withDiscounts ? line["discountPercentage"] : undefined;
  const left = big(100).minus(big(discountPercentage)).div(100);
  const amount = (isGross ? gross : net).times(big(line["quantity"])).times(left);
  return {
    ...known,
    ...filled({ discountPercentage, alternative, optional }),
    lineItemAmount: cents(amount).toNumber(),
    unitPrice: { currency: "EUR", netAmount: digits(net), grossAmount: digits(gross), taxRatePercentage },
    ...(Array.isArray(subItems) && { subItems: rows(subItems).map((item) => lineOf(item, isGross, withDiscounts)) }),
  };
}

/** Some samples leave missing fields out, others have them as null. */
const withNulls = ({ address, totalPrice, taxConditions, dueDate = null, ...rest }: Row): Row => ({
  ...rest,
  dueDate,
  address: { contactId: null, ...rowIn(address) },
  totalPrice: { totalDiscountAbsolute: null, totalDiscountPercentage: null, ...rowIn(totalPrice) },
  taxConditions: { taxTypeNote: null, ...rowIn(taxConditions) },
});

function shownDocument(store: Store, entry: Entry): Row {
  const shown = shownOf(store, entry);
  return {
    ...(entry.version % 2 === 0 ? withNulls(shown) : shown),
    ...(statusOf(entry) !== "draft" && { files: { documentFileId: documentFileId(entry) } }),
  };
}

export const documentFileId = ({ id }: Entry) => uuid(`document-${id}`);

export const totalOf = ({ kind, totalPrice, totalGrossAmount }: Entry): number =>
  Number((isSales(kind) ? rowIn(totalPrice)["totalGrossAmount"] : totalGrossAmount) ?? 0);

/** The open amount; null if the document cannot be paid. */
export function openAmountOf(entry: Entry): number | null {
  const status = statusOf(entry);
  if (isSales(entry.kind) && !salesKinds[entry.kind].has.includes("money")) return null;
  if (["draft", "unchecked", "blank"].includes(status)) return null;
  if (["paid", "paidoff", "voided"].includes(status)) return 0;
  return cents(big(totalOf(entry)).minus(sum(entry.payments.map(({ amount }) => amount)))).toNumber();
}

export const salesRoutes: Route[] = sales.flatMap((kind): Route[] => [
  get(`${kind}/:id`, (request) => ({ body: shownDocument(request.company, theEntry(request, kind)) })),
  ...(kind === "down-payment-invoices" ? [] : [post(kind, (request: LexwareRequest) => created(request, kind))]),
]);

function created(routeRequest: LexwareRequest, kind: SalesKind) {
  const { company: store, raw: request } = routeRequest;
  const body = bodyOf(request);
  insist(body, rulesOf(store, kind, body));
  const preceding = precedingOf(routeRequest, kind);
  const status = routeRequest.query["finalize"] === "true" ? "open" : "draft";
  const entry = add(store, kind, drawUp(store, kind, body, status));
  if (preceding !== undefined) pursue(store, preceding, entry);
  return written(entry, true);
}

const taxTypes = [
  "net",
  "gross",
  "vatfree",
  "intraCommunitySupply",
  "constructionService13b",
  "externalService13b",
  "thirdPartyCountryService",
  "thirdPartyCountryDelivery",
  "photovoltaicEquipment",
];
const moment: Check = { need: true, form: isStamp };

function rulesOf(store: Store, kind: SalesKind, body: Row): Checks {
  const { has } = salesKinds[kind];
  const taxType = rowIn(body["taxConditions"])["taxType"] ?? "net";
  const contactId = rowIn(body["address"])["contactId"];
  const isNameless = /13b|intraCommunity|thirdParty/.test(text(taxType)) && !contactId;
  return {
    voucherDate: moment,
    ...(has.includes("end") && { expirationDate: moment }),
    language: { oneOf: ["de", "en"] },
    title: upTo(25),
    ...all("introduction remark", upTo(2000)),
    address: { need: true, inside: (address) => addressRules(store, address) },
    taxConditions: { need: true, inside: { taxType: choice(...taxTypes) } },
    ...(isNameless && { "address.contactId": { unless: ["für diesen Steuertyp nötig", "NOTNULL"] } }),
    lineItems: {
      each: (line) => lineRules(store, taxType, line),
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

function addressRules(store: Store, { contactId }: Row): Checks {
  const isOneTime = typeof contactId !== "string";
  const isCustomer = isOneTime || hasRole(entryOf(store, "contacts", contactId), "customer");
  return {
    name: { need: isOneTime },
    countryCode: { need: isOneTime, oneOf: countryCodes },
    contactId: { unless: !isCustomer && "kein Kontakt mit der Rolle Kunde" },
  };
}

function lineRules(store: Store, taxType: unknown, { type }: Row): Checks {
  const shared = { type: choice("custom", "service", "material", "text"), description: upTo(2000) };
  if (type === "text") return { ...shared, name: upTo(255) };
  const rates = taxType === "net" || taxType === "gross" ? [0, 7, 19] : [0];
  const price = { currency: choice("EUR"), taxRatePercentage: choice(...rates) };
  return {
    ...shared,
    name: { need: true, longest: 255 },
    quantity: need,
    unitName: need,
    ...((type === "service" || type === "material") && {
      id: { need: true, form: (id: string) => store.tables.articles.has(id) },
    }),
    unitPrice: { need: true, inside: { ...price, [taxType === "gross" ? "grossAmount" : "netAmount"]: need } },
    subItems: { each: (item) => lineRules(store, taxType, item) },
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

/** The preceding document, if the vendor allows this sequence. */
function precedingOf(request: LexwareRequest, kind: SalesKind): Entry | undefined {
  const id = request.query["precedingSalesVoucherId"];
  if (id === undefined) return undefined;
  const entry = findEntry(request.company, id);
  const allowed: Readonly<Partial<Record<SalesKind, readonly string[]>>> = {
    invoices: ["quotations", "order-confirmations"],
    "order-confirmations": ["quotations"],
    "credit-notes": ["invoices"],
  };
  const refused = regular(406, "The pursue action is not valid.");
  if (entry === undefined || !allowed[kind]?.includes(entry.kind)) throw refused;
  if (statusOf(entry) === "draft" && entry.kind !== "quotations") throw refused;
  const isOpen = rows(entry["lineItems"]).some((line) => line["optional"] === true || line["alternative"] === true);
  const isCredited = rows(entry["relatedVouchers"]).some((voucher) => voucher["voucherType"] === "creditnote");
  if (isOpen || (kind === "credit-notes" && isCredited)) throw refused;
  return entry;
}

export function pursue(store: Store, preceding: Entry, entry: Entry): void {
  const naming = (voucher: Entry) => ({
    ...only(voucher, ["id", "voucherNumber"]),
    voucherType: voucherTypeOf(voucher),
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
  store.notify({ table: "invoices", row: invoice, kind: "payment.changed" });
  if (openAmountOf(invoice) !== 0) return;
  invoice["voucherStatus"] = "paid";
  store.notify({ table: "invoices", row: invoice, kind: "status.changed" });
}

export const paymentItem = (paymentItemType: string, postingDate: string, amount: number) => ({
  paymentItemType,
  postingDate,
  amount,
  currency: "EUR",
});

/** A user assigns money, a discount or a loss to a document. Items are named as the documentation of the payments endpoint has them. */
export function assignPayments(store: Store, { id, date, items }: Readonly<Record<string, unknown>>): void {
  const entry = (["invoices", "credit-notes", "vouchers"] as const)
    .map((kind) => store.tables[kind].get(id) as Entry | undefined)
    .find((found) => found !== undefined);
  if (entry === undefined) throw new Error(`There is no document ${text(id)}.`);
  const added = Object.entries(items as Row).map(([type, amount]) =>
    paymentItem(type, midnight(text(date)), Number(amount)),
  );
  entry.payments = [...entry.payments, ...added];
  store.notify({ table: entry.kind, row: entry, kind: "payment.changed" });
  if (openAmountOf(entry) === 0) entry["voucherStatus"] = entry.kind === "credit-notes" ? "paidoff" : "paid";
}
