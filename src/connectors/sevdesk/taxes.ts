/** Tax rules and rates. A document has one rule, and each of its lines a rate that the rule allows. */
import { cannotStore } from "../../contract/failure.ts";
import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { readCached } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { idIn, recordsIn, referenceTo } from "./conventions.ts";
import type { Figure, Guidance, GuidanceRule, Reply, Taxed, Text } from "./types.ts";

/** Accounts with the rules and rates that they may be used with. Only bookkeeping system 2.0 has them. */
export const readGuidance = async (session: Session): Promise<readonly Guidance[]> =>
  recordsIn((await session.read("/ReceiptGuidance/forAllAccounts")) as Reply<Guidance>);

/** The same for writes. It hardly ever changes. */
export const cachedGuidance = (session: Session): Promise<readonly Guidance[]> =>
  readCached(session, "receipt guidance", () => readGuidance(session));

/** The rules of sales documents. Rule 1 is written for prices with tax, too. */
const salesRules = {
  "1": "NET",
  "1 with prices that include tax": "GROSS",
  "2": "EXPORT_GOODS",
  "3": "INTRACOMMUNITY_GOODS",
  "4": "TAXFREE",
  "5": "REVERSE_CHARGE",
  "11": "SMALL_BUSINESS_EXEMPTION",
  "17": "NON_DOMESTIC_SERVICE",
  "18": "OSS_GOODS",
  "19": "OSS_ELECTRONIC_SERVICES",
  "20": "OSS_SERVICES",
  "21": "INTRACOMMUNITY_SERVICE",
} as const;
const purchaseRules = {
  "8": "INTRACOMMUNITY_GOODS",
  "9": "NET",
  "12": "REVERSE_CHARGE",
  "13": "REVERSE_CHARGE",
  "14": "INTRACOMMUNITY_SERVICE",
} as const;
/** Rules of other records than sales and purchases, and expenses without deduction: the contract has no word for them. */
const rulesWithoutWord = ["10", "15", "16", "22"];

/** The tax types of bookkeeping system 1.0. */
const taxTypes = {
  default: "NET",
  eu: "INTRACOMMUNITY_GOODS",
  noteu: "NON_DOMESTIC_SERVICE",
  ss: "SMALL_BUSINESS_EXEMPTION",
} as const;
const typesWithoutWord = ["custom"];

const sales = vocabulary({ ...salesRules, ...taxTypes });
const purchases = vocabulary({ ...purchaseRules, ...taxTypes });

const ruleOf = ({ taxRule, taxType }: Taxed): Text => idIn(taxRule) ?? taxType;
const without = [...rulesWithoutWord, ...typesWithoutWord];

export const salesRule = sales.read((document: Taxed & { readonly showsGross?: boolean }) => ruleOf(document), without);
export const purchaseRule = purchases.read(ruleOf, without);

type Side = "INVOICE" | "BILL";
const words = { INVOICE: vocabulary(salesRules), BILL: vocabulary(purchaseRules) };
const typeWords = vocabulary(taxTypes);
/** The words that a body may have. */
export const salesRuleWords = words.INVOICE.checkOnly;

const percentages: Readonly<Record<string, number>> = {
  ZERO: 0,
  SEVEN: 7,
  NINETEEN: 19,
};

/** Rates that no word is known for are left out: sevdesk then decides itself. */
const ratesOf = ({ taxRates }: GuidanceRule): readonly number[] | undefined => {
  const known = (taxRates ?? []).map((word) => percentages[word]);
  return known.some((rate) => rate === undefined) ? undefined : (known as readonly number[]);
};

interface Choice {
  readonly side: Side;
  /** The contract's word, if the body has one. */
  readonly word: string | undefined;
  /** The rule that the tax codes of the lines name. */
  readonly coded?: string | undefined;
  /** The rate of each line, by its field. */
  readonly rates: ReadonlyMap<string, number | undefined>;
  /** The accounts of the lines, for bills. */
  readonly accounts?: readonly string[];
}

const defaults = { INVOICE: ["1", "11"], BILL: ["9"] } as const;
const receiptTypes = { INVOICE: "REVENUE", BILL: "EXPENSE" } as const;

/** The rule of a new document: the one in the body, the company's usual one, or the only one that its accounts allow. */
export function chooseRule(guidance: readonly Guidance[], choice: Choice): GuidanceRule {
  const { side, word, coded, accounts } = choice;
  const concerned = guidance.filter(
    ({ accountDatevId, allowedReceiptTypes }) =>
      (allowedReceiptTypes ?? []).includes(receiptTypes[side]) &&
      (accounts === undefined || accounts.includes(String(accountDatevId))),
  );
  const allowed = rulesIn(concerned, accounts !== undefined);
  const worded =
    word === undefined || word === "NET" || word === "GROSS" ? undefined : words[side].write(word, "taxRule");
  if (worded !== undefined && coded !== undefined && worded !== coded)
    throw cannotStore(`The tax codes of the lines belong to sevdesk's tax rule ${coded}, not to ${word}.`, "taxRule");
  const id = coded ?? worded;
  // The guidance has no rules that are for sales documents only.
  const named = id === undefined ? undefined : (allowed.find((rule) => String(rule.id) === id) ?? { id: Number(id) });
  const usual = defaults[side].map((wanted) => allowed.find((rule) => String(rule.id) === wanted)).find(Boolean);
  const only = allowed.length === 1 ? allowed[0] : undefined;
  const rule = named ?? usual ?? only;
  if (rule === undefined)
    throw cannotStore(
      `sevdesk needs a tax rule for these lines. Send one of ${allowed.map(shown).join("; ") || "its tax rules"} as taxRule.`,
      "taxRule",
    );
  if (accounts !== undefined && id !== undefined && !allowed.some((each) => String(each.id) === id))
    throw cannotStore(
      `The accounts of the lines do not allow the tax rule ${word ?? id} in sevdesk. They allow ${allowed.map(shown).join("; ")}.`,
      "taxRule",
    );
  checkRates(rule, choice);
  return rule;
}

/** All rules that some account allows, or those that all of them allow. */
function rulesIn(guidance: readonly Guidance[], isCommon: boolean): readonly GuidanceRule[] {
  const rules = new Map<number, GuidanceRule>();
  for (const { allowedTaxRules } of guidance) for (const rule of allowedTaxRules ?? []) rules.set(rule.id, rule);
  return [...rules.values()].filter(
    ({ id }) => !isCommon || guidance.every(({ allowedTaxRules }) => allowedTaxRules?.some((rule) => rule.id === id)),
  );
}

const shown = ({ id, description }: GuidanceRule): string => (description ? `${id} (${description})` : String(id));

function checkRates(rule: GuidanceRule, { rates }: Choice): void {
  const allowed = rule.taxRates ? ratesOf(rule) : undefined;
  if (allowed === undefined) return;
  for (const [field, rate] of rates)
    if (rate !== undefined && !allowed.includes(rate))
      throw cannotStore(
        `sevdesk's tax rule ${shown(rule)} allows the rates ${allowed.map((each) => `${each} %`).join(", ")}. Send one of them as ${field}, or another taxRule.`,
        field,
      );
}

/** The rate of a line that names none: the only one that its rule allows. */
export const onlyRate = (rule: GuidanceRule): number | undefined => {
  const allowed = rule.taxRates ? ratesOf(rule) : undefined;
  return allowed?.length === 1 ? allowed[0] : undefined;
};

export const ruleReference = ({ id }: GuidanceRule): object => ({ taxRule: referenceTo("TaxRule", id) });

/** Bookkeeping system 1.0. */
export const taxTypeOf = (word: string | undefined): object => ({
  taxType: word === undefined || word === "NET" || word === "GROSS" ? "default" : typeWords.write(word, "taxRule"),
});

interface Rate {
  readonly id: string;
  readonly rule: GuidanceRule;
  readonly percentage: number;
}

const sideOf = ({ rule }: Rate): Side | undefined => {
  if (String(rule.id) in salesRules) return "INVOICE";
  return String(rule.id) in purchaseRules || rule.id === 10 ? "BILL" : undefined;
};

const rate = mapping<TaxRateRecord, Rate>({
  ...values({ id: "id", code: "id", name: "rule.description", percentage: "percentage" }),
  usage: sideOf,
});

/** The code of a rate: its rule and its percentage. */
const codeOf = (rule: string | number, percentage: number): string => `${rule}-${percentage}`;

/** The tax code of a line, from the document's rule and its own rate. */
export const lineTaxCode = (rule: string | undefined, rate: Figure): string | undefined => {
  const percentage = amount(rate);
  return rule === undefined || percentage === undefined ? undefined : codeOf(rule, percentage);
};

/** Each rate of each rule that the company's accounts allow. */
const ratesIn = (guidance: readonly Guidance[]): readonly Rate[] =>
  rulesIn(guidance, false).flatMap((rule) =>
    (ratesOf(rule) ?? []).map((percentage) => ({ id: codeOf(rule.id, percentage), rule, percentage })),
  );
const readRates = async (session: Session): Promise<readonly Rate[]> => ratesIn(await readGuidance(session));

interface CodedLine {
  readonly code?: string;
  readonly rate?: number;
}

interface Decoded<Line> {
  /** With the rates of their codes. */
  readonly lines: readonly Line[];
  /** The only rule of all codes. */
  readonly coded: string | undefined;
}

/** The rule and the rates that the tax codes of lines stand for. */
export function decoded<Line extends CodedLine>(lines: readonly Line[], guidance: readonly Guidance[]): Decoded<Line> {
  let coded: string | undefined;
  const found = lines.map((line, index) => {
    if (line.code === undefined) return line;
    const field = `lineItems[${index}].taxCode`;
    const rates = ratesIn(guidance);
    const { rule, percentage } = rates.find(({ id }) => id === line.code) ?? {};
    if (rule === undefined || percentage === undefined)
      throw cannotStore(
        `sevdesk has no tax code "${line.code}". Use one of ${rates.map(({ id }) => id).join(", ") || "none"}.`,
        field,
      );
    if (coded !== undefined && coded !== String(rule.id))
      throw cannotStore("A document has one tax rule in sevdesk. Send tax codes of the same rule.", field);
    if (line.rate !== undefined && line.rate !== percentage)
      throw cannotStore(`The tax code ${line.code} has the rate ${percentage} %, not ${line.rate} %.`, field);
    coded = String(rule.id);
    return { ...line, rate: percentage };
  });
  return { lines: found, coded };
}

export const taxRates = operationsOf(
  "taxRates",
  inMemoryReads<TaxRateRecord, Rate>({
    read: readRates,
    map: rate,
    id: ({ id }) => id,
    raw: ({ rule }) => rule,
    rules: [
      "A document has one tax rule, and each line a rate that the rule allows. Each combination is a tax rate, with the rule's number before the dash. They come from the accounts of bookkeeping system 2.0.",
      "Lines take taxRatePercentage or taxCode, and documents taxRule. Without a rule a document has the company's usual one.",
    ],
  }),
);
