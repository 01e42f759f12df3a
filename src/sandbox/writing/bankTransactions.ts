/** Bank transactions. */
import { Big } from "big.js";
import { rounded, toCents } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { proposalPayment } from "../books/documents/bookingProposals.ts";
import { accountId } from "../books/masterdata/chart.ts";
import { rateOn } from "../books/masterdata/currencies.ts";
import { rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { post } from "./ledger.ts";
import { accountIn, currencyIn } from "./lookups.ts";
import { textIn, texts } from "./shapes/fields.ts";

/** A booked transaction is posted to the suspense account. */
export async function makeTransaction(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const date = String(input["booking_date"]);
  const currency = currencyIn(input);
  const account = (await accountIn(context, input, "")) ?? (currency === "EUR" ? "1200" : "1210");
  const amount = new Big(String(input["amount"])).abs();
  if (amount.eq(0) || !rounded(amount, currency).eq(amount))
    throw rejected("amount", "must not be zero or have more decimals than its currency");
  const rate = rateOn(currency, date);
  const record = {
    status: "created",
    ...input,
    account_id: accountId(account),
    account_number: Number(account),
    currency,
    files: texts(input, "files"),
  };
  if (record["status"] !== "booked") return record;
  mustBeOpen(context, date, "booking_date");
  const isComingIn = String(input["type"]).startsWith("receive");
  const posting = proposalPayment({
    date,
    bookingType: isComingIn ? "invoice" : "bill",
    bank: account,
    cents: toCents(amount, rate),
    description: textIn(input, "description") ?? textIn(input, "reference") ?? "Kontobewegung",
    document: { id: input.id, number: textIn(input, "reference") ?? null },
  });
  await post(context, { ...posting, files: record.files, ...(currency !== "EUR" && { foreign: { currency, rate } }) });
  return record;
}
