/** What every division is furnished with, and how the story's words are said here. */
import { readTables } from "../engine/seeding.ts";
import type { Story } from "../engine/story.ts";
import { pick, type Row, rows, text, uuid } from "../engine/values.ts";
import type { Name } from "./models.ts";
import { type Books, date } from "./rules.ts";

export const guidOf = (company: Books, id: unknown): string => uuid(`${company.id} ${text(id)}`);

/** Of codes of VAT, what the story calls them. */
const furniture = `
Units: Code Type
pc|O; hour|T; day|T; kg|W; l|V; m|L; km|L; month|T; g|W; box|O; m2|A
DocumentTypes: ID# Description TypeCategory#
10|Verkoopfactuur|1; 20|Inkoopfactuur|1; 55|Diversen|3
Journals: Code Type# Description Currency account BankName BankAccountIBAN BankAccountBICCode BankAccountDescription
10|10|Kas|EUR|1000; 20|12|Bank|EUR|1200|Voorbeeldbank|NL00XMPL0000000001|XMPLNL2A|Lopende rekening; 21|12|Bank USD|USD|1210
60|22|Inkoop|EUR; 70|20|Verkoop|EUR; 90|90|Memoriaal|EUR
VATCodes: story Code Type VATTransactionType Description
UST19|4|E|S|BTW hoog tarief, exclusief; UST7|6|E|S|BTW laag tarief, exclusief; KASSE19|5|I|S|BTW hoog tarief, inclusief
VST19|1|E|P|BTW te vorderen hoog; VST7|3|E|P|BTW te vorderen laag; RC19|7|B|P|BTW verlegd; FREI|0|N|B|Geen BTW
UST16|9|E|S|BTW oud tarief
`;

export const vatCode = ({ tables }: Books, story: unknown): unknown =>
  tables.VATCodes.find("story", story)?.["Code"] ?? "0  ";

/** The story's types of accounts, and its units. */
const accountTypes: Readonly<Record<string, number>> = {
  ...{ cash: 10, bank: 12, credit_card: 14, accounts_receivable: 20, accounts_payable: 22, vat: 24 },
  ...{ current_assets_input_tax: 24, employees_payable: 25, prepaid_expenses: 26, accrued_expenses: 27 },
  ...{ fixed_asset: 30, non_current_asset: 35, current_asset: 32, capital: 50, retained_earnings: 52 },
  ...{ long_term_liability: 55, revenue: 110, sales: 110, cost_of_goods_sold: 111, direct_costs: 111, cost: 120 },
  ...{ expense: 120, other_expense: 120, overheads: 121, depreciation: 122, employee_costs: 125, other_income: 140 },
  ...{ exchange_rate_income: 160, exchange_rate_expense: 130 },
};
const units: Readonly<Record<string, string>> = {
  ...{ piece: "pc", stück: "pc", hour: "hour", day: "day", kilogram: "kg", litre: "l", metre: "m", kilometre: "km" },
  ...{ month: "month", gram: "g" },
};
export const unitOf = (name: string): string => units[name] ?? "box";

export function furnish(company: Books, story: Story): void {
  const { tables, facts } = company;
  const division = { Code: Number(company.id), Currency: "EUR", Country: "NL ", Current: true, Status: 1 };
  tables.Divisions.put({ ...division, Description: facts["description"] });
  for (const { id, number, name, type, class: kind, status } of story.accounts) {
    const Type = accountTypes[text(type)] ?? 90;
    const isCredit = Type === 35 || (kind !== "asset" && kind !== "expense");
    company.add("GLAccounts", {
      ...{ ID: guidOf(company, id), Code: number, Description: name, Type, BalanceSide: isCredit ? "C" : "D" },
      ...{ BalanceType: kind === "revenue" || kind === "expense" ? "W" : "B", IsBlocked: status !== "active" },
    });
  }
  const add: { readonly [Set in Name]?: (row: Row, code: string) => void } = {
    Units: (row, code) =>
      tables.Units.put({ ...row, ID: uuid(`unit ${code}`), Description: `per ${code}`, Active: true }),
    DocumentTypes: (row) => tables.DocumentTypes.put({ ...row, DocumentIsCreatable: true }),
    Journals: ({ account, ...row }) => {
      const GLAccount = account === undefined ? null : guidOf(company, `acc-${text(account)}`);
      company.add("Journals", { ...row, GLAccount, BankAccountIncludingMask: row["BankAccountIBAN"] });
    },
    VATCodes: (row, code) => addVat(company, { ...row, Code: code.padEnd(3) }, story),
  };
  for (const [name, row] of readTables<Name>(furniture)) add[name]?.(row, text(row["Code"]));
  addTerms(company, story);
  addCosts(company, story);
}

function addVat(company: Books, row: Row, { taxRates }: Story): void {
  const rate = Object.values(taxRates).find(({ code }) => code === row["story"]);
  const Percentage = Number(rate?.percentage ?? 0) / 100;
  const ID = guidOf(company, `vat ${text(row["Code"])}`);
  company.add("VATCodes", { ...row, ID, Percentage, IsBlocked: row["story"] === "UST16" });
  const span = (StartDate: string, EndDate: string | null, part: number) =>
    company.add("VatPercentages", {
      ...{ VATCodeID: ID, StartDate: date(StartDate), EndDate: EndDate && date(EndDate), Percentage: part, Type: 0 },
      LineNumber: 1,
    });
  if (row["story"] === "UST19") span("2012-01-01", "2020-12-31", 0.16);
  span("2021-01-01", null, Percentage);
}

function addTerms(company: Books, { invoices, bills }: Story): void {
  const terms = new Map([...invoices, ...bills].map(({ term }) => [term.code, term]));
  for (const [index, { code, days }] of [...terms.values()].entries())
    company.add("PaymentConditions", {
      ...{ ID: guidOf(company, `term ${code}`), Code: code, Description: `Binnen ${days} dagen`, PaymentDays: days },
      ...{ PaymentMethod: pick(["B", "I", "K"], index), PaymentEndOfMonths: index === 1 ? 1 : 0 },
      ...(index === 0 && { DiscountPercentage: 0.02, DiscountPaymentDays: 8 }),
    });
}

/** Codes repeat across the two, and some are not used any more. */
function addCosts(company: Books, { invoices, bills }: Story): void {
  const add = (name: "Costcenters" | "Costunits", Code: unknown, Description: unknown, more: Row = {}) => {
    const ID = guidOf(company, `${name === "Costcenters" ? "center" : "unit"}-${text(Code)}`);
    company.add(name, { ID, Code, Description, ...more });
  };
  const dimensions = [...invoices, ...bills].flatMap(({ lines }) => lines.flatMap((line) => rows(line.dimensions)));
  for (const { code, name, category_name: category } of new Map(dimensions.map((one) => [one["id"], one])).values())
    add(category === "Kostenstelle" ? "Costcenters" : "Costunits", code, name);
  add("Costunits", company.tables.Costcenters.all()[0]?.["Code"], "Zelfde code");
  add("Costcenters", "OUD", "Vervallen", { EndDate: date("2024-12-31") });
}

/** The cost centre or unit of what has a dimension in the story. */
export function assignedTo({ dimensions }: { readonly dimensions?: unknown }): Row {
  const [first] = rows(dimensions);
  if (first === undefined) return {};
  return { [first["category_name"] === "Kostenstelle" ? "CostCenter" : "CostUnit"]: first["code"] };
}
