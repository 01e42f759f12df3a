import type { WriteCall } from "../../contract/connector.ts";
import type { VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { words } from "../../kit/words.ts";
import { as, body, listAs } from "../../kit/writing.ts";
import { credit } from "./creditNotes.ts";
import { discard } from "./discarding.ts";
import { issuedOn, lineAmounts, statuses, taxRules } from "./fields.ts";
import { anyOf, equals, exact, list, modified, theirs } from "./habits.ts";
import { contactAs, statusAs, taxRuleAs } from "./invoiceBodies.ts";
import { itemCodes, toldBillLine, withItemCodes } from "./lineBodies.ts";
import { itemName, type Line, lineAccount, lineBasics, lineDimensions, lineId, linesOf, lineTotals } from "./lines.ts";
import { change, create, dayAs } from "./telling.ts";
import type { CreditNote } from "./vendorTrade.ts";

const line = mapping<VendorCreditLineItem, Line>({
  ...lineId,
  ...lineBasics,
  ...lineTotals,
  ...lineAccount,
  ...lineDimensions,
  ...itemName,
  accountNumber: ({ line }) => line.AccountCode,
});

const vendorCredit = mapping<VendorCreditRecord, CreditNote>({
  ...credit,
  lineItems: each(line, linesOf),
  name: (note) => note.Contact?.Name,
  paidDate: (note) => microsoftDay(note.FullyPaidOnDate),
  taxRule: words(taxRules, lineAmounts),
  vendorCreditDate: issuedOn,
  vendorCreditNumber: (note) => note.CreditNoteNumber,
});

const told = {
  body: body<VendorCreditInput>({
    contactId: contactAs,
    currency: as("CurrencyCode"),
    lineItems: listAs("LineItems", toldBillLine),
    status: statusAs,
    taxRule: taxRuleAs,
    vendorCreditDate: dayAs("Date"),
    vendorCreditNumber: as("CreditNoteNumber"),
  }),
  query: () => exact,
  prepare: ({ body }: WriteCall<VendorCreditInput>, session: Parameters<typeof itemCodes>[1]) =>
    itemCodes(body.lineItems, session),
  withPrepared: withItemCodes,
  map: vendorCredit,
  requires: ["contactId", "lineItems"],
} as const;

export const vendorCredits = {
  "vendorCredits.list": list("CreditNotes", {
    map: vendorCredit,
    query: { ...equals("Type")("ACCPAYCREDIT"), ...exact },
    headers: modified,
    filters: { status: (status) => anyOf("Status", theirs(statuses, status, "status")) },
  }),
  "vendorCredits.create": create("CreditNotes", { ...told, also: () => ({ Type: "ACCPAYCREDIT" }) }),
  "vendorCredits.update": change("CreditNotes", {
    ...told,
    id: "vendorCreditId",
    rules: ["Besides the lines, what is left out stays as it is."],
  }),
  "vendorCredits.delete": discard("CreditNotes", "vendorCreditId"),
};
