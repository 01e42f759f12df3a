import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { partsOf } from "../../kit/reading.ts";
import { create, replace } from "./conventions.ts";
import { dayOf, numberOf, voucherStates } from "./fields.ts";
import { documentIn, documentsIn } from "./files.ts";
import { positions } from "./salesDocuments.ts";
import type { Entry, Voucher, Whole } from "./types.ts";
import { entries, ordersBy, secondRequest, single } from "./voucherlist.ts";
import * as vouchers from "./vouchers.ts";

const type = "purchaseinvoice";

const fields = { billDate: dayOf, billNumber: numberOf };

const summary = mapping<records.Bill, Entry>({ ...vouchers.purchaseSummary, ...fields });

const line = mapping<records.BillLineItem, vouchers.Item>(vouchers.purchaseLine);

const bill = mapping<records.Bill, Whole<Voucher>>({
  ...vouchers.purchaseFields,
  ...fields,
  lineItems: each(line, vouchers.itemsIn),
});

const writing = {
  encoder: encoder<BillInput>(
    { ...vouchers.encodePurchase, billDate: dayAs("voucherDate"), billNumber: as("voucherNumber") },
    (input) => ({ type, ...vouchers.collective(input) }),
  ),
  map: bill,
  read: vouchers.readVoucher,
  requires: ["billDate", "billNumber", "lineItems"] as const,
  rules: vouchers.voucherRules,
};

export const bills = {
  "bills.list": entries({
    types: type,
    map: summary,
    states: voucherStates,
    filters: { billDateFrom: (day) => ({ voucherDateFrom: day }) },
    orders: ordersBy("billDate", "billNumber"),
  }),
  "bills.get": single({ read: vouchers.readWhole(type), map: bill, rules: [secondRequest] }),
  "bills.document.get": documentIn(type),
  "bills.documents.list": documentsIn(type),
  "bills.lineItems.list": partsOf({
    path: "/vouchers/{billId}",
    parts: vouchers.itemsIn,
    map: line,
    raw: ({ item }) => item,
    rules: [positions],
  }),
  "bills.create": create({ ...writing, path: "/vouchers" }),
  "bills.update": replace({
    ...writing,
    path: "/vouchers/{billId}",
    prepare: vouchers.prepareVoucher(type),
    body: vouchers.onto,
  }),
};
