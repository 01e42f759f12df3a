import type { VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { create, replace } from "./conventions.ts";
import { dayOf, numberOf, voucherStates } from "./fields.ts";
import type { Entry, Voucher } from "./types.ts";
import { entries } from "./voucherlist.ts";
import * as vouchers from "./vouchers.ts";

const type = "purchasecreditnote";

const fields = { vendorCreditDate: dayOf, vendorCreditNumber: numberOf };

const summary = mapping<records.VendorCredit, Entry>({ ...vouchers.purchaseSummary, ...fields });

const line = mapping<records.VendorCreditLineItem, vouchers.Item>(vouchers.purchaseLine);

/** Only known of one that is read, which the contract does not have. */
const { fileId: _file, paidDate: _paid, paymentStatus: _settled, ...written } = vouchers.purchaseFields;

const vendorCredit = mapping<records.VendorCredit, Voucher>({
  ...written,
  ...fields,
  lineItems: each(line, vouchers.itemsIn),
});

const writing = {
  encoder: encoder<VendorCreditInput>(
    { ...vouchers.encodePurchase, vendorCreditDate: dayAs("voucherDate"), vendorCreditNumber: as("voucherNumber") },
    (input) => ({ type, ...vouchers.collective(input) }),
  ),
  map: vendorCredit,
  read: vouchers.readVoucher,
  requires: ["lineItems"] as const,
  rules: vouchers.voucherRules,
};

export const vendorCredits = {
  "vendorCredits.list": entries({ types: type, map: summary, states: voucherStates }),
  "vendorCredits.create": create({ ...writing, path: "/vouchers" }),
  "vendorCredits.update": replace({
    ...writing,
    path: "/vouchers/{vendorCreditId}",
    prepare: vouchers.prepareVoucher(type),
    body: vouchers.onto,
  }),
};
