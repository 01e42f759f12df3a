import type { VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { create, replace } from "./conventions.ts";
import { purchased, purchaseLine, purchaseSummary, toldPurchase } from "./purchases.ts";
import type { Entry, Voucher, Whole } from "./vendorDocuments.ts";
import { collective, onto, prepareVoucher, voucherRules } from "./voucherBodies.ts";
import { entries, voucherStates } from "./voucherlist.ts";
import { type Item, itemsIn, readVoucher } from "./vouchers.ts";

const type = "purchasecreditnote";

const summary = mapping<records.VendorCredit, Entry>({
  ...purchaseSummary,
  vendorCreditDate: (entry) => accountingDay(entry.voucherDate),
  vendorCreditNumber: (entry) => entry.voucherNumber,
});

const line = mapping<records.VendorCreditLineItem, Item>(purchaseLine);

/** Only known of one that is read, which the contract does not have. */
const { fileId: _file, paidDate: _paid, paymentStatus: _standing, ...written } = purchased;

const vendorCredit = mapping<records.VendorCredit, Whole<Voucher>>({
  ...written,
  lineItems: each(line, itemsIn),
  vendorCreditDate: ({ document }) => accountingDay(document.voucherDate),
  vendorCreditNumber: ({ document }) => document.voucherNumber,
});

const told = encoder<VendorCreditInput>({
  ...toldPurchase,
  vendorCreditDate: dayAs("voucherDate"),
  vendorCreditNumber: as("voucherNumber"),
});

const same = {
  encoder: told,
  map: vendorCredit,
  requires: ["lineItems"] as const,
  rules: voucherRules,
  read: readVoucher,
};

export const vendorCredits = {
  "vendorCredits.list": entries({ types: type, map: summary, states: voucherStates }),
  "vendorCredits.create": create({
    ...same,
    path: "/vouchers",
    also: ({ body: input }) => ({ type, ...collective(input) }),
  }),
  "vendorCredits.update": replace({
    ...same,
    path: ({ ids }) => path`/vouchers/${ids["vendorCreditId"]}`,
    also: ({ body: input }) => ({ type, ...collective(input) }),
    prepare: prepareVoucher(type, "vendorCreditId"),
    body: onto,
  }),
};
