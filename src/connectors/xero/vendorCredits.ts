import type { ListCall } from "../../contract/connector.ts";
import type { VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";

import { encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { change, create, discard, equals, exact, list, modified, single } from "./conventions.ts";
import { credit, creditFields, creditState } from "./creditNotes.ts";
import * as fields from "./fields.ts";
import { type Line, linesOf, purchaseLine, purchaseLinesAs, withItemCodes } from "./lines.ts";
import type { CreditNote } from "./types.ts";

const line = mapping<VendorCreditLineItem, Line>(purchaseLine);

const vendorCreditFields = twoWay({
  vendorCreditNumber: plainValue("CreditNoteNumber"),
  vendorCreditDate: fields.day("Date"),
  taxRule: fields.taxRule,
});
const vendorCredit = mapping<VendorCreditRecord, CreditNote>({
  ...credit,
  ...vendorCreditFields.reads,
  ...values({ name: "Contact.Name" }),
  ...fields.days({ paidDate: "FullyPaidOnDate" }),
  lineItems: nestedList(line, linesOf),
});

const writing = {
  ...withItemCodes,
  encoder: encoder<VendorCreditInput>({
    ...fields.party.writes,
    ...creditFields.writes,
    ...vendorCreditFields.writes,
    lineItems: purchaseLinesAs,
    status: fields.statusAs,
  }),
  query: () => exact,
  map: vendorCredit,
  requires: ["contactId", "lineItems"],
} as const;

const unfiltered = list("CreditNotes", {
  map: vendorCredit,
  query: { ...equals("Type")("ACCPAYCREDIT"), ...exact },
  headers: modified,
});
const states = fields.statuses.except("OVERDUE", "PARTIALLY_OVERDUE");
/** Xero cannot filter by how much of a credit is used. */
const byStatus = inMemory<VendorCreditRecord, CreditNote>({
  read: async (session, call) =>
    (await unfiltered.list({ ...call, window: undefined }, session)).raw as readonly CreditNote[],
  map: vendorCredit,
  filters: { status: (note, status) => states.toVendor(status, "status").includes(creditState(note) ?? "") },
  rules: ["With the filter status, Kontor reads the whole list and filters it."],
});

/** Credit notes to customers are in the same collection. */
export const getVendorCredit = single("CreditNotes", {
  id: "vendorCreditId",
  map: vendorCredit,
  query: exact,
  is: ({ Type }) => Type === "ACCPAYCREDIT",
});

export const vendorCredits = {
  "vendorCredits.list": {
    ...byStatus,
    filters: [...unfiltered.filters, ...byStatus.filters],
    list: (call: ListCall, session: Session) => (call.filters.status ? byStatus : unfiltered).list(call, session),
  },
  "vendorCredits.create": create("CreditNotes", { ...writing, also: () => ({ Type: "ACCPAYCREDIT" }) }),
  "vendorCredits.update": change("CreditNotes", {
    ...writing,
    id: "vendorCreditId",
    rules: ["Fields that are left out stay unchanged. lineItems replaces all lines."],
  }),
  "vendorCredits.delete": discard("CreditNotes", "vendorCreditId"),
};
