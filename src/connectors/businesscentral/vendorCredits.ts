import type { VendorCreditInput, VendorCreditLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { documentDayAs, modified } from "./conventions.ts";
import { documentSet, statusOf } from "./documentSet.ts";
import { addresses, currency, dayIn, days, documentFields, guidIn, state, statuses, terms } from "./fields.ts";
import { purchaseLine, purchaseLineFields } from "./lines.ts";
import type { Line, PurchaseCreditMemo } from "./types.ts";

const line = mapping<VendorCreditLineItem, Line>(purchaseLine);

const supplier = twoWay({
  contactId: guidIn("vendorId"),
});
const vendorCreditFields = twoWay({
  vendorCreditNumber: plainValue("vendorCreditMemoNumber"),
  dueDate: dayIn("dueDate"),
});

const vendorCredit = mapping<VendorCreditRecord, PurchaseCreditMemo>({
  ...documentFields,
  ...state,
  ...terms.reads,
  ...addresses("payTo"),
  ...supplier.reads,
  ...vendorCreditFields.reads,
  ...days({ vendorCreditDate: "creditMemoDate" }),
  ...values({ name: "vendorName", reference: "number" }),
  lineItems: nestedList(line, (memo) => memo.purchaseCreditMemoLines),
});

const lineEncoder = encoder<VendorCreditLineItemInput>(purchaseLineFields);
/** In this order: the supplier brings a currency and a due date, which later fields overwrite. */
const fields = {
  ...supplier.writes,
  ...currency.writes,
  vendorCreditDate: documentDayAs("creditMemoDate"),
  ...vendorCreditFields.writes,
  status: statusOf("DRAFT", "OPEN"),
};

const lineSet = "purchaseCreditMemoLines";
const set = documentSet("/purchaseCreditMemos", { id: "vendorCreditId", map: vendorCredit, lines: lineSet });

export const getVendorCredit = set.get();

export const vendorCredits = {
  "vendorCredits.list": set.list({ filters: { ...modified, status: statuses.filter("status") } }),
  "vendorCredits.create": set.create(
    encoder<VendorCreditInput>({ ...fields, lineItems: listAs(lineSet, lineEncoder) }),
  ),
  "vendorCredits.update": set.change({
    encoder: encoder<VendorCreditInput>(fields),
    rules: [
      "Only drafts can be changed. status OPEN posts the credit. Fields that are left out stay unchanged, and so do the lines.",
    ],
  }),
  "vendorCredits.delete": set.remove(),
};
