/** Booking proposals. They are not booked until they are paid. */
import { Big } from "big.js";
import { money, rounded, zero } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { accountId, taxRates } from "../books/masterdata/chart.ts";
import { rejected } from "../server/errors.ts";
import type { WriteContext } from "./context.ts";
import { stampLines } from "./lines.ts";
import { accountIn, currencyIn, taxRateIn } from "./lookups.ts";
import { nextNumber, numberRange } from "./numbering.ts";
import { nameOf } from "./parties.ts";
import { isCents } from "./postingLines.ts";
import { findBy } from "./records.ts";
import { type Input, listIn, textIn } from "./shapes/fields.ts";

/** Stores a proposal without booking anything. */
export async function makeProposal(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  if (currencyIn(input) !== "EUR") throw rejected("currency", "must be EUR");
  const contactId = textIn(input, "contact_id");
  const contact = contactId === undefined ? undefined : await findBy(context, "contacts", "id", contactId);
  const written = listIn(input, "line_items");
  if (written.length === 0) throw rejected("line_items", "must not be empty");
  const lines: Input[] = [];
  for (const [index, line] of written.entries()) lines.push(await proposalLine(context, line, `line_items[${index}].`));
  const due = textIn(input, "due_date");
  const status = textIn(input, "status") ?? "open";
  if (!["open", "draft", "submitted"].includes(status)) throw rejected("status", "follows from payments and time");
  const number = textIn(input, "number") ?? (await nextNumber(context, proposalNumbers));
  return {
    booking_type: "other",
    contact_name: contact ? nameOf(contact) : null,
    ledger_name: "Hauptbuch",
    is_payment_order: false,
    files: [],
    ...input,
    currency: "EUR",
    number,
    line_items: stampLines(input, lines, { before: [], now: context.now }),
    status: status === "open" && due !== undefined && due < context.today ? "overdue" : status,
    paid_date: null,
    total_gross_amount: money(
      lines.reduce((sum, line) => sum.plus(String(line["total_gross_amount"])), zero),
      "EUR",
    ),
  };
}

export const proposalNumbers = numberRange("number", "BV-", "booking-proposals");

async function proposalLine(context: WriteContext, input: Input, path: string): Promise<Input> {
  const account = await accountIn(context, input, path);
  const rate =
    taxRateIn({ tax_rate_percentage: input["tax_rate_percentage"] }, false, path) ??
    Object.values(taxRates).find(({ code }) => code === input["tax_code"]) ??
    taxRates.none;
  const sentNet = textIn(input, "total_net_amount");
  const sentGross = textIn(input, "total_gross_amount");
  if (sentNet === undefined && sentGross === undefined) throw rejected(`${path}total_gross_amount`, "is required");
  const factor = new Big(rate.percentage).div(100).plus(1);
  const gross = sentGross === undefined ? rounded(new Big(sentNet ?? 0).times(factor), "EUR") : new Big(sentGross);
  const net = sentNet === undefined ? rounded(gross.div(factor), "EUR") : new Big(sentNet);
  if (!isCents(gross) || net.times(factor).minus(gross).abs().gt("0.02"))
    throw rejected(`${path}total_gross_amount`, `must be the net amount and ${rate.percentage} % tax`);
  const named = account === undefined ? undefined : await findBy(context, "accounts", "number", account);
  return {
    ...input,
    ...(account !== undefined && {
      account_id: accountId(account),
      account_code: account,
      account_number: Number(account),
    }),
    account_name: textIn(input, "account_name") ?? named?.["name"] ?? null,
    tax_code: textIn(input, "tax_code") ?? rate.code,
    tax_rate_percentage: rate.percentage,
    total_net_amount: money(net, "EUR"),
    total_gross_amount: money(gross, "EUR"),
  };
}
