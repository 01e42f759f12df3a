/** The invented company's sales documents and vouchers: every status, tax type and awkward amount that there is. */
import { Big } from "big.js";
import { pdf } from "../engine/files.ts";
import { dayLength as day, pick as turn } from "../engine/values.ts";
import type { People } from "./books.ts";
import { drawUp, totalOf } from "./documents.ts";
import type { Row } from "./inspect.ts";
import { categories } from "./reference.ts";
import { pursue } from "./sales.ts";
import { dayOf, daysAfter, midnight } from "./stamps.ts";
import { add, type Entry, entriesOf, keepFile, type PaymentItem, type SalesKind, type Store } from "./store.ts";
import { voucherContent } from "./vouchers.ts";

/** 131 invoices, 24 credit notes, 22 quotations, 10 order confirmations, 2 down payments; 146 vouchers. */
export function fillPapers(store: Store, people: People): void {
  const articles = entriesOf(store, "articles");
  const sell = (kind: SalesKind, at: number, status: string, more: Row = {}) => {
    const created = store.now() - (1 + at * 4) * day - at * 77_003;
    const body = { ...salesBody(people, articles, at, created), ...more };
    const content = drawUp(store, kind, body, status);
    const updated = created + (at % 4) * 1_800_000;
    return add(store, kind, content, { created, updated, version: 1 + (at % 4), archived: at % 40 === 31 });
  };
  const invoices = Array.from({ length: 130 }, (_, at) =>
    sell("invoices", at, turn(["open", "paid", "paid", "draft", "open", "paid", "voided", "open"], at)),
  );
  sell("invoices", 21, "open", { lineItems: Array.from({ length: 200 }, (_, at) => line(articles, at)) });
  for (const [at, entry] of invoices.entries()) pay(entry, at);
  for (let at = 0; at < 24; at += 1) {
    const note = sell("credit-notes", at, turn(["open", "paidoff", "draft", "voided"], at));
    const invoice = invoices[at * 8];
    if (note.content["voucherStatus"] === "paidoff") note.payments = payments(note, ["manualPayment"]);
    else if (at % 8 === 0 && invoice !== undefined) {
      pursue(store, invoice, note);
      invoice.updated = note.updated;
    }
  }
  for (let at = 0; at < 22; at += 1)
    sell("quotations", at, turn(["open", "accepted", "rejected", "draft"], at), at % 5 === 0 ? offered(articles) : {});
  for (let at = 0; at < 10; at += 1) sell("order-confirmations", at, at % 3 === 2 ? "draft" : "open");
  for (let at = 0; at < 2; at += 1) sell("down-payment-invoices", at, "open");
  fillVouchers(store, people);
}

function line(articles: readonly Entry[], at: number): Row {
  const article = articles[(at * 7) % articles.length];
  const unitPrice = {
    currency: "EUR",
    netAmount: new Big(at).times(0.3333).plus(10.5).toNumber(),
    taxRatePercentage: turn([19, 7, 19, 0], at),
  };
  const priced = { quantity: turn([1, 2.5, 0.3333, 10], at), unitName: turn(["Stück", "Stunde"], at), unitPrice };
  const own = {
    name: `Position ${at + 1}: Überraschung${at % 6 === 1 ? " " : ""}`,
    ...priced,
    ...(at % 3 === 0 && { discountPercentage: 12.5 }),
  };
  if (at % 4 === 3) return { type: "text", name: "Zwischentext", description: "Hier steht nur Text.\nIn zwei Zeilen." };
  if (at % 4 === 1 || article === undefined) return { type: "custom", ...own, description: "\uFEFFohne Artikel" };
  const type = article.content["type"] === "SERVICE" ? "service" : "material";
  return { id: article.id, type, ...own };
}

/** An offer with an alternative below a line, and a line that may be left out. */
const offered = (articles: readonly Entry[]): Row => ({
  lineItems: [
    { ...line(articles, 0), subItems: [{ ...line(articles, 1), alternative: true, optional: false }] },
    { ...line(articles, 2), alternative: false, optional: true },
  ],
});

function salesBody({ customers }: People, articles: readonly Entry[], at: number, created: number): Row {
  const customer = customers[(at * 5) % customers.length];
  const oneTime = at % 9 === 4;
  const taxType = taxTypeOf(at, oneTime);
  const lines = Array.from({ length: 1 + (at % 4) }, (_, place) => line(articles, at + place));
  const priced = lines.some(({ type }) => type !== "text") ? lines : [...lines, line(articles, 0)];
  const start = midnight(dayOf(created));
  return {
    ...{ language: at % 13 === 5 ? "en" : "de", voucherDate: start },
    expirationDate: midnight(daysAfter(dayOf(created), 30)),
    address: oneTime
      ? { name: `Laufkundschaft Nº ${at}`, street: "Gasse 1", city: "Nirgendheim", zip: "00001", countryCode: "AT" }
      : { contactId: customer?.id },
    lineItems: priced.map((line) => (at === 17 ? free(line) : taxedAs(line, taxType))),
    totalPrice: {
      currency: "EUR",
      ...(at % 10 === 6 && { totalDiscountPercentage: 2.5 }),
      ...(at % 10 === 8 && { totalDiscountAbsolute: 1.11 }),
    },
    taxConditions: {
      taxType,
      ...(at === 41 && { taxSubType: "distanceSales" }),
      ...(taxType.length > 5 && { taxTypeNote: "Steuerfrei laut Erfindung" }),
    },
    ...(at % 3 === 0 && { paymentConditions: { paymentTermLabel: "Zahlbar in 14 Tagen", paymentTermDuration: 14 } }),
    shippingConditions: shippingOf(at, start, daysAfter(dayOf(created), 14)),
    ...(at % 2 === 0 && { introduction: `Einleitung ${at}`, remark: "Grüße aus Nirgendheim", title: "Beleg" }),
    ...(at % 2 === 0 && { deliveryTerms: "Frei Haus" }),
  };
}

function taxTypeOf(at: number, oneTime: boolean): string {
  if (at % 6 === 5) return "gross";
  if (at % 11 !== 3) return "net";
  const foreign = ["intraCommunitySupply", "thirdPartyCountryDelivery", "constructionService13b"] as const;
  return oneTime ? "vatfree" : turn(foreign, at);
}

/** Something that costs nothing. */
const free = (line: Row): Row =>
  "unitPrice" in line ? { ...line, unitPrice: { ...(line["unitPrice"] as Row), netAmount: 0 } } : line;

function taxedAs(line: Row, taxType: string): Row {
  if (!("unitPrice" in line) || taxType === "net") return line;
  const price = line["unitPrice"] as Row;
  if (taxType === "gross") return { ...line, unitPrice: { ...price, grossAmount: price["netAmount"] } };
  return { ...line, unitPrice: { ...price, taxRatePercentage: 0 } };
}

function shippingOf(at: number, shippingDate: string, end: string): Row {
  const shippingType = turn(["delivery", "service", "serviceperiod", "none"], at);
  if (shippingType === "none") return { shippingType };
  return { shippingDate, ...(shippingType === "serviceperiod" && { shippingEndDate: midnight(end) }), shippingType };
}

/** Payments that come to the whole amount, or to part of it when `part` is less than 1. */
function payments(entry: Entry, kinds: readonly string[], part = 1): PaymentItem[] {
  const whole = new Big(totalOf(entry)).times(part).round(2);
  const rest = whole.times(0.03).round(2);
  return kinds.map((paymentItemType, at) => {
    const postingDate = midnight(dayOf(entry.created + (6 + at) * 3_600_000));
    const amount = kinds.length === 1 ? whole : at === 0 ? whole.minus(rest) : rest;
    return { paymentItemType, postingDate, amount: amount.toNumber(), currency: "EUR" };
  });
}

/** What costs nothing is paid without payments. */
function pay(entry: Entry, at: number): void {
  if (totalOf(entry) === 0) return;
  if (entry.content["voucherStatus"] === "paid")
    entry.payments = payments(
      entry,
      turn([["partPaymentFinancialTransaction"], ["manualPayment", "cashDiscount"], ["partPaymentCashBox"]], at),
    );
  else if (entry.content["voucherStatus"] === "open" && at % 4 === 0)
    entry.payments = payments(entry, ["partPaymentFinancialTransaction"], 0.25);
}

const voucherStatuses = [
  ...["open", "paid", "open", "transferred", "paid", "sepadebit", "voided", "open", "unchecked"],
];

function fillVouchers(store: Store, people: People): void {
  for (let at = 0; at < 146; at += 1) {
    const type =
      at < 126
        ? "purchaseinvoice"
        : turn(["purchasecreditnote", "salesinvoice", "salesinvoice", "salescreditnote"], at);
    const created = store.now() - (1 + at * 3) * day - at * 55_001;
    const asked = turn(voucherStatuses, at);
    const status = type.endsWith("creditnote") && asked === "paid" ? "paidoff" : asked;
    const content = { ...voucherContent(voucherBody(people, at, type, created)), voucherStatus: status };
    const seed = { created, updated: created + (at % 3) * 900_000, version: at % 3, archived: at % 60 === 44 };
    const entry = add(store, "vouchers", status === "unchecked" ? bare(content, at) : content, seed);
    if (status.startsWith("paid")) entry.payments = payments(entry, ["partPaymentFinancialTransaction"]);
    else if (status === "open" && at % 4 === 0) entry.payments = payments(entry, ["manualPayment"], 0.4);
    const papers = at % 5 === 0 ? (at === 10 ? 2 : 1) : status === "unchecked" ? 1 : 0;
    for (let page = 0; page < papers; page += 1) {
      const bytes = pdf(`Beleg ${at} Seite ${page + 1}`);
      const file = keepFile(store, {
        bytes,
        type: "application/pdf",
        name: `beleg-${at}-${page}.pdf`,
        voucherId: entry.id,
      });
      (entry.content["files"] as string[]).push(file.id);
    }
  }
}

/** An upload that nobody has looked at lacks nearly everything. */
function bare(content: Row, at: number): Row {
  const { type, voucherStatus, taxType, files } = content;
  if (at % 2 === 0) return { type, voucherStatus, taxType, useCollectiveContact: true, voucherItems: [], files };
  const { dueDate: _unset, ...rest } = content;
  return rest;
}

function voucherBody({ customers, vendors }: People, at: number, type: string, created: number): Row {
  const sales = type.startsWith("sales");
  const voucherDate = dayOf(created);
  const collective = at % 6 === 1;
  const contact = turn(sales ? customers : vendors, at * 3);
  // What nobody has checked is always with tax.
  const net = at % 7 === 3 && turn(voucherStatuses, at) !== "unchecked";
  const usable = categories.filter((category) => category.type === (sales ? "income" : "outgo"));
  const rates = at % 4 === 0 ? [19, 7, 0] : [turn([19, 7, 0, 19], at)];
  const voucherItems = rates.map((rate, place) => {
    const amount = at === 20 ? new Big(0) : new Big(100 + at * 3.33 + place * 20).round(2);
    const factor = new Big(rate).div(100);
    const tax = (net ? amount.times(factor) : amount.minus(amount.div(factor.plus(1)))).round(2);
    const categoryId = usable[(at + place) % usable.length]?.id;
    return { amount: amount.toNumber(), taxAmount: tax.toNumber(), taxRatePercent: rate, categoryId };
  });
  const sum = (field: "amount" | "taxAmount") => voucherItems.reduce((sum, item) => sum.plus(item[field]), new Big(0));
  const gross = net ? sum("amount").plus(sum("taxAmount")) : sum("amount");
  return {
    ...{ type, voucherNumber: at === 12 ? "A&B-<12>" : `ER-${2000 + at}`, voucherDate },
    ...(sales && { shippingDate: daysAfter(voucherDate, 2) }),
    ...(at % 8 !== 2 && { dueDate: daysAfter(voucherDate, at % 2 === 0 ? 14 : 60) }),
    ...{
      totalGrossAmount: gross.toNumber(),
      totalTaxAmount: sum("taxAmount").toNumber(),
      taxType: net ? "net" : "gross",
    },
    ...{ useCollectiveContact: collective, ...(!collective && { contactId: contact.id }) },
    ...(at % 12 === 1 && { contactName: "Kiosk an der Ecke" }),
    ...(at % 2 === 0 && { remark: `Bestellung ${at} – „größer“` }),
    voucherItems,
  };
}
