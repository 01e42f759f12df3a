/** Bills and vendor credits. */
import type { ListCall } from "../../contract/connector.ts";
import type { BillInput, VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { listing, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import type { WriteDescription } from "../../kit/writing.ts";
import type { Complete } from "./complete.ts";
import { create, replace } from "./conventions.ts";
import { voucherStates } from "./fields.ts";
import { documentIn, documentsIn } from "./files.ts";
import { positions } from "./salesDocuments.ts";
import type { Entry, Voucher } from "./types.ts";
import { entries, idIn, ordersBy, secondRequest, single } from "./voucherlist.ts";
import * as vouchers from "./vouchers.ts";

const invoiceType = "purchaseinvoice";
const creditNoteType = "purchasecreditnote";

const billFields = twoWay({
  billDate: day("voucherDate"),
  billNumber: plainValue("voucherNumber"),
});
const billLine = mapping<records.BillLineItem, vouchers.Item>(vouchers.purchaseLine);
const bill = mapping<records.Bill, Complete<Voucher>>({
  ...vouchers.purchaseRecord,
  ...billFields.reads,
  lineItems: nestedList(billLine, vouchers.itemsIn),
});

const creditFields = twoWay({
  vendorCreditDate: day("voucherDate"),
  vendorCreditNumber: plainValue("voucherNumber"),
});
const creditLine = mapping<records.VendorCreditLineItem, vouchers.Item>(vouchers.purchaseLine);
/** The day of payment would take yet another request for each record. */
const { paidDate: _paid, ...creditRecord } = vouchers.purchaseRecord;
const vendorCredit = mapping<records.VendorCredit, Complete<Voucher>>({
  ...creditRecord,
  ...creditFields.reads,
  lineItems: nestedList(creditLine, vouchers.itemsIn),
});

const writes = <Input extends object, Record>(
  type: string,
  id: string,
  description: Pick<WriteDescription<Input, Record, Voucher>, "encoder" | "map" | "requires">,
) => {
  const shared = { ...description, also: () => ({ type }), read: vouchers.readVoucher, rules: vouchers.voucherRules };
  return {
    create: create<Input, Record, Voucher>({ ...shared, path: "/vouchers" }),
    update: replace<Input, Record, Voucher>({
      ...shared,
      path: `/vouchers/{${id}}`,
      prepare: (call, session) => vouchers.readOf(type)(idIn(call), session),
      // The vendor deletes files that a change does not name.
      body: (encoded, { version, files, voucherStatus }: Voucher) => ({ voucherStatus, ...encoded, version, files }),
    }),
  };
};

const creditEntries = entries({
  types: creditNoteType,
  map: mapping<records.VendorCredit, Entry>({ ...vouchers.purchaseSummary, ...creditFields.reads }),
  states: voucherStates,
});

/** The contract has no operation for a single vendor credit, so each one is read for its net amount, tax and lines. */
async function listCredits(call: ListCall, session: Session) {
  const found = await creditEntries.list(call, session);
  const credits: Complete<Voucher>[] = [];
  for (const entry of found.raw as readonly Entry[])
    credits.push({ ...(await vouchers.readVoucher(entry.id, session)), entry });
  return { ...found, ...listing(vendorCredit, credits, ({ entry: _entry, ...voucher }) => voucher) };
}

export const getVendorCredit = single({ read: vouchers.readComplete(creditNoteType), map: vendorCredit });

export const bills = {
  "bills.list": entries({
    types: invoiceType,
    map: mapping<records.Bill, Entry>({ ...vouchers.purchaseSummary, ...billFields.reads }),
    states: voucherStates,
    filters: { billDateFrom: (day) => ({ voucherDateFrom: day }) },
    orders: ordersBy("billDate", "billNumber"),
  }),
  "bills.get": single({ read: vouchers.readComplete(invoiceType), map: bill, rules: [secondRequest] }),
  "bills.document.get": documentIn(invoiceType),
  "bills.documents.list": documentsIn(invoiceType),
  "bills.lineItems.list": partsOf({
    path: "/vouchers/{billId}",
    parts: vouchers.itemsIn,
    map: billLine,
    raw: ({ item }) => item,
    rules: [positions],
  }),
  ...operationsOf(
    "bills",
    writes(invoiceType, "billId", {
      map: bill,
      encoder: encoder<BillInput>({ ...vouchers.encodePurchase, ...billFields.writes }, vouchers.collective),
      requires: ["billDate", "billNumber", "lineItems", "lineItems.accountId"],
    }),
  ),
  "vendorCredits.list": {
    ...creditEntries,
    fields: vendorCredit.fields,
    rules: [...(creditEntries.rules ?? []).slice(1), "Each record takes a separate request."],
    list: listCredits,
  },
  ...operationsOf(
    "vendorCredits",
    writes(creditNoteType, "vendorCreditId", {
      map: vendorCredit,
      encoder: encoder<VendorCreditInput>({ ...vouchers.encodePurchase, ...creditFields.writes }, vouchers.collective),
      requires: ["lineItems", "lineItems.accountId"],
    }),
  ),
};
