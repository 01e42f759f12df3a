/** What Moneybird is told of bills. */
import type { Call, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem } from "../../contract/records/purchasing.ts";
import { calendarDay } from "../../kit/dates.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { compact } from "./conventions.ts";
import { lineChange, newestOf, refuse, toldLine } from "./lines.ts";
import type { Detail, PurchaseDocument } from "./vendorDocuments.ts";

/** The days on which the cost of a line is spread; one goes with the other. */
const periodAs = (_day: string, { deferredStartDate: first, deferredEndDate: last }: BillLineItemInput): object => {
  if (first === undefined || last === undefined)
    return refuse("deferredStartDate and deferredEndDate go together.", "deferredStartDate");
  return { period: [first, last].map((day) => compact(calendarDay(day))).join("..") };
};

const toldBillLine = { ...toldLine, deferredStartDate: periodAs, deferredEndDate: periodAs };
const line = encoder<BillLineItemInput>(toldBillLine);

export const told = encoder<BillInput>({
  billDate: dayAs("date"),
  billNumber: as("reference"),
  contactId: as("contact_id"),
  currency: as("currency"),
  dueDate: dayAs("due_date"),
  lineItems: listAs("details_attributes", encoder<BillLineItemInput>({ ...toldBillLine, id: as("id") })),
});

interface Lines {
  readonly path: (call: Call) => string;
  readonly map: Mapping<BillLineItem, Detail>;
}

/** Lines are changed through their document. */
export function toldLines({ path, map }: Lines): {
  "bills.lineItems.create": WriteHandler<BillLineItemInput, readonly BillLineItem[]>;
  "bills.lineItems.update": WriteHandler<BillLineItemInput, readonly BillLineItem[]>;
} {
  const about = { path, encoder: line, within: "purchase_invoice" };
  const found = (detail: Detail | undefined) => {
    if (detail === undefined) throw new Failure("target_bad_response", "The target system did not keep the line.");
    return { record: [map(detail)], raw: detail };
  };
  return {
    "bills.lineItems.create": {
      ...lineChange(about),
      fields: map.fields,
      answer: (reply) => found(newestOf((reply as PurchaseDocument).details)),
    },
    "bills.lineItems.update": {
      ...lineChange(about),
      fields: map.fields,
      repeatable: true,
      answer: (reply, { ids }) =>
        found((reply as PurchaseDocument).details?.find(({ id }) => id === ids["lineItemId"])),
    },
  };
}
