/** Accounts, fiscal years and series of vouchers. */
import { cannotStore } from "../../contract/failure.ts";
import type { AccountInput } from "../../contract/inputs/ledger.ts";
import type { Account as AccountRecord, FiscalYear, Journal } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { allOf, financialYears, lastModified, list, resource } from "./conventions.ts";
import { accountAs } from "./fields.ts";
import type { Account, FinancialYear, VoucherSeries } from "./types.ts";

/** The classes of the Swedish BAS chart, which all charts of Fortnox follow. The accounts 8xxx are of both kinds. */
function classOf({ Number: number }: Account) {
  const digits = String(number);
  if (digits.startsWith("20")) return "EQUITY";
  const [first = ""] = digits;
  if (first === "1") return "ASSET";
  if (first === "2") return "LIABILITY";
  if (first === "3") return "REVENUE";
  return ["4", "5", "6", "7"].includes(first) ? "EXPENSE" : undefined;
}

const fields = twoWay({ name: plainValue("Description") });

const account = mapping<AccountRecord, Account>({
  ...fields.reads,
  id: ({ Number: number }) => String(number),
  class: classOf,
  number: ({ Number: number }) => String(number),
  status: ({ Active }) => (Active === false ? "ARCHIVED" : "ACTIVE"),
});

const accountEncoder = encoder<AccountInput>({
  ...fields.writes,
  class: (name, { number }, field) => {
    const actual = classOf({ Number: Number(number) });
    if (actual === undefined || actual === name) return {};
    throw cannotStore(`The account ${number} is of the class ${actual} in the BAS chart. Send another number.`, field);
  },
  number: accountAs("Number"),
  status: (status) => ({ Active: status !== "ARCHIVED" }),
});

const accountResource = resource<AccountRecord, Account>("/accounts", "accountId", { kind: "Account", map: account });

/** The id of the year that starts on a day. */
const yearStarting = async (session: Session, first: string): Promise<FinancialYear | undefined> =>
  (await financialYears(session)).find(({ FromDate }) => FromDate === first);

/** The year that contains a day. */
export const yearOf = async (session: Session, day: string): Promise<FinancialYear | undefined> =>
  (await financialYears(session)).find(({ FromDate, ToDate }) => FromDate <= day && day <= ToDate);

async function accountsOf(
  session: Session,
  { fiscalYearStartDate, lastModifiedAt }: { readonly fiscalYearStartDate?: string; readonly lastModifiedAt?: Date },
): Promise<readonly Account[]> {
  const changed = lastModifiedAt === undefined ? {} : lastModified(lastModifiedAt);
  if (fiscalYearStartDate === undefined) return allOf<Account>(session, "/accounts", "Accounts", changed);
  const year = await yearStarting(session, fiscalYearStartDate);
  if (year === undefined) return [];
  return allOf<Account>(session, "/accounts", "Accounts", { ...changed, financialyear: year.Id });
}

const fiscalYear = mapping<FiscalYear, FinancialYear>({
  id: ({ Id }) => String(Id),
  ...days({ endDate: "ToDate", startDate: "FromDate" }),
});

const years = resource<FiscalYear, FinancialYear>("/financialyears", "fiscalYearId", {
  kind: "FinancialYear",
  map: fiscalYear,
});

const journal = mapping<Journal, VoucherSeries>(values({ id: "Code", code: "Code", description: "Description" }));

export const ledger = {
  "accounts.list": inMemory<AccountRecord, Account>({
    read: (session, { filters }) => accountsOf(session, filters),
    map: account,
    filters: {
      // `read` has applied both.
      lastModifiedAt: () => true,
      fiscalYearStartDate: () => true,
      classFilter: (native, wanted) => classOf(native) === wanted,
      isActive: ({ Active }, wanted) => (Active !== false) === wanted,
    },
    rules: [
      "The chart of accounts belongs to a fiscal year. Without fiscalYearStartDate it is the one of the year that the target system has selected.",
      "The class follows from the account's number in the BAS chart. Accounts 8000 to 8999 have none.",
    ],
  }),
  "accounts.get": accountResource.get(),
  "accounts.create": accountResource.create<AccountInput>({
    encoder: accountEncoder,
    requires: ["number", "name"],
    rules: ["The account is created in the fiscal year that the target system has selected."],
  }),
  "fiscalYears.list": list<FiscalYear, FinancialYear>("FinancialYears", { path: "/financialyears", map: fiscalYear }),
  "fiscalYears.get": years.get(),
  "journals.list": list<Journal, VoucherSeries>("VoucherSeriesCollection", { path: "/voucherseries", map: journal }),
};
