/** What is still to be paid: the vendor's lists of outstanding items, whole, without pages. */
import { type Session } from "../../contract/session.ts";
import { sum } from "../../kit/money.ts";
import { allOf } from "./conventions.ts";
import { trimmed } from "./fields.ts";
import type { Outstanding, Text } from "./types.ts";

const $select =
  "HID,AccountCode,AccountId,AccountName,Amount,CurrencyCode,Description,DueDate,EntryNumber,InvoiceDate,InvoiceNumber";

export const receivables = (session: Session) =>
  allOf<Outstanding>(session, "/read/financial/ReceivablesList", { $select });
export const payables = (session: Session) => allOf<Outstanding>(session, "/read/financial/PayablesList", { $select });

interface Booked {
  readonly Currency?: Text;
  readonly AmountFC?: unknown;
}

/** By the number that tells whose it is. In another currency than the document's it is all of the document, or nothing. */
export function owedOf(items: readonly Outstanding[], number: "InvoiceNumber" | "EntryNumber") {
  const byNumber = Map.groupBy(items, (item) => item[number]);
  return (wanted: number | null | undefined, { Currency, AmountFC }: Booked): number | undefined => {
    const found = wanted ? byNumber.get(wanted) : undefined;
    if (found === undefined) return undefined;
    const isSame = found.every(({ CurrencyCode }) => trimmed(CurrencyCode) === trimmed(Currency));
    return isSame ? sum(found.map(({ Amount }) => Amount)) : Number(AmountFC);
  };
}
