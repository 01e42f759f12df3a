/** Fixed lists: accounts with tax rules, units, countries. */
import type { Row } from "../engine/values.ts";

const rule = (id: number, name: string, description: string, ...taxRates: readonly string[]): Row => ({
  name,
  id,
  description,
  taxRates,
});
const all = ["ZERO", "SEVEN", "NINETEEN"];
const income = [
  rule(1, "USTPFL_UMS_EINN", "Umsatzsteuerpflichtige Umsätze", ...all),
  rule(2, "AUSFUHREN", "Ausfuhren", "ZERO"),
  rule(3, "INNERGEM_LIEF", "Innergemeinschaftliche Lieferungen", ...all),
  rule(4, "STFREIE_UMS_P4", "Steuerfreie Umsätze §4 UStG", "ZERO"),
  rule(5, "REV_CHARGE_13B_1", "Reverse Charge gem. §13b UStG", "ZERO"),
];
const expense = [
  rule(8, "INNERGEM_ERWERB", "Innergemeinschaftliche Erwerbe", ...all),
  rule(9, "VORST_ABZUGSF_AUFW", "Vorsteuerabziehbare Aufwendungen", ...all),
  rule(
    12,
    "REV_CHARGE_13B_MIT_VORST_ABZUG_0",
    "Reverse Charge gem. §13b Abs. 2 UStG mit Vorsteuerabzug 0% (19%)",
    "ZERO",
  ),
  rule(14, "REV_CHARGE_13B_EU_0", "Reverse Charge gem. §13b Abs. 1 EU Umsätze 0% (19%)", "ZERO"),
];
const notTaxable = rule(16, "NICHT_STEUERBAR_EXPENSE", "z.B. Privateinlagen oder Eigenverbrauch", "ZERO");

interface Listed {
  readonly id: number;
  readonly number: string;
  readonly name: string;
}

const account = ({ id, number, name }: Listed, rules: readonly Row[], ...types: readonly string[]): Row => ({
  accountDatevId: id,
  accountNumber: number,
  accountName: name,
  description: `Konto für ${name}`,
  allowedTaxRules: rules,
  allowedReceiptTypes: types,
});

const expenses = ["Wareneinkauf", "Miete", "Bürobedarf", "Telefon", "Reisekosten", "Werbung", "Fortbildung", "Porto"];
const revenues = ["Umsatzerlöse", "Provisionserlöse", "Sonstige Erträge", "Mieterträge"];
const varieties = ["Inland", "Europa", "Übersee", "Messe", "Filiale", "Lager", "Versand", "Werkstatt"];

export const guidance: readonly Row[] = [
  ...expenses.flatMap((name, at) =>
    varieties.map((variety, index) =>
      account(
        { id: 4000 + at * 10 + index, number: String(4900 + at * 10 + index), name: `${name} ${variety}` },
        expense,
        "EXPENSE",
      ),
    ),
  ),
  ...revenues.map((name, at) => account({ id: 27 + at, number: String(8400 + at), name }, income, "REVENUE")),
  account({ id: 2571, number: "1525", name: "Kautionen" }, [notTaxable], "EXPENSE"),
  account(
    { id: 2578, number: "1590", name: "Durchlaufende Posten" },
    [notTaxable, rule(22, "NICHT_STEUERBAR_REVENUE", "z.B. Durchlaufende Posten", "ZERO")],
    "REVENUE",
    "EXPENSE",
  ),
];

const unit = (id: string, name: string, translationCode: string, uneceTradeUnitCode: string): Row => ({
  id,
  objectName: "Unity",
  name,
  translationCode,
  uneceTradeUnitCode,
});
export const units: readonly Row[] = [
  unit("1", "Stk", "UNITY_PIECE", "C62"),
  unit("2", "m²", "UNITY_SQUARE_METER", "MTK"),
  unit("3", "m", "UNITY_METER", "MTR"),
  unit("4", "kg", "UNITY_KILOGRAM", "KGM"),
  unit("7", "pauschal", "UNITY_BLANKET", "LS"),
  unit("9", "Std", "UNITY_HOUR", "HUR"),
  unit("10", "km", "UNITY_KILOMETER", "KMT"),
  unit("13", "Tag(e)", "UNITY_DAYS", "DAY"),
];

export const countries: readonly Row[] = [
  ["1", "de", "Deutschland", "Germany"],
  ["2", "ch", "Schweiz", "Switzerland"],
  ["3", "at", "Österreich", "Austria"],
  ["4", "nl", "Niederlande", "Netherlands"],
  ["5", "fr", "Frankreich", "France"],
].map(([id, code, name, nameEn]) => ({ id, objectName: "StaticCountry", code, name, nameEn }));

const words: Readonly<Record<string, number>> = { ZERO: 0, SEVEN: 7, NINETEEN: 19 };

/** The rates that a tax rule allows. Undefined for rules that no account has. */
export function ratesOf(ruleId: string): readonly number[] | undefined {
  for (const { allowedTaxRules } of guidance as readonly { readonly allowedTaxRules: readonly Row[] }[])
    for (const each of allowedTaxRules)
      if (String(each["id"]) === ruleId) return (each["taxRates"] as readonly string[]).map((word) => words[word] ?? 0);
  return undefined;
}
