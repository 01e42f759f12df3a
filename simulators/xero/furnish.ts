/** What an organisation has before its first document: accounts, tax rates, tracking, items, contacts. */
import type { Story, StoryParty } from "../engine/story.ts";
import { uuid } from "../engine/values.ts";
import { attach } from "./attachments.ts";
import type { Company } from "./company.ts";
import { writeManualJournal } from "./ledger.ts";
import { contactMeant, newAccount, writeContact, writeItem } from "./masters.ts";
import { type Row, row, rows, text } from "./wire.ts";

type AccountLine = readonly [code: string | undefined, name: string, type: string, tax: string, rest?: Row];

const reported = {
  ...{ Description: "Income from any normal business activity", ReportingCode: "REV.TRA.GOO" },
  ReportingCodeName: "Sale of goods",
};
const system = (SystemAccount: string): Row => ({ SystemAccount });
const bank = (BankAccountNumber: string, more: Row = {}): Row => ({ BankAccountNumber, ...more });

const british: readonly AccountLine[] = [
  ["090", "Puddle Bank Current Account", "BANK", "NONE", bank("00000012345678")],
  ["091", "Puddle Bank Savings", "BANK", "NONE", bank("00000087654321")],
  ["092", "Euro-Konto Pfützenbank", "BANK", "NONE", bank("DE00PFUETZE0000000042", { CurrencyCode: "EUR" })],
  [undefined, "Kite Card", "BANK", "NONE", bank("1234", { BankAccountType: "CREDITCARD" })],
  ["200", "Sales", "REVENUE", "OUTPUT2", { ...reported, AddToWatchlist: true }],
  ["210", "Repairs & Re-stringing", "REVENUE", "OUTPUT2"],
  ["215", "Export Sales", "SALES", "ZERORATEDOUTPUT"],
  ["260", "Other Revenue", "OTHERINCOME", "NONE"],
  ["310", "Cost of Goods Sold", "DIRECTCOSTS", "INPUT2"],
  ["400", "Advertising", "OVERHEADS", "INPUT2", { ShowInExpenseClaims: true }],
  ["416", "Depreciation Expense", "DEPRECIATN", "NONE"],
  ["429", "General Expenses", "EXPENSE", "INPUT2", { Description: "Größere und kleinere Ausgaben" }],
  ["469", "Rent", "OVERHEADS", "EXEMPTINPUT"],
  ["499", "Realised Currency Gains", "EXPENSE", "NONE", system("REALISEDCURRENCYGAIN")],
  ["610", "Accounts Receivable", "CURRENT", "NONE", system("DEBTORS")],
  ["620", "Prepayments", "PREPAYMENT", "NONE"],
  ["630", "Inventory", "INVENTORY", "NONE"],
  ["710", "Workshop Equipment", "FIXED", "INPUT2"],
  ["711", "Depreciation on Workshop Equipment", "FIXED", "NONE"],
  ["800", "Accounts Payable", "CURRLIAB", "NONE", system("CREDITORS")],
  ["820", "VAT", "CURRLIAB", "NONE", system("GST")],
  ["835", "Directors' Loan Account", "CURRLIAB", "NONE", { EnablePaymentsToAccount: true }],
  ["900", "Long Loan", "TERMLIAB", "NONE"],
  ["950", "Share Capital", "EQUITY", "NONE"],
  ["960", "Retained Earnings", "EQUITY", "NONE", system("RETAINEDEARNINGS")],
  ["999", "Old Balloon Sales", "REVENUE", "OUTPUT2", { Status: "ARCHIVED" }],
];

type TaxLine = readonly [type: string, name: string, rate: number, report: string, applies: string];
const taxes: readonly TaxLine[] = [
  ["OUTPUT2", "20% (VAT on Income)", 20, "OUTPUT", "ALR"],
  ["INPUT2", "20% (VAT on Expenses)", 20, "INPUT", "AEL"],
  ["RROUTPUT", "5% (VAT on Income)", 5, "OUTPUT", "ALR"],
  ["RRINPUT", "5% (VAT on Expenses)", 5, "INPUT", "AEL"],
  ["ZERORATEDOUTPUT", "Zero Rated Income", 0, "OUTPUT", "ALR"],
  ["ZERORATEDINPUT", "Zero Rated Expenses", 0, "INPUT", "AEL"],
  ["EXEMPTOUTPUT", "Exempt Income", 0, "EXEMPTOUTPUT", "R"],
  ["EXEMPTINPUT", "Exempt Expenses", 0, "EXEMPTINPUT", "AEL"],
  ["NONE", "No VAT", 0, "NONE", "AELRQ"],
  ["TAX001", "17.5% Kite Levy", 17.5, "OUTPUT", "R"],
];

export function furnish(company: Company, story: Story): void {
  for (const [Code, Name, Type, TaxType, rest] of british)
    company.save("Accounts", {
      ...{ ...newAccount(company, Type), ...(Code !== undefined && { Code }), Name, Type, TaxType, ...rest },
    });
  for (const [TaxType, Name, rate, ReportTaxType, applies] of taxes)
    company.tables.TaxRates.put({
      ...{ Name, TaxType, ReportTaxType, DisplayTaxRate: rate, EffectiveRate: rate },
      ...{ CanApplyToAssets: applies.includes("A"), CanApplyToEquity: applies.includes("Q") },
      ...{ CanApplyToExpenses: applies.includes("E"), CanApplyToLiabilities: applies.includes("L") },
      ...{ CanApplyToRevenue: applies.includes("R"), Status: TaxType === "TAX001" ? "DELETED" : "ACTIVE" },
      TaxComponents: [{ Name: "VAT", Rate: rate, IsCompound: false, IsNonRecoverable: false }],
    });
  category(company, "Region", "ACTIVE", ["North", "South", "Île-de-Cerf-Volant", "東"]);
  category(company, "Workshop", "ACTIVE", ["Frames", "Strings", "Tails"]);
  category(company, "Colour (old)", "ARCHIVED", ["Red", "Blue"]);
  fillItems(company, story);
  // Some are customers and suppliers alike.
  for (const [index, party] of [...story.customers, ...story.suppliers].entries())
    if (contactMeant(company, { Name: party.name }) === undefined)
      onScreen(company, index, writeContact(company, contactOf(party, index)));
  const gone = writeContact(company, { Name: "Gone With The Wind Ltd" });
  writeContact(company, { ContactStatus: "ARCHIVED" }, gone);
  writeManualJournal(company, {
    ...{ Narration: "Opening balances", Status: "POSTED" },
    JournalLines: [
      { LineAmount: 25000, AccountCode: "710", Description: "Looms and saws" },
      { LineAmount: -20000, AccountCode: "950" },
      { LineAmount: -5000, AccountCode: "900" },
    ],
  });
}

function category(company: Company, Name: string, Status: string, names: readonly string[]): void {
  const Options = names.map((option) => ({
    ...{ TrackingOptionID: company.newId(), Name: option, Status: option === "Tails" ? "ARCHIVED" : Status },
    ...{ HasValidationErrors: false, IsDeleted: false, IsArchived: option === "Tails", IsActive: option !== "Tails" },
  }));
  company.tables.TrackingCategories.put({ Name, Status, TrackingCategoryID: company.newId(), Options });
}

function fillItems(company: Company, { items }: Story): void {
  for (const [index, { id: Code, name: Name, salesPrice, purchasePrice }] of items.entries())
    writeItem(company, {
      ...{ Code, Name, ...(index % 3 !== 2 && { Description: `${Name}, made to fly` }), IsPurchased: index % 2 === 0 },
      SalesDetails: { UnitPrice: salesPrice.toNumber(), AccountCode: "200", TaxType: "OUTPUT2" },
      ...(index % 2 === 0 && {
        PurchaseDescription: `${Name} from the workshop`,
        PurchaseDetails: { UnitPrice: purchasePrice.toNumber(), AccountCode: "310", TaxType: "INPUT2" },
      }),
    });
  writeItem(company, { Code: "BARE" });
  const stock = writeItem(company, {
    ...{ Code: "STOCK-1", Name: "Spool of line", Description: "Spool, 100 m" },
    SalesDetails: { UnitPrice: 8.75, AccountCode: "200", TaxType: "OUTPUT2" },
    PurchaseDetails: { UnitPrice: 3.2, COGSAccountCode: "310", TaxType: "INPUT2" },
  });
  const counted = { IsTrackedAsInventory: true, InventoryAssetAccountCode: "630" };
  company.save("Items", { ...stock, ...counted, QuantityOnHand: 120, TotalCostPool: 384 });
}

const zoe = { FirstName: "Zoë", IncludeInEmails: true };
const phone = { PhoneType: "DEFAULT", PhoneAreaCode: "0000", PhoneCountryCode: "44" };
const terms = (Day: number) => ({ Day, Type: "DAYSAFTERBILLDATE" });
const countries: Readonly<Record<string, string>> = { DE: "Germany", FR: "France", US: "United States", AT: "Austria" };

function contactOf({ name, account, vatId, iban, address, record }: StoryParty, index: number): Row {
  const [person] = rows(record["contact_persons"]);
  const { first_name: FirstName, last_name: LastName } = person ?? {};
  const details = rows(record["bank_accounts"]).length === 0 ? `00-00-00 0000${index}` : iban;
  const own = { BankAccountNumber: details, BankAccountName: "Puddle Bank", Details: "Kites" };
  const street = { AddressType: index % 2 === 0 ? "STREET" : "POBOX", AddressLine1: address["address_line1"] };
  const more = { AddressLine2: "Hof 2", AddressLine3: "3. Stock", Region: "Windshire", AttentionTo: "Accounts" };
  const place = { City: address["city"], PostalCode: address["postal_code"] };
  const Country = countries[text(address["country_code"])] ?? "United Kingdom";
  return {
    Name: name,
    ...(index % 2 === 0 && { ContactNumber: text(account), AccountNumber: `A${index}` }),
    ...(person && index % 3 !== 0 && { FirstName, LastName }),
    ...(index % 3 !== 0 && { EmailAddress: row(rows(record["email_addresses"])[0])["email"] }),
    ...(vatId !== null && { TaxNumber: vatId, CompanyNumber: `0000${index}` }),
    ...(index % 5 === 0 && { BankAccountDetails: details, DefaultCurrency: index % 10 === 0 ? "EUR" : "GBP" }),
    ...(index % 15 === 5 && { BatchPayments: own }),
    ...(index % 6 === 0 && { PaymentTerms: { Bills: terms(30), Sales: terms(14) } }),
    ...(index % 7 === 0 && {
      ContactPersons: [{ ...zoe, LastName: `Muster-${index}`, EmailAddress: `zoe${index}@example.com` }],
      ...{ AccountsReceivableTaxType: "OUTPUT2", AccountsPayableTaxType: "INPUT2", SalesDefaultAccountCode: "200" },
      ...{ SalesDefaultLineAmountType: "EXCLUSIVE", PurchasesDefaultLineAmountType: "INCLUSIVE" },
      PurchasesDefaultAccountCode: "429",
    }),
    Addresses: index % 8 === 3 ? [] : [{ ...street, ...(index % 4 === 0 && more), ...place, Country }],
    ...(index % 3 === 1 && { Phones: [{ ...phone, PhoneNumber: `555 ${1000 + index}` }] }),
  };
}

/** What only Xero's own screens can set. */
function onScreen(company: Company, index: number, contact: Row): void {
  const group = { ContactGroupID: uuid("group"), Name: "Fêtes", Status: "ACTIVE", HasValidationErrors: false };
  const map = { name: "map.txt", type: "text/plain", bytes: Buffer.from("Turn left.") };
  if (index % 9 === 1)
    company.save("Contacts", { ...contact, Website: `https://c${index}.example`, Discount: 5, ContactGroups: [group] });
  if (index === 4) attach(company, "Contacts", contact, map);
}
