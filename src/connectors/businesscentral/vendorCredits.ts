import type { VendorCreditInput, VendorCreditLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCreditLineItem, VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { as, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { at, list, modified, oneOfTheirs } from "./conventions.ts";
import { addresses, day, guid, identity, updated } from "./fields.ts";
import { purchaseLine, toldPurchaseLine } from "./purchases.ts";
import { change, create, dayAs, remove } from "./telling.ts";
import * as trade from "./trade.ts";
import type { PurchaseCreditMemo, PurchaseLine } from "./vendorTrade.ts";

const line = mapping<VendorCreditLineItem, PurchaseLine>(purchaseLine);

const vendorCredit = mapping<VendorCreditRecord, PurchaseCreditMemo>({
  ...identity,
  ...updated,
  ...trade.currency,
  ...trade.status,
  ...trade.terms,
  ...trade.totals,
  ...addresses("payTo"),
  contactId: (memo) => guid(memo.vendorId),
  dueDate: (memo) => day(memo.dueDate),
  lineItems: each(line, (memo) => memo.purchaseCreditMemoLines),
  name: (memo) => memo.vendorName,
  paymentStatus: trade.settledStatus,
  reference: ({ number }) => number,
  vendorCreditDate: (memo) => day(memo.creditMemoDate),
  vendorCreditNumber: (memo) => memo.vendorCreditMemoNumber,
});

const toldLine = encoder<VendorCreditLineItemInput>(toldPurchaseLine);
const fields = {
  contactId: as("vendorId"),
  currency: as("currencyCode"),
  vendorCreditDate: trade.toldDay("creditMemoDate"),
  vendorCreditNumber: as("vendorCreditMemoNumber"),
  dueDate: dayAs("dueDate"),
  status: trade.toldStatus("DRAFT", "OPEN"),
};
const told = encoder<VendorCreditInput>({ ...fields, lineItems: listAs("purchaseCreditMemoLines", toldLine) });

const set = "purchaseCreditMemos";
const expand = "purchaseCreditMemoLines($expand=dimensionSetLines)";
const creditAt = at(set, "vendorCreditId");

export const vendorCredits = {
  "vendorCredits.list": list(set, {
    map: vendorCredit,
    expand,
    filters: { ...modified, status: oneOfTheirs(trade.statuses, "status", "status") },
  }),
  "vendorCredits.create": create(set, {
    encoder: told,
    map: vendorCredit,
    expand,
    afterwards: trade.opening(set),
    requires: ["contactId"],
    rules: [trade.draftRule, trade.priceRule],
  }),
  "vendorCredits.update": change(creditAt, {
    encoder: encoder<VendorCreditInput>(fields),
    map: vendorCredit,
    expand,
    afterwards: trade.becoming(set),
    rules: ["Only drafts can be changed; status OPEN posts one. What is left out stays, and so do the lines."],
  }),
  "vendorCredits.delete": remove(creditAt),
};
