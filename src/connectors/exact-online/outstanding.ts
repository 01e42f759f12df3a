/** Outstanding amounts. The vendor sends its lists of outstanding items as a whole, without pages. */
import { type Session } from "../../contract/session.ts";
import { sum } from "../../kit/money.ts";
import { allOf, namesOf } from "./conventions.ts";
import { isNegative, trimmed } from "./fields.ts";
import { type Outstanding, outstandingFields, type PurchaseEntry, type SalesInvoice } from "./types.ts";

const owedIn = (list: string) => (session: Session) =>
  allOf<Outstanding>(session, `/read/financial/${list}`, { $select: namesOf(outstandingFields) });
export const receivables = owedIn("ReceivablesList");
export const payables = owedIn("PayablesList");

type Booked = Pick<SalesInvoice & PurchaseEntry, "AmountFC" | "Currency" | "EntryNumber" | "InvoiceNumber">;

/** No recording shows the sign of payables, so they have the sign of their document. */
const signedAs = ({ AmountFC }: Booked, value: number): number =>
  isNegative({ AmountFC }) ? -Math.abs(value) : Math.abs(value);

/**
 * Adds the outstanding amount to each document, matched by its number. An item in another currency than its document
 * counts as the document's full amount.
 */
export const withOwed =
  <Native extends Booked>(
    read: typeof receivables,
    number: "InvoiceNumber" | "EntryNumber",
    isBooked: (native: Native) => boolean = () => true,
  ) =>
  async (natives: readonly Native[], session: Session): Promise<readonly Native[]> => {
    if (!natives.some(isBooked)) return natives;
    const byNumber = Map.groupBy(await read(session), (item) => item[number]);
    const openOf = (native: Native): number | undefined => {
      const found = native[number] ? byNumber.get(native[number]) : undefined;
      const isSame = found?.every(({ CurrencyCode }) => trimmed(CurrencyCode) === trimmed(native.Currency));
      if (found === undefined || !isSame) return found && Number(native.AmountFC);
      const open = sum(found.map(({ Amount }) => Amount));
      return read === payables ? signedAs(native, open) : open;
    };
    return natives.map((native) => ({ ...native, also: { open: openOf(native) } }));
  };
