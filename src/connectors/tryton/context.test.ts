/** The context of the general ledger, and the session header of Tryton 6.0. */
import { expect, test } from "vitest";
import { decimal, rpcWith } from "../../../test/support/rpcVendor.ts";
import { readsOf } from "../../../test/support/vendorSession.ts";

import { tryton } from "./connector.ts";

const { list } = readsOf(tryton);

test("reads the trial balance from the general ledger of the year in the context", async () => {
  const { session, questions } = rpcWith({
    "account.fiscalyear": [{ id: 2, name: "2026" }],
    "account.general_ledger.account": [
      {
        id: 4,
        "account.": { id: 4, code: "1000", name: "Main Cash" },
        start_balance: decimal("-30.50"),
        debit: decimal("0.00"),
        credit: decimal("0.00"),
        end_balance: decimal("-30.50"),
      },
    ],
  });
  const { records } = await list("trialBalance.list", session, { filters: { fiscalYearStartDate: "2026-01-01" } });
  const balance = { amount: 30.5, debitCreditIndicator: "CREDIT" };
  expect(records).toEqual([
    {
      accountCode: "1000",
      accountName: "Main Cash",
      accountNumber: "1000",
      balance,
      openingBalance: balance,
      totalCreditAmount: 0,
      totalDebitAmount: 0,
    },
  ]);
  expect(questions.at(-1)?.params.at(-1)).toEqual({ company: 1, fiscalyear: 2, posted: true });
});

const { signIn } = tryton;

test("builds the session header from the user id and the key of the sign-in", () => {
  if (signIn.kind !== "session") throw new Error("Tryton signs in by session.");
  expect(signIn.started({ body: { id: 1, result: [2, "f556"] }, headers: {} })).toEqual({
    sessionToken: "f556",
    userId: "2",
  });
  expect(signIn.headers["authorization"]).toBe("Session {base64 username:userId:sessionToken}");
});
