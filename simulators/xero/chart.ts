/** What an organisation has before its first document: accounts, tax rates, tracking, items. */
import { words } from "../engine/values.ts";
import { base, type Company } from "./company.ts";
import type { Row } from "./wire.ts";
import { writeItem } from "./writes.ts";

type AccountLine = readonly [code: string | undefined, name: string, type: string, tax: string, rest?: Row];

export const classes: Readonly<Record<string, string>> = {
  ...{ BANK: "ASSET", CURRENT: "ASSET", FIXED: "ASSET", INVENTORY: "ASSET", PREPAYMENT: "ASSET", NONCURRENT: "ASSET" },
  ...{ CURRLIAB: "LIABILITY", TERMLIAB: "LIABILITY", LIABILITY: "LIABILITY", EQUITY: "EQUITY" },
  ...{ REVENUE: "REVENUE", SALES: "REVENUE", OTHERINCOME: "REVENUE" },
  ...{ EXPENSE: "EXPENSE", DIRECTCOSTS: "EXPENSE", OVERHEADS: "EXPENSE", DEPRECIATN: "EXPENSE" },
};

const system = (SystemAccount: string, more: Row = {}): Row => ({ SystemAccount, ...more });
const bank = (BankAccountNumber: string, CurrencyCode: string, BankAccountType = "BANK"): Row => ({
  ...{ BankAccountNumber, BankAccountType, CurrencyCode },
});

const british: readonly AccountLine[] = [
  ["090", "Puddle Bank Current Account", "BANK", "NONE", bank("00000012345678", "GBP")],
  ["091", "Puddle Bank Savings", "BANK", "NONE", bank("00000087654321", "GBP")],
  ["092", "Euro-Konto Pfützenbank", "BANK", "NONE", bank("DE00PFUETZE0000000042", "EUR")],
  [undefined, "Kite Card", "BANK", "NONE", bank("1234", "GBP", "CREDITCARD")],
  [
    ...(["200", "Sales", "REVENUE", "OUTPUT2"] as const),
    { Description: "Income from any normal business activity", ReportingCode: "REV.TRA.GOO", AddToWatchlist: true },
  ],
  ["210", "Repairs & Re-stringing", "REVENUE", "OUTPUT2"],
  ["215", "Export Sales", "SALES", "ZERORATEDOUTPUT"],
  ["260", "Other Revenue", "OTHERINCOME", "NONE"],
  ["310", "Cost of Goods Sold", "DIRECTCOSTS", "INPUT2"],
  ["400", "Advertising", "OVERHEADS", "INPUT2", { ShowInExpenseClaims: true }],
  ["404", "Bank Fees", "OVERHEADS", "NONE"],
  ["416", "Depreciation Expense", "DEPRECIATN", "NONE"],
  ["420", "Entertainment", "EXPENSE", "INPUT2", { ShowInExpenseClaims: true }],
  ["429", "General Expenses", "EXPENSE", "INPUT2", { Description: "Größere und kleinere Ausgaben" }],
  ["469", "Rent", "OVERHEADS", "EXEMPTINPUT"],
  ["477", "Wages", "EXPENSE", "NONE"],
  ["493", "Travel", "EXPENSE", "INPUT2", { ShowInExpenseClaims: true }],
  ["497", "Bank Revaluations", "EXPENSE", "NONE", system("BANKCURRENCYGAIN")],
  ["498", "Unrealised Currency Gains", "EXPENSE", "NONE", system("UNREALISEDCURRENCYGAIN")],
  ["499", "Realised Currency Gains", "EXPENSE", "NONE", system("REALISEDCURRENCYGAIN")],
  ["610", "Accounts Receivable", "CURRENT", "NONE", system("DEBTORS")],
  ["620", "Prepayments", "PREPAYMENT", "NONE"],
  ["630", "Inventory", "INVENTORY", "NONE"],
  ["710", "Workshop Equipment", "FIXED", "INPUT2"],
  ["711", "Depreciation on Workshop Equipment", "FIXED", "NONE"],
  ["800", "Accounts Payable", "CURRLIAB", "NONE", system("CREDITORS")],
  ["820", "VAT", "CURRLIAB", "NONE", system("GST")],
  ["825", "PAYE Payable", "CURRLIAB", "NONE"],
  ["835", "Directors' Loan Account", "CURRLIAB", "NONE", { EnablePaymentsToAccount: true }],
  ["860", "Rounding", "CURRLIAB", "NONE", system("ROUNDING")],
  ["900", "Long Loan", "TERMLIAB", "NONE"],
  ["950", "Share Capital", "EQUITY", "NONE"],
  ["960", "Retained Earnings", "EQUITY", "NONE", system("RETAINEDEARNINGS")],
  ["999", "Old Balloon Sales", "REVENUE", "OUTPUT2", { Status: "ARCHIVED" }],
];

/** The little one across the sea needs only a few. */
const few = new Set(["090", "200", "310", "404", "429", "499", "610", "800", "820", "950", "960"]);

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

export function fillChart(company: Company, small: boolean): void {
  for (const [code, name, type, tax, rest = {}] of british) {
    if (small && !few.has(code ?? "")) continue;
    const local = small && type === "BANK" ? { CurrencyCode: base(company) } : {};
    company.add("Accounts", {
      ...{ ...(code !== undefined && { Code: code }), Name: name, Status: "ACTIVE", Type: type },
      ...{ TaxType: tax, Class: classes[type], EnablePaymentsToAccount: false, ShowInExpenseClaims: false },
      ...{
        BankAccountType: "",
        ...rest,
        ...local,
        HasAttachments: false,
        AddToWatchlist: rest["AddToWatchlist"] === true,
      },
      ...(rest["ReportingCode"] !== undefined && { ReportingCodeName: "Sale of goods" }),
    });
  }
  for (const [type, name, rate, report, applies] of taxes)
    company.tables.TaxRates.put({
      ...{ Name: name, TaxType: type, ReportTaxType: report },
      ...{ CanApplyToAssets: applies.includes("A"), CanApplyToEquity: applies.includes("Q") },
      ...{ CanApplyToExpenses: applies.includes("E"), CanApplyToLiabilities: applies.includes("L") },
      ...{ CanApplyToRevenue: applies.includes("R"), DisplayTaxRate: rate, EffectiveRate: rate },
      Status: type === "TAX001" ? "DELETED" : "ACTIVE",
      TaxComponents: [{ Name: "VAT", Rate: rate, IsCompound: false, IsNonRecoverable: false }],
    });
  if (small) return;
  category(company, "Region", "ACTIVE", ["North", "South", "Île-de-Cerf-Volant", "東"]);
  category(company, "Workshop", "ACTIVE", ["Frames", "Strings", "Tails"]);
  category(company, "Colour (old)", "ARCHIVED", ["Red", "Blue"]);
  fillItems(company);
}

function category(company: Company, Name: string, Status: string, names: readonly string[]): void {
  const id = company.newId();
  const Options = names.map((option) => ({
    ...{ TrackingOptionID: company.newId(), Name: option, Status: option === "Tails" ? "ARCHIVED" : Status },
    ...{ HasValidationErrors: false, IsDeleted: false, IsArchived: option === "Tails", IsActive: option !== "Tails" },
  }));
  company.tables.TrackingCategories.put({ Name, Status, TrackingCategoryID: id, Options });
}

const goods = words("Delta|Diamond|Box|Sled|Rokkaku|Parafoil|Fighter|Cody|Eddy|Kärntner Drachen|凧");

function fillItems(company: Company): void {
  goods.forEach((name, index) => {
    writeItem(company, {
      ...{ Code: `KITE-${String(index + 1).padStart(2, "0")}`, Name: `${name} kite` },
      ...(index % 3 !== 2 && { Description: `A ${name} kite, ready to fly` }),
      SalesDetails: { UnitPrice: 24.5 + index * 3.3333, AccountCode: "200", TaxType: "OUTPUT2" },
      ...(index % 2 === 0 && {
        PurchaseDescription: `${name} kite from the workshop`,
        PurchaseDetails: { UnitPrice: 11.125 + index, AccountCode: "310", TaxType: "INPUT2" },
      }),
      IsPurchased: index % 2 === 0,
    });
  });
  writeItem(company, {
    Code: "FREE",
    Name: "Sample tail",
    SalesDetails: { UnitPrice: 0, AccountCode: "200" },
    IsPurchased: false,
  });
  writeItem(company, { Code: "BARE" });
  const stock = writeItem(company, {
    ...{ Code: "STOCK-1", Name: "Spool of line", Description: "Spool, 100 m" },
    SalesDetails: { UnitPrice: 8.75, AccountCode: "200", TaxType: "OUTPUT2" },
    PurchaseDetails: { UnitPrice: 3.2, COGSAccountCode: "310", TaxType: "INPUT2" },
  });
  company.save("Items", {
    ...stock,
    ...{ IsTrackedAsInventory: true, InventoryAssetAccountCode: "630", QuantityOnHand: 120, TotalCostPool: 384 },
  });
}
