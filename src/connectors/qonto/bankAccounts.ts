/** The accounts of the organization. */
import type * as records from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { instants, values } from "../../kit/columns.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { allOf } from "./conventions.ts";
import type { BankAccount } from "./types.ts";

const states = vocabulary({ active: "ACTIVE", closed: "ARCHIVED" });

const bankAccount = mapping<records.BankAccount, BankAccount>({
  ...values({ id: "id", balance: "balance", bic: "bic", iban: "iban", name: "name" }),
  ...instants({ updatedDate: "updated_at" }),
  currency: ({ currency }) => currencyCode(currency),
  status: states.read(({ status }: BankAccount) => status),
});

export const readBankAccounts = (session: Session): Promise<readonly BankAccount[]> =>
  allOf<BankAccount>(session, "bank_accounts");

export const bankAccounts = operationsOf(
  "bankAccounts",
  inMemoryReads<records.BankAccount, BankAccount>({
    read: readBankAccounts,
    map: bankAccount,
    id: ({ id }) => id,
    rules: ["Users without the right to see balances get accounts without currency, balance and IBAN."],
  }),
);
