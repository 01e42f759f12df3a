/** Ledger accounts, and bank accounts with their ledger accounts. */
import type { NativeRecord } from "../books/basics/types.ts";
import { accountId } from "../books/masterdata/chart.ts";
import { rejected } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";
import { currencyIn } from "./lookups.ts";
import { findBy, putRecord } from "./records.ts";
import { type Input, textIn } from "./shapes/fields.ts";

/** Every bank account has its own ledger account. */
export async function makeBankAccount(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const number = textIn(input, "number") ?? (await nextBankNumber(context));
  if (!/^\d{4,8}$/.test(number)) throw rejected("number", "must have 4 to 8 digits");
  if (currencyIn(input) !== "EUR") throw rejected("currency", "must be EUR, in which the ledger is kept");
  const account = await findBy(context, "accounts", "number", number);
  if (account && account["type"] !== "bank") throw rejected("number", "is not a bank account");
  if (account === undefined) {
    const { created_at, updated_at } = input;
    const made = makeAccount({
      id: "",
      class: "asset",
      name: input["name"],
      number,
      type: "bank",
      created_at,
      updated_at,
    });
    await putRecord(context, "accounts", made);
  }
  return {
    status: "active",
    type: "bank",
    ...input,
    currency: "EUR",
    number,
    balance: account ? String(account["balance"]) : "0.00",
  };
}

/** The first free number after those of the seeded bank accounts. */
async function nextBankNumber({ client, company }: WriteContext): Promise<string> {
  const { rows } = await client.query<{ number: string }>(
    `SELECT number::text FROM generate_series(1230, 9999) AS number WHERE NOT EXISTS (
       SELECT FROM sandbox.records WHERE company = $1 AND collection = 'accounts' AND body->>'number' = number::text)
     ORDER BY number LIMIT 1`,
    [company],
  );
  return rows[0]?.number ?? "";
}

export function makeAccount(input: Input): NativeRecord {
  const number = String(input["number"]);
  if (!/^\d{4,8}$/.test(number)) throw rejected("number", "must have 4 to 8 digits");
  if ((input["code"] ?? number) !== number) throw rejected("code", "must be the number");
  if (currencyIn(input) !== "EUR") throw rejected("currency", "must be EUR, in which the ledger is kept");
  return {
    status: "active",
    type: "other",
    ...input,
    id: accountId(number),
    balance: "0.00",
    code: number,
    currency: "EUR",
    side: input["class"] === "asset" || input["class"] === "expense" ? "debit" : "credit",
    updated_at: String(input["updated_at"]),
  };
}
