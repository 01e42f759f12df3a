/** The states of invoices and credit notes. They differ in what a cancelled one is. */
import { vocabulary } from "../../kit/vocabulary.ts";
import type { Text } from "./types.ts";

interface WithState {
  readonly status?: Text;
}

/** The vendor's state, if it is none of those that Kontor knows. */
export const unknownStateAmong =
  (known: readonly string[]) =>
  ({ status }: WithState): string | undefined =>
    status && !known.includes(status) ? status : undefined;

/** The payment status says what is open. */
export const openStatesWith = <const Cancelled extends string>(cancelled: Cancelled) =>
  vocabulary({
    pending: "OPEN",
    partiallyPaid: "PARTIALLY_PAID",
    partiallyCancelled: "PARTIALLY_PAID",
    paid: "PAID",
    cancelled,
  });

/** The vendor does not say whether a direct debit has arrived, and the contract has no status for a loss. */
export const withoutStatus = ["debited", "badDebt"];

export const paymentStatesWith = <const Cancelled extends string>(cancelled: Cancelled) =>
  vocabulary({
    pending: "PENDING",
    partiallyPaid: "PARTLY_PAID",
    partiallyCancelled: "PARTIAL_CANCELLATION",
    paid: "PAID",
    debited: "DEBITED",
    badDebt: "BAD_DEBT",
    cancelled,
  });
