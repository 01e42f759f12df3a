/** Invoices. A cash sale is an invoice that is paid in the same request. */
import { Big } from "big.js";
import type { NativeRecord } from "../../books/basics/types.ts";
import { accountId } from "../../books/masterdata/chart.ts";
import { rejected } from "../../server/errors.ts";
import type { WriteContext } from "../context.ts";
import { writeDocument } from "../documents.ts";
import { accountIn } from "../lookups.ts";
import { newId } from "../numbering.ts";
import { makePayment } from "../payments.ts";
import { mustFindRecord } from "../records.ts";
import { textIn } from "../shapes/fields.ts";
import { isBooked } from "./requestedStatus.ts";

const cash = "1000";

export async function writeInvoice(
  context: WriteContext,
  { paid_into_account_id: paidInto, ...input }: NativeRecord,
  before?: NativeRecord,
): Promise<NativeRecord> {
  const account = await accountIn(context, { account_id: paidInto }, "paid_into_");
  if (account !== undefined && before !== undefined)
    throw rejected("paid_into_account_id", "is only possible for a new invoice. Create a payment instead");
  const invoice = await writeDocument(context, "invoices", input, before);
  if (account === undefined) return invoice;
  if (!isBooked(invoice)) throw rejected("paid_into_account_id", "is not possible for a draft");
  return payAtOnce(context, invoice, account);
}

/** The payment is a record and an entry of its own. An invoice of 0 needs none. */
async function payAtOnce(context: WriteContext, invoice: NativeRecord, account: string): Promise<NativeRecord> {
  const amount = String(invoice["total_amount"]);
  if (new Big(amount).eq(0)) return invoice;
  const line = {
    invoice_id: invoice.id,
    amount,
    payment_date: textIn(invoice, "invoice_date"),
    account_id: accountId(account),
  };
  await makePayment(context, {
    id: newId("pay"),
    created_at: context.now,
    updated_at: context.now,
    // The rate of the invoice, so that there is no exchange difference.
    exchange_rate: invoice["exchange_rate"],
    ...(account === cash && { payment_type: "cash", journal_code: "KA" }),
    payment_lines: [line],
  });
  return mustFindRecord(context, "invoices", invoice.id);
}
