/** The tax rules of invoices and bills: which parties they apply to, and their effect on the tax. */
import { at } from "../basics/random.ts";
import type { Party, Region } from "./parties.ts";

export interface TaxRule {
  readonly name: string;
  readonly region: Region;
  readonly isTaxed: boolean;
  readonly isReverseCharge: boolean;
  readonly text: string | null;
}

const reverseText = "Steuerschuldnerschaft des Leistungsempfängers";

const table: readonly (readonly [string, Region, "taxed" | "free" | "reverse", string?])[] = [
  ["gross", "domestic", "taxed"],
  ["taxfree", "domestic", "free", "Steuerfrei nach § 4 UStG"],
  ["intracommunity_goods", "union", "reverse", "Steuerfreie innergemeinschaftliche Lieferung"],
  ["export_goods", "abroad", "free", "Steuerfreie Ausfuhrlieferung"],
  ["intracommunity_service", "union", "reverse", reverseText],
  ["export_service", "abroad", "free", "Nicht steuerbare Leistung"],
  ["reverse_charge", "union", "reverse", reverseText],
  ["construction_service", "domestic", "reverse", reverseText],
  ["photovoltaic_equipment", "domestic", "free", "Nullsteuersatz nach § 12 Abs. 3 UStG"],
  ["small_business_exemption", "domestic", "free", "Kein Ausweis von Umsatzsteuer nach § 19 UStG"],
  ["non_domestic_service", "abroad", "free", "Im Inland nicht steuerbare Leistung"],
  ["oss_goods", "union", "taxed"],
  ["oss_electronic_services", "union", "taxed"],
  ["oss_services", "union", "taxed"],
];

const special: readonly TaxRule[] = table.map(([name, region, tax, text]) => ({
  name,
  region,
  isTaxed: tax === "taxed",
  isReverseCharge: tax === "reverse",
  text: text ?? null,
}));

const net: TaxRule = { name: "net", region: "domestic", isTaxed: true, isReverseCharge: false, text: null };

export const ruleNamed = (wanted: string): TaxRule | undefined => [net, ...special].find(({ name }) => name === wanted);

/** Every fourth document has a special tax rule. */
export const ruleFor = (index: number): TaxRule => (index % 4 === 3 ? at(special, (index - 3) / 4) : net);

/** A party that the rule applies to, so that exports go abroad. */
export const partyFor = (parties: readonly Party[], rule: TaxRule, index: number): Party =>
  at(
    parties.filter(({ region }) => region === rule.region),
    index,
  );

/** The text about the tax on the document. */
export const textOf = (ruleName: string): string | null => special.find(({ name }) => name === ruleName)?.text ?? null;
