/** Accounts, journals, fiscal years, the trial balance, bank accounts and analytical categories. */
import { cannotStore } from "../../contract/failure.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type * as records from "../../contract/records/ledger.ts";
import type { BankAccount as BankAccountRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { balance } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, readCached } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { allOf, condition, fiscalYears, list, profileOf, where } from "./conventions.ts";
import { currencyOf, stamps } from "./fields.ts";
import type {
  AccountBalance,
  BankAccount,
  Category,
  CategoryGroup,
  FiscalYear,
  Journal,
  LedgerAccount,
} from "./types.ts";

/** An account with what its company's chart is. */
interface Charted extends LedgerAccount {
  readonly isFrench: boolean;
}

/** The classes of the French chart (plan comptable général). Accounts of third parties and of banks are of both kinds. */
function classOf({ number, isFrench }: Pick<Charted, "number" | "isFrench">) {
  if (!isFrench) return undefined;
  const digits = number ?? "";
  if (/^1[0-5]/.test(digits)) return "EQUITY";
  if (/^1[67]|^40/.test(digits)) return "LIABILITY";
  if (/^[23]|^41|^5[13]/.test(digits)) return "ASSET";
  if (digits.startsWith("6")) return "EXPENSE";
  return digits.startsWith("7") ? "REVENUE" : undefined;
}

const isFrenchChart = async (session: Session): Promise<boolean> =>
  (await profileOf(session)).company?.accounting_logic === "FR_PCG";

async function charted(natives: readonly LedgerAccount[], session: Session): Promise<readonly Charted[]> {
  const isFrench = await isFrenchChart(session);
  return natives.map((native) => ({ ...native, isFrench }));
}

const fields = twoWay({
  name: plainValue("label"),
  number: plainValue("number"),
});

const account = mapping<records.Account, Charted>({
  ...fields.reads,
  ...stamps,
  id: ({ id }) => String(id),
  class: classOf,
  code: ({ number }) => number,
  status: ({ enabled }) => (enabled === false ? "ARCHIVED" : "ACTIVE"),
});

const raw = ({ isFrench: _isFrench, ...native }: Charted): LedgerAccount => native;

/** The VAT code of an account's lines, unless it takes any. */
export const taxCodeOfAccount = (native: unknown): string | undefined => {
  const { vat_rate: code } = native as LedgerAccount;
  return code && code !== "any" ? code : undefined;
};

const accountEncoder = encoder<AccountInput>({
  ...fields.writes,
  class: (name, { number }, field) => {
    const actual = classOf({ number, isFrench: true });
    if (actual === undefined || actual === name) return {};
    throw cannotStore(
      `The account ${number} is of the class ${actual} in the French chart. Send another number.`,
      field,
    );
  },
});

const journal = mapping<records.Journal, Journal>({
  ...values({ code: "code", description: "label", type: "type" }),
  id: ({ id }) => String(id),
});

export const journalsOf = (session: Session): Promise<readonly Journal[]> => allOf<Journal>(session, "/journals");

const fiscalYear = mapping<records.FiscalYear, FiscalYear>({
  ...stamps,
  ...days({ endDate: "finish", startDate: "start" }),
  id: ({ id }) => String(id),
  status: vocabulary({ open: "OPEN", reopen: "OPEN", closed: "CLOSED", frozen: "CLOSED" }).read(({ status }) => status),
});

const accountBalance = mapping<records.TrialBalanceEntry, AccountBalance>({
  ...values({ accountCode: "number", accountName: "label", accountNumber: "number" }),
  ...amounts({ totalCreditAmount: "credits", totalDebitAmount: "debits" }),
  balance: sideOf(({ debits, credits }) => balance(debits, credits)),
});

/** The accounts of a year, without those of single customers and suppliers, which are in the collective ones. */
async function balancesOf(session: Session, first: string): Promise<readonly AccountBalance[]> {
  const year = (await fiscalYears(session)).find(({ start }) => start === first);
  if (year === undefined) return [];
  return allOf<AccountBalance>(session, "/trial_balance", { period_start: year.start, period_end: year.finish });
}

const bankAccount = mapping<BankAccountRecord, BankAccount>({
  ...stamps,
  ...values({ name: "name" }),
  ...amounts({ balance: "balance" }),
  id: ({ id }) => String(id),
  currency: currencyOf,
});

interface Grouped extends Category {
  readonly group: string | undefined;
}

const dimension = mapping<records.DimensionRecord, Grouped>({
  ...stamps,
  id: ({ id }) => String(id),
  categoryName: ({ group }) => group,
  name: ({ label }) => label,
});

const groupsOf = (session: Session): Promise<readonly CategoryGroup[]> =>
  readCached(session, "category groups", () => allOf<CategoryGroup>(session, "/category_groups"));

async function grouped(natives: readonly Category[], session: Session): Promise<readonly Grouped[]> {
  const groups = await groupsOf(session);
  return natives.map((native) => ({
    ...native,
    group: groups.find(({ id }) => id === native.category_group?.id)?.label ?? undefined,
  }));
}

export const ledger = {
  "accounts.list": inMemory<records.Account, Charted>({
    read: async (session, { filters: { isActive } }) => {
      const wanted = isActive === undefined ? {} : where(condition("enabled", "eq", isActive));
      return charted(await allOf<LedgerAccount>(session, "/ledger_accounts", wanted), session);
    },
    map: account,
    raw,
    filters: {
      classFilter: (native, wanted) => classOf(native) === wanted,
      // `read` has applied it.
      isActive: () => true,
      lastModifiedAt: ({ updated_at: at }, since) => Date.parse(at ?? "") >= since.getTime(),
    },
    rules: [
      "The class follows from the account's number in the French chart. Accounts of other third parties than customers and suppliers have none, nor have those of companies with another chart.",
      "Several accounts may have the same number, one for each VAT code.",
    ],
  }),
  "accounts.get": get<records.Account, Charted>({
    map: account,
    raw,
    read: async ({ ids: { accountId } }, session) => {
      const native = (await session.read(path`/ledger_accounts/${accountId}`)) as LedgerAccount;
      return (await charted([native], session))[0];
    },
  }),
  "accounts.create": write<AccountInput, records.Account, Charted>({
    method: "POST",
    path: "/ledger_accounts",
    encoder: accountEncoder,
    afterwards: async (native, _call, session) => (await charted([native], session))[0],
    map: account,
    raw,
    requires: ["number", "name"],
    rules: ["With a number that begins with 401 or 411 the target system also creates a supplier or a customer."],
  }),
  "journals.list": list<records.Journal, Journal>({ path: "/journals", map: journal, isSorted: false }),
  "fiscalYears.list": inMemory<records.FiscalYear, FiscalYear>({
    read: (session) => fiscalYears(session),
    map: fiscalYear,
  }),
  "trialBalance.list": yearBalances<AccountBalance>({
    read: balancesOf,
    map: accountBalance,
    number: ({ number }) => number,
  }),
  "bankAccounts.list": list<BankAccountRecord, BankAccount>({ path: "/bank_accounts", map: bankAccount }),
  "bankAccounts.get": get<BankAccountRecord, BankAccount>({ path: "/bank_accounts/{bankAccountId}", map: bankAccount }),
  "dimensions.list": list<records.DimensionRecord, Grouped>({
    path: "/categories",
    map: dimension,
    join: grouped,
    raw: ({ group: _group, ...native }) => native,
  }),
};
