/** Taxes: a line has one of three categories, whose percentages depend on the country, or a percentage of its own. */
import type { TaxChoice } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { readCached } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { allProjects } from "./projects.ts";
import type { Line, Product } from "./types.ts";

const categories = ["standard", "reduced", "exempt"];

/** A percentage of the line's own is no code. */
const wordIn = ({ taxRate }: Pick<Line, "taxRate">): string | undefined =>
  typeof taxRate === "string" && taxRate !== "" ? taxRate : undefined;

const unknownWord = (native: Pick<Line, "taxRate">): string | undefined => {
  const word = wordIn(native);
  return word !== undefined && !categories.includes(word) ? word : undefined;
};

export const categoryIn = Object.assign(
  (native: Pick<Line | Product, "taxRate">): string | undefined =>
    unknownWord(native) === undefined ? wordIn(native) : undefined,
  { unread: unknownWord },
);

export const categoryAs = Object.assign(
  (code: string, _input: unknown, field: string): object => {
    if (categories.includes(code)) return { taxRate: code };
    throw cannotStore(`Xentral has no tax code "${code}". Use one of ${categories.join(", ")}.`, field);
  },
  { path: ["taxRate"] },
);

interface Rate {
  readonly code: string;
  readonly percentage: number;
}

/** The rates of the company's projects: a document has those of its project, unless its country has others. */
async function ratesOf(session: Session): Promise<readonly Rate[]> {
  const projects = await allProjects(session);
  const rates = projects.flatMap(({ normalTaxRate, reducedTaxRate }) => [
    { code: "standard", percentage: amount(normalTaxRate) },
    { code: "reduced", percentage: amount(reducedTaxRate) },
  ]);
  const found = new Map<string, Rate>();
  for (const { code, percentage } of [...rates, { code: "exempt", percentage: 0 }])
    if (percentage !== undefined) found.set(idOfRate({ code, percentage }), { code, percentage });
  return [...found.values()];
}

const idOfRate = ({ code, percentage }: Rate): string => `${code}-${percentage}`;

const cachedRates = (session: Session): Promise<readonly Rate[]> =>
  readCached(session, "tax rates", () => ratesOf(session));

const rate = mapping<TaxRateRecord, Rate>({
  ...values({ code: "code", name: "code", percentage: "percentage" }),
  id: idOfRate,
});

export async function defaultTaxCode({ percentage, rule }: TaxChoice, session: Session): Promise<string | undefined> {
  if (rule !== undefined) return undefined;
  const rates = await cachedRates(session);
  return rates.find((each) => each.percentage === percentage)?.code;
}

export const taxRates = operationsOf(
  "taxRates",
  inMemoryReads<TaxRateRecord, Rate>({
    read: ratesOf,
    map: rate,
    id: idOfRate,
    rules: [
      "The codes are the vendor's categories, with the percentages of the company's projects. A document for another country may have other percentages: they are compared after every write.",
    ],
  }),
);
