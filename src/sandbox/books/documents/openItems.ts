/** Open items: the unpaid amounts of documents. */
import { centsText } from "../basics/amounts.ts";
import type { NativeRecord } from "../basics/types.ts";
import { accountId } from "../masterdata/chart.ts";
import { kinds, type Owed } from "./document.ts";
import type { Stamps } from "./lines.ts";

export interface Movement {
  readonly date: string;
  /** Positive if the debt grows, negative if it shrinks. */
  readonly cents: number;
  readonly description: string;
}

export const openItemId = (documentId: string): string => `open-${documentId}`;

/** The open item in the company's currency, or undefined if the document is settled. */
export function openItemOf(document: Owed, movements: readonly Movement[], stamps: Stamps): NativeRecord | undefined {
  const { side, control, openItemType } = kinds[document.kind];
  const isOnDebit = side === "debit";
  const added = movements.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0);
  const taken = movements.reduce((sum, { cents }) => sum + Math.max(-cents, 0), 0);
  if (added === taken) return undefined;
  const sides = (main: number, opposite: number) => (isOnDebit ? [main, opposite] : [opposite, main]).map(centsText);
  const [openDebit, openCredit] = sides(Math.max(added - taken, 0), Math.max(taken - added, 0));
  const [totalDebit, totalCredit] = sides(added, taken);
  return {
    id: openItemId(document.id),
    account_id: accountId(control),
    account_name: document.party.name,
    account_number: String(document.party.account),
    currency: "EUR",
    document_number: document.number,
    entries: movements.map(({ date, cents, description }) => ({
      debit: cents >= 0 === isOnDebit ? centsText(Math.abs(cents)) : null,
      credit: cents >= 0 === isOnDebit ? null : centsText(Math.abs(cents)),
      currency: "EUR",
      description,
      due_date: document.due,
      posting_date: date,
    })),
    open_debit: openDebit,
    open_credit: openCredit,
    posting_date: document.date,
    total_debit: totalDebit,
    total_credit: totalCredit,
    type: openItemType,
    ...stamps,
  };
}
