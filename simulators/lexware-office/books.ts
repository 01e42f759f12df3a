/** The seed data in the vendor's shapes: euro only, with deliberate gaps. */
import { pdf } from "../engine/files.ts";
import { taxOn } from "../engine/reckoning.ts";
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { times } from "../engine/seeding.ts";
import { big, cents, dayLater, dayLength, pick, type Row, rows, sum, text } from "../engine/values.ts";
import { type SalesKind, statusOf } from "./kinds.ts";
import { articleOf, categories, checkDigit, contactOf } from "./masters.ts";
import { drawUp, paymentItem, pursue, totalOf } from "./sales.ts";
import { add, dayOf, type Entry, keepFile, midnight, type Store } from "./store.ts";
import { voucherOf } from "./vouchers.ts";

/** The newest record is two days old. */
export function fillBooks(store: Store): void {
  const now = store.now();
  const seed = makeSeedData({ name: "lexware-office", now, scale: { creditNotes: [24, {}] } });
  const made = (at: number, of: number) => {
    const created = now - (2 + (of - at) * 2) * dayLength - at * 61_007;
    return { created, updated: created + (at % 3) * 3_600_000, version: at % 4, archived: at % 50 === 13 };
  };
  const ids = new Map<string, string>();
  const parties = [...seed.customers, ...seed.suppliers];
  for (const [at, party] of parties.entries())
    ids.set(party.id, add(store, "contacts", contactOf(store, contactBody(party, at)), made(at, parties.length)).id);
  for (const [at, item] of seed.items.entries())
    ids.set(item.id, add(store, "articles", articleOf(articleBody(item, at)), made(at, seed.items.length)).id);
  fillSales(store, seed, ids);
  fillVouchers(store, seed, ids);
}

/** Small paid bills, forty a day, the oldest first. Two at a time are created in the same second. */
export function addPurchases(store: Store, count: number): void {
  const [category] = categories.filter(({ type }) => type === "outgo");
  for (let at = 0; at < count; at++) {
    const created = store.now() - (2 + Math.floor((count - at) / 40)) * dayLength + Math.floor((at % 40) / 2) * 1000;
    const voucherItems = [{ amount: 11.9, taxAmount: 1.9, taxRatePercent: 19, categoryId: category?.id }];
    const content = voucherOf({
      type: "purchaseinvoice",
      voucherStatus: "paid",
      voucherNumber: `KB-${at}`,
      voucherDate: dayOf(created),
      voucherItems,
      totalTaxAmount: 1.9,
      totalGrossAmount: 11.9,
      taxType: "gross",
      useCollectiveContact: true,
    });
    pay(add(store, "vouchers", content, { created, updated: created, version: 1 }), ["manualPayment"]);
  }
}

const address = ({ account, address: at }: SeedParty, street = at["address_line1"]): Row => ({
  street,
  zip: at["postal_code"],
  city: at["city"],
  countryCode: at["country_code"],
  ...(account % 2 && { supplement: at["address_line2"] ?? "Aufgang B" }),
});

/** Every seventh contact has only a name; the fifth has two of everything, which only the vendor's user interface allows. */
function contactBody(party: SeedParty, at: number): Row {
  const isCustomer = party.role === "customer";
  const roles = { ...(isCustomer && { customer: {} }), ...((!isCustomer || at % 10 === 0) && { vendor: {} }) };
  const [known] = rows(party.record["contact_persons"]);
  const { salutation, first_name: firstName, last_name: lastName = "O’Nirgends" } = known ?? {};
  const reachable = { emailAddress: `person${at}@firma${at}.example`, phoneNumber: `0800/${5000 + at}` };
  const person = { salutation, firstName, lastName, primary: at % 2 === 0 || at === 5, ...(at % 4 === 0 && reachable) };
  const company = {
    name: party.name,
    allowTaxFreeInvoices: party.region !== "domestic",
    ...(at % 3 !== 2 && { taxNumber: `12345/${10_000 + at}`, vatRegistrationId: party.vatId ?? undefined }),
    ...((known || at === 5) && { contactPersons: at === 5 ? [person, person] : [person] }),
  };
  const who = at % 5 === 1 ? { person: { salutation, firstName, lastName: `${text(lastName)}-${at}` } } : { company };
  if (at % 7 === 6) return { roles, ...who };
  return {
    roles,
    ...who,
    addresses: {
      billing: [address(party), ...(at === 5 ? [address(party, "Rampe 3")] : [])],
      ...(at % 3 === 1 && { shipping: [address(party, "Rampe 3")] }),
    },
    ...(at % 20 === 8 && { xRechnung: { buyerReference: "00000000-FIKTIV-35", vendorNumberAtCustomer: "70123456" } }),
    emailAddresses: {
      business: [`kontakt${at}@firma${at}.example`, ...(at === 5 ? [`zweite${at}@example.org`] : [])],
      ...(at % 6 === 0 && { office: [`buero${at}@example.org`], private: [`privat${at}@example.org`] }),
      ...(at % 9 === 0 && { other: [`sonst${at}@example.org`] }),
    },
    phoneNumbers: {
      business: [`0800/${1000 + at}`],
      ...(at % 4 === 0 && { mobile: [`0170/${2000 + at}`], fax: [`0800/${3000 + at}`] }),
      ...(at % 8 === 0 && { office: [`0800/${4000 + at}`], private: ["0800/1"], other: ["0800/2"] }),
    },
    ...(at % 2 === 0 && { note: `Notiz zu Kontakt ${at}: „Größe“ & <Umfang>` }),
  };
}

const unitOf = (unit: string | null) =>
  ({ hour: "Stunde", month: "Pauschale", square_metre: "m²" })[unit ?? ""] ?? "Stück";

function articleBody({ name, unit, isService, salesPrice, sales }: SeedData["items"][number], at: number): Row {
  const digits = `400000${String(at).padStart(6, "0")}`;
  return {
    title: name,
    type: isService ? "SERVICE" : "PRODUCT",
    unitName: unitOf(unit),
    ...(at % 2 === 0 && { description: `Beschreibung in zwei Zeilen\nNummer ${at}`, note: "Interne Notiz" }),
    ...(at % 5 !== 4 && { articleNumber: `FIK-${String(at).padStart(4, "0")}` }),
    ...(at % 6 === 0 && { gtin: `${digits}${checkDigit(digits)}` }),
    price: {
      [at % 4 === 1 ? "grossPrice" : "netPrice"]: salesPrice.toNumber(),
      taxRate: Number(sales.percentage),
      leadingPrice: at % 4 === 1 ? "GROSS" : "NET",
    },
  };
}

type Ids = ReadonlyMap<string | null, string>;

/** Some lines have no article, some are only text. */
const linesOf = ({ lines }: SeedDocument, ids: Ids, index: number, taxType: string): Row[] =>
  lines.map(({ item, quantity, unitPrice, discount, rate }, position) => {
    const turn = index + position;
    if (position > 0 && turn % 4 === 3)
      return { type: "text", name: "Zwischentext", description: "Hier steht nur Text.\nIn zwei Zeilen." };
    const name = `${item.name ?? ""}${turn % 6 === 1 ? " " : ""}`;
    const price = { [taxType === "gross" ? "grossAmount" : "netAmount"]: unitPrice.toNumber() };
    const taxRatePercentage = taxType === "net" || taxType === "gross" ? rateOf(rate) : 0;
    const fields = {
      name,
      quantity: quantity.toNumber(),
      unitName: unitOf(item.unit),
      unitPrice: { currency: "EUR", ...price, taxRatePercentage },
      ...(discount.gt(0) && { discountPercentage: discount.toNumber() }),
    };
    if (turn % 4 === 1) return { type: "custom", ...fields, description: "\uFEFFohne Artikel" };
    return { id: ids.get(item.id), type: item.isService ? "service" : "material", ...fields };
  });
/** The tax rates that the vendor has. */
const rateOf = ({ percentage }: { readonly percentage: string }) => ({ "0": 0, "7": 7 })[percentage] ?? 19;

function taxTypeOf({ party }: SeedDocument, index: number, isOneTime: boolean): string {
  if (index % 3 === 0) return "gross";
  if (isOneTime) return index % 11 === 4 ? "vatfree" : "net";
  if (index % 11 === 3) return "constructionService13b";
  return { domestic: "net", union: "intraCommunitySupply", abroad: "thirdPartyCountryDelivery" }[party.region];
}

function salesBody(document: SeedDocument, ids: Ids, index: number, created: number): Row {
  const isOneTime = index % 9 === 4;
  const taxType = taxTypeOf(document, index, isOneTime);
  const start = midnight(dayOf(created));
  const later = (days: number) => midnight(dayLater(dayOf(created), days));
  const shippingType = pick(["delivery", "service", "serviceperiod", "none"], index);
  return {
    language: index % 13 === 5 ? "en" : "de",
    voucherDate: start,
    expirationDate: later(30),
    address: isOneTime
      ? { name: `Laufkundschaft Nº ${index}`, street: "Gasse 1", city: "Nirgendheim", zip: "00001", countryCode: "AT" }
      : { contactId: ids.get(document.party.id) },
    lineItems: linesOf(document, ids, index, taxType),
    totalPrice: {
      ...(index % 10 === 6 && { totalDiscountPercentage: 2.5 }),
      ...(index % 10 === 8 && { totalDiscountAbsolute: 1.11 }),
    },
    taxConditions: {
      taxType,
      ...(index === 41 && { taxSubType: "distanceSales" }),
      ...(taxType.length > 5 && { taxTypeNote: "Steuerfrei laut Erfindung" }),
    },
    ...(index % 3 === 0 && { paymentConditions: { paymentTermLabel: "Zahlbar in 14 Tagen", paymentTermDuration: 14 } }),
    shippingConditions: {
      shippingType,
      ...(shippingType !== "none" && { shippingDate: start }),
      ...(shippingType === "serviceperiod" && { shippingEndDate: later(14) }),
    },
    ...(index % 2 === 0 && { introduction: `Einleitung ${index}`, remark: "Grüße aus Nirgendheim", title: "Beleg" }),
    ...(index % 2 === 0 && { deliveryTerms: "Frei Haus" }),
  };
}

function fillSales(store: Store, { invoices, creditNotes }: SeedData, ids: Ids): void {
  const sell = (kind: SalesKind, document: SeedDocument, index: number, status: string) => {
    const created = Math.min(document.created, store.now() - 2 * dayLength) - index * 77_003;
    const seed = { created, updated: created + (index % 4) * 1_800_000, version: 1 + (index % 4) };
    const body = salesBody(document, ids, index, created);
    if (kind === "quotations" && index % 5 === 0) body["lineItems"] = offered(rows(body["lineItems"]));
    return add(store, kind, drawUp(store, kind, body, status), { ...seed, archived: index % 40 === 31 });
  };
  const sold = invoices.map((invoice, index) => {
    const entry = sell("invoices", invoice, index, statusIn(invoice, "draft"));
    const kinds = [["partPaymentFinancialTransaction"], ["manualPayment", "cashDiscount"], ["partPaymentCashBox"]];
    if (statusOf(entry) === "paid") pay(entry, pick(kinds, index));
    else if (invoice.status.startsWith("partially")) pay(entry, ["partPaymentFinancialTransaction"], 0.25);
    return entry;
  });
  const open = sold.filter((entry) => statusOf(entry) === "open" && entry.payments.length === 0);
  for (const [index, creditNote] of creditNotes.entries()) {
    const note = sell("credit-notes", creditNote, index, pick(["voided", "draft", "open", "paidoff"], index));
    const invoice = index % 8 === 2 ? open.shift() : undefined;
    if (statusOf(note) === "paidoff") pay(note, ["manualPayment"]);
    else if (invoice !== undefined) {
      pursue(store, invoice, note);
      invoice.updated = note.updated;
    }
  }
  for (const [index, invoice] of invoices.slice(0, 22).entries()) {
    sell("quotations", invoice, index, pick(["open", "accepted", "rejected", "draft"], index));
    if (index < 10) sell("order-confirmations", invoice, index, index % 3 === 2 ? "draft" : "open");
    if (index < 2) sell("down-payment-invoices", invoice, index, "open");
  }
}

/** An offer with an alternative to a line, and an optional line. */
const offered = ([first = {}, second = first]: Row[]): Row[] => [
  { ...first, subItems: [{ ...first, alternative: true, optional: false }] },
  { ...second, alternative: false, optional: true },
];

function statusIn({ status }: SeedDocument, unfinished: string): string {
  if (status === "draft" || status === "submitted") return unfinished;
  return status === "paid" || status === "voided" ? status : "open";
}

/** Payments of the whole amount, or of a part of it if `part` is less than 1. A total of 0 needs no payment. */
function pay(entry: Entry, kinds: readonly string[], part = 1): void {
  const paid = cents(big(totalOf(entry)).times(part));
  const rest = cents(paid.times(0.03));
  if (paid.eq(0)) return;
  entry.payments = kinds.map((kind, at) => {
    const amount = kinds.length === 1 ? paid : at === 0 ? paid.minus(rest) : rest;
    return paymentItem(kind, midnight(dayOf(entry.created + (6 + at) * 3_600_000)), amount.toNumber());
  });
}

function fillVouchers(store: Store, { bills, vendorCredits, invoices }: SeedData, ids: Ids): void {
  const incomes = ["salesinvoice", "salesinvoice", "salescreditnote"];
  const all = [
    ...bills.map((bill) => ["purchaseinvoice", bill] as const),
    ...vendorCredits.map((credit) => ["purchasecreditnote", credit] as const),
    ...invoices.slice(30, 45).map((invoice, index) => [pick(incomes, index), invoice] as const),
  ];
  for (const [at, [type, document]] of all.entries()) {
    const created = Math.min(document.created, store.now() - 2 * dayLength) - at * 55_001;
    const paymentStatus = pick(["", "", "transferred", "", "sepadebit", "", "", "unchecked"], at);
    const known = paymentStatus || statusIn(document, "unchecked");
    const status = type.endsWith("creditnote") ? known.replace("paid", "paidoff") : known;
    const about = { type, voucherDate: dayOf(created), voucherStatus: status };
    const content = voucherOf(voucherBody(document, ids, about, at));
    const seed = { created, updated: created + (at % 3) * 900_000, version: at % 3, archived: at % 60 === 44 };
    const entry = add(store, "vouchers", status === "unchecked" ? bare(content, at) : content, seed);
    if (status.startsWith("paid")) pay(entry, ["partPaymentFinancialTransaction"]);
    else if (status === "open" && at % 4 === 0) pay(entry, ["manualPayment"], 0.4);
    const pages = at % 5 === 0 ? (at === 10 ? 2 : 1) : status === "unchecked" ? 1 : 0;
    entry["files"] = times(pages, (page) => {
      const bytes = pdf(`Beleg ${at} Seite ${page + 1}`);
      const name = `beleg-${at}-${page}.pdf`;
      return keepFile(store, entry.id, { bytes, type: "application/pdf", name }).id;
    });
  }
}

/** An unchecked upload lacks nearly all fields. */
function bare({ dueDate: _unset, ...content }: Row, at: number): Row {
  const { type, voucherStatus, taxType } = content;
  return at % 2 === 1 ? content : { type, voucherStatus, taxType, useCollectiveContact: true, voucherItems: [] };
}

type About = Readonly<Record<"type" | "voucherDate" | "voucherStatus", string>>;

/** Unchecked vouchers always have gross amounts. */
function voucherBody({ lines, party }: SeedDocument, ids: Ids, about: About, at: number): Row {
  const { type, voucherDate, voucherStatus } = about;
  const isSale = type.startsWith("sales");
  const isCollective = at % 6 === 1;
  const isNet = at % 7 === 3 && voucherStatus !== "unchecked";
  const usable = categories.filter((category) => category.type === (isSale ? "income" : "outgo"));
  const voucherItems = [...Map.groupBy(lines, ({ rate }) => rateOf(rate))].map(([taxRatePercent, group], position) => {
    const net = sum(group.map((line) => line.net));
    const tax = cents(taxOn(net, big(taxRatePercent), false));
    const amount = (isNet ? net : net.plus(tax)).toNumber();
    return { amount, taxAmount: tax.toNumber(), taxRatePercent, categoryId: pick(usable, at + position).id };
  });
  const amounts = sum(voucherItems.map(({ amount }) => amount));
  const taxes = sum(voucherItems.map(({ taxAmount }) => taxAmount));
  return {
    ...about,
    voucherNumber: at === 12 ? "A&B-<12>" : `ER-${2000 + at}`,
    voucherItems,
    ...(isSale && { shippingDate: dayLater(voucherDate, 2) }),
    ...(at % 8 !== 2 && { dueDate: dayLater(voucherDate, at % 2 === 0 ? 14 : 60) }),
    totalTaxAmount: taxes.toNumber(),
    totalGrossAmount: amounts.plus(isNet ? taxes : 0).toNumber(),
    taxType: isNet ? "net" : "gross",
    useCollectiveContact: isCollective,
    ...(!isCollective && { contactId: ids.get(party.id) }),
    ...(at % 12 === 1 && { contactName: "Kiosk an der Ecke" }),
    ...(at % 2 === 0 && { remark: `Bestellung ${at} – „größer“` }),
  };
}
