/** Rules of customers, suppliers, articles and projects. A PUT replaces the whole record. */
import { big, cents, type Row, text } from "../engine/values.ts";
import type { Books, Table } from "./company.ts";
import { conflict, invalid } from "./refusals.ts";

type Fields = Readonly<Record<string, unknown>>;

const need = (body: Row, fields: readonly string[]): void => {
  for (const field of fields)
    if (body[field] === undefined || body[field] === null || body[field] === "")
      throw invalid(`DataModelValidationError - The ${field} field is required.`);
};

/** The vendor keeps the fields of a body that it knows, and empties the others. */
const replaced = (defaults: Fields, body: Row): Row =>
  Object.fromEntries(Object.entries(defaults).map(([field, empty]) => [field, body[field] ?? empty]));

/** The number in the body, or the next one. */
function numberFor(
  company: Books,
  {
    table,
    field,
    body,
    row,
  }: { readonly table: Table; readonly field: string; readonly body: Row; readonly row?: Row | undefined },
): string {
  const wanted = text(body[field]) || text(row?.[field]);
  const taken = (number: string) => company.tables[table].first((other) => other[field] === number && other !== row);
  if (wanted !== "") {
    if (taken(wanted)) throw conflict(`ConflictException - ${field} ${wanted} already exists.`);
    return wanted;
  }
  for (;;) {
    const next = String(company.next(`numbers of ${table}`, 20_001));
    if (!taken(next)) return next;
  }
}

function checkTerms(company: Books, body: Row): void {
  if (company.tables.termsofpayments.has(body["TermsOfPaymentId"])) return;
  throw invalid("DataModelValidationError - TermsOfPaymentId does not exist.");
}

const customerDefaults: Fields = {
  CorporateIdentityNumber: "",
  ContactPersonEmail: "",
  ContactPersonMobile: "",
  ContactPersonName: "",
  ContactPersonPhone: "",
  CurrencyCode: "SEK",
  GLN: null,
  EmailAddress: null,
  InvoiceAddress1: null,
  InvoiceAddress2: null,
  InvoiceCity: null,
  InvoiceCountryCode: "SE",
  InvoicePostalCode: null,
  DeliveryCustomerName: null,
  DeliveryAddress1: null,
  DeliveryAddress2: null,
  DeliveryCity: null,
  DeliveryCountryCode: null,
  DeliveryPostalCode: null,
  DeliveryMethodId: null,
  DeliveryTermId: null,
  Name: "",
  Note: null,
  ReverseChargeOnConstructionServices: false,
  WebshopCustomerNumber: null,
  MobilePhone: null,
  Telephone: null,
  TermsOfPaymentId: null,
  VatNumber: null,
  WwwAddress: null,
  IsPrivatePerson: false,
  DiscountPercentage: 0,
  IsActive: true,
};

export function customerFrom(company: Books, body: Row, row?: Row): Row {
  need(body, ["Name", "InvoiceCity", "InvoicePostalCode", "TermsOfPaymentId", "IsPrivatePerson", "IsActive"]);
  checkTerms(company, body);
  if (body["ReverseChargeOnConstructionServices"] === true && !body["VatNumber"])
    throw invalid("VatNumber can not be null or empty when using ReverseChargeOnConstructionServices");
  const CustomerNumber = numberFor(company, { table: "customers", field: "CustomerNumber", body, row });
  const LastInvoiceDate = row?.["LastInvoiceDate"] ?? null;
  return { ...replaced(customerDefaults, body), CustomerNumber, LastInvoiceDate, IsFutureInvoiceDateAllowed: true };
}

const supplierDefaults: Fields = {
  Address1: null,
  Address2: null,
  AutomaticPaymentService: false,
  BankAccountNumber: null,
  BankBban: null,
  BankBic: null,
  BankCode: null,
  BankCountryCode: null,
  BankgiroNumber: null,
  BankIban: null,
  BankName: null,
  City: null,
  ContactPersonName: null,
  CorporateIdentityNumber: "",
  CountryCode: "SE",
  CurrencyCode: "SEK",
  EmailAddress: null,
  MobilePhone: null,
  Name: "",
  Note: null,
  PlusgiroNumber: null,
  PostalCode: null,
  Telephone: null,
  TermsOfPaymentId: null,
  VatNumber: null,
  WwwAddress: null,
  IsActive: true,
};

export function supplierFrom(company: Books, body: Row, row?: Row): Row {
  need(body, ["Name", "TermsOfPaymentId"]);
  checkTerms(company, body);
  const SupplierNumber = numberFor(company, { table: "suppliers", field: "SupplierNumber", body, row });
  return { ...replaced(supplierDefaults, body), SupplierNumber };
}

const articleDefaults: Fields = {
  IsActive: true,
  Number: "",
  Name: "",
  NameEnglish: null,
  NetPrice: 0,
  GrossPrice: 0,
  CodingId: null,
  UnitId: null,
  StockBalance: 0,
  HouseWorkType: 0,
  PurchasePrice: 0,
  SendToWebshop: true,
  IsStock: false,
};

/** `25%` as 25. */
export const rateOf = (coding: Row | undefined): number => Number.parseFloat(text(coding?.["VatRate"]) || "0");

export function articleFrom(company: Books, body: Row, row?: Row): Row {
  need(body, ["Number", "Name", "CodingId", "UnitId", "IsActive"]);
  const coding = company.tables.articleaccountcodings.get(body["CodingId"]);
  const unit = company.tables.units.get(body["UnitId"]);
  if (coding === undefined) throw invalid("DataModelValidationError - CodingId does not exist.");
  if (unit === undefined) throw invalid("DataModelValidationError - UnitId does not exist.");
  const net = big(body["NetPrice"] ?? 0);
  const gross = net.times(100 + rateOf(coding)).div(100);
  if (!cents(gross).eq(cents(body["GrossPrice"] ?? 0)))
    throw invalid("DataModelValidationError - GrossPrice does not match NetPrice and the VAT rate.");
  const articleNumber = numberFor(company, { table: "articles", field: "Number", body, row });
  const StockBalance = Number(row?.["StockBalance"] ?? 0);
  return {
    ...replaced(articleDefaults, body),
    Number: articleNumber,
    CodingName: coding["Name"],
    UnitName: unit["Name"],
    UnitAbbreviation: unit["Abbreviation"],
    StockBalance,
    StockBalanceReserved: 0,
    StockBalanceAvailable: StockBalance,
  };
}

export function projectFrom(company: Books, body: Row): Row {
  need(body, ["Number", "Name", "StartDate"]);
  if (text(body["Number"]).length > 9)
    throw invalid("DataModelValidationError - Number must have at most 9 characters.");
  const customer = company.tables.customers.get(body["CustomerId"]);
  if (body["CustomerId"] && customer === undefined)
    throw invalid("DataModelValidationError - CustomerId does not exist.");
  return {
    Number: numberFor(company, { table: "projects", field: "Number", body }),
    Name: text(body["Name"]),
    StartDate: body["StartDate"],
    EndDate: body["EndDate"] ?? null,
    CustomerId: body["CustomerId"] ?? null,
    CustomerName: customer?.["Name"] ?? null,
    Notes: body["Notes"] ?? null,
    Status: body["Status"] ?? 1,
  };
}
