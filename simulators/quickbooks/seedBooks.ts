/** Seed data before the first document: accounts, taxes, terms, contacts, items. */
import { times } from "../engine/seeding.ts";
import { pick, type Row, text } from "../engine/values.ts";
import type { Entity } from "./models.ts";
import { type Books, write } from "./rules.ts";

export const ref = (value: unknown) => ({ value: text(value) });
/** One of the active records. */
const isActive = ({ Active, Type }: Row): boolean => Active !== false && Type !== "Category";
export const active = ({ tables }: Books, entity: Entity, index: number): Row =>
  pick(tables[entity].where(isActive), index);
export const refAt = (company: Books, entity: Entity, index: number) => ref(active(company, entity, index)["Id"]);
export const refBy = ({ tables }: Books, entity: Entity, name: string) =>
  ref(tables[entity].find("Name", name)?.["Id"]);
export const codeAt = (company: Books, index: number) =>
  refBy(company, "TaxCode", pick(["20.0% S", "5.0% R", "0.0% Z"], index));

const euro = { CurrencyRef: { value: "EUR", name: "Euro" } };
const chart: readonly (readonly [name: string, type: string, number?: string, more?: Row])[] = [
  ["Checking", "Bank", "1000", { Description: "Main account" }],
  ["Euro Account", "Bank", "1010", euro],
  ["Old Savings", "Bank", "1090", { Active: false }],
  ["Accounts Receivable (A/R)", "Accounts Receivable", "1100"],
  ["Inventory Asset", "Other Current Asset", "1200"],
  ["Shop Fittings", "Fixed Asset", "1500"],
  ["Deposits Paid", "Other Asset"],
  ["Accounts Payable (A/P)", "Accounts Payable", "2000"],
  ["Company Card", "Credit Card", "2100"],
  ["VAT Control", "Other Current Liability", "2200"],
  ["Loan Payable", "Long Term Liability", "2500"],
  ["Retained Earnings", "Equity", "3000"],
  ["Sales of Product Income", "Income", "4000"],
  ["Services", "Income", "4100"],
  ["Interest Earned", "Other Income", "4900"],
  ["Cost of Goods Sold", "Cost of Goods Sold", "5000"],
  ["Rent or Lease", "Expense", "6000"],
  ["Office Supplies", "Expense", "6100"],
  ["Postage", "Expense"],
  ["Penalties", "Other Expense", "6900"],
];
const terms: readonly (readonly [name: string, more: Row])[] = [
  ["Due on receipt", { DueDays: 0 }],
  ["Net 14", { DueDays: 14, DiscountDays: 7, DiscountPercent: 2 }],
  ["Net 30", { DueDays: 30 }],
  ["End of month", { DayOfMonthDue: 31, DueNextMonthDays: 5, DiscountDayOfMonth: 0 }],
  ["Net 90", { DueDays: 90, Active: false }],
];

export function seedBooks(company: Books): void {
  for (const [Name, AccountType, number, more] of chart)
    write(company, "Account", { Name, AccountType, AcctNum: number, CurrencyRef: ref("GBP"), ...more });
  const below = { SubAccount: true, ParentRef: refBy(company, "Account", "Office Supplies") };
  write(company, "Account", { Name: "Ink and Paper", AccountType: "Expense", ...below });
  seedTaxes(company);
  for (const [Name, more] of terms) write(company, "Term", { Name, ...more });
  for (const Name of ["Shop", "Workshop", "Events"]) write(company, "Class", { Name, Active: Name !== "Events" });
  write(company, "Class", { Name: "Repairs", SubClass: true, ParentRef: refBy(company, "Class", "Workshop") });
  for (const Name of ["Harbour Street", "Mill Lane"]) write(company, "Department", { Name });
  times(112, (index) => meet(company, "Customer", index));
  times(22, (index) => meet(company, "Vendor", index + 200));
  times(24, (index) => stock(company, index));
  write(company, "Item", { Name: "Gift boxes", Type: "Category" });
}

/** Untaxed codes have no rates. */
function seedTaxes(company: Books): void {
  const listed = (Name: string, RateValue: number) => {
    const { Id } = write(company, "TaxRate", { Name, RateValue, AgencyRef: ref(1), SpecialTaxType: "NONE" });
    return { TaxRateDetail: [{ TaxRateRef: ref(Id), TaxTypeApplicable: "TaxOnAmount", TaxOrder: 0 }] };
  };
  const code = (Name: string, rate: number, sides: string, more: Row = {}) => {
    const SalesTaxRateList = sides.includes("S") ? listed(`${Name} sales`, rate) : { TaxRateDetail: [] };
    const PurchaseTaxRateList = sides.includes("P") ? listed(`${Name} purchases`, rate) : { TaxRateDetail: [] };
    write(company, "TaxCode", { Name, TaxGroup: true, Taxable: true, SalesTaxRateList, PurchaseTaxRateList, ...more });
  };
  code("20.0% S", 20, "SP", { Description: "Standard" });
  code("5.0% R", 5, "SP");
  code("0.0% Z", 0, "SP");
  code("PVA Import 20.0%", 20, "P");
  code("Export", 0, "S", { Active: false });
  code("20.0% RC CIS", 0, "S");
  write(company, "TaxCode", { Id: "NON", Name: "NON", Description: "NON", TaxGroup: false, Taxable: false });
}

const colours = ["Amber", "Blue", "Copper", "Grey", "Ivory", "Olive", "Scarlet", "Silver"];
const animals = ["Badger", "Curlew", "Hare", "Kite", "Lynx", "Otter", "Plover", "Stoat", "Wren"];
const trades = ["Bakery", "Bikes", "Café", "Gardens", "Optics", "Printers", "Yard"];

const addressAt = (at: number): Row => ({
  Id: text(at),
  Line1: `${at} Sample Row`,
  ...(at % 2 === 0 && { Line2: "Unit B" }),
  Lat: "INVALID",
  City: pick(["Exampleton", "Sampleford", "Testbury"], at),
  PostalCode: `EX${at % 9} 1AA`,
  ...(at % 3 !== 0 && { Country: pick(["United Kingdom", "Ireland", "USA"], at), CountrySubDivisionCode: "EX" }),
});
/** Imported addresses have only lines. */
export const printed = { Line1: "Robin Sample", Line2: "Amber Hare Yard", Line3: "12 Row", Line4: "Exampleton EX1" };

/** Some have only a name, some an address with nothing but an id, some two email addresses in one field. */
function meet(company: Books, entity: "Customer" | "Vendor", index: number): void {
  const isPerson = index % 7 === 3;
  const isBare = index % 6 === 5;
  const animal = `${pick(colours, index)} ${pick(animals, index * 5 + 1)} ${pick(trades, index * 3)} ${index}`;
  const DisplayName = isPerson ? `Robin Sample ${index}` : animal;
  const second = index % 10 === 4 ? `, owner${index}@books.example` : "";
  const phone = (start: string) => ({ FreeFormNumber: `${start}${index}` });
  const reached = {
    PrimaryEmailAddr: { Address: `office${index}@books.example${second}` },
    PrimaryPhone: phone("(01632) 960"),
    ...(index % 3 === 0 && { Mobile: phone("07700 900"), Fax: phone("01632 961"), AlternatePhone: phone("01632 962") }),
    ...(index % 5 === 0 && { WebAddr: { URI: `https://books${index}.example` } }),
    BillAddr: addressAt(index + 1),
    ...(index % 4 === 1 && { ShipAddr: addressAt(index + 2) }),
  };
  write(company, entity, {
    DisplayName,
    ...(isBare ? { BillAddr: { Id: text(index) } } : reached),
    Active: index % 19 !== 11,
    ...(!isPerson && !isBare && { CompanyName: DisplayName }),
    ...(isPerson && { Title: index % 2 === 0 ? "Dr" : "", GivenName: "Robin", FamilyName: `Sample ${index}` }),
  });
}

function stock(company: Books, index: number): void {
  const account = (name: string) => refBy(company, "Account", name);
  const income = account(pick(["Services", "Sales of Product Income"], index));
  const Type = pick(["Service", "NonInventory", "Inventory"], index);
  const counted = { QtyOnHand: index === 2 ? 0 : index * 3, TrackQtyOnHand: true, InvStartDate: company.today() };
  write(company, "Item", {
    Name: `${pick(colours, index)} ${pick(["Lamp", "Stool", "Kettle", "Crate"], index)} ${index}`,
    Type,
    ...(index % 4 !== 1 && { Sku: `SKU-${1000 + index}`, SalesTaxIncluded: index % 8 === 0 }),
    UnitPrice: 12.5 + index * 3.25,
    IncomeAccountRef: income,
    ...(Type !== "Service" && { PurchaseCost: 5 + index, ExpenseAccountRef: account("Cost of Goods Sold") }),
    ...(index % 3 === 0 && { SalesTaxCodeRef: codeAt(company, index) }),
    Active: index !== 20,
    ...(Type === "Inventory" && { ...counted, AssetAccountRef: account("Inventory Asset") }),
  });
}
