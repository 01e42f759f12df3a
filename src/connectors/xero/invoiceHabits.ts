/** Invoices and bills are one kind of record at Xero, told apart by their type. */

import type { ListHandler } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftDay } from "../../kit/dates.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { anyOf, equals, exact, fromDay, list, modified, recordsIn } from "./conventions.ts";
import { inPart, paymentStates, statuses, updated } from "./fields.ts";
import { changed, type ItemCodes, itemCodes, type ToldDocument, withCode } from "./lineBodies.ts";
import type { Invoice, LineItem } from "./vendorTrade.ts";

type Type = "ACCREC" | "ACCPAY";

/** The amount that was paid or credited tells. */
const paymentState = ({ Status, AmountPaid, AmountCredited }: Invoice): string | null | undefined =>
  Status === "AUTHORISED" && sum([AmountPaid, AmountCredited]) > 0 ? inPart : Status;

function inPaymentState(state: string) {
  const [first = "", ...others] = vocabulary(paymentStates).theirs(state, "paymentStatus");
  if (first === "AUTHORISED") return { where: 'Status=="AUTHORISED" AND AmountPaid==0 AND AmountCredited==0' };
  if (first === inPart) return { where: 'Status=="AUTHORISED" AND (AmountPaid>0 OR AmountCredited>0)' };
  return anyOf("Status", [first, ...others]);
}

export const claim = {
  ...updated,
  dueDate: (invoice: Invoice) => microsoftDay(invoice.DueDate),
  name: (invoice: Invoice) => invoice.Contact?.Name,
  paidDate: (invoice: Invoice) => microsoftDay(invoice.FullyPaidOnDate),
  paymentStatus: vocabulary(paymentStates).read(paymentState),
  status: vocabulary(statuses).read((invoice: Invoice) => invoice.Status),
};

interface Claims<Record> {
  readonly map: Mapping<Record, Invoice>;
  /** Our filters by the first day, and Xero's fields for them. */
  readonly days: { readonly [Filter in "dueDateFrom" | "billDateFrom"]?: string };
  readonly orders: Readonly<globalThis.Record<string, string>>;
}

export const claimsOf = {
  is:
    (type: Type) =>
    ({ Type }: Invoice): boolean =>
      Type === type,
  list: <Record>(type: Type, { map, days, orders }: Claims<Record>): ListHandler<Record> =>
    list("Invoices", {
      map,
      orders,
      query: { ...equals("Type")(type), ...exact },
      headers: modified,
      filters: {
        status: (status) => ({ Statuses: vocabulary(statuses).theirs(status, "status").join() }),
        paymentStatus: inPaymentState,
        ...(days.dueDateFrom && { dueDateFrom: fromDay(days.dueDateFrom) }),
        ...(days.billDateFrom && { billDateFrom: fromDay(days.billDateFrom) }),
      },
    }),
};

interface Kept {
  readonly lines: readonly LineItem[];
  readonly codes: ItemCodes;
}

/** What has to be known to change lines: those that there are, and the codes of items. */
export async function keptLines(
  id: string | undefined,
  told: readonly { readonly itemId?: string }[] | undefined,
  session: Session,
): Promise<Kept> {
  if (told === undefined) return { lines: [], codes: {} };
  const [invoice] = recordsIn(await session.read(path`/Invoices/${id}`, exact), "Invoices");
  return { lines: invoice?.LineItems ?? [], codes: await itemCodes(told, session) };
}

/** What is not said of a line stays as it is. */
export const withKeptLines = (told: ToldDocument, { lines, codes }: Kept): object => ({
  ...told,
  ...(told.LineItems && {
    LineItems: told.LineItems.map(withCode(codes)).map((line) =>
      line.LineItemID === undefined
        ? line
        : changed(
            lines.find(({ LineItemID }) => LineItemID === line.LineItemID),
            line,
          ),
    ),
  }),
});
