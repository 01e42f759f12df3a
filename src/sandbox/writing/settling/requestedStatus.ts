/** The status that a caller asks for. A document becomes paid or overdue by itself. */
import type { NativeRecord } from "../../books/basics/types.ts";
import { rejected } from "../../server/errors.ts";
import { type Input, textIn } from "../shapes/fields.ts";

const unbooked = ["draft", "submitted"];
const settable = [...unbooked, "document_created", "open", "voided"];
/** A document with one of these has something open. */
const withOpenAmount = ["document_created", "open", "overdue", "partially_paid", "partially_overdue"];

export const isBooked = (record: Input): boolean => !unbooked.includes(String(record["status"]));

export function requestedStatus(input: Input, before: NativeRecord | undefined): string {
  const requested = textIn(input, "status");
  const was = before && textIn(before, "status");
  if (requested === undefined || requested === was) return was ?? "open";
  if (requested === "paid" || requested === "partially_paid")
    throw rejected("status", "follows from payments. Create a payment instead: POST /accounting/payments");
  if (!settable.includes(requested)) throw rejected("status", "follows from payments, cancellations and the due date");
  if (before === undefined) {
    if (requested === "voided") throw rejected("status", "cannot be voided for a new document");
    return requested;
  }
  if (was === "voided") throw rejected("status", `cannot become ${requested}, because the document is voided`);
  if (!isBooked(before)) return requested;
  if (unbooked.includes(requested))
    throw rejected(
      "status",
      `cannot become ${requested}, because the document is booked. Void it and create a new one`,
    );
  if (requested !== "voided" && !(was !== undefined && withOpenAmount.includes(was)))
    throw rejected("status", `cannot become ${requested}, because nothing is open`);
  return requested;
}

/** A change of the status that did not happen is refused. Open includes what is late or paid in part. */
export function checkReached(input: Input, written: NativeRecord, before: NativeRecord | undefined): void {
  const requested = textIn(input, "status");
  if (before === undefined || requested === undefined || requested === textIn(before, "status")) return;
  const reached = String(written["status"]);
  const isReached = requested === reached || (requested === "open" && withOpenAmount.includes(reached));
  if (!isReached && isBooked(before))
    throw rejected("status", `cannot become ${requested}, because the document is ${reached}`);
}
