/** Invoices and bills are one kind of record at Xero, distinguished by their type. */

import type { ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftDay } from "../../kit/dates.ts";
import type { Encoder } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { type ListDescription, noRecord } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { anyOf, dateTime, equals, exact, list, modified, readOne, recordsIn, single } from "./conventions.ts";
import { days, inPart, late, lateInPart, paymentStates, statuses, updated } from "./fields.ts";
import {
  type EncodedDocument,
  type ItemCodes,
  itemCodes,
  type Line,
  linesOf,
  type WithItem,
  withCode,
} from "./lines.ts";
import type { Invoice, LineItem } from "./types.ts";

/** The amount that was paid or credited tells. */
const paymentState = ({ Status, AmountPaid, AmountCredited }: Invoice) =>
  Status === "AUTHORISED" && sum([AmountPaid, AmountCredited]) > 0 ? inPart : Status;
const paidBy = {
  AUTHORISED: 'Status=="AUTHORISED" AND AmountPaid==0 AND AmountCredited==0',
  [inPart]: 'Status=="AUTHORISED" AND (AmountPaid>0 OR AmountCredited>0)',
};

/** Late is what was due before today, wherever that is: Xero does not say where its days begin. */
const today = (): string => new Date().toISOString().slice(0, 10);
const lateStates: Readonly<Record<string, string>> = { AUTHORISED: late, [inPart]: lateInPart };
function stateOf(invoice: Invoice) {
  const state = paymentState(invoice);
  const isLate = (microsoftDay(invoice.DueDate) ?? today()) < today();
  return (isLate && lateStates[state ?? ""]) || state;
}
function inState(status: string, field: string) {
  const isDue = `DueDate>=${dateTime(today())}`;
  const isLate = `DueDate<${dateTime(today())}`;
  return anyOf("Status", statuses.theirs(status, field), {
    AUTHORISED: `${paidBy.AUTHORISED} AND ${isDue}`,
    [inPart]: `${paidBy[inPart]} AND ${isDue}`,
    [late]: `${paidBy.AUTHORISED} AND ${isLate}`,
    [lateInPart]: `${paidBy[inPart]} AND ${isLate}`,
  });
}

export const claim = {
  ...updated,
  ...days({ dueDate: "DueDate", paidDate: "FullyPaidOnDate" }),
  name: (invoice: Invoice) => invoice.Contact?.Name,
  paymentStatus: paymentStates.read(paymentState),
  status: statuses.read(stateOf),
};

type Type = "ACCREC" | "ACCPAY";

export const claimsOf = <Record>(
  type: Type,
  { map, filters, orders }: Pick<ListDescription<Record, Invoice>, "map" | "filters" | "orders">,
): ListHandler<Record> =>
  list("Invoices", {
    map,
    ...(orders && { orders }),
    query: { ...equals("Type")(type), ...exact },
    headers: modified,
    filters: {
      status: inState,
      paymentStatus: (state, field) => anyOf("Status", paymentStates.theirs(state, field), paidBy),
      ...filters,
    },
  });

export const claimOf = <Record>(type: Type, wanted: { readonly id: string; readonly map: Mapping<Record, Invoice> }) =>
  single("Invoices", { ...wanted, query: exact, is: ({ Type }) => Type === type });

/** A line as it is, sent again: a document's lines are always sent together, and what is left out is lost. */
const kept = (line: LineItem): Partial<LineItem> => ({
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

/** Two names for one thing: whoever says the one does not mean the other any more. */
const otherName: Readonly<Record<string, string>> = {
  AccountCode: "AccountID",
  AccountID: "AccountCode",
  DiscountRate: "DiscountAmount",
  LineAmount: "UnitAmount",
};

/** The same with something changed; the tax then follows from it. */
const changed = (line: LineItem | undefined, encoded: Partial<LineItem>): Partial<LineItem> => {
  const gone = ["TaxAmount", ...Object.keys(encoded).map((name) => otherName[name])];
  const before = Object.entries(line === undefined ? {} : kept(line)).filter(([name]) => !gone.includes(name));
  return { ...Object.fromEntries(before), ...encoded };
};

/** What has to be known to change lines: those that there are, and the codes of items. */
interface Known {
  readonly lines: readonly LineItem[];
  readonly codes: ItemCodes;
}

async function known(id: string | undefined, lines: readonly WithItem[], session: Session): Promise<Known> {
  const { LineItems } = await readOne(session, "Invoices", id, exact);
  return { lines: LineItems ?? [], codes: await itemCodes(lines, session) };
}

/** What is not said of a line stays as it is. */
export const withKeptLines = (id: "invoiceId" | "billId") => ({
  prepare: async ({ ids, body }: WriteCall<{ readonly lineItems?: readonly WithItem[] }>, session: Session) =>
    body.lineItems && known(ids[id], body.lineItems, session),
  body: ({ LineItems, ...document }: EncodedDocument, prepared: Known | undefined): object => {
    if (LineItems === undefined || prepared === undefined) return document;
    const { lines, codes } = prepared;
    const before = (line: Partial<LineItem>) => lines.find(({ LineItemID }) => LineItemID === line.LineItemID);
    const all = LineItems.map(withCode(codes)).map((line) =>
      line.LineItemID === undefined ? line : changed(before(line), line),
    );
    return { ...document, LineItems: all };
  },
});

interface LineWrite<Input extends object, Record> {
  /** The document's id in our path. */
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
    prepare: ({ ids, body }, session) => known(ids[id], [body], session),
    body: (encoded, prepared, call) => {
      const { lines, codes } = prepared as Known;
      return { Invoices: [{ InvoiceID: call.ids[id], LineItems: put(lines, withCode(codes)(encoded), call) }] };
    },
    record: (reply: unknown, call) => {
      const [invoice] = recordsIn(reply, "Invoices");
      return written((invoice && linesOf(invoice)) ?? [], call);
    },
    raw: ({ line }) => line,
    map,
  });

/** Whether a line was added by an earlier attempt cannot be seen, and a key would be taken for another request's. */
export const addLine = <Input extends WithItem, Record>(description: LineWrite<Input, Record>) =>
  lineWrite(description, {
    put: (lines, line) => [...lines.map(kept), line],
    written: (lines) => lines.at(-1),
  });

export const changeLine = <Input extends WithItem, Record>(description: LineWrite<Input, Record>) => {
  const isMeant = ({ ids }: WriteCall<Input>, { LineItemID }: LineItem) => LineItemID === ids["lineItemId"];
  const handler = lineWrite(description, {
    put: (lines, encoded, call) => {
      if (!lines.some((line) => isMeant(call, line))) throw noRecord();
      return lines.map((line) => (isMeant(call, line) ? changed(line, encoded) : kept(line)));
    },
    written: (lines, call) => lines.find(({ line }) => isMeant(call, line)),
  });
  return { ...handler, repeatable: true as const };
};
