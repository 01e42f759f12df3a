/** Xero keeps invoices and bills in one collection; their type tells them apart. */

import type { GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftDay, todayIn } from "../../kit/dates.ts";
import { isPastDue } from "../../kit/documents/paymentStatus.ts";
import type { Encoder } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { get, type ListDescription, type LocalFilter, noRecord } from "../../kit/reading.ts";
import { twoWay } from "../../kit/twoWay.ts";
import { write } from "../../kit/writing.ts";
import { anyOf, dateTime, equals, exact, list, modified, readOne, recordsIn } from "./conventions.ts";
import { cleared, day, days, inPart, invoicePaymentStates, late, lateInPart, statuses, updated } from "./fields.ts";
import {
  checkAccount,
  type EncodedDocument,
  type ItemCodes,
  itemCodes,
  type Line,
  linesOf,
  type PostedLine,
  type WithItem,
  withCode,
} from "./lines.ts";
import { todayOf } from "./timeZone.ts";
import type { Invoice, LineItem } from "./types.ts";

/** A paid or credited amount makes an approved document partly paid. A document that only credits settled was cleared. */
const settlementState = ({ Status, AmountPaid, AmountCredited }: Invoice) =>
  Status === "AUTHORISED" && sum([AmountPaid, AmountCredited]) > 0 ? inPart : Status;
const paymentState = (invoice: Invoice) => {
  const { Status, AmountPaid, AmountCredited, Overpayments, Prepayments } = invoice;
  const isCredited = Status === "PAID" && (amount(AmountPaid) ?? 0) === 0 && (amount(AmountCredited) ?? 0) > 0;
  // Money that was paid on account is money all the same.
  const isCleared = isCredited && ![...(Overpayments ?? []), ...(Prepayments ?? [])].length;
  return isCleared ? cleared : settlementState(invoice);
};
/** Xero cannot tell money on account from credit notes in a condition: `byPaymentState` does. */
const paidBy = {
  PAID: 'Status=="PAID"',
  [cleared]: 'Status=="PAID" AND AmountPaid==0 AND AmountCredited>0',
  AUTHORISED: 'Status=="AUTHORISED" AND AmountPaid==0 AND AmountCredited==0',
  [inPart]: 'Status=="AUTHORISED" AND (AmountPaid>0 OR AmountCredited>0)',
};

const settledStates: readonly string[] = ["PAID", "CLEARED_WITH_CREDIT_NOTE"];
/** Which of the paid documents were cleared follows from the money on account that was used for them. */
const byPaymentState: LocalFilter<Invoice> = {
  when: ({ paymentStatus }) =>
    paymentStatus !== undefined && paymentStatus.split(",").some((word) => settledStates.includes(word.trim())),
  fits: (invoice, { paymentStatus = "" }) =>
    invoicePaymentStates.toVendor(paymentStatus, "paymentStatus").includes(paymentState(invoice) ?? ""),
};

/** The current day of the organisation. A symbol, so that raw data leaves it out. */
const currentDay = Symbol("current day");
interface Dated extends Invoice {
  readonly [currentDay]?: string;
}

/** Time zones differ by a day at most, so they matter only for documents that are due now. */
function isAboutDue({ Status, DueDate }: Invoice): boolean {
  const due = microsoftDay(DueDate)?.slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  return Status === "AUTHORISED" && due !== undefined && due >= yesterday && due <= todayIn();
}

async function withCurrentDay(invoices: readonly Invoice[], session: Session): Promise<readonly Dated[]> {
  if (!invoices.some(isAboutDue)) return invoices;
  const today = await todayOf(session);
  return invoices.map((invoice) => ({ ...invoice, [currentDay]: today }));
}

const lateStates: Readonly<Record<string, string>> = { AUTHORISED: late, [inPart]: lateInPart };
function stateOf(invoice: Dated) {
  const state = settlementState(invoice);
  const isLate = isPastDue(microsoftDay(invoice.DueDate), invoice[currentDay]);
  return (isLate && lateStates[state ?? ""]) || state;
}
const inState = (today: string) => (status: string, field: string) => {
  const isDue = `DueDate>=${dateTime(today)}`;
  const isLate = `DueDate<${dateTime(today)}`;
  return anyOf("Status", statuses.toVendor(status, field), {
    AUTHORISED: `${paidBy.AUTHORISED} AND ${isDue}`,
    [inPart]: `${paidBy[inPart]} AND ${isDue}`,
    [late]: `${paidBy.AUTHORISED} AND ${isLate}`,
    [lateInPart]: `${paidBy[inPart]} AND ${isLate}`,
  });
};

export const dueDate = twoWay({
  dueDate: day("DueDate"),
});

export const claim = {
  ...updated,
  ...days({ paidDate: "FullyPaidOnDate" }),
  name: (invoice: Invoice) => invoice.Contact?.Name,
  paymentStatus: invoicePaymentStates.read(paymentState),
  status: statuses.read(stateOf),
};

type Type = "ACCREC" | "ACCPAY";

export const claimsOf = <Record>(
  type: Type,
  { map, filters, orders }: Pick<ListDescription<Record, Invoice>, "map" | "filters" | "orders">,
): ListHandler<Record> => {
  const listOn = (today: string) =>
    list<Record, Invoice>("Invoices", {
      map,
      ...(orders && { orders }),
      query: { ...equals("Type")(type), ...exact },
      headers: modified,
      join: withCurrentDay,
      filters: {
        status: inState(today),
        paymentStatus: (state, field) => anyOf("Status", invoicePaymentStates.toVendor(state, field), paidBy),
        ...filters,
      },
      localFilter: byPaymentState,
      rules: [
        "With the payment status PAID or CLEARED_WITH_CREDIT_NOTE, Kontor reads all paid documents and filters them: Xero cannot tell credit notes from money on account.",
      ],
    });
  return {
    ...listOn(todayIn()),
    list: async (call, session) =>
      listOn(call.filters.status === undefined ? todayIn() : await todayOf(session)).list(call, session),
  };
};

export const claimOf = <Record>(
  type: Type,
  { id, map }: { readonly id: string; readonly map: Mapping<Record, Invoice> },
): GetHandler<Record> =>
  get({
    map,
    read: async ({ ids }, session) => {
      const invoice = await readOne(session, "Invoices", ids[id], exact);
      return invoice.Type === type ? (await withCurrentDay([invoice], session))[0] : undefined;
    },
  });

/** A line to be sent again unchanged: a document's lines are always sent together, and fields that are left out are lost. */
const unchanged = (line: LineItem): Partial<LineItem> => ({
  LineItemID: line.LineItemID,
  ...Object.fromEntries(
    Object.entries(line).filter(([name, value]) => keptFields.includes(name) && value !== null && value !== ""),
  ),
  ...discountOf(line),
});
/** A percentage or an amount. */
const discountOf = ({ DiscountRate, DiscountAmount }: LineItem): Partial<LineItem> => {
  if ((amount(DiscountRate) ?? 0) !== 0) return { DiscountRate };
  return (amount(DiscountAmount) ?? 0) !== 0 ? { DiscountAmount } : {};
};
const keptFields = [
  "AccountCode",
  "AccountID",
  "Description",
  "ItemCode",
  "Quantity",
  "TaxAmount",
  "TaxType",
  "Tracking",
  "UnitAmount",
];

/** Pairs of fields for one thing: a new value of one replaces the other. */
const counterparts: Readonly<Record<string, string>> = {
  AccountCode: "AccountID",
  AccountID: "AccountCode",
  DiscountRate: "DiscountAmount",
  LineAmount: "UnitAmount",
};

/** The line with changes. Xero computes its tax anew. */
const changed = (line: LineItem | undefined, encoded: Partial<LineItem>): Partial<LineItem> => {
  const replaced = ["TaxAmount", ...Object.keys(encoded).map((name) => counterparts[name])];
  const before = Object.entries(line === undefined ? {} : unchanged(line)).filter(([name]) => !replaced.includes(name));
  return { ...Object.fromEntries(before), ...encoded };
};

/** The fields that are read before lines are changed. */
interface Prepared {
  readonly lines: readonly LineItem[];
  readonly codes: ItemCodes;
}

interface LineSet {
  /** The document's id. */
  readonly id: string | undefined;
  /** Its new state, if it changes. */
  readonly status?: string | undefined;
  readonly lines: readonly SentLine[];
  /** The field of a line in the body: `lineItems[0].`. */
  readonly fieldAt: (index: number) => string;
}

/** A line that names no existing line is new. */
interface SentLine extends PostedLine {
  readonly id?: string;
  readonly lineItemId?: string;
}

async function prepareLines({ id, status, lines, fieldAt }: LineSet, session: Session): Promise<Prepared> {
  const { LineItems, Status } = await readOne(session, "Invoices", id, exact);
  const isApproved = status === undefined ? Status === "AUTHORISED" : status === "OPEN";
  if (isApproved)
    for (const [index, line] of lines.entries())
      if ((line.id ?? line.lineItemId) === undefined) checkAccount(line, fieldAt(index));
  return { lines: LineItems ?? [], codes: await itemCodes(lines, session) };
}

interface ChangedDocument {
  readonly status?: string;
  readonly lineItems?: readonly SentLine[];
}

/** Lines keep the fields that a change leaves out. */
export const withKeptLines = (id: "invoiceId" | "billId") => ({
  prepare: async ({ ids, body: { status, lineItems: sent } }: WriteCall<ChangedDocument>, session: Session) =>
    sent && prepareLines({ id: ids[id], status, lines: sent, fieldAt: (index) => `lineItems[${index}].` }, session),
  body: ({ LineItems, ...document }: EncodedDocument, prepared: Prepared | undefined): object => {
    if (LineItems === undefined || prepared === undefined) return document;
    const { lines, codes } = prepared;
    const before = (line: Partial<LineItem>) => lines.find(({ LineItemID }) => LineItemID === line.LineItemID);
    const changedLines = LineItems.map(withCode(codes)).map((line) =>
      line.LineItemID === undefined ? line : changed(before(line), line),
    );
    return { ...document, LineItems: changedLines };
  },
});

interface LineWrite<Input extends object, Record> {
  /** The name of the document's id in our paths. */
  readonly id: "invoiceId" | "billId";
  readonly encoder: Encoder<Input>;
  readonly map: Mapping<Record, Line>;
}

interface LineChange<Input> {
  readonly put: (lines: readonly LineItem[], line: Partial<LineItem>, call: WriteCall<Input>) => readonly object[];
  readonly written: (lines: readonly Line[], call: WriteCall<Input>) => Line | undefined;
}

/** Xero only takes all lines of a document together. */
const lineWrite = <Input extends WithItem, Record>(
  { id, encoder, map }: LineWrite<Input, Record>,
  { put, written }: LineChange<Input>,
): WriteHandler<Input, Record> =>
  write<Input, Record, Line>({
    method: "POST",
    path: `/Invoices/{${id}}`,
    encoder,
    query: () => exact,
    prepare: ({ ids, body }, session) => {
      // A line that is changed keeps its account.
      const line = ids["lineItemId"] === undefined ? body : { ...body, id: ids["lineItemId"] };
      return prepareLines({ id: ids[id], lines: [line], fieldAt: () => "" }, session);
    },
    body: (encoded, prepared, call) => {
      const { lines, codes } = prepared as Prepared;
      return { Invoices: [{ InvoiceID: call.ids[id], LineItems: put(lines, withCode(codes)(encoded), call) }] };
    },
    record: (reply: unknown, call) => {
      const [invoice] = recordsIn(reply, "Invoices");
      return written((invoice && linesOf(invoice)) ?? [], call);
    },
    raw: ({ line }) => line,
    map,
  });

/**
 * Not repeatable: an earlier attempt's line cannot be recognised, and an idempotency key does not help, because the other
 * lines in the request may differ by then.
 */
export const addLine = <Input extends WithItem, Record>(description: LineWrite<Input, Record>) =>
  lineWrite(description, {
    put: (lines, line) => [...lines.map(unchanged), line],
    written: (lines) => lines.at(-1),
  });

export const changeLine = <Input extends WithItem, Record>(description: LineWrite<Input, Record>) => {
  const isAddressed = ({ ids }: WriteCall<Input>, { LineItemID }: LineItem) => LineItemID === ids["lineItemId"];
  const handler = lineWrite(description, {
    put: (lines, encoded, call) => {
      if (!lines.some((line) => isAddressed(call, line))) throw noRecord();
      return lines.map((line) => (isAddressed(call, line) ? changed(line, encoded) : unchanged(line)));
    },
    written: (lines, call) => lines.find(({ line }) => isAddressed(call, line)),
  });
  return { ...handler, repeatable: true as const };
};
