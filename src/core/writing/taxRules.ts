/** Recognises the tax codes that stand for a reason why there is no tax, by the names that vendors and their users give them. */

import type { AcceptedWords, FieldTable } from "../../contract/connector.ts";
import { type Fields, isWritable, textIn } from "./bodyLines.ts";

const withinUnion = /\b(?:eu|ec|ic)\b|\bintra|innergemeinschaftlich/i;

/** Words of the rules in the languages of the target systems. A name has to match all patterns of a rule. */
const namesOfRules: Readonly<Record<string, readonly RegExp[]>> = {
  REVERSE_CHARGE: [/reverse.?charge|\brc\b|verlegd|steuerschuld|13 ?b\b|autoliquidation|cocont|omvendt|omvänd/i],
  CONSTRUCTION_SERVICE: [/bauleistung|construction|\brc cis\b|travaux immobiliers/i],
  INTRACOMMUNITY_GOODS: [withinUnion, /goods|waren|goederen|biens|varer|lieferung|leveringen|\bg\b|\bm\b/i],
  INTRACOMMUNITY_SERVICE: [withinUnion, /service|leistung|diensten|ydelser|\bs\b/i],
  EXPORT_GOODS: [/export|ausfuhr|drittl|buiten de eu|utførsel|eksport|outside|rest of world/i],
  EXPORT_SERVICE: [/export|drittl|buiten de eu|utførsel|eksport|outside|rest of world/i],
  TAXFREE: [/exempt|tax.?free|steuerfrei|vrijgesteld|exonér|momsfri|fritatt|utenfor/i],
};

const ordinaryRules: ReadonlySet<string> = new Set(["NET", "GROSS", "DEFAULT", "NONE"]);

/** Other bodies call the same rules by these names. */
const otherNames: Readonly<Record<string, string>> = {
  FREETAX: "TAXFREE",
  INTRACOMMUNITY: "INTRACOMMUNITY_GOODS",
  CONSTRUCTIONSERVICE: "CONSTRUCTION_SERVICE",
  EXTERNALSERVICE: "INTRACOMMUNITY_SERVICE",
  THIRDPARTYCOUNTRYSERVICE: "EXPORT_SERVICE",
  THIRDPARTYCOUNTRYDELIVERY: "EXPORT_GOODS",
  REVERSECHARGE: "REVERSE_CHARGE",
  EXPORT: "EXPORT_GOODS",
};

/** The document's reason for no tax, if the target system does not store the rule itself. */
export function ruleToResolve(document: Fields, table: FieldTable, accepts: AcceptedWords): string | undefined {
  const word = textIn(document, "taxRule");
  if (word === undefined || ordinaryRules.has(word)) return undefined;
  const isStored = isWritable(table, "taxRule") && (accepts["taxRule"]?.includes(word) ?? true);
  const rule = otherNames[word] ?? word;
  return isStored || namesOfRules[rule] === undefined ? undefined : rule;
}

export const isNamedAfter = (rule: string, name: string | undefined): boolean =>
  name !== undefined && (namesOfRules[rule]?.every((pattern) => pattern.test(name)) ?? false);

/** Whether a code stands for a reason other than this rule. Codes whose names say no reason fit every rule. */
export const isNamedAfterAnother = (rule: string, name: string | undefined): boolean =>
  !isNamedAfter(rule, name) && Object.keys(namesOfRules).some((other) => isNamedAfter(other, name));
