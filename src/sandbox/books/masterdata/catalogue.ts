/** Items, units, payment terms, dimensions and projects, which documents refer to. */
import { Big } from "big.js";
import { addDays, type Calendar } from "../basics/calendar.ts";
import { at } from "../basics/random.ts";
import type { NativeRecord } from "../basics/types.ts";
import { accountId, type TaxRate, taxRates } from "./chart.ts";

export interface Item {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly unit: string;
  readonly isService: boolean;
  readonly purchasePrice: Big;
  readonly salesPrice: Big;
  readonly sales: TaxRate;
  readonly input: TaxRate;
  readonly expenseAccount: string;
  readonly incomeAccount: string;
}

const services = new Set(["day", "hour", "kilometre", "month", "night", "percentage", "not_unit"]);

/** Name, unit, purchase price, sales price, and "reduced" for the lower tax. */
const itemTable: readonly (readonly [string, string, string, string, "reduced"?])[] = [
  ["Bergkäse am Stück", "kilogram", "9.80", "16.90", "reduced"],
  ["Wanderstiefel »Gipfelstürmer«", "piece", "61.20", "129.00"],
  ["Rucksack 30 l, moosgrün", "stück", "34.50", "79.90"],
  ["Beratung vor Ort", "hour", "48.00", "95.00"],
  ["Schulungstag", "day", "320.00", "780.00"],
  ["Wartungspauschale", "month", "12.00", "49.00"],
  ["Übernachtung Berghütte", "night", "28.00", "54.00", "reduced"],
  ["Anfahrt", "kilometre", "0.19", "0.52"],
  ["Versicherungszuschlag", "percentage", "0.50", "1.25"],
  ["Kostenloses Muster", "not_unit", "0.00", "0.00"],
  ["Brennholz, ofenfertig", "cubic_metre", "62.00", "98.00", "reduced"],
  ["Safran", "gram", "2.1525", "4.995", "reduced"],
  ["Apfelsaft, naturtrüb", "litre", "0.85", "1.95"],
  ["Kletterseil 9,8 mm", "metre", "1.15", "2.49"],
  ["Vanillemark", "milligram", "0.0042", "0.0125", "reduced"],
  ["Enzianessenz", "millilitre", "0.112", "0.295"],
  ["Teebeutel, 20er", "pack", "1.10", "3.25", "reduced"],
  ["Filzteppich", "square_metre", "22.40", "48.50"],
  ["Kies, gewaschen", "tonne", "14.80", "32.00"],
  ["Gutschein-Einheit", "unit", "8.00", "10.00"],
  ["Reiseführer »Höhenwege«", "piece", "9.20", "18.50", "reduced"],
  ["Trinkflasche, Edelstahl", "piece", "6.40", "17.95"],
  ["Stirnlampe", "stück", "11.30", "29.95"],
  ["Kartenmaterial 1:25 000", "piece", "4.10", "9.80", "reduced"],
  ["Softwarelizenz, Jahr", "unit", "180.00", "299.00"],
];

export const items: readonly Item[] = itemTable.map(([name, unit, purchase, sales, reduced], index) => {
  const isService = services.has(unit);
  return {
    id: `item-${index + 1}`,
    number: `A-${String(1001 + index)}`,
    name,
    unit,
    isService,
    purchasePrice: new Big(purchase),
    salesPrice: new Big(sales),
    sales: reduced ? taxRates.sales7 : taxRates.sales19,
    input: reduced ? taxRates.input7 : taxRates.input19,
    expenseAccount: isService ? "3100" : reduced ? "3300" : "3400",
    incomeAccount: reduced ? "8300" : "8400",
  };
});

export function itemRecords(time: Calendar): NativeRecord[] {
  return items.map((item, index) => ({
    id: item.id,
    asset_account_id: item.isService ? null : accountId("0980"),
    expense_account_id: accountId(item.expenseAccount),
    income_account_id: accountId(item.incomeAccount),
    inventory_start_date: item.isService ? null : time.start,
    item_number: item.number,
    name: item.name,
    price_includes_tax: false,
    stock_count: item.isService ? null : String((index * 37) % 400),
    tax_code: item.sales.code,
    tax_rate_percentage: item.sales.percentage,
    type: item.isService ? "service" : "product",
    unit_name: item.unit,
    unit_purchase_price: item.purchasePrice.toString(),
    unit_sales_price: item.salesPrice.toString(),
    created_at: time.instant(time.start, item.id),
    updated_at: time.instant(time.before(index * 11), item.id),
  }));
}

export function unitRecords(time: Calendar): NativeRecord[] {
  return [...new Set(items.map(({ unit }) => unit))].map((unit) => ({
    id: `unit-${unit}`,
    code: unit.slice(0, 3).toUpperCase(),
    description: `Einheit »${unit.replaceAll("_", " ")}«`,
    type: services.has(unit) ? "service" : "quantity",
    created_at: time.instant(time.start, unit),
    updated_at: time.instant(time.start, unit),
  }));
}

export interface PaymentTerm {
  readonly id: string;
  readonly code: string;
  readonly days: number;
}

/** Code, name, days until payment, method, then the days and percentages of the discounts. */
const termTable: readonly (readonly [
  string,
  string,
  number,
  string,
  (readonly [number, string])?,
  (readonly [number, string])?,
])[] = [
  ["SOFORT", "Sofort zahlbar", 0, "cash"],
  ["14T", "14 Tage netto", 14, "bank_transfer"],
  ["30T2", "30 Tage netto, 10 Tage 2 %", 30, "bank_transfer", [10, "2"]],
  ["30T32", "30 Tage netto, 8 Tage 3 %, 14 Tage 2 %", 30, "bank_transfer", [8, "3"], [14, "2"]],
  ["LAST", "Lastschrift nach 14 Tagen", 14, "automatic_bank_withdrawal"],
  ["DIENST", "Zahlungsdienst, 14 Tage", 14, "payment_service_provider"],
];

const terms: readonly PaymentTerm[] = termTable.map(([code, , days]) => ({
  id: `term-${code.toLowerCase()}`,
  code,
  days,
}));

/** The terms of ordinary documents: payable some days after the document date. */
export const transferTerms = terms.slice(1, 4);
export const cashTerm = at(terms, 0);
export const debitTerm = at(terms, 4);

export function paymentTermRecords(time: Calendar): NativeRecord[] {
  const stamps = { created_at: time.instant(time.start, "terms"), updated_at: time.instant(time.start, "terms") };
  const inDays = termTable.map(([code, name, days, method, first, second]) => ({
    id: `term-${code.toLowerCase()}`,
    code,
    name,
    description: first ? `${name} bei Zahlung innerhalb der Frist` : null,
    due_type: "due_in_days",
    payment_days: days,
    discount_days: first?.[0] ?? null,
    discount_days2: second?.[0] ?? null,
    discount_percentage: first?.[1] ?? null,
    discount_percentage2: second?.[1] ?? null,
    discount_periods: [],
    payment_method: method,
    ...stamps,
  }));
  const asPeriod = {
    id: "term-halb",
    code: "HALB",
    name: "Zur Monatsmitte und zum Monatsende",
    description: "Rechnungen der ersten Monatshälfte am Ende, die der zweiten zur Mitte des Folgemonats",
    due_type: "due_as_period",
    discount_periods: [
      { invoice_range: "1-15", discount_deadline: "20", discount_deadline2: "25", payment_deadline: "30" },
      { invoice_range: "16-31", discount_deadline: "5", discount_deadline2: "10", payment_deadline: "15" },
    ],
    discount_percentage: "2",
    discount_percentage2: "1",
    payment_method: "bank_transfer",
    ...stamps,
  };
  return [...inDays, asPeriod];
}

export type Dimension = Readonly<Record<"id" | "category_name" | "code" | "name", string>>;

export const dimensions: readonly Dimension[] = [
  ["Kostenstelle", "100", "Verwaltung"],
  ["Kostenstelle", "200", "Vertrieb Süd"],
  ["Kostenstelle", "210", "Vertrieb Übersee"],
  ["Kostenstelle", "300", "Lager"],
  ["Kostenträger", "K10", "Käse & Küche"],
  ["Kostenträger", "K20", "Ausrüstung"],
  ["Kostenträger", "K30", "Führungen"],
  ["Kostenträger", "K99", "Eingestellt"],
].map(([category = "", code = "", name = ""]) => ({
  id: `dim-${code.toLowerCase()}`,
  category_name: category,
  code,
  name,
}));

export function dimensionRecords(time: Calendar): NativeRecord[] {
  return dimensions.map((dimension) => ({
    ...dimension,
    status: dimension.code === "K99" ? "archived" : "active",
    created_at: time.instant(time.start, dimension.id),
    updated_at: time.instant(time.start, dimension.id),
  }));
}

/** Code, name, days since it began, its length, and the project that it belongs to. */
const projectTable: readonly (readonly [string, string, number, number | null, string?])[] = [
  ["HUETTE", "Umbau Berghütte", 360, null],
  ["HUETTE-DACH", "Dach der Berghütte", 300, 120, "HUETTE"],
  ["HUETTE-KUECHE", "Küche der Berghütte", 120, null, "HUETTE"],
  ["WEBSHOP", "Neuer Webshop", 200, 90],
  ["MESSE", "Messeauftritt »Draußen«", 90, 5],
  ["INTERN", "Interne Arbeiten", 365, null],
];

export const projectIds = projectTable.map(([code]) => `prj-${code.toLowerCase()}`);

export function projectRecords(time: Calendar, contactIds: readonly string[]): NativeRecord[] {
  return projectTable.map(([code, name, age, length, parent], index) => {
    const start = time.before(age);
    const end = length === null ? null : addDays(start, length);
    const isClosed = end !== null && end < time.day;
    return {
      id: `prj-${code.toLowerCase()}`,
      code,
      contact_id: code === "INTERN" ? null : (contactIds[index] ?? null),
      currency: "EUR",
      description: parent ? `Teilprojekt von ${parent}` : name,
      end_date: end,
      name,
      number: String(index + 1),
      parent_project_id: parent ? `prj-${parent.toLowerCase()}` : null,
      status: isClosed ? "closed" : "active",
      start_date: start,
      created_at: time.instant(start, code),
      updated_at: time.instant(isClosed ? time.noLater(end) : start, code),
    };
  });
}
