/** The five kinds of sales documents: what tells them apart, how one is drawn up and reckoned, what it says of itself. */
import type { Big } from "big.js";
import { shareOut } from "../engine/pricing.ts";
import { big, cents, dayLater, isRow, only, type Row, row as rowIn, rows, sum, text } from "../engine/values.ts";
import { contactName, fullName } from "./contacts.ts";
import { defaultCondition, printLayoutId } from "./reference.ts";
import { dayOf, midnight, stamp } from "./stamps.ts";
import { type Entry, entryOf, filled, type Kind, type SalesKind, type Store, shownOf, uuid } from "./store.ts";

interface Traits {
  readonly voucherType: string;
  /** Before the running number. */
  readonly prefix: string;
  readonly title: string;
  /** Terms of payment, shipping, an end; and whether payments can be read and an electronic invoice may come of it. */
  readonly has: readonly ("terms" | "shipping" | "end" | "money")[];
}

export const salesKinds: Readonly<Record<SalesKind, Traits>> = {
  invoices: { voucherType: "invoice", prefix: "RE", title: "Rechnung", has: ["terms", "shipping", "money"] },
  "credit-notes": { voucherType: "creditnote", prefix: "GS", title: "Rechnungskorrektur", has: ["money"] },
  quotations: { voucherType: "quotation", prefix: "AG", title: "Angebot", has: ["terms", "end"] },
  "order-confirmations": {
    ...{ voucherType: "orderconfirmation", prefix: "AB", title: "Auftragsbestätigung", has: ["terms", "shipping"] },
  },
  "down-payment-invoices": {
    ...{ voucherType: "downpaymentinvoice", prefix: "RE", title: "Abschlagsrechnung" },
    has: ["terms", "shipping", "money"],
  },
};

export const isSales = (kind: Kind): kind is SalesKind => kind in salesKinds;
export const statusOf = ({ voucherStatus }: Row) => text(voucherStatus);
export const voucherTypeOf = ({ kind, type }: Entry) => (isSales(kind) ? salesKinds[kind].voucherType : text(type));

/** Makes the document that a body asks for. */
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
    ...{ language: body["language"] ?? "de", voucherStatus: status, relatedVouchers: [] },
    ...{ voucherNumber: `${prefix}${1000 + store.next(prefix)}`, voucherDate: stamp(voucherDate ?? 0) },
    dueDate: kind.endsWith("invoices") && !isDraft ? midnight(due) : undefined,
    expirationDate: has.includes("end") ? stamp(expirationDate ?? 0) : undefined,
    address: addressOf(address, contact),
    xRechnung: xRechnung && { buyerReference: xRechnung },
    electronicDocumentProfile: xRechnung !== undefined && !isDraft ? "XRechnung" : "NONE",
    ...reckon(body, kind !== "credit-notes"),
    taxConditions: filled(rowIn(body["taxConditions"])),
    paymentConditions,
    shippingConditions: has.includes("shipping") ? filled(rowIn(body["shippingConditions"])) : undefined,
    closingInvoice: kind === "invoices" ? false : undefined,
    deliveryTerms: kind === "order-confirmations" ? body["deliveryTerms"] : undefined,
    ...{ printLayoutId: body["printLayoutId"] ?? printLayoutId, title: body["title"] ?? title },
    introduction: body["introduction"] ?? `${title}: wie besprochen und erfunden.`,
    remark: body["remark"] ?? "Vielen Dank für die erfundene Zusammenarbeit.",
  });
}

function termsOf({ paymentConditions }: Row): Row {
  if (!isRow(paymentConditions)) {
    const named = ["paymentTermLabelTemplate", "paymentTermDuration", "paymentDiscountConditions"];
    return { paymentTermLabel: "10 Tage -3 %, 30 Tage netto", ...only(defaultCondition, named) };
  }
  const { paymentTermLabel, paymentTermDuration: days, paymentDiscountConditions } = paymentConditions;
  const paymentTermDuration = typeof days === "number" ? days : 0;
  const paymentTermLabelTemplate = paymentTermLabel;
  return filled({ paymentTermLabel, paymentTermLabelTemplate, paymentTermDuration, paymentDiscountConditions });
}

/** The contact's own reference unless the body overrides it; an empty text asks for an ordinary invoice. */
function xRechnungOf({ xRechnung }: Row, contact: Row | undefined): string | undefined {
  const own = rowIn(contact?.["xRechnung"])["buyerReference"];
  const wanted = isRow(xRechnung) ? xRechnung["buyerReference"] : own;
  return own !== undefined && typeof wanted === "string" && wanted !== "" ? wanted : undefined;
}

/** What the body leaves out comes from the contact's billing address. */
function addressOf(given: Row, contact: Row | undefined): Row {
  const known = filled(only(given, ["contactId", "name", "supplement", "street", "city", "zip", "countryCode"]));
  if (contact === undefined) return known;
  const { addresses, company, person } = contact;
  const name = isRow(person) ? fullName(person) : contactName(contact);
  const primary = rows(rowIn(company)["contactPersons"]).find((one) => one["primary"] === true);
  const own = { name, ...rows(rowIn(addresses)["billing"])[0] };
  const whole = known["name"] === undefined ? { ...known, ...own } : known;
  return filled({ ...whole, contactPerson: primary && fullName(primary) });
}

/**
 * The sums, as the vendor computes them: per tax rate, rounded there. With `gross` the lines' amounts contain the tax,
 * with every other tax type they do not. Credit notes know no discount on a line.
 */
function reckon(body: Row, withDiscounts: boolean): Row {
  const isGross = rowIn(body["taxConditions"])["taxType"] === "gross";
  const lineItems = rows(body["lineItems"]).map((line) => lineOf(line, isGross, withDiscounts));
  const byRate = Map.groupBy(lineItems.filter(counts), (line) =>
    Number(rowIn(line["unitPrice"])["taxRatePercentage"] ?? 0),
  );
  const rates = [...byRate].sort(([one], [other]) => one - other);
  const amounts = rates.map(([, lines]) => sum(lines.map((line) => line["lineItemAmount"])));
  const { totalDiscountAbsolute, totalDiscountPercentage } = rowIn(body["totalPrice"]);
  const whole = sum(amounts);
  const percent = typeof totalDiscountPercentage === "number" ? totalDiscountPercentage : undefined;
  const off = percent === undefined ? big(totalDiscountAbsolute) : whole.times(percent).div(100);
  const shares = shareOut(off, amounts, 10);
  const taxAmounts = rates.map(([taxRatePercentage], at) => {
    const amount = cents(big(amounts[at]).minus(big(shares[at])));
    const rate = big(taxRatePercentage).div(100);
    const tax = cents(isGross ? amount.minus(amount.div(rate.plus(1))) : amount.times(rate));
    return { taxRatePercentage, taxAmount: tax.toNumber(), netAmount: amount.minus(isGross ? tax : 0).toNumber() };
  });
  const [net, tax] = [sum(taxAmounts.map((one) => one.netAmount)), sum(taxAmounts.map((one) => one.taxAmount))];
  const totalPrice = filled({
    ...{ currency: "EUR", totalNetAmount: net.toNumber(), totalGrossAmount: net.plus(tax).toNumber() },
    ...{ totalTaxAmount: tax.toNumber(), totalDiscountAbsolute, totalDiscountPercentage },
  });
  return { lineItems, taxAmounts, totalPrice };
}

/** Texts have no price; what is optional or an alternative is only offered. */
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
    ...{ ...known, ...filled({ discountPercentage, alternative, optional }), lineItemAmount: cents(amount).toNumber() },
    unitPrice: { currency: "EUR", netAmount: digits(net), grossAmount: digits(gross), taxRatePercentage },
    ...(Array.isArray(subItems) && { subItems: rows(subItems).map((item) => lineOf(item, isGross, withDiscounts)) }),
  };
}

/** Some samples leave out what a document does not have, others show it as null. */
const withNulls = ({ address, totalPrice, taxConditions, dueDate = null, ...rest }: Row): Row => ({
  ...{ ...rest, dueDate, address: { contactId: null, ...rowIn(address) } },
  totalPrice: { totalDiscountAbsolute: null, totalDiscountPercentage: null, ...rowIn(totalPrice) },
  taxConditions: { taxTypeNote: null, ...rowIn(taxConditions) },
});

export function shownDocument(store: Store, entry: Entry): Row {
  const shown = shownOf(store, entry);
  return {
    ...(entry.version % 2 === 0 ? withNulls(shown) : shown),
    ...(statusOf(entry) !== "draft" && { files: { documentFileId: documentFileId(entry) } }),
  };
}

export const documentFileId = ({ id }: Entry) => uuid(`document-${id}`);

export const totalOf = ({ kind, totalPrice, totalGrossAmount }: Entry): number =>
  Number((isSales(kind) ? rowIn(totalPrice)["totalGrossAmount"] : totalGrossAmount) ?? 0);

/** What is still to be paid; null where nothing can be. */
export function openAmountOf(entry: Entry): number | null {
  const status = statusOf(entry);
  if (isSales(entry.kind) && !salesKinds[entry.kind].has.includes("money")) return null;
  if (["draft", "unchecked", "blank"].includes(status)) return null;
  if (["paid", "paidoff", "voided"].includes(status)) return 0;
  return cents(big(totalOf(entry)).minus(sum(entry.payments.map(({ amount }) => amount)))).toNumber();
}
