/** The rules of the business: how records come to be, and what else happens then. */
import { Big } from "big.js";
import type { Company } from "../engine/tables.ts";
import { cents, isRow, type Row, row, rows, sum, text } from "../engine/values.ts";
import { filled, type Model, models, type Name } from "./models.ts";
import { invalid, need, notFound } from "./refusals.ts";

export type Books = Company<Name>;

export const add = (company: Books, name: Name, given: Row): Row =>
  company.add(name, { id: company.next("id", Number(company.facts["firstId"])), ...filled(name, given) });

export const idOf = (value: unknown): unknown => (isRow(value) ? value["id"] : value);

/** What may be sent of a record: other records by their ids, which have to be there. */
export function taken(company: Books, name: Name, given: Row): Row {
  const { plain, one, many }: Model = models[name];
  const strange = Object.keys(given).filter((field) => !plain.includes(field) && !(field in one) && !(field in many));
  if (strange.length > 0)
    throw invalid(...strange.map((field) => ({ field, message: "Feltet eksisterer ikke i objektet." })));
  const linked = Object.entries(one).flatMap(([field, to]) => {
    const value = given[field];
    if (!isRow(value)) return value === undefined ? [] : [[field, null]];
    if (to === "address") return [[field, keepAddress(company, value)]];
    if (!company.tables[to].has(value["id"])) throw notFound();
    return [[field, Number(value["id"])]];
  });
  const simple = Object.entries(given).filter(([field]) => plain.includes(field) && field !== "id" && field !== "version");
  return { ...Object.fromEntries(simple), ...(Object.fromEntries(linked) as Row) };
}

/** An address with an id is changed, another is new. */
function keepAddress(company: Books, given: Row): unknown {
  const known = company.tables.address.get(given["id"]);
  const address = taken(company, "address", given);
  return known === undefined
    ? add(company, "address", address)["id"]
    : company.restamp("address", { ...known, ...address })["id"];
}

const rates: Readonly<Record<string, number>> = { NOK: 1, EUR: 11.5 };
const rateOf = (company: Books, currency: unknown): number =>
  rates[text(company.tables.currency.get(currency)?.["code"])] ?? 1;

const percentOf = (company: Books, vatType: unknown): number =>
  Number(company.tables.vatType.get(vatType)?.["percentage"] ?? 0);
const number = (value: Big): number => cents(value).toNumber();
/** Without the tax that is in it. */
const without = (gross: unknown, percent: number): Big => cents(new Big(Number(gross)).div(1 + percent / 100));

export const accountOf = (company: Books, wanted: number): unknown => company.tables.account.find("number", wanted)?.["id"];

/** What tax is booked on: what others owe us, or what we get back. */
const taxAccount = (vatType: unknown): number => ([3, 31, 33].includes(Number(vatType)) ? 2700 : 2710);

/** A voucher with its postings; the tax in them is booked on rows 0. */
export function book(company: Books, given: Row, isPosted = true): Row {
  const year = Number(text(given["date"]).slice(0, 4));
  const temporary = company.next("temporary");
  const voucher = add(company, "voucher", {
    ...{ ...given, postings: [], year, number: 0, tempNumber: temporary },
    numberAsString: `<Ikke bokført ${temporary}>`,
  });
  const made = rows(given["postings"]).flatMap((draft) => posted(company, voucher, draft));
  voucher["postings"] = made.map(({ id }) => id);
  if (isPosted) {
    voucher["number"] = company.next(`voucher ${year}`);
    voucher["numberAsString"] = `${text(voucher["number"])}-${year}`;
  }
  return voucher;
}

function posted(company: Books, voucher: Row, draft: Row): Row[] {
  const { vatType = 0, currency = 1, amountGross, ...rest } = draft;
  const rate = rateOf(company, currency);
  const percent = percentOf(company, vatType);
  const net = without(amountGross, percent);
  const inCurrency = (crowns: Big | number) => number(new Big(crowns).div(rate));
  const gross = new Big(Number(amountGross));
  const base = {
    ...{ ...rest, voucher: voucher["id"], date: voucher["date"], currency, taxTransactionType: "(Ikke valgt)" },
    description: rest["description"] ?? voucher["description"],
  };
  const own = add(company, "posting", {
    ...{ ...base, vatType, amount: number(net), amountGross: number(gross) },
    ...{ amountCurrency: inCurrency(net), amountGrossCurrency: inCurrency(gross) },
  });
  if (percent === 0) return [own];
  const tax = number(gross.minus(net));
  const { customer: _customer, supplier: _supplier, ...bare } = base;
  const system = add(company, "posting", {
    ...{ ...bare, row: 0, systemGenerated: true, vatType: 0, account: accountOf(company, taxAccount(vatType)) },
    ...{ amount: tax, amountGross: tax, amountCurrency: inCurrency(tax), amountGrossCurrency: inCurrency(tax) },
  });
  return [own, system];
}

/** From outside: only gross amounts count, rows begin at 1, and all of it is even. */
export function bookFromOutside(company: Books, given: Row, isPosted: boolean): Row {
  need(given, "date", "description", "postings");
  const drafts = rows(given["postings"]).map((one) => taken(company, "posting", one));
  for (const draft of drafts) {
    if (Number(draft["row"] ?? 0) < 1)
      throw invalid({ field: "postings.row", message: "Posteringene på rad 0 (guiRow 0) er systemgenererte." });
    if (draft["account"] === undefined) throw invalid({ field: "Internt felt (account)", message: "Feltet må fylles ut." });
  }
  if (!sum(drafts.map(({ amountGross }) => amountGross)).eq(0))
    throw invalid({ field: "postings", message: "Summen av posteringene er ikke lik 0." });
  const voucher = { ...taken(company, "voucher", without_(given)), postings: drafts };
  return company.atOnce(() => book(company, voucher, isPosted));
}
const without_ = ({ postings: _postings, ...given }: Row): Row => given;

/** A line says what it costs without tax, or with it; the other follows. */
export function priced(company: Books, given: Row): Row {
  const percent = percentOf(company, given["vatType"]);
  const unit = new Big(Number(given["unitPriceExcludingVatCurrency"] ?? 0));
  const share = 1 - Number(given["discount"] ?? 0) / 100;
  const net = cents(unit.times(Number(given["count"] ?? 0)).times(share));
  return {
    ...given,
    unitPriceIncludingVatCurrency: number(unit.times(1 + percent / 100)),
    amountExcludingVatCurrency: number(net),
    amountIncludingVatCurrency: number(net.times(1 + percent / 100)),
  };
}

export function makeOrder(company: Books, given: Row): Row {
  need(given, "customer", "orderDate", "deliveryDate");
  const { orderLines = [], ...own } = given;
  const order = taken(company, "order", own);
  const lines = rows(orderLines).map((line) => priced(company, taken(company, "orderLine", line)));
  const next = text(company.next("order"));
  const kept = add(company, "order", {
    ...{ currency: 1, invoicesDueIn: 14, invoicesDueInType: "DAYS", number: next, displayName: `${next} Ordre`, ...order },
    ...{ sendMethodDescription: "Faktura må sendes manuelt.", deliveryAddress: order["deliveryAddress"] ?? null },
    customerName: company.tables.customer.get(order["customer"])?.["name"],
  });
  kept["orderLines"] = lines.map(
    (line) => add(company, "orderLine", { ...line, order: kept["id"], currency: kept["currency"] })["id"],
  );
  return kept;
}

const linesOf = (company: Books, ids: unknown): Row[] =>
  (ids as unknown[]).map((id) => row(company.tables.orderLine.get(id)));
const totalOf = (lines: readonly Row[], field: string): Big => cents(sum(lines.map((line) => line[field])));

interface Charging {
  readonly invoiceDate: unknown;
  readonly invoiceDueDate: unknown;
  /** The invoice that is credited. */
  readonly credits?: Row;
}

/** Makes an invoice of an order, in the ledger at once. */
export function charge(company: Books, order: Row, { invoiceDate, invoiceDueDate, credits }: Charging): Row {
  const sign = credits === undefined ? 1 : -1;
  const charged = linesOf(company, order["orderLines"]).map((line) =>
    credits === undefined ? line : add(company, "orderLine", priced(company, { ...line, id: undefined, count: -Number(line["count"]) })),
  );
  const [net, gross] = ["amountExcludingVatCurrency", "amountIncludingVatCurrency"].map((field) => totalOf(charged, field));
  const rate = rateOf(company, order["currency"]);
  const invoiceNumber = company.next("invoice");
  const description = `${sign < 0 ? "Kreditnota" : "Faktura"} nummer ${invoiceNumber}`;
  const { customer, currency } = order;
  const voucher = book(company, {
    ...{ date: invoiceDate, description, voucherType: company.tables.voucherType.find("name", "Utgående faktura")?.["id"] },
    postings: [
      {
        ...{ account: accountOf(company, 1500), customer, currency, amountGross: number((gross ?? new Big(0)).times(rate)) },
        ...{ row: 1, invoiceNumber: text(invoiceNumber), termOfPayment: invoiceDueDate },
      },
      ...revenue(company, charged, rate).map((one, index) => ({ ...one, currency, row: index + 2 })),
    ],
  });
  const [total, left] = [number(gross ?? new Big(0)), credits === undefined ? number(gross ?? new Big(0)) : 0];
  const crowns = (value: number) => number(new Big(value).times(rate));
  const document = add(company, "document", { fileName: `faktura-${invoiceNumber}.pdf`, mimeType: "application/pdf", size: 900 });
  const claim = (voucher["postings"] as unknown[])[0];
  return add(company, "invoice", {
    ...{ customer, currency, invoiceNumber, invoiceDate, invoiceDueDate, voucher: voucher["id"], isCharged: true },
    ...{ creditedInvoice: credits?.["id"] ?? 0, isCreditNote: credits !== undefined, documentId: document["id"] },
    ...{ orders: [order["id"]], orderLines: charged.map(({ id }) => id), deliveryDate: order["deliveryDate"] },
    ...{ amountCurrency: total, amount: crowns(total), amountExcludingVatCurrency: number(net ?? new Big(0)) },
    ...{ amountExcludingVat: crowns(number(net ?? new Big(0))), postings: [...rows([]), claim] },
    ...{ amountCurrencyOutstanding: left, amountOutstanding: crowns(left) },
    ...{ amountCurrencyOutstandingTotal: left, amountOutstandingTotal: crowns(left) },
  });
}

/** By tax, so that what the customer owes and what was earned are even. */
function revenue(company: Books, lines: readonly Row[], rate: number): Row[] {
  const byTax = Map.groupBy(lines, ({ vatType }) => Number(vatType ?? 0));
  return [...byTax].map(([vatType, some]) => ({
    ...{ account: accountOf(company, percentOf(company, vatType) === 0 ? 3100 : 3000), vatType },
    amountGross: -number(totalOf(some, "amountIncludingVatCurrency").times(rate)),
  }));
}

export function makeInvoice(company: Books, given: Row): Row {
  need(given, "invoiceDate", "invoiceDueDate", "orders");
  const [first, ...others] = rows(given["orders"]);
  if (first === undefined || others.length > 0) throw invalid({ field: "orders", message: "Fakturaen må ha nøyaktig én ordre." });
  const order = company.tables.order.get(first["id"]) ?? makeOrder(company, first);
  if ((order["orderLines"] as unknown[]).length === 0)
    throw invalid({ field: "orderLines", message: "Listen kan ikke være tom." });
  return charge(company, order, { invoiceDate: given["invoiceDate"], invoiceDueDate: given["invoiceDueDate"] });
}

interface Paying {
  readonly date: unknown;
  readonly amount: number;
  /** The account that the money came to. */
  readonly account: unknown;
}

/** In the invoice's currency; what was paid is a posting against it. */
export function pay(company: Books, invoice: Row, { date, amount, account }: Paying): Row {
  const rate = rateOf(company, invoice["currency"]);
  const crowns = number(new Big(amount).times(rate));
  const { customer, currency } = invoice;
  const description = `Betaling: Faktura nummer ${text(invoice["invoiceNumber"])}`;
  const voucher = book(company, {
    ...{ date, description, voucherType: company.tables.voucherType.find("name", "Betaling")?.["id"] },
    postings: [
      { account, currency, amountGross: crowns, row: 1 },
      { account: accountOf(company, 1500), customer, currency, amountGross: -crowns, row: 2 },
    ],
  });
  const left = number(new Big(Number(invoice["amountCurrencyOutstanding"])).minus(amount));
  return company.save("invoice", {
    ...invoice,
    postings: [...(invoice["postings"] as unknown[]), (voucher["postings"] as unknown[])[1]],
    ...{ amountCurrencyOutstanding: left, amountOutstanding: number(new Big(left).times(rate)) },
  });
}

/** Nullifies an invoice: both are even then, and have each other's postings. */
export function credit(company: Books, invoice: Row, date: unknown): Row {
  const order = row(company.tables.order.get((invoice["orders"] as unknown[])[0]));
  const note = charge(company, order, { invoiceDate: date, invoiceDueDate: date, credits: invoice });
  const postings = [...(invoice["postings"] as unknown[]), ...(note["postings"] as unknown[])];
  note["postings"] = postings;
  company.save("invoice", {
    ...{ ...invoice, postings, isCredited: true, amountOutstanding: 0, amountCurrencyOutstanding: 0 },
  });
  return note;
}

/** What a supplier sent; its amounts have a minus, but for a credit note. */
export function receive(company: Books, given: Row, isPosted: boolean): Row {
  const { lines, account, date, due, supplier, number: invoiceNumber, isCreditNote = false } = given;
  const sign = isCreditNote ? -1 : 1;
  const kept = rows(lines).map((line) => add(company, "orderLine", priced(company, line)));
  const [net, gross] = ["amountExcludingVatCurrency", "amountIncludingVatCurrency"].map((field) => number(totalOf(kept, field)));
  const file = (name: string, mimeType: string) => add(company, "document", { fileName: name, mimeType, size: 700 })["id"];
  const voucher = book(
    company,
    {
      ...{ date, description: `Faktura nummer ${text(invoiceNumber)}`, vendorInvoiceNumber: invoiceNumber },
      voucherType: company.tables.voucherType.find("name", "Leverandørfaktura")?.["id"],
      attachment: file(`${text(invoiceNumber)}.pdf`, "application/pdf"),
      ...(isPosted && { ediDocument: file(`${text(invoiceNumber)}.xml`, "application/xml") }),
      postings: [
        { account, vatType: 1, amountGross: sign * (gross ?? 0), row: 1 },
        { account: accountOf(company, 2400), supplier, amountGross: -sign * (gross ?? 0), row: 2, invoiceNumber },
      ],
    },
    isPosted,
  );
  return add(company, "supplierInvoice", {
    ...{ invoiceNumber, invoiceDate: date, invoiceDueDate: due, supplier, voucher: voucher["id"], isCreditNote },
    ...{ kidOrReceiverReference: invoiceNumber, currency: 1, orderLines: kept.map(({ id }) => id) },
    ...{ amount: -sign * (gross ?? 0), amountCurrency: -sign * (gross ?? 0), outstandingAmount: sign * (gross ?? 0) },
    // Of scans nobody knows what is tax.
    ...(isPosted && { amountExcludingVat: -sign * (net ?? 0), amountExcludingVatCurrency: -sign * (net ?? 0) }),
    originalInvoiceDocumentId: voucher["ediDocument"] ?? 0,
  });
}

export function payBill(company: Books, bill: Row, { date, amount, account }: Paying): Row {
  const { supplier } = bill;
  const voucher = book(company, {
    ...{ date, description: `Betaling: ${text(bill["invoiceNumber"])}` },
    voucherType: company.tables.voucherType.find("name", "Betaling")?.["id"],
    postings: [
      { account: accountOf(company, 2400), supplier, amountGross: amount, row: 1 },
      { account, amountGross: -amount, row: 2 },
    ],
  });
  return company.save("supplierInvoice", {
    ...bill,
    payments: [...(bill["payments"] as unknown[]), (voucher["postings"] as unknown[])[0]],
    outstandingAmount: number(new Big(Number(bill["outstandingAmount"])).minus(amount)),
  });
}
