/** Accounts of the chart, and bank accounts. */
import type { Account } from "../../contract/records/ledger.ts";
import type { BankAccount } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, instants, values } from "../../kit/columns.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { allOf, isChangedSince, isSet } from "./conventions.ts";
import { readGuidance } from "./taxes.ts";
import type { CheckAccount, Guidance } from "./types.ts";

const isOnly = ({ allowedReceiptTypes }: Guidance, type: string): boolean =>
  allowedReceiptTypes?.length === 1 && allowedReceiptTypes[0] === type;

const account = mapping<Account, Guidance>({
  id: ({ accountDatevId }) => String(accountDatevId),
  ...values({ code: "accountNumber", description: "description", name: "accountName", number: "accountNumber" }),
  // An account that takes income and expenses has no class of its own.
  class: (native) => (isOnly(native, "REVENUE") ? "REVENUE" : isOnly(native, "EXPENSE") ? "EXPENSE" : undefined),
});

const bankAccount = mapping<BankAccount, CheckAccount>({
  ...values({ id: "id", name: "name", number: "accountingNumber", iban: "iban", bic: "bic", type: "type" }),
  ...amounts({ balance: "balance" }),
  ...instants({ createdDate: "create", updatedDate: "update" }),
  currency: ({ currency }) => currencyCode(currency),
  fileType: vocabulary({ CSV: "CSV", MT940: "MT940" }).read(({ importType }) => importType),
  status: vocabulary({ "100": "ACTIVE", "0": "ARCHIVED" }).read(({ status }) => status),
});

export const readCheckAccounts = (session: Session): Promise<readonly CheckAccount[]> =>
  allOf<CheckAccount>(session, "/CheckAccount");

/** The currency of the default bank account. The API does not tell the company's own. */
export async function companyCurrency(session: Session): Promise<string | undefined> {
  const accounts = await readCheckAccounts(session);
  return (accounts.find(({ defaultAccount }) => isSet(defaultAccount)) ?? accounts[0])?.currency ?? undefined;
}

export const accounts = {
  ...operationsOf(
    "accounts",
    inMemoryReads<Account, Guidance>({
      read: readGuidance,
      map: account,
      id: ({ accountDatevId }) => String(accountDatevId),
      rules: [
        "These are the accounts that vouchers may use, from sevdesk's receipt guidance. The API has no other accounts, no balances, and none at all for companies that still have bookkeeping system 1.0.",
      ],
    }),
  ),
  ...operationsOf(
    "bankAccounts",
    inMemoryReads<BankAccount, CheckAccount>({
      read: readCheckAccounts,
      map: bankAccount,
      id: ({ id }) => id,
      filters: { lastModifiedAt: isChangedSince },
    }),
  ),
};
