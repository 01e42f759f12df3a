/** Fortnox's business rules: defaults, totals, numbers, bookkeeping and refusals. */
import { Big } from "big.js";
import { Refusal } from "../engine/routes.ts";
import { big, cents, dayLater, type Row, rows, sum, text } from "../engine/values.ts";
import { blank } from "./recordings.ts";
import { type Books, type Name, shapes } from "./shapes.ts";

/** The keys of errors are in small letters when a request is refused, and in capitals when a record is missing. */
export const invalid = (message: string, code: number): Refusal =>
  new Refusal({ status: 400, body: { ErrorInformation: { error: 1, message, code } } });

export const missing = (name: Name): Refusal => {
  const [Message, Code] = shapes[name].missing ?? ["Kan inte hitta posten.", 2000430];
  return new Refusal({ status: 404, body: { ErrorInformation: { Error: 1, Message, Code } } });
};

const number = (value: unknown): number => Number(cents(value).toFixed(2));

/** Crowns for so many units of a currency. */
const rates: Readonly<Record<string, readonly [rate: number, unit: number]>> = {
  SEK: [1, 1],
  EUR: [11.5, 1],
  USD: [10.5, 1],
  CHF: [12, 1],
  GBP: [13.5, 1],
  NOK: [0.98, 1],
  JPY: [7, 100],
};

const inCrowns = (value: unknown, { CurrencyRate: rate, CurrencyUnit: unit }: Row): Big =>
  cents(
    big(value)
      .times(big(rate ?? 1))
      .div(big(unit ?? 1)),
  );

export const idOf = (row: Row, name: Name): string => text(row[shapes[name].id]);

/** The next number of a series, or the one in the body if nobody has it. */
export function numberFor(company: Books, name: Name, wanted: unknown, first = 1): string {
  if (wanted !== undefined && wanted !== null && wanted !== "") {
    if (company.tables[name].has(wanted)) throw invalid(`Nummer ${text(wanted)} används redan.`, 2000637);
    return text(wanted);
  }
  let next = String(company.next(name, first));
  while (company.tables[name].has(next)) next = String(company.next(name, first));
  return next;
}

export function checkAccount({ tables }: Books, account: unknown): void {
  if (account !== undefined && account !== null && !tables.accounts.has(account))
    throw invalid(`Kunde inte hitta konto ${text(account)}.`, 2001304);
}

/** 125 % of the price per unit, 0 for countries outside. The account follows from the percentage. */
const salesAccounts: Readonly<Record<string, number>> = { 25: 3001, 12: 3002, 6: 3003, 0: 3004 };

export type Kind = "invoices" | "orders" | "offers";
export const rowNames: Readonly<Record<Kind, string>> = {
  invoices: "InvoiceRows",
  orders: "OrderRows",
  offers: "OfferRows",
};
const quantityNames: Readonly<Record<Kind, string>> = {
  invoices: "DeliveredQuantity",
  orders: "OrderedQuantity",
  offers: "Quantity",
};
const dayNames: Readonly<Record<Kind, string>> = {
  invoices: "InvoiceDate",
  orders: "OrderDate",
  offers: "OfferDate",
};

/** A row with the defaults of its article or account, and its amounts. Quantities and prices have two decimals. */
function rowOf(company: Books, kind: Kind, document: Row, sent: Row): Row {
  const { tables } = company;
  const article = sent["ArticleNumber"] ? tables.articles.get(sent["ArticleNumber"]) : undefined;
  if (sent["ArticleNumber"] && article === undefined) throw invalid("Kan inte hitta artikeln.", 2000428);
  checkAccount(company, sent["AccountNumber"]);
  const VAT = Number(sent["VAT"] ?? article?.["VAT"] ?? 25);
  const quantity = cents(sent[quantityNames[kind]] ?? 0);
  const price = cents(sent["Price"] ?? article?.["SalesPrice"] ?? 0);
  const full = quantity.times(price);
  const discount = big(sent["Discount"] ?? 0);
  const total = cents(
    sent["DiscountType"] === "AMOUNT" ? full.minus(discount) : full.times(new Big(100).minus(discount)).div(100),
  );
  const isInclusive = document["VATIncluded"] === true;
  const part = new Big(100).div(new Big(100).plus(VAT));
  return {
    AccountNumber: sent["AccountNumber"] || article?.["SalesAccount"] || salesAccounts[VAT] || 3001,
    ArticleNumber: text(article?.["ArticleNumber"]),
    ContributionPercent: "0",
    ContributionValue: "0",
    Cost: 0,
    CostCenter: text(sent["CostCenter"]),
    ...(kind !== "offers" && { DeliveredQuantity: "0" }),
    [quantityNames[kind]]: quantity.toString(),
    Description: text(sent["Description"] ?? article?.["Description"]),
    Discount: Number(discount),
    DiscountType: sent["DiscountType"] ?? "PERCENT",
    HouseWork: false,
    HouseWorkHoursToReport: null,
    HouseWorkType: null,
    ...(kind === "orders" && { ReservedQuantity: "0" }),
    Price: Number(price),
    ...(kind === "invoices" && { PriceExcludingVAT: isInclusive ? number(price.times(part)) : Number(price) }),
    Project: text(sent["Project"]),
    RowId: company.next("rows"),
    ...(kind !== "offers" && { StockPointCode: null }),
    ...(kind === "orders" && { StockPointId: null }),
    Total: number(total),
    ...(kind === "invoices" && { TotalExcludingVAT: isInclusive ? number(total.times(part)) : number(total) }),
    Unit: text(sent["Unit"] ?? article?.["Unit"]),
    VAT,
    ...(kind === "invoices" && { VATCode: null }),
  };
}

/** Freight has VAT of 25 %. The rounding to whole crowns is a setting. */
function totalsOf(company: Books, kind: Kind, document: Row): Row {
  const isInclusive = document["VATIncluded"] === true;
  const lines = rows(document[rowNames[kind]]);
  const taxOf = (value: unknown, rate: unknown): Big => {
    const percent = big(rate);
    const of = isInclusive ? percent.plus(100) : new Big(100);
    return big(value).times(percent).div(of);
  };
  const fees = ["Freight", "AdministrationFee"].map((name) => {
    const value = big(document[name] ?? 0);
    const tax = cents(taxOf(value, 25));
    return { name, value, tax };
  });
  const byRate = Map.groupBy(lines, ({ VAT }) => text(VAT));
  const rowTax = sum([...byRate].map(([rate, group]) => cents(taxOf(sum(group.map(({ Total }) => Total)), rate))));
  const tax = rowTax.plus(sum(fees.map((fee) => fee.tax)));
  const stated = sum(lines.map(({ Total }) => Total));
  const net = isInclusive ? stated.minus(rowTax) : stated;
  const exact = stated.plus(sum(fees.map(({ value }) => value))).plus(isInclusive ? 0 : tax);
  const isRounded = document["Currency"] === "SEK" && company.facts["roundsOff"] === true;
  const total = isRounded ? exact.round(0, Big.roundHalfUp) : exact;
  return {
    AdministrationFee: Number(document["AdministrationFee"] ?? 0),
    AdministrationFeeVAT: Number(fees[1]?.tax ?? 0),
    Freight: Number(document["Freight"] ?? 0),
    FreightVAT: Number(fees[0]?.tax ?? 0),
    Gross: number(net),
    Net: number(net),
    RoundOff: number(total.minus(exact)),
    Total: number(total),
    TotalToPay: number(total),
    TotalVAT: number(tax),
  };
}

const references: Readonly<Record<Kind, Row>> = {
  invoices: {
    Credit: "false",
    CreditInvoiceReference: "0",
    InvoiceReference: "0",
    OfferReference: "0",
    OrderReference: "0",
  },
  orders: { InvoiceReference: "0", OfferReference: "0" },
  offers: { InvoiceReference: "0", OrderReference: "0" },
};

/** A new invoice, order or offer, with the defaults of its customer. */
export function makeDocument(company: Books, kind: Kind, body: Row): Row {
  const customer = company.tables.customers.get(body["CustomerNumber"]);
  if (customer === undefined) throw invalid("Kan inte hitta kunden.", 2000433);
  const date = text(body[dayNames[kind]]) || company.today();
  const terms = text(body["TermsOfPayment"] ?? customer["TermsOfPayment"]) || "30";
  const currency = text(body["Currency"]) || "SEK";
  const [rate, unit] = rates[currency] ?? [];
  if (rate === undefined) throw invalid(`Kan inte hitta valutan ${currency}.`, 2000440);
  const place = (field: string) => body[field] ?? customer[field] ?? "";
  const DocumentNumber = numberFor(company, kind, body["DocumentNumber"]);
  const document: Row = {
    ...references[kind],
    Address1: place("Address1"),
    Address2: place("Address2"),
    City: place("City"),
    Country: place("Country"),
    ZipCode: place("ZipCode"),
    DeliveryAddress1: body["DeliveryAddress1"] ?? "",
    DeliveryAddress2: body["DeliveryAddress2"] ?? "",
    DeliveryCity: body["DeliveryCity"] ?? "",
    DeliveryCountry: body["DeliveryCountry"] ?? "",
    DeliveryZipCode: body["DeliveryZipCode"] ?? "",
    DeliveryDate: body["DeliveryDate"] ?? null,
    Cancelled: false,
    Comments: body["Comments"] ?? "",
    CostCenter: "",
    Currency: currency,
    CurrencyRate: Number(body["CurrencyRate"] ?? rate),
    CurrencyUnit: unit,
    CustomerName: body["CustomerName"] ?? customer["Name"],
    CustomerNumber: text(customer["CustomerNumber"]),
    DocumentNumber,
    Project: text(body["Project"]),
    Sent: false,
    TermsOfPayment: terms,
    VATIncluded: body["VATIncluded"] ?? false,
    [dayNames[kind]]: date,
    AdministrationFee: body["AdministrationFee"] ?? 0,
    Freight: body["Freight"] ?? 0,
    ...(kind === "invoices" && {
      Booked: false,
      DueDate: body["DueDate"] ?? dayLater(date, Number(terms) || 0),
      FinalPayDate: null,
      InvoiceType: "INVOICE",
      NoxFinans: false,
      OCR: `${DocumentNumber}33`,
      VoucherNumber: null,
      VoucherSeries: null,
      VoucherYear: null,
    }),
    ...(kind === "offers"
      ? { ExpireDate: body["ExpireDate"] ?? dayLater(date, 30), YourReferenceNumber: body["YourReferenceNumber"] ?? "" }
      : { YourOrderNumber: body["YourOrderNumber"] ?? "" }),
  };
  document[rowNames[kind]] = rows(body[rowNames[kind]]).map((row) => rowOf(company, kind, document, row));
  return blank(kind, withTotals(company, kind, document));
}

function withTotals(company: Books, kind: Kind, document: Row): Row {
  const totals = totalsOf(company, kind, document);
  const paid = big(document["paid"] ?? 0);
  return {
    ...document,
    ...totals,
    ...(kind === "invoices" && { Balance: number(big(totals["Total"]).minus(paid)) }),
  };
}

/** Changes what the body has. Rows are replaced as a whole. */
export function changeDocument(company: Books, kind: Kind, row: Row, body: Row): void {
  if (row["Booked"] === true) throw invalid("Fakturan är bokförd och kan inte ändras.", 2000436);
  if (row["Cancelled"] === true) throw invalid("Dokumentet är makulerat och kan inte ändras.", 2000437);
  if (body["CustomerNumber"] !== undefined && !company.tables.customers.has(body["CustomerNumber"]))
    throw invalid("Kan inte hitta kunden.", 2000433);
  const changed: Row = { ...row, ...body };
  const name = rowNames[kind];
  const before = rows(row[name]);
  if (body[name] !== undefined || body["VATIncluded"] !== undefined)
    changed[name] = rows(changed[name]).map((each, index) =>
      rowOf(company, kind, changed, body[name] === undefined ? (before[index] ?? each) : each),
    );
  Object.assign(row, withTotals(company, kind, changed));
}

const yearOf = ({ tables }: Books, day: string): Row => {
  const year = tables.financialyears.first(({ FromDate, ToDate }) => text(FromDate) <= day && day <= text(ToDate));
  if (year === undefined) throw invalid(`Räkenskapsår saknas för ${day}.`, 2000640);
  return year;
};

function checkOpen({ facts }: Books, day: string): void {
  if (day <= text(facts["lockedUntil"]))
    throw invalid(`Perioden är låst till och med ${text(facts["lockedUntil"])}.`, 2002642);
}

interface Posting {
  readonly series: string;
  readonly day: string;
  readonly text: string;
  readonly type: string;
  readonly reference?: string;
  /** Account, debit and credit in crowns. */
  readonly rows: readonly (readonly [account: unknown, amount: Big, more?: Row])[];
  readonly year?: number;
}

/** Books a voucher: positive amounts are debited, negative ones credited. */
export function book(company: Books, posting: Posting): Row {
  checkOpen(company, posting.day);
  const Year = posting.year ?? Number(yearOf(company, posting.day)["Id"]);
  const VoucherNumber = company.next(`voucher ${Year} ${posting.series}`);
  return company.add("vouchers", {
    key: `${Year}-${posting.series}-${VoucherNumber}`,
    Comments: "",
    CostCenter: "",
    Description: posting.text,
    Project: "",
    ReferenceNumber: posting.reference ?? "",
    ReferenceType: posting.type,
    TransactionDate: posting.day,
    VoucherNumber,
    VoucherRows: posting.rows.map(([Account, amount, more]) => ({
      Account: Number(Account),
      CostCenter: "",
      Credit: amount.lt(0) ? number(amount.times(-1)) : 0,
      Description: text(company.tables.accounts.get(Account)?.["Description"]),
      Debit: amount.gt(0) ? number(amount) : 0,
      Project: "",
      Removed: false,
      TransactionInformation: "",
      Quantity: 0,
      ...more,
    })),
    VoucherSeries: posting.series,
    Year,
    ApprovalState: 0,
  });
}

const voucherOf = ({ VoucherNumber, VoucherSeries, Year: VoucherYear }: Row): Row => ({
  VoucherNumber,
  VoucherSeries,
  VoucherYear,
});

/** Until it is booked, an invoice can change and be cancelled. Afterwards it is only credited. */
export function bookInvoice(company: Books, row: Row): Row {
  if (row["Cancelled"] === true) throw invalid("Fakturan är makulerad.", 2000437);
  if (row["Booked"] === true) throw invalid("Fakturan är redan bokförd.", 2000438);
  const total = inCrowns(row["Total"], row);
  const tax = inCrowns(row["TotalVAT"], row);
  const voucher = book(company, {
    series: "B",
    day: text(row["InvoiceDate"]),
    text: `Kundfaktura ${text(row["CustomerName"])} (${text(row["DocumentNumber"])})`,
    type: "INVOICE",
    reference: text(row["DocumentNumber"]),
    rows: [[1510, total], [3001, tax.minus(total)], ...(tax.eq(0) ? [] : [[2611, tax.times(-1)] as const])],
  });
  Object.assign(row, { Booked: true, ...voucherOf(voucher) });
  if (big(row["Balance"]).eq(0)) row["FinalPayDate"] = row["InvoiceDate"];
  return company.save("invoices", row);
}

export function cancel(company: Books, name: "invoices" | "supplierinvoices", row: Row): Row {
  if (row["Booked"] === true) throw invalid("Fakturan är bokförd och kan inte makuleras.", 2000441);
  const nothing = name === "invoices" ? { Balance: 0 } : {};
  return company.save(name, Object.assign(row, { Cancelled: true, ...nothing }));
}

/** A credit invoice has the rows of its invoice with negative quantities. It can change until it is booked. */
export function credit(company: Books, row: Row): Row {
  const turned = rows(row["InvoiceRows"]).map((each) => ({
    ...each,
    DeliveredQuantity: big(each["DeliveredQuantity"]).times(-1).toString(),
  }));
  const made = makeDocument(company, "invoices", {
    CustomerNumber: row["CustomerNumber"],
    InvoiceDate: row["InvoiceDate"],
    Currency: row["Currency"],
    InvoiceRows: turned,
    VATIncluded: row["VATIncluded"],
  });
  Object.assign(made, { Credit: "true", CreditInvoiceReference: row["DocumentNumber"] });
  company.add("invoices", made);
  return company.save("invoices", Object.assign(row, { CreditInvoiceReference: made["DocumentNumber"] }));
}

export function makeSupplierInvoice(company: Books, body: Row): Row {
  const supplier = company.tables.suppliers.get(body["SupplierNumber"]);
  if (supplier === undefined) throw invalid("Kan inte hitta leverantören.", 2000435);
  const currency = text(body["Currency"]) || "SEK";
  const [rate = 1, unit = 1] = rates[currency] ?? [];
  const date = text(body["InvoiceDate"]) || company.today();
  const total = big(body["Total"] ?? 0);
  const tax = big(body["VAT"] ?? 0);
  const inCurrency = { CurrencyRate: rate, CurrencyUnit: unit };
  const posted = (amount: Big): Row => {
    const crowns = inCrowns(amount, inCurrency);
    return {
      Debit: crowns.gt(0) ? number(crowns) : 0,
      DebitCurrency: amount.gt(0) ? number(amount) : 0,
      Credit: crowns.lt(0) ? number(crowns.times(-1)) : 0,
      CreditCurrency: amount.lt(0) ? number(amount.times(-1)) : 0,
      Total: number(amount),
    };
  };
  const line = (more: Row): Row => ({
    AccountDescription: text(company.tables.accounts.get(more["Account"])?.["Description"]),
    ArticleNumber: "",
    CostCenter: "",
    ItemDescription: "",
    Price: 0,
    Project: "",
    Quantity: 0,
    TransactionInformation: "",
    Unit: "",
    ...more,
  });
  const bought = rows(body["SupplierInvoiceRows"]).map((sent) => {
    const article = sent["ArticleNumber"] ? company.tables.articles.get(sent["ArticleNumber"]) : undefined;
    if (sent["ArticleNumber"] && article === undefined) throw invalid("Kan inte hitta artikeln.", 2000428);
    const Account = sent["Account"] || article?.["PurchaseAccount"] || 4000;
    checkAccount(company, Account);
    const amount = cents(big(sent["Quantity"] ?? 1).times(big(sent["Price"] ?? 0)));
    return line({
      ...sent,
      Account,
      Code: "PRE",
      ItemDescription: text(sent["ItemDescription"] ?? article?.["Description"]),
      ...posted(amount),
    });
  });
  return {
    AccountingMethod: "ACCRUAL",
    AdministrationFee: "0",
    Balance: total.toString(),
    Booked: false,
    Cancelled: false,
    Comments: "",
    CostCenter: "",
    Credit: false,
    CreditReference: 0,
    Currency: currency,
    CurrencyRate: String(rate),
    CurrencyUnit: unit,
    DisablePaymentFile: false,
    DueDate: body["DueDate"] ?? dayLater(date, 30),
    ExternalInvoiceNumber: "",
    ExternalInvoiceSeries: "",
    FinalPayDate: null,
    Freight: "0",
    GivenNumber: numberFor(company, "supplierinvoices", undefined),
    InvoiceDate: date,
    InvoiceNumber: text(body["InvoiceNumber"]),
    OCR: text(body["OCR"]),
    OurReference: "",
    PaymentPending: false,
    Project: "",
    RoundOffValue: "0",
    SalesType: "STOCK",
    SupplierInvoiceRows: [
      line({ Account: 2440, Code: "TOT", ...posted(total.times(-1)) }),
      ...(tax.eq(0) ? [] : [line({ Account: 2641, Code: "VAT", ...posted(tax) })]),
      ...bought,
    ],
    SupplierName: supplier["Name"],
    SupplierNumber: text(supplier["SupplierNumber"]),
    Total: total.toString(),
    VAT: tax.toString(),
    VATType: "NORMAL",
    VoucherNumber: null,
    VoucherSeries: null,
    VoucherYear: null,
    Vouchers: [],
    YourReference: "",
  };
}

export function bookSupplierInvoice(company: Books, row: Row): Row {
  if (row["Cancelled"] === true) throw invalid("Leverantörsfakturan är makulerad.", 2000437);
  if (row["Booked"] === true) throw invalid("Leverantörsfakturan är redan bokförd.", 2000438);
  const postings = rows(row["SupplierInvoiceRows"]);
  const amounts = postings.map(({ Debit, Credit }) => big(Debit).minus(big(Credit)));
  if (!sum(amounts).eq(0)) throw invalid("Leverantörsfakturan balanserar inte.", 2000106);
  const voucher = book(company, {
    series: "D",
    day: text(row["InvoiceDate"]),
    text: `Levfakt ${text(row["SupplierName"])} (${text(row["GivenNumber"])})`,
    type: "SUPPLIERINVOICE",
    reference: text(row["GivenNumber"]),
    rows: postings.map(({ Account }, index) => [Account, amounts[index] ?? new Big(0)]),
  });
  const { VoucherNumber, VoucherSeries, VoucherYear } = voucherOf(voucher);
  const Vouchers = [
    { Number: VoucherNumber, ReferenceType: "SUPPLIERINVOICE", Series: VoucherSeries, Year: VoucherYear },
  ];
  return company.save("supplierinvoices", Object.assign(row, { Booked: true, ...voucherOf(voucher), Vouchers }));
}

export type Side = "invoicepayments" | "supplierinvoicepayments";
export const paidTable = (side: Side): "invoices" | "supplierinvoices" =>
  side === "invoicepayments" ? "invoices" : "supplierinvoices";

export function makePayment(company: Books, side: Side, body: Row): Row {
  const document = company.tables[paidTable(side)].get(body["InvoiceNumber"]);
  if (document === undefined) throw missing(paidTable(side));
  if (document["Booked"] !== true) throw invalid("Fakturan är inte bokförd.", 2000442);
  const mode = company.tables.modesofpayments.get(text(body["ModeOfPayment"]) || "BG");
  if (mode === undefined) throw invalid("Kan inte hitta betalningssättet.", 2000443);
  const currency = text(document["Currency"]);
  // Numbers that no other kind of record has, so that a number alone names a payment.
  const paymentNumber = numberFor(company, side, undefined, side === "invoicepayments" ? 300_001 : 400_001);
  const shared: Row = {
    Amount: Number(body["Amount"]),
    AmountCurrency: Number(body["AmountCurrency"] ?? body["Amount"]),
    Booked: false,
    Currency: currency,
    CurrencyRate: Number(body["CurrencyRate"] ?? document["CurrencyRate"]),
    CurrencyUnit: Number(document["CurrencyUnit"]),
    InvoiceDueDate: document["DueDate"],
    InvoiceOCR: text(document["OCR"]),
    InvoiceTotal: text(document["Total"]),
    ModeOfPayment: text(mode["Code"]),
    PaymentDate: text(body["PaymentDate"]) || company.today(),
    VoucherNumber: null,
    VoucherSeries: null,
    VoucherYear: null,
    Source: "direct",
    WriteOffs: [],
  };
  if (side === "invoicepayments")
    return {
      ...shared,
      ExternalInvoiceReference1: "",
      ExternalInvoiceReference2: "",
      InvoiceCustomerName: document["CustomerName"],
      InvoiceCustomerNumber: document["CustomerNumber"],
      InvoiceNumber: Number(document["DocumentNumber"]),
      ModeOfPaymentAccount: mode["AccountNumber"] === undefined ? null : Number(mode["AccountNumber"]),
      Number: paymentNumber,
    };
  return {
    ...shared,
    Information: "",
    InvoiceSupplierName: document["SupplierName"],
    InvoiceSupplierNumber: document["SupplierNumber"],
    InvoiceNumber: text(document["GivenNumber"]),
    Number: Number(paymentNumber),
  };
}

/** A booked payment reduces what is open of its document. */
export function bookPayment(company: Books, side: Side, row: Row): Row {
  if (row["Booked"] === true) throw invalid("Betalningen är redan bokförd.", 2000438);
  const table = paidTable(side);
  const document = company.tables[table].get(row["InvoiceNumber"]);
  if (document === undefined) throw missing(table);
  const crowns = big(row["Amount"]);
  const sign = side === "invoicepayments" ? 1 : -1;
  const voucher = book(company, {
    series: side === "invoicepayments" ? "C" : "E",
    day: text(row["PaymentDate"]),
    text: side === "invoicepayments" ? "Kundbetalning" : "Leverantörsbetalning",
    type: side === "invoicepayments" ? "INVOICEPAYMENT" : "SUPPLIERPAYMENT",
    reference: text(row["Number"]),
    rows: [
      [1930, crowns.times(sign)],
      [side === "invoicepayments" ? 1510 : 2440, crowns.times(-sign)],
    ],
  });
  Object.assign(row, { Booked: true, ...voucherOf(voucher) });
  const paid = row["Currency"] === "SEK" ? row["Amount"] : row["AmountCurrency"];
  const left = big(document["Balance"]).minus(big(paid));
  document["Balance"] = table === "invoices" ? number(left) : left.toString();
  document["paid"] = Number(big(document["paid"] ?? 0).plus(big(paid)));
  if (left.lte(0)) document["FinalPayDate"] = row["PaymentDate"];
  company.save(table, document);
  return company.save(side, row);
}

export function makeVoucher(company: Books, body: Row, year: string | undefined): Row {
  const day = text(body["TransactionDate"]);
  const series = text(body["VoucherSeries"]);
  if (!company.tables.voucherseries.has(series)) throw invalid("Kan inte hitta verifikationsserien.", 2000444);
  const lines = rows(body["VoucherRows"]);
  for (const { Account } of lines) checkAccount(company, Account);
  const amounts = lines.map(({ Debit, Credit }) => big(Debit ?? 0).minus(big(Credit ?? 0)));
  if (!sum(amounts).eq(0)) throw invalid("Verifikatet balanserar inte.", 2000106);
  const own = yearOf(company, day);
  if (year !== undefined && text(own["Id"]) !== year) throw invalid("Datumet ligger utanför räkenskapsåret.", 2000640);
  return book(company, {
    series,
    day,
    text: text(body["Description"]),
    type: "MANUAL",
    rows: lines.map(({ Account, Debit: _debit, Credit: _credit, ...more }, index) => [
      Account,
      amounts[index] ?? new Big(0),
      more,
    ]),
  });
}
