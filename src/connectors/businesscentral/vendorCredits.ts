import type { VendorCreditInput, VendorCreditLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { documentDayAs, documentSet, modified, statusOf } from "./conventions.ts";
import { addresses, days, documentFields, guid, standing, statuses, terms } from "./fields.ts";
import { purchaseLine, purchaseLineFields } from "./lines.ts";
import type { Line, PurchaseCreditMemo } from "./types.ts";

const line = mapping<VendorCreditLineItem, Line>(purchaseLine);

const vendorCredit = mapping<VendorCreditRecord, PurchaseCreditMemo>({
  ...documentFields,
  ...standing,
  ...terms,
  ...addresses("payTo"),
  contactId: (memo) => guid(memo.vendorId),
  ...days({ dueDate: "dueDate", vendorCreditDate: "creditMemoDate" }),
  ...values({ name: "vendorName", reference: "number", vendorCreditNumber: "vendorCreditMemoNumber" }),
  lineItems: each(line, (memo) => memo.purchaseCreditMemoLines),
});

const lineEncoder = encoder<VendorCreditLineItemInput>(purchaseLineFields);
const fields = {
  ...allAs(as, { contactId: "vendorId", currency: "currencyCode" }),
  vendorCreditDate: documentDayAs("creditMemoDate"),
  vendorCreditNumber: as("vendorCreditMemoNumber"),
  dueDate: dayAs("dueDate"),
  status: statusOf("DRAFT", "OPEN"),
};

const lineSet = "purchaseCreditMemoLines";
const set = documentSet("/purchaseCreditMemos", { id: "vendorCreditId", map: vendorCredit, lines: lineSet });

export const vendorCredits = {
  "vendorCredits.list": set.list({ filters: { ...modified, status: statuses.filter("status") } }),
  "vendorCredits.create": set.create(
    encoder<VendorCreditInput>({ ...fields, lineItems: listAs(lineSet, lineEncoder) }),
  ),
  "vendorCredits.update": set.change({
    encoder: encoder<VendorCreditInput>(fields),
    rules: ["Only drafts can be changed; status OPEN posts one. What is left out stays, and so do the lines."],
  }),
  "vendorCredits.delete": set.remove,
};
