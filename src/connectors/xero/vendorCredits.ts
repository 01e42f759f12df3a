import type { ListCall } from "../../contract/connector.ts";
import type { VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { allAs, as, dayAs, encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { change, create, discard, equals, exact, list, modified } from "./conventions.ts";
import { credit, creditState } from "./creditNotes.ts";
import * as fields from "./fields.ts";
import { type Line, linesOf, purchaseLine, purchaseLinesAs, withItemCodes } from "./lines.ts";
import type { CreditNote } from "./types.ts";

const line = mapping<VendorCreditLineItem, Line>(purchaseLine);

const vendorCredit = mapping<VendorCreditRecord, CreditNote>({
  ...credit,
  lineItems: each(line, linesOf),
  ...values({ name: "Contact.Name", vendorCreditNumber: "CreditNoteNumber" }),
  paidDate: (note) => microsoftDay(note.FullyPaidOnDate),
  taxRule: fields.taxRules.read(fields.lineAmounts),
  vendorCreditDate: fields.issuedOn,
});

const written = {
  ...withItemCodes,
  encoder: encoder<VendorCreditInput>({
    contactId: fields.contactAs,
    ...allAs(as, { currency: "CurrencyCode", reference: "Reference", vendorCreditNumber: "CreditNoteNumber" }),
    lineItems: purchaseLinesAs,
    status: fields.statusAs,
    taxRule: fields.taxRuleAs,
    vendorCreditDate: dayAs("Date"),
  }),
  query: () => exact,
  map: vendorCredit,
  requires: ["contactId", "lineItems"],
} as const;

const all = list("CreditNotes", {
  map: vendorCredit,
  query: { ...equals("Type")("ACCPAYCREDIT"), ...exact },
  headers: modified,
});
const states = fields.statuses.except("OVERDUE", "PARTIALLY_OVERDUE");
/** Xero cannot be asked how much of a credit is used. */
const ofStatus = inMemory<VendorCreditRecord, CreditNote>({
  read: async (session, call) => (await all.list({ ...call, window: undefined }, session)).raw as readonly CreditNote[],
  map: vendorCredit,
  filters: { status: (note, status) => states.theirs(status, "status").includes(creditState(note) ?? "") },
  rules: ["With status, all vendor credits are read, and the whole list is filtered here."],
});

export const vendorCredits = {
  "vendorCredits.list": {
    ...ofStatus,
    filters: [...all.filters, ...ofStatus.filters],
    list: (call: ListCall, session: Session) => (call.filters.status ? ofStatus : all).list(call, session),
  },
  "vendorCredits.create": create("CreditNotes", { ...written, also: () => ({ Type: "ACCPAYCREDIT" }) }),
  "vendorCredits.update": change("CreditNotes", {
    ...written,
    id: "vendorCreditId",
    rules: ["Besides the lines, what is left out stays as it is."],
  }),
  "vendorCredits.delete": discard("CreditNotes", "vendorCreditId"),
};
