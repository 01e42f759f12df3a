import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { partsOf } from "../../kit/reading.ts";
import { create, replace } from "./conventions.ts";
import { purchased, purchaseLine, purchaseSummary, toldPurchase } from "./purchases.ts";
import { positions } from "./salesDocuments.ts";
import type { Entry, Voucher, Whole } from "./vendorDocuments.ts";
import { collective, onto, prepareVoucher, voucherRules } from "./voucherBodies.ts";
import { entries, idIn, secondLook, single, voucherStates } from "./voucherlist.ts";
import { filesOf, type Item, itemsIn, itemsOf, readOf, readVoucher, scanOf } from "./vouchers.ts";

const type = "purchaseinvoice";

const summary = mapping<records.Bill, Entry>({
  ...purchaseSummary,
  billDate: (entry) => accountingDay(entry.voucherDate),
  billNumber: (entry) => entry.voucherNumber,
});

const line = mapping<records.BillLineItem, Item>(purchaseLine);

const bill = mapping<records.Bill, Whole<Voucher>>({
  ...purchased,
  billDate: ({ document }) => accountingDay(document.voucherDate),
  billNumber: ({ document }) => document.voucherNumber,
  lineItems: each(line, itemsIn),
});

const told = encoder<BillInput>({
  ...toldPurchase,
  billDate: dayAs("voucherDate"),
  billNumber: as("voucherNumber"),
});

const same = {
  encoder: told,
  map: bill,
  requires: ["billDate", "billNumber", "lineItems"] as const,
  rules: voucherRules,
};

export const bills = {
  "bills.list": entries({
    types: type,
    map: summary,
    states: voucherStates,
    filters: { billDateFrom: (day) => ({ voucherDateFrom: day }) },
    orders: {
      ...{ billDate: "voucherDate", billNumber: "voucherNumber" },
      ...{ createdDate: "createdDate", updatedDate: "updatedDate" },
    },
  }),
  "bills.get": single({ read: readOf(type), map: bill, rules: [secondLook] }),
  "bills.document.get": scanOf(),
  "bills.documents.list": filesOf(),
  "bills.lineItems.list": partsOf({
    path: (call) => path`/vouchers/${idIn(call)}`,
    parts: itemsOf,
    map: line,
    raw: ({ item }) => item,
    rules: [positions],
  }),
  "bills.create": create({
    ...same,
    path: "/vouchers",
    also: ({ body: input }) => ({ type, ...collective(input) }),
    read: readVoucher,
  }),
  "bills.update": replace({
    ...same,
    path: ({ ids }) => path`/vouchers/${ids["billId"]}`,
    also: ({ body: input }) => ({ type, ...collective(input) }),
    prepare: prepareVoucher(type, "billId"),
    body: onto,
    read: readVoucher,
  }),
};
