import type { VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { anyOf, change, create, discard, equals, exact, list, modified } from "./conventions.ts";
import { credit } from "./creditNotes.ts";
import * as fields from "./fields.ts";
import { type Line, linesOf, purchaseLine, purchaseLinesAs, withItemCodes } from "./lines.ts";
import type { CreditNote } from "./types.ts";

const line = mapping<VendorCreditLineItem, Line>(purchaseLine);

const vendorCredit = mapping<VendorCreditRecord, CreditNote>({
  ...credit,
  lineItems: each(line, linesOf),
  name: (note) => note.Contact?.Name,
  paidDate: (note) => microsoftDay(note.FullyPaidOnDate),
  taxRule: fields.taxRules.read(fields.lineAmounts),
  vendorCreditDate: fields.issuedOn,
  vendorCreditNumber: (note) => note.CreditNoteNumber,
});

const written = {
  ...withItemCodes,
  encoder: encoder<VendorCreditInput>({
    contactId: fields.contactAs,
    currency: as("CurrencyCode"),
    lineItems: purchaseLinesAs,
    status: fields.statusAs,
    taxRule: fields.taxRuleAs,
    vendorCreditDate: dayAs("Date"),
    vendorCreditNumber: as("CreditNoteNumber"),
  }),
  query: () => exact,
  map: vendorCredit,
  requires: ["contactId", "lineItems"],
} as const;

export const vendorCredits = {
  "vendorCredits.list": list("CreditNotes", {
    map: vendorCredit,
    query: { ...equals("Type")("ACCPAYCREDIT"), ...exact },
    headers: modified,
    filters: { status: (status, field) => anyOf("Status", fields.statuses.theirs(status, field)) },
  }),
  "vendorCredits.create": create("CreditNotes", { ...written, also: () => ({ Type: "ACCPAYCREDIT" }) }),
  "vendorCredits.update": change("CreditNotes", {
    ...written,
    id: "vendorCreditId",
    rules: ["Besides the lines, what is left out stays as it is."],
  }),
  "vendorCredits.delete": discard("CreditNotes", "vendorCreditId"),
};
