/** The business rules: how records are created, and what else is done then. */
import { Big } from "big.js";
import { priceLine } from "../engine/pricing.ts";
import type { Company } from "../engine/tables.ts";
import { big, cents, isRow, type Row, row, rows, sum, text, without } from "../engine/values.ts";
import { models, type Name } from "./models.ts";
import { invalid, need, notFound } from "./refusals.ts";

export type Books = Company<Name>;

export const add = (company: Books, name: Name, body: Row): Row =>
  company.add(name, { ...models[name].blank, ...body, id: company.next("id", Number(company.facts["firstId"])) });

/** The writable fields of a body. Other records are named by their ids and have to exist. */
export function taken(company: Books, name: Name, body: Row): Row {
  const { blank, toOne, toMany } = models[name];
  const strange = Object.keys(body).find((field) => !(field in blank));
  if (strange !== undefined) throw invalid(strange, "Feltet eksisterer ikke i objektet.");
  const linked = Object.entries(toOne).flatMap(([field, to]) => {
    const value = body[field];
    if (!isRow(value)) return [];
    if (to === "address") return [[field, keepAddress(company, value)]];
    if (!company.tables[to].has(value["id"])) throw notFound();
    return [[field, Number(value["id"])]];
  });
  const simple = without(body, ["id", "version", ...Object.keys(toOne), ...Object.keys(toMany)]);
  return { ...simple, ...(Object.fromEntries(linked) as Row) };
}

/** Changes an address that has an id, and adds one that has none. */
function keepAddress(company: Books, body: Row): unknown {
  const known = company.tables.address.get(body["id"]);
  const address = taken(company, "address", body);
  if (known === undefined) return add(company, "address", address)["id"];
  return company.restamp("address", { ...known, ...address })["id"];
}

/** The records of a list within a record. */
const ids = (value: unknown): unknown[] => value as unknown[];
const round = (value: Big | number): number => cents(value).toNumber();
/** The price of one unit of a currency in Norwegian crowns. */
export const rateOf = (currency: unknown): number => (Number(currency) === 5 ? 11.5 : 1);
const percentOf = ({ tables }: Books, vatType: unknown): number =>
  Number(tables.vatType.get(vatType)?.["percentage"] ?? 0);

export const accountOf = ({ tables }: Books, wanted: number): unknown => tables.account.find("number", wanted)?.["id"];
const typeOf = ({ tables }: Books, name: string): unknown => tables.voucherType.find("name", name)?.["id"];

/** Adds a voucher with its postings. Their tax is booked in row 0. */
export function book(company: Books, { postings, ...body }: Row, isPosted = true): Row {
  const year = text(body["date"]).slice(0, 4);
  const tempNumber = company.next("temporary");
  const number = isPosted ? company.next(`voucher ${year}`) : 0;
  const numberAsString = isPosted ? `${number}-${year}` : `<Ikke bokført ${tempNumber}>`;
  const voucher = add(company, "voucher", { ...body, year: Number(year), number, tempNumber, numberAsString });
  voucher["postings"] = rows(postings).flatMap((draft, index) => post(company, voucher, { row: index + 1, ...draft }));
  return voucher;
}

/** Adds a posting and its tax, and returns their ids. */
function post(company: Books, voucher: Row, { amountGross, amountGrossCurrency, ...draft }: Row): unknown[] {
  const { vatType = 0, currency = 1, customer: _customer, supplier: _supplier, ...bare } = draft;
  const percent = percentOf(company, vatType);
  const net = round(big(amountGross).div(1 + percent / 100));
  const isForeign = amountGrossCurrency !== undefined && Number(amountGrossCurrency) !== 0 && Number(currency) !== 1;
  const rate = isForeign ? big(amountGross).div(big(amountGrossCurrency)).toNumber() : rateOf(currency);
  const inCurrency = (crowns: unknown) => round(big(crowns).div(rate));
  const amounts = (amount: number, gross: unknown) => ({
    amount,
    amountCurrency: inCurrency(amount),
    amountGross: gross,
    amountGrossCurrency: inCurrency(gross),
  });
  const { date, description, id } = voucher;
  const base = { date, description, voucher: id, currency, taxTransactionType: "(Ikke valgt)" };
  const netPosting = add(company, "posting", { ...base, ...draft, vatType, currency, ...amounts(net, amountGross) });
  if (percent === 0) return [netPosting["id"]];
  const tax = round(big(amountGross).minus(net));
  // Output tax or input tax.
  const account = accountOf(company, Number(vatType) === 1 ? 2710 : 2700);
  const byItself = { row: 0, systemGenerated: true, vatType: 0, account };
  return [netPosting["id"], add(company, "posting", { ...base, ...bare, ...byItself, ...amounts(tax, tax) })["id"]];
}

/** Books a voucher from the API. Only gross amounts count, rows begin at 1, and the voucher has to balance. */
export function bookFromOutside(company: Books, { postings, ...body }: Row, isPosted: boolean): Row {
  need({ ...body, postings }, "date", "description", "postings");
  const drafts = rows(postings).map((posting) => taken(company, "posting", posting));
  if (drafts.some((draft) => Number(draft["row"] ?? 0) < 1))
    throw invalid("postings.row", "Posteringene på rad 0 (guiRow 0) er systemgenererte.");
  if (drafts.some((draft) => draft["account"] === undefined))
    throw invalid("Internt felt (account)", "Feltet må fylles ut.");
  if (!sum(drafts.map((draft) => draft["amountGross"])).eq(0))
    throw invalid("postings", "Summen av posteringene er ikke lik 0.");
  return book(company, { ...taken(company, "voucher", body), postings: drafts }, isPosted);
}

/** A line has the unit price without tax; the other amounts are calculated. */
export function priced(company: Books, body: Row): Row {
  const { unitPriceExcludingVatCurrency: price, count: quantity, discount, vatType } = body;
  const taxPercent = percentOf(company, vatType);
  const { net, gross } = priceLine({ quantity, price, discount, taxPercent });
  const amounts = { amountExcludingVatCurrency: net.toNumber(), amountIncludingVatCurrency: gross.toNumber() };
  return { ...body, ...amounts, unitPriceIncludingVatCurrency: round(big(price).times(1 + taxPercent / 100)) };
}

export function makeOrder(company: Books, { orderLines, ...body }: Row): Row {
  need(body, "customer", "orderDate", "deliveryDate");
  // The tax of a line defaults to that of its product.
  const lines = rows(orderLines).map((sent) => {
    const line = taken(company, "orderLine", sent);
    const { vatType = 0 } = company.tables.product.get(line["product"]) ?? {};
    return priced(company, { vatType, ...line });
  });
  const number = text(company.next("order"));
  const texts = { number, displayName: `${number} Ordre`, sendMethodDescription: "Faktura må sendes manuelt." };
  const order = add(company, "order", { ...texts, currency: 1, invoicesDueIn: 14, ...taken(company, "order", body) });
  const { id, currency } = order;
  order["orderLines"] = lines.map((line) => add(company, "orderLine", { ...line, order: id, currency })["id"]);
  return order;
}

const totalOf = (lines: readonly Row[], field: string): number => round(sum(lines.map((line) => line[field])));

type Dates = Readonly<Record<"invoiceDate" | "invoiceDueDate", unknown>>;

/** Makes an invoice from an order and books it at once, or makes a credit note for an invoice. */
export function charge(company: Books, order: Row, dates: Dates, credits?: Row): Row {
  const ordered = ids(order["orderLines"]).map((id) => row(company.tables.orderLine.get(id)));
  const turned = (line: Row) => add(company, "orderLine", priced(company, { ...line, count: -Number(line["count"]) }));
  const lines = credits === undefined ? ordered : ordered.map(turned);
  const net = totalOf(lines, "amountExcludingVatCurrency");
  const gross = totalOf(lines, "amountIncludingVatCurrency");
  const { customer, currency, deliveryDate } = order;
  const crowns = (value: number) => round(big(value).times(rateOf(currency)));
  const invoiceNumber = company.next("invoice");
  const claim = { account: accountOf(company, 1500), customer, currency, invoiceNumber: text(invoiceNumber) };
  const earned = [...Map.groupBy(lines, ({ vatType }) => vatType)].map(([vatType, group]) => ({
    account: accountOf(company, percentOf(company, vatType) === 0 ? 3100 : 3000),
    vatType,
    currency,
    amountGross: -crowns(totalOf(group, "amountIncludingVatCurrency")),
  }));
  const owed = -round(sum(earned.map(({ amountGross }) => amountGross)));
  const voucher = book(company, {
    date: dates.invoiceDate,
    voucherType: typeOf(company, "Utgående faktura"),
    description: `${credits === undefined ? "Faktura" : "Kreditnota"} nummer ${invoiceNumber}`,
    postings: [{ ...claim, amountGross: owed, termOfPayment: dates.invoiceDueDate }, ...earned],
  });
  const left = credits === undefined ? gross : 0;
  return add(company, "invoice", {
    ...dates,
    customer,
    currency,
    deliveryDate,
    invoiceNumber,
    voucher: voucher["id"],
    isCharged: true,
    creditedInvoice: credits?.["id"] ?? 0,
    isCreditNote: credits !== undefined,
    documentId: invoiceNumber + 7000,
    orders: [order["id"]],
    orderLines: lines.map(({ id }) => id),
    postings: ids(voucher["postings"]).slice(0, 1),
    amountCurrency: gross,
    amount: crowns(gross),
    amountExcludingVatCurrency: net,
    amountExcludingVat: crowns(net),
    amountCurrencyOutstanding: left,
    amountOutstanding: crowns(left),
    amountCurrencyOutstandingTotal: left,
  });
}

export function makeInvoice(company: Books, body: Row): Row {
  need(body, "invoiceDate", "invoiceDueDate", "orders");
  const [first, ...others] = rows(body["orders"]);
  if (first === undefined || others.length > 0 || rows(first["orderLines"]).length === 0)
    throw invalid("orders", "Fakturaen må ha nøyaktig én ordre, med linjer.");
  const { invoiceDate, invoiceDueDate } = body;
  return charge(company, makeOrder(company, first), { invoiceDate, invoiceDueDate });
}

/** Credits an invoice: both documents are then settled and have each other's postings. */
export function credit(company: Books, invoice: Row, date: unknown): Row {
  const order = row(company.tables.order.get(ids(invoice["orders"])[0]));
  const note = charge(company, order, { invoiceDate: date, invoiceDueDate: date }, invoice);
  const postings = [...ids(invoice["postings"]), ...ids(note["postings"])];
  note["postings"] = postings;
  const even = { isCredited: true, amountOutstanding: 0, amountCurrencyOutstanding: 0 };
  company.save("invoice", { ...invoice, ...even, postings });
  return note;
}

/** The amount is in the document's currency; the account is the one that the money moved on. */
type Paying = { readonly amount: number } & Readonly<Record<"date" | "account", unknown>>;
type Payable = "invoice" | "supplierInvoice";

/** A payment is a posting of the document that it pays. */
export function pay(company: Books, name: Payable, paid: Row, { date, amount, account }: Paying): Row {
  const [sign, open, list, table] =
    name === "invoice"
      ? ([-1, "amountCurrencyOutstanding", "postings", 1500] as const)
      : ([1, "outstandingAmount", "payments", 2400] as const);
  const { customer = null, supplier = null, currency, invoiceNumber } = paid;
  const crowns = round(big(amount).times(rateOf(currency) * sign));
  const voucher = book(company, {
    date,
    voucherType: typeOf(company, "Betaling med KID-nummer"),
    description: `Betaling: Faktura nummer ${text(invoiceNumber)}`,
    postings: [
      { account: accountOf(company, table), customer, supplier, currency, amountGross: crowns },
      { account, currency, amountGross: -crowns },
    ],
  });
  const all = [...ids(paid[list]), ...ids(voucher["postings"]).slice(0, 1)];
  return company.save(name, { ...paid, [list]: all, [open]: round(big(paid[open]).minus(amount)) });
}

/** A supplier's invoice or credit note arrives electronically, and a user books it. Each line has a tax code and a net amount. */
export function receiveBill(company: Books, details: Readonly<Record<string, unknown>>): Row {
  const { nets, ...about } = details;
  const lines = (nets as readonly (readonly [number, number])[]).map(([vatType, net]) => ({
    description: "Paper",
    count: 1,
    vatType,
    unitPriceExcludingVatCurrency: net,
    product: null,
  }));
  return receive(company, { ...about, lines, account: accountOf(company, 4300) }, true);
}

/** A supplier invoice. Its amounts are negative, except for a credit note. */
export function receive(company: Books, { lines, account, isCreditNote, ...body }: Row, isPosted: boolean): Row {
  const orderLines = rows(lines).map((line) => add(company, "orderLine", priced(company, line)));
  const sign = isCreditNote === true ? -1 : 1;
  const net = sign * totalOf(orderLines, "amountExcludingVatCurrency");
  const gross = sign * totalOf(orderLines, "amountIncludingVatCurrency");
  const { invoiceNumber, invoiceDate: date, supplier } = body;
  const file = (ending: string, mimeType: string) =>
    add(company, "document", { fileName: `${text(invoiceNumber)}.${ending}`, mimeType, size: 700 })["id"];
  const papers = {
    attachment: file("pdf", "application/pdf"),
    ediDocument: isPosted ? file("xml", "application/xml") : null,
  };
  const about = { date, description: `Faktura nummer ${text(invoiceNumber)}`, vendorInvoiceNumber: invoiceNumber };
  const postings = [
    { account, vatType: 1, amountGross: gross },
    { account: accountOf(company, 2400), supplier, amountGross: -gross, invoiceNumber },
  ];
  const voucherType = typeOf(company, "Leverandørfaktura");
  const voucher = book(company, { ...about, ...papers, voucherType, postings }, isPosted);
  return add(company, "supplierInvoice", {
    ...body,
    voucher: voucher["id"],
    isCreditNote,
    kidOrReceiverReference: invoiceNumber,
    currency: 1,
    orderLines: orderLines.map(({ id }) => id),
    amount: -gross,
    amountCurrency: -gross,
    outstandingAmount: gross,
    // The tax of a scanned bill is unknown.
    ...(isPosted && { amountExcludingVat: -net, amountExcludingVatCurrency: -net }),
  });
}
