/** What every division is furnished with, and how the story's words are said here. */
import { uuid } from "../engine/values.ts";
import type { Books } from "./rules.ts";

export const vatCodes: readonly (readonly [story: string, code: string, type: string, use: string, name: string])[] = [
  ["UST19", "4  ", "E", "S", "BTW hoog tarief, exclusief"],
  ["UST7", "6  ", "E", "S", "BTW laag tarief, exclusief"],
  ["KASSE19", "5  ", "I", "S", "BTW hoog tarief, inclusief"],
  ["VST19", "1  ", "E", "P", "BTW te vorderen hoog"],
  ["VST7", "3  ", "E", "P", "BTW te vorderen laag"],
  ["RC19", "7  ", "B", "P", "BTW verlegd"],
  ["FREI", "0  ", "N", "B", "Geen BTW"],
  ["UST16", "9  ", "E", "S", "BTW oud tarief"],
];
export const vatCode = (story: string): string => vatCodes.find(([one]) => one === story)?.[1] ?? "0  ";

export const journals: readonly (readonly [code: string, type: number, name: string, account?: string])[] = [
  ["10", 10, "Kas", "1000"],
  ["20", 12, "Bank", "1200"],
  ["21", 12, "Bank USD", "1210"],
  ["60", 22, "Inkoop"],
  ["70", 20, "Verkoop"],
  ["90", 90, "Memoriaal"],
];

/** The story's types of accounts. */
export const accountTypes: Readonly<Record<string, number>> = {
  ...{ cash: 10, bank: 12, credit_card: 14, accounts_receivable: 20, accounts_payable: 22, vat: 24 },
  ...{ current_assets_input_tax: 24, employees_payable: 25, prepaid_expenses: 26, accrued_expenses: 27 },
  ...{ fixed_asset: 30, non_current_asset: 35, current_asset: 32, capital: 50, retained_earnings: 52 },
  ...{ long_term_liability: 55, revenue: 110, sales: 110, cost_of_goods_sold: 111, direct_costs: 111, cost: 120 },
  ...{ expense: 120, other_expense: 120, overheads: 121, depreciation: 122, employee_costs: 125, other_income: 140 },
  ...{ exchange_rate_income: 160, exchange_rate_expense: 130 },
};

const units: Readonly<Record<string, readonly [code: string, type: string]>> = {
  ...{ piece: ["pc", "O"], stück: ["pc", "O"], hour: ["hour", "T"], day: ["day", "T"], kilogram: ["kg", "W"] },
  ...{ litre: ["l", "V"], metre: ["m", "L"], kilometre: ["km", "L"], month: ["month", "T"], gram: ["g", "W"] },
};
export const unitOf = (name: string): string => units[name]?.[0] ?? "box";

export function furnish(company: Books): void {
  const { tables } = company;
  for (const [code, type] of [...new Map(Object.values(units)), ["box", "O"] as const, ["m2", "A"] as const])
    tables.Units.put({ ID: uuid(`unit ${code}`), Code: code, Description: `per ${code}`, Type: type, Active: true });
  for (const [ID, Description] of [
    [10, "Verkoopfactuur"],
    [20, "Inkoopfactuur"],
    [55, "Diversen"],
  ] as const)
    tables.DocumentTypes.put({ ID, Description, DocumentIsCreatable: true, TypeCategory: ID === 55 ? 3 : 1 });
  tables.Divisions.put({
    ...{ Code: Number(company.id), Description: company.facts["description"], Currency: "EUR", Country: "NL " },
    ...{ Current: true, Status: 1 },
  });
}
