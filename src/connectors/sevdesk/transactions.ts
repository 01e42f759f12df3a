/** Transactions of a bank account that has no bank feed but imports of files. */
import type { TransactionInput } from "../../contract/inputs/money.ts";
import type { Transaction as TransactionRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { decimalAs, encoder, fieldAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { readCheckAccounts } from "./accounts.ts";
import { idIn, noonOf, recordIn, referenceTo } from "./conventions.ts";
import type { Transaction } from "./types.ts";

/** A transaction with the currency of its account. */
interface Complete extends Transaction {
  readonly currency?: string | null | undefined;
}

const states = vocabulary({ "100": "CREATED", "200": "LINKED", "300": "PRIVATE", "400": "BOOKED" });

const transaction = mapping<TransactionRecord, Complete>({
  ...values({ id: "id", contact: "payeePayerName", description: "paymtPurpose" }),
  ...amounts({ amount: "amount" }),
  ...days({ bookingDate: "entryDate", valueDate: "valueDate" }),
  accountId: ({ checkAccount }) => idIn(checkAccount),
  currency: ({ currency }) => currencyCode(currency),
  status: states.read(({ status }) => status),
});

async function withCurrency(native: Transaction, session: Session): Promise<Complete> {
  const account = (await readCheckAccounts(session)).find(({ id }) => id === idIn(native.checkAccount));
  return { ...native, currency: account?.currency };
}

export const transactions = {
  "transactions.create": write<TransactionInput, TransactionRecord, Complete>({
    method: "POST",
    path: "/CheckAccountTransaction",
    encoder: encoder<TransactionInput>({
      accountId: (id) => ({ checkAccount: referenceTo("CheckAccount", id) }),
      amount: decimalAs("amount"),
      bookingDate: (day) => ({ entryDate: noonOf(day) }),
      contact: fieldAs("payeePayerName"),
      description: fieldAs("paymtPurpose"),
      valueDate: (day) => ({ valueDate: noonOf(day) }),
    }),
    also: () => ({ status: 100 }),
    requires: ["accountId", "amount", "contact", "valueDate"],
    record: recordIn<Complete>,
    afterwards: (native, _call, session) => withCurrency(native, session),
    map: transaction,
    raw: ({ currency: _currency, ...native }) => native,
    rules: [
      "sevdesk takes transactions only for bank accounts of type online, which should be one that imports files: with a bank feed the transaction would be there twice.",
    ],
  }),
};
