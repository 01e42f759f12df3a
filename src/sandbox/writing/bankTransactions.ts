/** Bank transactions. One that is matched with a document is its payment. */
import { Big } from "big.js";
import { money, rounded, toCents } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { proposalPayment } from "../books/documents/bookingProposals.ts";
import { kinds } from "../books/documents/document.ts";
import { accountId } from "../books/masterdata/chart.ts";
import { rateOn } from "../books/masterdata/currencies.ts";
import { ApiError, rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { post } from "./ledger.ts";
import { accountIn, currencyIn } from "./lookups.ts";
import { newId } from "./numbering.ts";
import { makePayment } from "./payments.ts";
import { findBy } from "./records.ts";
import { documentFacts } from "./settling/documentStatus.ts";
import { textIn, texts } from "./shapes/fields.ts";

/** A booked transaction is posted to the suspense account. */
export async function makeTransaction(
  context: WriteContext,
  input: NativeRecord,
  before?: NativeRecord,
): Promise<NativeRecord> {
  if (before !== undefined) return changeTransaction(context, input, before);
  const date = String(input["booking_date"]);
  const currency = currencyIn(input);
  const account = (await accountIn(context, input, "")) ?? (currency === "EUR" ? "1200" : "1210");
  const amount = amountOf(input);
  if (amount.eq(0) || !rounded(amount, currency).eq(amount))
    throw rejected("amount", "must not be zero or have more decimals than its currency");
  const rate = rateOn(currency, date);
  const record: NativeRecord = {
    status: "created",
    ...input,
    account_id: accountId(account),
    account_number: Number(account),
    currency,
    files: texts(input, "files"),
  };
  const documentId = textIn(input, "matched_to_id");
  if (documentId !== undefined) return matchTransaction(context, record, documentId);
  if (record["status"] !== "booked") return record;
  mustBeOpen(context, date, "booking_date");
  const posting = proposalPayment({
    date,
    bookingType: isComingIn(input) ? "invoice" : "bill",
    bank: account,
    cents: toCents(amount, rate),
    description: textIn(input, "description") ?? textIn(input, "reference") ?? "Kontobewegung",
    document: { id: input.id, number: textIn(input, "reference") ?? null },
  });
  await post(context, {
    ...posting,
    files: texts(record, "files"),
    ...(currency !== "EUR" && { foreign: { currency, rate } }),
  });
  return record;
}

/** The type has the direction, whatever the sign. */
const amountOf = (transaction: NativeRecord): Big => new Big(String(transaction["amount"])).abs();
const isComingIn = (transaction: NativeRecord): boolean => String(transaction["type"]).startsWith("receive");

/** The bank reported all fields but the match. */
async function changeTransaction(context: WriteContext, input: NativeRecord, before: NativeRecord) {
  const changed = Object.keys(input).filter(
    (name) => name !== "updated_at" && JSON.stringify(input[name] ?? null) !== JSON.stringify(before[name] ?? null),
  );
  const fixedField = changed.find((name) => name !== "matched_to_id");
  if (fixedField !== undefined) throw rejected(fixedField, "cannot be changed. Only matched_to_id can");
  if (changed.length === 0) return before;
  if (textIn(before, "payment_id") !== undefined)
    throw rejected(
      "matched_to_id",
      `cannot be changed, because the transaction is matched. Delete the payment ${String(before["payment_id"])} first`,
    );
  return matchTransaction(context, { ...before, updated_at: context.now }, String(input["matched_to_id"]));
}

async function matchTransaction(
  context: WriteContext,
  transaction: NativeRecord,
  documentId: string,
): Promise<NativeRecord> {
  if (!["created", "linked"].includes(String(transaction["status"])))
    throw rejected("matched_to_id", `is not possible for a transaction that is ${String(transaction["status"])}`);
  const date = String(transaction["booking_date"]);
  mustBeOpen(context, date, "booking_date");
  const isUsual = isComingIn(transaction) === (await isSale(context, documentId));
  const amount = money(amountOf(transaction).times(isUsual ? 1 : -1), String(transaction["currency"]));
  const line = {
    invoice_id: documentId,
    amount,
    payment_date: date,
    account_id: transaction["account_id"],
    description: transaction["description"] ?? null,
  };
  const payment = await paidBy(transaction, () =>
    makePayment(context, {
      id: newId("pay"),
      created_at: context.now,
      updated_at: context.now,
      currency: transaction["currency"],
      payment_lines: [line],
    }),
  );
  return { ...transaction, matched_to_id: documentId, payment_id: payment.id, status: "linked" };
}

async function isSale(context: WriteContext, documentId: string): Promise<boolean> {
  for (const { collection, kind } of documentFacts)
    if (await findBy(context, collection, "id", documentId)) return kinds[kind].openItemType === "invoice";
  throw rejected("matched_to_id", "does not name a document");
}

/** A payment that is refused names the fields of a payment, so the message says where they can be sent. */
async function paidBy<Result>(transaction: NativeRecord, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw rejected(
      "matched_to_id",
      `does not fit the transaction of ${String(transaction["amount"])} ${String(transaction["currency"])}: ${error.message} To pay it in another way, use POST /payments`,
    );
  }
}
