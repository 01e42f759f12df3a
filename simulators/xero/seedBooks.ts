/** Seed data before the first document: accounts, tax rates, tracking, items, contacts. */

import type { SeedData, SeedParty } from "../engine/seedData.ts";
import { readTables } from "../engine/seeding.ts";
import { type Row, row, rows, text, uuid } from "../engine/values.ts";
import type { Company } from "./company.ts";
import { writeManualJournal } from "./ledger.ts";
import { contactMeant, newAccount, writeContact, writeItem } from "./masters.ts";
import { attach } from "./routes.ts";

/** Code, name and type; further fields of some accounts are below, by name. */
const british = `
Accounts: Code Name Type TaxType SystemAccount BankAccountNumber
090|Puddle Bank Current Account|BANK|NONE||00000012345678; 091|Puddle Bank Savings|BANK|NONE||00000087654321
092|Euro-Konto Pfützenbank|BANK|NONE||DE00PFUETZE0000000042; |Kite Card|BANK|NONE||1234; 200|Sales|REVENUE|OUTPUT2
210|Repairs & Re-stringing|REVENUE|OUTPUT2; 215|Export Sales|SALES|ZERORATEDOUTPUT; 260|Other Revenue|OTHERINCOME|NONE
310|Cost of Goods Sold|DIRECTCOSTS|INPUT2; 400|Advertising|OVERHEADS|INPUT2; 416|Depreciation Expense|DEPRECIATN|NONE
429|General Expenses|EXPENSE|INPUT2; 469|Rent|OVERHEADS|EXEMPTINPUT
499|Realised Currency Gains|EXPENSE|NONE|REALISEDCURRENCYGAIN; 610|Accounts Receivable|CURRENT|NONE|DEBTORS
620|Prepayments|PREPAYMENT|NONE; 630|Inventory|INVENTORY|NONE; 710|Workshop Equipment|FIXED|INPUT2
711|Depreciation on Workshop Equipment|FIXED|NONE; 800|Accounts Payable|CURRLIAB|NONE|CREDITORS
820|VAT|CURRLIAB|NONE|GST; 835|Directors' Loan Account|CURRLIAB|NONE; 900|Long Loan|TERMLIAB|NONE
950|Share Capital|EQUITY|NONE; 960|Retained Earnings|EQUITY|NONE|RETAINEDEARNINGS; 999|Old Balloon Sales|REVENUE|OUTPUT2
TaxRates: Name TaxType ReportTaxType DisplayTaxRate# applies
20% (VAT on Income)|OUTPUT2|OUTPUT|20|ALR; 20% (VAT on Expenses)|INPUT2|INPUT|20|AEL
5% (VAT on Income)|RROUTPUT|OUTPUT|5|ALR; 5% (VAT on Expenses)|RRINPUT|INPUT|5|AEL
Zero Rated Income|ZERORATEDOUTPUT|OUTPUT|0|ALR; Zero Rated Expenses|ZERORATEDINPUT|INPUT|0|AEL
Exempt Income|EXEMPTOUTPUT|EXEMPTOUTPUT|0|R; Exempt Expenses|EXEMPTINPUT|EXEMPTINPUT|0|AEL
No VAT|NONE|NONE|0|AELRQ; 17.5% Kite Levy|TAX001|OUTPUT|17.5|R
Domestic Reverse Charge @ 20% (VAT on Income)|DRCHARGESUPPLY20|OUTPUT|0|R`;
const more: Readonly<Record<string, Row>> = {
  "Euro-Konto Pfützenbank": { CurrencyCode: "EUR" },
  "Kite Card": { BankAccountType: "CREDITCARD" },
  Sales: {
    Description: "Income from any normal business activity",
    ReportingCode: "REV.TRA.GOO",
    AddToWatchlist: true,
    ReportingCodeName: "Sale of goods",
  },
  Advertising: { ShowInExpenseClaims: true },
  "Old Balloon Sales": { Status: "ARCHIVED" },
  "General Expenses": { Description: "Größere und kleinere Ausgaben" },
  "Directors' Loan Account": { EnablePaymentsToAccount: true },
};
const applying = { A: "Assets", Q: "Equity", E: "Expenses", L: "Liabilities", R: "Revenue" };

function addTaxRate(company: Company, { applies, ...rate }: Row): void {
  const { DisplayTaxRate: Rate, TaxType } = rate;
  const can = Object.entries(applying).map(([letter, what]) => [`CanApplyTo${what}`, text(applies).includes(letter)]);
  company.tables.TaxRates.put({
    ...rate,
    EffectiveRate: Rate,
    ...Object.fromEntries(can),
    Status: TaxType === "TAX001" ? "DELETED" : "ACTIVE",
    TaxComponents: [{ Name: "VAT", Rate, IsCompound: false, IsNonRecoverable: false }],
  });
}

export function seedBooks(company: Company, seed: SeedData): void {
  for (const [table, row] of readTables<"Accounts" | "TaxRates">(british))
    if (table === "TaxRates") addTaxRate(company, row);
    else company.save(table, { ...newAccount(company, text(row["Type"])), ...row, ...more[text(row["Name"])] });
  category(company, "Region", "ACTIVE", ["North", "South", "Île-de-Cerf-Volant", "東"]);
  category(company, "Workshop", "ACTIVE", ["Frames", "Strings", "Tails"]);
  category(company, "Colour (old)", "ARCHIVED", ["Red", "Blue"]);
  fillItems(company, seed);
  // Some are both customer and supplier.
  for (const [index, party] of [...seed.customers, ...seed.suppliers].entries())
    if (contactMeant(company, { Name: party.name }) === undefined)
      onScreen(company, index, writeContact(company, contactOf(party, index)));
  const gone = writeContact(company, { Name: "Gone With The Wind Ltd" });
  writeContact(company, { ContactStatus: "ARCHIVED" }, gone);
  writeManualJournal(company, {
    Narration: "Opening balances",
    Status: "POSTED",
    JournalLines: [
      { LineAmount: 25000, AccountCode: "710", Description: "Looms and saws" },
      { LineAmount: -20000, AccountCode: "950" },
      { LineAmount: -5000, AccountCode: "900" },
    ],
  });
}

function category(company: Company, Name: string, Status: string, names: readonly string[]): void {
  const Options = names.map((option) => ({
    TrackingOptionID: company.newId(),
    Name: option,
    Status: option === "Tails" ? "ARCHIVED" : Status,
    HasValidationErrors: false,
    IsDeleted: false,
    IsArchived: option === "Tails",
    IsActive: option !== "Tails",
  }));
  company.tables.TrackingCategories.put({ Name, Status, TrackingCategoryID: company.newId(), Options });
}

function fillItems(company: Company, { items }: SeedData): void {
  for (const [index, { id: Code, name: Name, salesPrice, purchasePrice }] of items.entries())
    writeItem(company, {
      Code,
      Name,
      ...(index % 3 !== 2 && { Description: `${Name}, made to fly` }),
      IsPurchased: index % 2 === 0,
      SalesDetails: { UnitPrice: salesPrice.toNumber(), AccountCode: "200", TaxType: "OUTPUT2" },
      ...(index % 2 === 0 && {
        PurchaseDescription: `${Name} from the workshop`,
        PurchaseDetails: { UnitPrice: purchasePrice.toNumber(), AccountCode: "310", TaxType: "INPUT2" },
      }),
    });
  writeItem(company, { Code: "BARE" });
  const stock = writeItem(company, {
    Code: "STOCK-1",
    Name: "Spool of line",
    Description: "Spool, 100 m",
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

function contactOf({ name, account, vatId, iban, address, record }: SeedParty, index: number): Row {
  const [person] = rows(record["contact_persons"]);
  const { first_name: FirstName, last_name: LastName } = person ?? {};
  const details = rows(record["bank_accounts"]).length === 0 ? `00-00-00 0000${index}` : iban;
  const bankDetails = { BankAccountNumber: details, BankAccountName: "Puddle Bank", Details: "Kites" };
  const street = { AddressType: index % 2 === 0 ? "STREET" : "POBOX", AddressLine1: address["address_line1"] };
  const more = { AddressLine2: "Hof 2", AddressLine3: "3. Stock", Region: "Windshire", AttentionTo: "Accounts" };
  const location = { City: address["city"], PostalCode: address["postal_code"] };
  const Country = countries[text(address["country_code"])] ?? "United Kingdom";
  return {
    Name: name,
    ...(index % 2 === 0 && { ContactNumber: text(account), AccountNumber: `A${index}` }),
    ...(person && index % 3 !== 0 && { FirstName, LastName }),
    ...(index % 3 !== 0 && { EmailAddress: row(rows(record["email_addresses"])[0])["email"] }),
    ...(vatId !== null && { TaxNumber: vatId, CompanyNumber: `0000${index}` }),
    ...(index % 5 === 0 && { BankAccountDetails: details, DefaultCurrency: index % 10 === 0 ? "EUR" : "GBP" }),
    ...(index % 15 === 5 && { BatchPayments: bankDetails }),
    ...(index % 6 === 0 && { PaymentTerms: { Bills: terms(30), Sales: terms(14) } }),
    ...(index % 7 === 0 && {
      ContactPersons: [{ ...zoe, LastName: `Muster-${index}`, EmailAddress: `zoe${index}@example.com` }],
      AccountsReceivableTaxType: "OUTPUT2",
      AccountsPayableTaxType: "INPUT2",
      SalesDefaultAccountCode: "200",
      SalesDefaultLineAmountType: "EXCLUSIVE",
      PurchasesDefaultLineAmountType: "INCLUSIVE",
      PurchasesDefaultAccountCode: "429",
    }),
    Addresses: index % 8 === 3 ? [] : [{ ...street, ...(index % 4 === 0 && more), ...location, Country }],
    ...(index % 3 === 1 && { Phones: [{ ...phone, PhoneNumber: `555 ${1000 + index}` }] }),
  };
}

/** Fields that only Xero's screens can set. */
function onScreen(company: Company, index: number, contact: Row): void {
  const group = { ContactGroupID: uuid("group"), Name: "Fêtes", Status: "ACTIVE", HasValidationErrors: false };
  const map = { name: "map.txt", type: "text/plain", bytes: Buffer.from("Turn left.") };
  if (index % 9 === 1)
    company.save("Contacts", { ...contact, Website: `https://c${index}.example`, Discount: 5, ContactGroups: [group] });
  if (index === 4) attach(company, "Contacts", contact, map);
}
