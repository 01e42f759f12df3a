/** What suppliers send: bills, and what they credit. */
import type { BillInput, VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { days, values } from "../../kit/columns.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { partsOf } from "../../kit/reading.ts";
import { named } from "../../kit/views.ts";
import type { WriteDescription } from "../../kit/writing.ts";
import { create, replace } from "./conventions.ts";
import { voucherStates } from "./fields.ts";
import { documentIn, documentsIn } from "./files.ts";
import { positions } from "./salesDocuments.ts";
import type { Entry, Integer, Voucher } from "./types.ts";
import { entries, idIn, ordersBy, secondRequest, single } from "./voucherlist.ts";
import * as vouchers from "./vouchers.ts";

const bought = "purchaseinvoice";
const credited = "purchasecreditnote";

const billFields = { ...days({ billDate: "voucherDate" }), ...values({ billNumber: "voucherNumber" }) };
const billLine = mapping<records.BillLineItem, vouchers.Item>(vouchers.purchaseLine);
const bill = mapping<records.Bill, Integer<Voucher>>({
  ...vouchers.purchaseFields,
  ...billFields,
  lineItems: each(billLine, vouchers.itemsIn),
});

const creditFields = {
  ...days({ vendorCreditDate: "voucherDate" }),
  ...values({ vendorCreditNumber: "voucherNumber" }),
};
const creditLine = mapping<records.VendorCreditLineItem, vouchers.Item>(vouchers.purchaseLine);
/** Only known of one that is read, which the contract does not have. */
const { fileId: _file, paidDate: _paid, paymentStatus: _settled, ...told } = vouchers.purchaseFields;
const vendorCredit = mapping<records.VendorCredit, Voucher>({
  ...told,
  ...creditFields,
  lineItems: each(creditLine, vouchers.itemsIn),
});

const writes = <Input extends object, Record>(
  type: string,
  id: string,
  described: Pick<WriteDescription<Input, Record, Voucher>, "encoder" | "map" | "requires">,
) => {
  const same = { ...described, also: () => ({ type }), read: vouchers.readVoucher, rules: vouchers.voucherRules };
  return {
    create: create<Input, Record, Voucher>({ ...same, path: "/vouchers" }),
    update: replace<Input, Record, Voucher>({
      ...same,
      path: `/vouchers/{${id}}`,
      prepare: (call, session) => vouchers.readOf(type)(idIn(call), session),
      // Files that are not named again would be deleted.
      body: (encoded, { version, files, voucherStatus }: Voucher) => ({ voucherStatus, ...encoded, version, files }),
    }),
  };
};

export const bills = {
  "bills.list": entries({
    types: bought,
    map: mapping<records.Bill, Entry>({ ...vouchers.purchaseSummary, ...billFields }),
    states: voucherStates,
    filters: { billDateFrom: (day) => ({ voucherDateFrom: day }) },
    orders: ordersBy("billDate", "billNumber"),
  }),
  "bills.get": single({ read: vouchers.readWhole(bought), map: bill, rules: [secondRequest] }),
  "bills.document.get": documentIn(bought),
  "bills.documents.list": documentsIn(bought),
  "bills.lineItems.list": partsOf({
    path: "/vouchers/{billId}",
    parts: vouchers.itemsIn,
    map: billLine,
    raw: ({ item }) => item,
    rules: [positions],
  }),
  ...named(
    "bills",
    writes(bought, "billId", {
      map: bill,
      encoder: encoder<BillInput>(
        { ...vouchers.encodePurchase, billDate: dayAs("voucherDate"), billNumber: as("voucherNumber") },
        vouchers.collective,
      ),
      requires: ["billDate", "billNumber", "lineItems"],
    }),
  ),
  "vendorCredits.list": entries({
    types: credited,
    map: mapping<records.VendorCredit, Entry>({ ...vouchers.purchaseSummary, ...creditFields }),
    states: voucherStates,
  }),
  ...named(
    "vendorCredits",
    writes(credited, "vendorCreditId", {
      map: vendorCredit,
      encoder: encoder<VendorCreditInput>(
        { ...vouchers.encodePurchase, vendorCreditDate: dayAs("voucherDate"), vendorCreditNumber: as("voucherNumber") },
        vouchers.collective,
      ),
      requires: ["lineItems"],
    }),
  ),
};
