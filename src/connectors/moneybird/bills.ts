import type { WriteCall } from "../../contract/connector.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { days } from "../../kit/columns.ts";
import { accountingDay, calendarDay } from "../../kit/dates.ts";
import {
  type Encoded,
  encodedTogether,
  encoder,
  fieldAs,
  invalidField,
  listAs,
  onlyAccepts,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { pathOf } from "../../kit/path.ts";
import { partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { asArray, remove, write } from "../../kit/writing.ts";
import { documentsOf, firstAttachmentOf } from "./attachments.ts";
import { compact, resource } from "./conventions.ts";
import { documents } from "./documents.ts";
import { contactId, currency, documentFields, paymentStatusOf, statuses } from "./fields.ts";
import * as lines from "./lines.ts";
import type { Detail, PurchaseDocument } from "./types.ts";

const states = statuses(
  {
    new: ["DRAFT"],
    saved: ["DOCUMENT_CREATED"],
    open: ["OPEN", "PARTIALLY_PAID"],
    pending_payment: ["OPEN", "PARTIALLY_PAID"],
    late: ["OPEN", "PARTIALLY_PAID"],
    paid: ["PAID"],
  },
  "PAID",
);

/** `20251201..20251231` */
const boundary = (index: 0 | 1) => (detail: Detail) => {
  const date = detail.period?.split("..")[index];
  return date && accountingDay(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`);
};

const billLine = mapping<BillLineItem, Detail>({
  ...lines.tradeLine,
  ...lines.lineDimensions,
  deferredStartDate: boundary(0),
  deferredEndDate: boundary(1),
});

const billFields = twoWay({
  // The supplier's number.
  billNumber: plainValue("reference"),
  billDate: day("date"),
  dueDate: day("due_date"),
});

export const bill = mapping<BillRecord, PurchaseDocument>({
  ...documentFields,
  ...billFields.reads,
  ...days({ paidDate: "paid_at" }),
  fileId: ({ attachments }) => attachments?.[0]?.id,
  lineItems: nestedList(billLine, ({ details }) => details),
  paymentDays: (document) => lines.termOf(document.date, document.due_date),
  paymentStatus: paymentStatusOf,
  status: states.of,
});

const billLineEncoders = {
  ...lines.lineEncoders,
  dimensions: lines.projectAs,
  // The period over which the cost of a line is spread.
  ...encodedTogether(["deferredStartDate", "deferredEndDate"], (input: BillLineItemInput) => {
    const { deferredStartDate: first, deferredEndDate: last } = input;
    if (first === undefined || last === undefined)
      throw invalidField("Send deferredStartDate and deferredEndDate together.", "deferredStartDate");
    return { period: [first, last].map((date) => compact(calendarDay(date))).join("..") };
  }),
};

const billEncoder = encoder<BillInput>({
  ...billFields.writes,
  ...contactId.writes,
  ...currency.writes,
  lineItems: listAs("details_attributes", encoder<BillLineItemInput>({ ...billLineEncoders, id: fieldAs("id") })),
  // A bill with lines is booked at once.
  status: onlyAccepts(["OPEN"]),
});

const folder = "/documents/purchase_invoices";
const owner = `${folder}/{billId}`;
const path = `${owner}.json`;
const within = "purchase_invoice";
const purchases = resource(folder, "billId", { map: bill, within });

/** The vendor keeps lines that a change leaves out, so a replacement has to delete them. */
async function lineIdsOf(call: WriteCall<BillInput>, session: Session): Promise<readonly string[]> {
  const { details } = (await session.read(pathOf(path, call))) as PurchaseDocument;
  return details?.map(({ id }) => id) ?? [];
}

function withDeletions(encoded: Encoded, before: readonly string[]): object {
  const { details_attributes: details } = encoded as { details_attributes?: readonly { readonly id?: string }[] };
  if (details === undefined) return encoded;
  const deleted = before.filter((id) => !details.some((detail) => detail.id === id));
  return { ...encoded, details_attributes: [...details, ...deleted.map((id) => ({ id, _destroy: true }))] };
}

const lineChange = {
  ...lines.lineWrite,
  path,
  within,
  encoder: encoder<BillLineItemInput>(billLineEncoders),
  map: billLine,
};

export const bills = {
  "bills.list": documents({
    resource: folder,
    map: bill,
    states,
    from: "billDateFrom",
    rules: [lines.pricesRule, "A supplier's credit note is a bill with a negative total."],
  }),
  "bills.get": purchases.get(),
  "bills.lineItems.list": partsOf({ path, parts: ({ details }: PurchaseDocument) => details, map: billLine }),
  "bills.document.get": firstAttachmentOf(owner),
  "bills.documents.list": documentsOf(owner),
  "bills.create": purchases.create({
    encoder: billEncoder,
    also: () => lines.netPrices,
    requires: ["billNumber", "billDate", "contactId"],
  }),
  "bills.update": purchases.change<BillInput>({
    encoder: billEncoder,
    also: ({ body: { lineItems } }) => (lineItems === undefined ? {} : lines.netPrices),
    prepare: lineIdsOf,
    body: withDeletions,
  }),
  "bills.delete": remove(path),
  "bills.lineItems.create": asArray(write(lineChange)),
  "bills.lineItems.update": asArray(write({ ...lineChange, repeatable: true })),
};
