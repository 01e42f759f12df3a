/** Rules of vouchers, customer invoices, supplier invoices and their payments. */
import { Big } from "big.js";
import { big, cents, dayLater, type Row, rows, sum, text } from "../engine/values.ts";
import type { Books } from "./company.ts";
import { rateOf } from "./masters.ts";
import { codes, conflict, invalid, missing } from "./refusals.ts";

const number = (value: Big): number => Number(value.toFixed(2));

/** Crowns for one unit. */
const rates: Readonly<Record<string, number>> = { SEK: 1, EUR: 11.5, USD: 10.5, NOK: 0.98, CHF: 12, JPY: 0.07 };
const rateFor = (currency: unknown): number => rates[text(currency)] ?? 1;

const dayOf = (value: unknown): string => text(value).slice(0, 10);

export const yearOf = ({ tables }: Books, day: string): Row => {
  const year = tables.fiscalyears.first(({ StartDate, EndDate }) => dayOf(StartDate) <= day && day <= dayOf(EndDate));
  if (year === undefined) throw invalid(`No fiscal year found for the date ${day}.`, codes.fiscalYear);
  return year;
};

const accountIn = ({ tables }: Books, year: Row, account: unknown): Row | undefined =>
  tables.accounts.under("FiscalYearId", year["Id"]).find(({ Number: written }) => written === text(account));

function checkOpen({ facts }: Books, day: string): void {
  if (day > text(facts["lockedUntil"])) return;
  throw invalid(`The accounting period is locked to ${text(facts["lockedUntil"])}.`, codes.lockedPeriod);
}

interface Posting {
  readonly day: string;
  readonly text: string;
  readonly type: number;
  readonly series?: string;
  readonly sourceId?: unknown;
  readonly rows: readonly Row[];
}

function book(company: Books, { day, text: written, type, series = "A", sourceId, rows: lines }: Posting): Row {
  checkOpen(company, day);
  const year = yearOf(company, day);
  if (lines.length === 0) throw invalid("DataModelValidationError - The voucher has no rows.");
  for (const { AccountNumber } of lines) {
    const account = accountIn(company, year, AccountNumber);
    if (account === undefined || account["IsActive"] === false)
      throw invalid(`Account ${text(AccountNumber)} does not exist or is not active.`, codes.account);
  }
  const left = sum(lines.map(({ DebitAmount, CreditAmount }) => big(DebitAmount ?? 0).minus(big(CreditAmount ?? 0))));
  if (!left.eq(0)) throw invalid("The voucher rows do not balance.", codes.unbalanced);
  return company.add("vouchers", {
    VoucherDate: day,
    VoucherText: written,
    Rows: lines.map((row) => ({
      AccountNumber: Number(row["AccountNumber"]),
      AccountDescription: accountIn(company, year, row["AccountNumber"])?.["Name"],
      DebitAmount: Number(row["DebitAmount"] ?? 0),
      CreditAmount: Number(row["CreditAmount"] ?? 0),
      TransactionText: row["TransactionText"] ?? null,
      CostCenterItemId1: row["CostCenterItemId1"] ?? null,
      CostCenterItemId2: row["CostCenterItemId2"] ?? null,
      CostCenterItemId3: row["CostCenterItemId3"] ?? null,
      ProjectId: row["ProjectId"] ?? null,
    })),
    NumberAndNumberSeries: `${series}${company.next(`vouchers ${text(year["Id"])} ${series}`)}`,
    NumberSeries: series,
    VoucherType: type,
    SourceId: sourceId ?? null,
  });
}

export function makeVoucher(company: Books, body: Row, useDefaultSeries: boolean): Row {
  for (const field of ["VoucherDate", "VoucherText"])
    if (!body[field]) throw invalid(`DataModelValidationError - The ${field} field is required.`);
  checkAssignments(company, rows(body["Rows"]));
  const series = useDefaultSeries ? "A" : text(body["NumberSeries"]) || "A";
  if (!/^[A-Z]$/.test(series)) throw invalid("DataModelValidationError - NumberSeries does not exist.");
  return book(company, {
    day: dayOf(body["VoucherDate"]),
    text: text(body["VoucherText"]),
    type: 2,
    series,
    rows: rows(body["Rows"]),
  });
}

/** A row names projects and items of cost centers that exist. */
function checkAssignments({ tables }: Books, lines: readonly Row[]): void {
  const items = new Set(tables.costcenters.all().flatMap(({ Items }) => rows(Items).map(({ Id }) => Id)));
  for (const row of lines) {
    if (row["ProjectId"] && !tables.projects.has(row["ProjectId"]))
      throw invalid("DataModelValidationError - ProjectId does not exist.");
    for (const field of ["CostCenterItemId1", "CostCenterItemId2", "CostCenterItemId3"])
      if (row[field] && !items.has(row[field])) throw invalid(`DataModelValidationError - ${field} does not exist.`);
  }
}

const rowOfAmount = (AccountNumber: number, amount: Big, more: Row = {}): Row => ({
  AccountNumber,
  DebitAmount: amount.gt(0) ? number(amount) : 0,
  CreditAmount: amount.lt(0) ? number(amount.times(-1)) : 0,
  ...more,
});

const isDomestic = (customer: Row): boolean => (text(customer["InvoiceCountryCode"]) || "SE") === "SE";

/** A customer abroad, or one who owes the VAT of building work, pays none. */
function vatOf(company: Books, customer: Row, row: Row): number {
  const article = company.tables.articles.get(row["ArticleId"]);
  const isReverse =
    customer["ReverseChargeOnConstructionServices"] === true && row["ReversedConstructionServicesVatFree"] === true;
  if (article === undefined || !isDomestic(customer) || isReverse) return 0;
  return rateOf(company.tables.articleaccountcodings.get(article["CodingId"]));
}

/** Prices of private persons are with VAT, unless the company shows them without. */
const includesVat = ({ facts }: Books, customer: Row): boolean =>
  customer["IsPrivatePerson"] === true && facts["showPricesExclVat"] !== true;

interface Priced {
  readonly net: Big;
  readonly rate: number;
}

function priced(company: Books, customer: Row, row: Row): Priced {
  if (row["IsTextRow"] === true) return { net: new Big(0), rate: 0 };
  const rate = vatOf(company, customer, row);
  const full = big(row["Quantity"] ?? 0).times(big(row["UnitPrice"] ?? 0));
  const less =
    row["IsDiscountInFixedAmount"] === true
      ? full.minus(big(row["DiscountFixedAmount"] ?? 0))
      : full.times(new Big(1).minus(big(row["DiscountPercentage"] ?? 0)));
  const net = includesVat(company, customer) ? less.times(100).div(100 + rate) : less;
  return { net: cents(net), rate };
}

interface Totals {
  readonly lines: readonly Priced[];
  readonly tax: Big;
  readonly rounding: Big;
  /** With VAT and rounding. */
  readonly total: Big;
}

function totalsOf(company: Books, customer: Row, lines: readonly Row[]): Totals {
  const all = lines.map((row) => priced(company, customer, row));
  const byRate = Map.groupBy(all, ({ rate }) => rate);
  const tax = sum(
    [...byRate].map(([rate, each]) =>
      cents(
        sum(each.map(({ net }) => net))
          .times(rate)
          .div(100),
      ),
    ),
  );
  const exact = sum(all.map(({ net }) => net)).plus(tax);
  const isRounded = company.facts["rounds"] === true && customer["CurrencyCode"] === "SEK";
  const rounding = isRounded ? exact.round(0, Big.roundHalfUp).minus(exact) : new Big(0);
  return { lines: all, tax, rounding, total: exact.plus(rounding) };
}

function customerOf({ tables }: Books, body: Row): Row {
  const customer = tables.customers.get(body["CustomerId"]);
  if (customer === undefined) throw invalid("DataModelValidationError - CustomerId does not exist.");
  return customer;
}

function draftRow(company: Books, customer: Row, body: Row, index: number): Row {
  const isText = body["IsTextRow"] === true;
  const article = company.tables.articles.get(body["ArticleId"]);
  if (!isText && article === undefined) throw invalid("DataModelValidationError - ArticleId does not exist.");
  const decimals = isDomestic(customer) ? 2 : 4;
  if (text(body["UnitPrice"]) !== "" && !big(body["UnitPrice"]).round(decimals).eq(big(body["UnitPrice"])))
    throw invalid(`DataModelValidationError - UnitPrice can have at most ${decimals} decimals.`);
  return {
    Id: company.newId(),
    LineNumber: body["LineNumber"] ?? index,
    ArticleId: article?.["Id"] ?? null,
    ArticleNumber: article?.["Number"] ?? null,
    IsTextRow: isText,
    Text: text(body["Text"]) || text(article?.["Name"]),
    UnitPrice: Number(body["UnitPrice"] ?? article?.["NetPrice"] ?? 0),
    DiscountPercentage: Number(body["DiscountPercentage"] ?? 0),
    IsDiscountInFixedAmount: body["IsDiscountInFixedAmount"] ?? false,
    DiscountFixedAmount: body["DiscountFixedAmount"] ?? null,
    Quantity: Number(body["Quantity"] ?? 0),
    ReversedConstructionServicesVatFree: body["ReversedConstructionServicesVatFree"] ?? false,
    CostCenterItemId1: body["CostCenterItemId1"] ?? null,
    CostCenterItemId2: body["CostCenterItemId2"] ?? null,
    CostCenterItemId3: body["CostCenterItemId3"] ?? null,
    ProjectId: body["ProjectId"] ?? null,
    UnitAbbreviation: article?.["UnitAbbreviation"] ?? null,
    UnitName: article?.["UnitName"] ?? null,
  };
}

export function makeDraft(company: Books, body: Row): Row {
  const customer = customerOf(company, body);
  checkAssignments(company, rows(body["Rows"]));
  const lines = rows(body["Rows"]).map((row, index) => draftRow(company, customer, row, index));
  if (lines.length === 0) throw invalid("DataModelValidationError - The invoice has no rows.");
  const isCredit = body["IsCreditInvoice"] === true;
  const { tax, rounding, total } = totalsOf(company, customer, lines);
  const sign = isCredit ? -1 : 1;
  const rate = rateFor(customer["CurrencyCode"]);
  return {
    CustomerId: customer["Id"],
    CustomerNumber: customer["CustomerNumber"],
    IsCreditInvoice: isCredit,
    RotReducedInvoicingType: body["RotReducedInvoicingType"] ?? 0,
    Rows: lines,
    YourReference: body["YourReference"] ?? null,
    OurReference: body["OurReference"] ?? null,
    InvoiceCustomerName: customer["Name"],
    InvoiceAddress1: customer["InvoiceAddress1"],
    InvoiceAddress2: customer["InvoiceAddress2"],
    InvoicePostalCode: customer["InvoicePostalCode"],
    InvoiceCity: customer["InvoiceCity"],
    InvoiceCountryCode: customer["InvoiceCountryCode"],
    InvoiceCurrencyCode: customer["CurrencyCode"],
    EuThirdParty: body["EuThirdParty"] ?? false,
    CustomerIsPrivatePerson: customer["IsPrivatePerson"],
    InvoiceDate: body["InvoiceDate"] ?? null,
    DueDate: body["DueDate"] ?? null,
    DeliveryDate: body["DeliveryDate"] ?? null,
    TotalAmount: number(total.times(sign)),
    TotalVatAmount: number(tax.times(sign)),
    TotalRoundings: number(rounding.times(sign)),
    TotalAmountBaseCurrency: number(total.times(sign).times(rate)),
    TotalVatAmountBaseCurrency: number(tax.times(sign).times(rate)),
    IncludesVat: includesVat(company, customer),
  };
}

/** A draft becomes an invoice with a number and a voucher, and is gone. */
export function convert(company: Books, draft: Row, keepsDate: boolean): Row {
  const customer = customerOf(company, draft);
  const written = dayOf(draft["InvoiceDate"]) || company.today();
  const today = company.today();
  const day = keepsDate || written > today ? written : today;
  const lines = rows(draft["Rows"]);
  const totals = totalsOf(company, customer, lines);
  const sign = draft["IsCreditInvoice"] === true ? -1 : 1;
  const rate = rateFor(customer["CurrencyCode"]);
  const inCrowns = (amount: Big): Big => cents(amount.times(sign).times(rate));
  const Id = company.newId();
  const InvoiceNumber = company.next("customer invoices", 1001);
  const title = `Kundfaktura till ${text(customer["CustomerNumber"])} ${text(customer["Name"])}, ${InvoiceNumber}`;
  const gross = inCrowns(totals.total);
  const vat = inCrowns(totals.tax);
  const more = { TransactionText: title.slice(0, 50) };
  const voucher = book(company, {
    day,
    text: title,
    type: sign < 0 ? 15 : 14,
    sourceId: Id,
    rows: [
      rowOfAmount(3041, vat.minus(gross), { ...more, ...assignedTo(lines[0]) }),
      ...(vat.eq(0) ? [] : [rowOfAmount(2611, vat.times(-1), more)]),
      rowOfAmount(1510, gross, more),
    ],
  });
  const terms = company.tables.termsofpayments.get(customer["TermsOfPaymentId"]);
  const own = (amount: Big): number => number(amount.times(sign));
  const invoice: Row = {
    Id,
    EuThirdParty: draft["EuThirdParty"],
    IsCreditInvoice: draft["IsCreditInvoice"],
    CurrencyCode: customer["CurrencyCode"],
    CurrencyRate: rate,
    TotalAmount: number(gross),
    TotalVatAmount: number(vat),
    TotalRoundings: own(totals.rounding),
    TotalAmountInvoiceCurrency: own(totals.total),
    TotalVatAmountInvoiceCurrency: own(totals.tax),
    SetOffAmountInvoiceCurrency: 0,
    CustomerId: customer["Id"],
    Rows: lines.map((row, index) => invoiceRow(row, totals.lines[index] ?? { net: new Big(0), rate: 0 }, sign)),
    InvoiceDate: day,
    DueDate: draft["DueDate"] ?? dayLater(day, Number(terms?.["NumberOfDays"] ?? 30)),
    DeliveryDate: draft["DeliveryDate"],
    RotReducedInvoicingType: draft["RotReducedInvoicingType"],
    OurReference: draft["OurReference"],
    YourReference: draft["YourReference"],
    InvoiceCustomerName: customer["Name"],
    InvoiceAddress1: customer["InvoiceAddress1"],
    InvoiceAddress2: customer["InvoiceAddress2"],
    InvoicePostalCode: customer["InvoicePostalCode"],
    InvoiceCity: customer["InvoiceCity"],
    InvoiceCountryCode: customer["InvoiceCountryCode"],
    CustomerIsPrivatePerson: customer["IsPrivatePerson"],
    TermsOfPaymentId: customer["TermsOfPaymentId"],
    CustomerEmail: customer["EmailAddress"],
    InvoiceNumber,
    CustomerNumber: customer["CustomerNumber"],
    PaymentReferenceNumber: `${InvoiceNumber}7`,
    RemainingAmount: number(gross),
    RemainingAmountInvoiceCurrency: own(totals.total),
    ReferringInvoiceId: null,
    CreatedFromDraftId: draft["Id"] ?? null,
    VoucherNumber: voucher["NumberAndNumberSeries"],
    VoucherId: voucher["Id"],
    IncludesVat: draft["IncludesVat"],
    SendType: null,
    PaymentReminderIssued: false,
    PaymentDate: null,
    PaymentStatus: totals.total.eq(0) ? 0 : 1,
    CreditedBy: [],
  };
  if (company.tables.customerinvoicedrafts.has(draft["Id"])) company.remove("customerinvoicedrafts", draft);
  return company.add("customerinvoices", invoice);
}

const assignedTo = (row: Row = {}): Row => ({
  CostCenterItemId1: row["CostCenterItemId1"] ?? null,
  ProjectId: row["ProjectId"] ?? null,
});

const invoiceRow = (row: Row, { net, rate }: Priced, sign: number): Row => ({
  Id: row["Id"],
  ArticleNumber: row["ArticleNumber"],
  ArticleId: row["ArticleId"],
  AmountNoVat: number(net.times(sign)),
  PercentVat: rate / 100,
  LineNumber: row["LineNumber"],
  IsTextRow: row["IsTextRow"],
  Text: row["Text"],
  UnitPrice: row["UnitPrice"],
  UnitAbbreviation: row["UnitAbbreviation"],
  DiscountPercentage: row["DiscountPercentage"],
  IsDiscountInFixedAmount: row["IsDiscountInFixedAmount"],
  DiscountFixedAmount: row["DiscountFixedAmount"],
  Quantity: row["Quantity"],
  IsVatFree: false,
  CostCenterItemId1: row["CostCenterItemId1"],
  CostCenterItemId2: row["CostCenterItemId2"],
  CostCenterItemId3: row["CostCenterItemId3"],
  ProjectId: row["ProjectId"],
});

type Paid = "customerinvoices" | "supplierinvoices";

/** The states of payment: customer invoices and supplier invoices have different numbers. */
const states = {
  customerinvoices: { paid: 0, part: 1, open: 1, overdue: 2 },
  supplierinvoices: { paid: 6, part: 5, open: 3, overdue: 7 },
} as const;

/** A payment reduces what is open, whatever the sign of the document. */
export function pay(company: Books, table: Paid, row: Row, body: Row): Row {
  for (const field of ["CompanyBankAccountId", "PaymentDate", "PaymentAmount", "PaymentCurrency", "PaymentType"])
    if (body[field] === undefined) throw invalid(`DataModelValidationError - The ${field} field is required.`);
  if (!company.tables.bankaccounts.has(body["CompanyBankAccountId"]))
    throw invalid("DataModelValidationError - CompanyBankAccountId does not exist.");
  const day = dayOf(body["PaymentDate"]);
  if (day > company.today()) throw invalid("DataModelValidationError - PaymentDate cannot be in the future.");
  const left = big(row["RemainingAmountInvoiceCurrency"]);
  const amount = big(body["PaymentAmount"]).abs();
  if (amount.gt(left.abs())) throw conflict("ConflictException - The payment is more than the remaining amount.");
  const after = left.lt(0) ? left.plus(amount) : left.minus(amount);
  const rate = big(row["CurrencyRate"] ?? 1);
  // Debts have a minus.
  const isIn = left.gt(0);
  const crowns = cents(amount.times(rate)).times(isIn ? 1 : -1);
  book(company, {
    day,
    text: `Betalning ${text(row["InvoiceNumber"])}`,
    type: isIn ? 10 : 11,
    sourceId: row["Id"],
    rows: [rowOfAmount(1930, crowns), rowOfAmount(table === "customerinvoices" ? 1510 : 2440, crowns.times(-1))],
  });
  const known = states[table];
  Object.assign(row, {
    RemainingAmountInvoiceCurrency: number(after),
    RemainingAmount: number(cents(after.times(rate))),
    PaymentDate: table === "customerinvoices" ? `${day}T00:00:00Z` : day,
    PaymentStatus: after.eq(0) ? known.paid : known.part,
  });
  company.save(table, row);
  return body;
}

/** A bill has a minus and a credit has none, as somebody measured. */
export function makeSupplierInvoice(company: Books, body: Row): Row {
  const supplier = company.tables.suppliers.get(body["SupplierId"]);
  if (supplier === undefined) throw invalid("DataModelValidationError - SupplierId does not exist.");
  const lines = rows(body["Rows"]);
  checkAssignments(company, lines);
  const day = dayOf(body["InvoiceDate"]) || company.today();
  const isCredit = body["IsCreditInvoice"] === true;
  const total = big(body["TotalAmount"] ?? 0).abs();
  const CurrencyCode = text(body["CurrencyCode"]) || text(supplier["CurrencyCode"]) || "SEK";
  const rate = rateFor(CurrencyCode);
  const owed = sum(
    lines
      .filter(({ AccountNumber }) => Number(AccountNumber) === 2440)
      .map(({ DebetAmount, CreditAmount }) => big(CreditAmount ?? 0).minus(big(DebetAmount ?? 0))),
  );
  if (!owed.abs().eq(cents(total.times(rate))))
    throw invalid("The amount on standard account 2440, recievables is not equal with TotalAmountBaseCurrency");
  const Id = company.newId();
  const voucher = book(company, {
    day,
    text: `Leverantörsfaktura från ${text(supplier["SupplierNumber"])} ${text(supplier["Name"])}, ${text(body["InvoiceNumber"])}`,
    type: isCredit ? 13 : 12,
    sourceId: Id,
    rows: lines.map((row) => ({ ...row, DebitAmount: row["DebetAmount"], CreditAmount: row["CreditAmount"] })),
  });
  const sign = isCredit ? 1 : -1;
  return company.add("supplierinvoices", {
    Id,
    SupplierId: supplier["Id"],
    SupplierName: supplier["Name"],
    SupplierNumber: supplier["SupplierNumber"],
    BankAccountId: null,
    InvoiceDate: day,
    PaymentDate: null,
    DueDate: body["DueDate"] ?? dayLater(day, 30),
    InvoiceNumber: text(body["InvoiceNumber"]),
    TotalAmount: number(total.times(sign)),
    Vat: number(
      big(body["Vat"] ?? 0)
        .abs()
        .times(sign),
    ),
    IsCreditInvoice: isCredit,
    CurrencyCode,
    CurrencyRate: rate,
    OcrNumber: body["OcrNumber"] ?? null,
    Message: null,
    Rows: lines.map((row, index) => ({
      Id: company.newId(),
      AccountNumber: Number(row["AccountNumber"]),
      AccountName: accountIn(company, yearOf(company, day), row["AccountNumber"])?.["Name"],
      DebetAmount: Number(row["DebetAmount"] ?? 0),
      CreditAmount: Number(row["CreditAmount"] ?? 0),
      LineNumber: index + 1,
      TransactionText: row["TransactionText"] ?? null,
      CostCenterItemId1: row["CostCenterItemId1"] ?? null,
      CostCenterItemId2: null,
      CostCenterItemId3: null,
      ProjectId: row["ProjectId"] ?? null,
    })),
    IsQuickInvoice: false,
    IsDomestic: true,
    RemainingAmount: number(cents(total.times(sign).times(rate))),
    RemainingAmountInvoiceCurrency: number(total.times(sign)),
    VoucherNumber: voucher["NumberAndNumberSeries"],
    VoucherId: voucher["Id"],
    Status: 1,
    PaymentStatus: total.eq(0) ? 6 : 3,
  });
}

/** The result of earlier years is equity. */
const result = 2099;

/** The ledger's balances at the end of a day. Accounts of profit and loss begin each fiscal year with 0. */
export function balancesAt(company: Books, day: string): Row[] {
  const year = yearOf(company, day);
  const found = new Map<number, Big>();
  for (const { VoucherDate, Rows } of company.tables.vouchers.all()) {
    const date = dayOf(VoucherDate);
    if (date > day) continue;
    for (const { AccountNumber, DebitAmount, CreditAmount } of rows(Rows)) {
      const isOfPast = Number(AccountNumber) >= 3000 && date < dayOf(year["StartDate"]);
      const account = isOfPast ? result : Number(AccountNumber);
      const before = found.get(account) ?? new Big(0);
      found.set(account, before.plus(big(DebitAmount)).minus(big(CreditAmount)));
    }
  }
  return company.tables.accounts.under("FiscalYearId", year["Id"]).map(({ Number: account, Name, Type }) => ({
    AccountNumber: Number(account),
    AccountName: Name,
    Balance: number(found.get(Number(account)) ?? new Big(0)),
    AccountType: Type,
    AccountTypeDescription: null,
  }));
}

export function removeDraft(company: Books, id: string | undefined): void {
  const draft = company.tables.customerinvoicedrafts.get(id);
  if (draft === undefined) throw missing();
  company.remove("customerinvoicedrafts", draft);
}
