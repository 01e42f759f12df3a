import type { WriteCall } from "../../contract/connector.ts";
import type { VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { anyOf, equals, exact, list, modified } from "./conventions.ts";
import { credit } from "./creditNotes.ts";
import { discard } from "./discarding.ts";
import { issuedOn, lineAmounts, statuses, taxRules } from "./fields.ts";
import { contactAs, statusAs, taxRuleAs } from "./invoiceBodies.ts";
import { itemCodes, toldBillLines, withItemCodes } from "./lineBodies.ts";
import { type Line, linesOf, purchaseLine } from "./lines.ts";
import { change, create } from "./telling.ts";
import type { CreditNote } from "./vendorTrade.ts";

const line = mapping<VendorCreditLineItem, Line>(purchaseLine);

const vendorCredit = mapping<VendorCreditRecord, CreditNote>({
  ...credit,
  lineItems: each(line, linesOf),
  name: (note) => note.Contact?.Name,
  paidDate: (note) => microsoftDay(note.FullyPaidOnDate),
  taxRule: vocabulary(taxRules).read(lineAmounts),
  vendorCreditDate: issuedOn,
  vendorCreditNumber: (note) => note.CreditNoteNumber,
});

const told = {
  encoder: encoder<VendorCreditInput>({
    contactId: contactAs,
    currency: as("CurrencyCode"),
    lineItems: toldBillLines,
    status: statusAs,
    taxRule: taxRuleAs,
    vendorCreditDate: dayAs("Date"),
    vendorCreditNumber: as("CreditNoteNumber"),
  }),
  query: () => exact,
  prepare: ({ body }: WriteCall<VendorCreditInput>, session: Session) => itemCodes(body.lineItems, session),
  body: withItemCodes,
  map: vendorCredit,
  requires: ["contactId", "lineItems"],
} as const;

export const vendorCredits = {
  "vendorCredits.list": list("CreditNotes", {
    map: vendorCredit,
    query: { ...equals("Type")("ACCPAYCREDIT"), ...exact },
    headers: modified,
    filters: { status: (status) => anyOf("Status", vocabulary(statuses).theirs(status, "status")) },
  }),
  "vendorCredits.create": create("CreditNotes", { ...told, also: () => ({ Type: "ACCPAYCREDIT" }) }),
  "vendorCredits.update": change("CreditNotes", {
    ...told,
    id: "vendorCreditId",
    rules: ["Besides the lines, what is left out stays as it is."],
  }),
  "vendorCredits.delete": discard("CreditNotes", "vendorCreditId"),
};
