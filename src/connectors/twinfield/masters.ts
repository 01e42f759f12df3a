/** Accounts, dimensions, day books and VAT codes. */
import type { Call } from "../../contract/connector.ts";
import type * as catalogue from "../../contract/records/catalogue.ts";
import type * as ledger from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { todayIn } from "../../kit/dates.ts";
import { inMemory, inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get, undefinedIfMissing } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { textIn } from "../../kit/xml/xmlValues.ts";
import {
  type Category,
  type DayBook,
  type DimensionType,
  dimensionOf,
  dimensionsOf,
  percentageOf,
  readDayBooks,
  readVats,
} from "./conventions.ts";
import type { Dimension, Vat } from "./types.ts";
import { momentIn } from "./values.ts";

/** A dimension with its type, which a record within a list may lack. */
interface Typed {
  readonly dimension: Dimension;
  readonly type: DimensionType;
}

const states = vocabulary({ active: "ACTIVE", hide: "ARCHIVED", deleted: "ARCHIVED" });
const stateOf = ({ dimension }: Typed) => dimension["@status"];

const readAll =
  (...types: readonly DimensionType[]) =>
  async (session: Session): Promise<readonly Typed[]> => {
    const found: Typed[] = [];
    for (const type of types)
      found.push(...(await dimensionsOf(session, type)).map((dimension) => ({ dimension, type })));
    return found;
  };

const codeOf = ({ dimension: { code } }: Typed) => textIn(code);
const rawOf = ({ dimension }: Typed): Dimension => dimension;
const changedOf = ({ dimension: { modified } }: Typed) => momentIn(modified);

const account = mapping<ledger.Account, Typed>({
  id: (native) => codeOf(native) ?? "",
  code: codeOf,
  number: codeOf,
  name: ({ dimension: { name } }) => textIn(name),
  status: states.read(stateOf),
  type: ({ type }) => (type === "BAS" ? "OTHER_BALANCE_SHEET_ACCOUNT" : undefined),
  updatedDate: changedOf,
});

const isChanged = (native: Typed, since: Date): boolean => {
  const changed = changedOf(native);
  return changed === undefined || Date.parse(changed) >= since.getTime();
};

/** A code is unique among accounts, but its type is not known. */
async function readAccount({ ids }: Call, session: Session): Promise<Typed | undefined> {
  const code = ids["accountId"] ?? "";
  for (const type of ["BAS", "PNL"] as const) {
    const dimension = await undefinedIfMissing(dimensionOf(session, type, code));
    if (dimension !== undefined) return { dimension, type };
  }
  return undefined;
}

const accounts = inMemory<ledger.Account, Typed>({
  read: readAll("BAS", "PNL"),
  map: account,
  raw: rawOf,
  filters: {
    isActive: ({ dimension }, isActive) => (dimension["@status"] === "active") === isActive,
    lastModifiedAt: isChanged,
  },
});

const categories: Readonly<Record<string, string>> = { KPL: "Cost centre", PRJ: "Project" };

const dimension = mapping<ledger.DimensionRecord, Typed>({
  id: (native) => codeOf(native) ?? "",
  categoryName: ({ type }) => categories[type],
  name: ({ dimension: { name } }) => textIn(name),
  status: states.read(stateOf),
  updatedDate: changedOf,
});

const vatUses = vocabulary({ sales: "INVOICE", purchase: "BILL" });

const taxRate = mapping<catalogue.TaxRateRecord, Vat>({
  id: ({ code }) => textIn(code) ?? "",
  code: ({ code }) => textIn(code),
  name: ({ name }) => textIn(name),
  percentage: (vat) => amount(percentageOf(vat, todayIn())),
  updatedDate: ({ modified }) => momentIn(modified),
  usage: vatUses.read(({ type }: Vat) => textIn(type)),
});

const activeVats = async (session: Session): Promise<readonly Vat[]> =>
  (await readVats(session)).filter(({ "@status": status }) => status === "active");

interface Book extends DayBook {
  readonly category: Category;
}

const everyCategory: readonly Category[] = ["sales", "purchase", "journal"];

async function readBooks(session: Session): Promise<readonly Book[]> {
  const found: Book[] = [];
  for (const category of everyCategory)
    found.push(...(await readDayBooks(session, category)).map((book) => ({ ...book, category })));
  return found;
}

const journal = mapping<ledger.Journal, Book>({
  id: ({ code }) => code,
  code: ({ code }) => code,
  description: ({ name }) => name,
  type: ({ category }) => category.toUpperCase(),
});

export const masters = {
  "accounts.list": accounts,
  "accounts.get": get<ledger.Account, Typed>({ read: readAccount, map: account, raw: rawOf }),
  "dimensions.list": inMemory<ledger.DimensionRecord, Typed>({
    read: readAll("KPL", "PRJ"),
    map: dimension,
    raw: rawOf,
    filters: { lastModifiedAt: isChanged },
  }),
  "journals.list": inMemory<ledger.Journal, Book>({
    read: readBooks,
    map: journal,
    raw: ({ row }) => row,
    rules: ["Day books of banks and cash registers are not listed."],
  }),
  ...operationsOf("taxRates", inMemoryReads({ read: activeVats, map: taxRate, id: ({ code }: Vat) => textIn(code) })),
};
