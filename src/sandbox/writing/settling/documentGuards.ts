/** Refuses changes to the booked values of documents that are settled, even in part. */
import type { NativeRecord } from "../../books/basics/types.ts";
import { ApiError } from "../../server/errors.ts";
import type { DocumentFacts } from "./documentStatus.ts";
import { isBooked } from "./requestedStatus.ts";

const unsettled = ["pending", "no_open_item"];

const isUnsettled = (record: NativeRecord): boolean =>
  !isBooked(record) || (record["status"] !== "voided" && unsettled.includes(String(record["payment_status"])));

const paid = "The document is paid in part or in full. Delete its payments first.";
const credited = "The document is settled by a credit note. Create another document instead.";
const reasons: Readonly<Record<string, string>> = {
  partly_paid: paid,
  paid,
  debited: paid,
  cleared_with_credit_note: credited,
  credit_note_cleared: credited,
  bad_debt: "The document is written off. Create another document instead.",
  canceled: "The document is voided. Create another document instead.",
  partial_cancellation: "The document is canceled in part. Create another document instead.",
};

const reasonOf = (record: NativeRecord): string =>
  reasons[String(record["payment_status"])] ?? "The document is settled. Create another document instead.";

export function mustBeUnsettled(before: NativeRecord | undefined, field?: string): void {
  if (before && !isUnsettled(before)) throw new ApiError("rejected", reasonOf(before), field);
}

/** Contact, day, currency and amounts of a settled or voided document do not change. */
export function mustKeepBookedFields(facts: DocumentFacts, record: NativeRecord, before?: NativeRecord): void {
  if (before === undefined || isUnsettled(before)) return;
  const changed = [
    { name: "contact_id", field: "contact_id" },
    { name: facts.date, field: facts.date },
    { name: "currency", field: "currency" },
    { name: "exchange_rate", field: "exchange_rate" },
    { name: facts.net, field: facts.lines },
    { name: "total_tax_amount", field: facts.lines },
    { name: facts.gross, field: facts.lines },
  ].find(({ name }) => (record[name] ?? null) !== (before[name] ?? null));
  if (changed === undefined) return;
  const message = `${changed.field} cannot be changed. ${reasonOf(before)}`;
  throw new ApiError("rejected", message, changed.field);
}
