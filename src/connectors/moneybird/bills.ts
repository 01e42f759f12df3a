import type { Call, WriteCall } from "../../contract/connector.ts";
import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partsOf } from "../../kit/reading.ts";
import { remove, write } from "../../kit/writing.ts";
import { told, toldLines } from "./billBodies.ts";
import { documents, wordsOf } from "./changes.ts";
import {
  identity,
  line,
  lineDimensions,
  lineTotal,
  paymentStatusOf,
  pricesRule,
  stamps,
  totals,
  tradePartner,
} from "./fields.ts";
import { attachmentsOf, firstAttachmentOf } from "./files.ts";
import { netPrices } from "./lines.ts";
import type { Detail, PurchaseDocument } from "./vendorDocuments.ts";

const states = {
  DRAFT: ["new"],
  DOCUMENT_CREATED: ["saved"],
  OPEN: ["open", "pending_payment"],
  OVERDUE: ["late"],
  PAID: ["paid"],
} as const;

/** `20251201..20251231` */
const boundary = (at: 0 | 1) => (detail: Detail) => {
  const day = detail.period?.split("..")[at];
  return day && accountingDay(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`);
};

const billLine = mapping<BillLineItem, Detail>({
  ...identity,
  ...line,
  ...lineDimensions,
  accountId: (detail) => detail.ledger_account_id,
  deferredStartDate: boundary(0),
  deferredEndDate: boundary(1),
  totalNetAmount: lineTotal,
});

export const bill = mapping<BillRecord, PurchaseDocument>({
  ...identity,
  ...stamps,
  ...tradePartner,
  ...totals,
  billDate: ({ date }) => accountingDay(date),
  /** The supplier's number. */
  billNumber: ({ reference }) => reference,
  currency: ({ currency }) => currency,
  dueDate: (document) => accountingDay(document.due_date),
  fileId: ({ attachments }) => attachments?.[0]?.id,
  lineItems: each(billLine, ({ details }) => details),
  paidDate: (document) => accountingDay(document.paid_at),
  paymentStatus: paymentStatusOf,
  status: wordsOf(states),
});

const folder = "/documents/purchase_invoices";
const owner = ({ ids }: Call): string => path`/documents/purchase_invoices/${ids["billId"]}`;
const billPath = (call: Call): string => `${owner(call)}.json`;

const change = { method: "PATCH", path: billPath, within: "purchase_invoice", map: bill, repeatable: true } as const;

/** A replacement leaves no line behind that it does not name: the vendor keeps those that it is not told of. */
async function linesOf(call: Call, session: Session): Promise<readonly string[]> {
  const { details } = (await session.read(billPath(call))) as PurchaseDocument;
  return details?.map(({ id }) => id) ?? [];
}

function withoutOthers(sent: object, before: readonly string[]): object {
  const { details_attributes: lines } = sent as { readonly details_attributes?: readonly { readonly id?: string }[] };
  if (lines === undefined) return sent;
  const others = before.filter((id) => !lines.some((one) => one.id === id));
  return { ...sent, details_attributes: [...lines, ...others.map((id) => ({ id, _destroy: true }))] };
}

const replaced = write<BillInput, BillRecord, PurchaseDocument>({
  ...change,
  encoder: told,
  also: ({ body: { lineItems } }) => (lineItems === undefined ? {} : netPrices),
  prepare: (call: WriteCall<BillInput>, session) => linesOf(call, session),
  body: withoutOthers,
});

export const bills = {
  "bills.list": documents({ resource: folder, map: bill, states, from: "billDateFrom", rules: [pricesRule] }),
  "bills.get": get({ path: billPath, map: bill }),
  "bills.lineItems.list": partsOf({ path: billPath, parts: ({ details }: PurchaseDocument) => details, map: billLine }),
  "bills.document.get": firstAttachmentOf(owner),
  "bills.documents.list": attachmentsOf(owner),
  "bills.create": write({
    method: "POST",
    path: `${folder}.json`,
    encoder: told,
    also: () => netPrices,
    map: bill,
    within: "purchase_invoice",
    requires: ["billNumber", "billDate", "contactId"],
  }),
  "bills.update": replaced,
  "bills.delete": remove(billPath),
  ...toldLines({ path: billPath, map: billLine }),
};
