import type { BillInput, VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { days } from "../../kit/columns.ts";
import { dayAs, encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { fileOf, filesOf } from "./attachments.ts";
import { getOf, type Kind, listOf, partsOf } from "./conventions.ts";
import {
  creditFields,
  creditStates,
  creditsOf,
  documentsOf,
  itemsOf,
  numberOf,
  payableFields,
  states,
} from "./documents.ts";
import { ids, linkedId, totals } from "./fields.ts";
import { namedLine, numberedLine } from "./lines.ts";
import { changeDocument, createDocument, documentEncoders, removeDraft } from "./posting.ts";
import type { Line, Move } from "./types.ts";

const line = mapping<records.BillLineItem, Line>({ ...namedLine, ...numberedLine });

const bought = twoWay({
  paymentReference: plainValue("payment_reference"),
});
const billFields = twoWay({
  billDate: day("invoice_date"),
  billNumber: plainValue("ref"),
  paymentTermCode: linkedId("invoice_payment_term_id"),
});
const vendorCreditFields = twoWay({
  vendorCreditDate: day("invoice_date"),
  vendorCreditNumber: plainValue("ref"),
});

const boughtFields = {
  ...payableFields,
  ...totals,
  ...days({ deliveryDate: "delivery_date" }),
  ...bought.reads,
  /** Odoo's number. The supplier's number is Odoo's reference. */
  reference: numberOf,
};

const bill: Kind<records.Bill, Move> = {
  ...documentsOf("in_invoice"),
  map: mapping<records.Bill, Move>({
    ...boughtFields,
    ...billFields.reads,
    lineItems: nestedList(line, itemsOf),
  }),
};

const vendorCredit: Kind<records.VendorCredit, Move> = {
  ...creditsOf("in_refund"),
  map: mapping<records.VendorCredit, Move>({
    ...boughtFields,
    ...creditFields,
    ...vendorCreditFields.reads,
    ...ids({ paymentTermId: "invoice_payment_term_id" }),
    lineItems: nestedList(line, itemsOf),
  }),
};

const numberRule =
  "number is the supplier's number, which Odoo calls reference. reference is the number that Odoo assigns on posting.";

const boughtEncoders = (change = false) => ({
  ...documentEncoders("bills", change),
  dueDate: dayAs("invoice_date_due"),
  ...bought.writes,
});
const billEncoder = (change?: boolean) =>
  encoder<BillInput>({
    ...boughtEncoders(change),
    ...billFields.writes,
  });
const creditEncoder = (change?: boolean) =>
  encoder<VendorCreditInput>({
    ...boughtEncoders(change),
    ...vendorCreditFields.writes,
  });

export const getVendorCredit = getOf(vendorCredit);

export const bills = {
  "bills.list": listOf(bill, {
    filters: { ...states, billDateFrom: (day) => [["invoice_date", ">=", day]] },
    orders: { billDate: "invoice_date", billNumber: "ref", createdDate: "create_date" },
    rules: [numberRule],
  }),
  "bills.get": getOf(bill),
  "bills.create": createDocument<BillInput, records.Bill>(bill, {
    type: "in_invoice",
    encoder: billEncoder(),
    requires: ["contactId", "billDate", "lineItems"],
  }),
  "bills.update": changeDocument<BillInput, records.Bill>(bill, billEncoder(true)),
  "bills.delete": removeDraft(bill),
  "bills.document.get": fileOf(bill),
  "bills.documents.list": filesOf(bill),
  "bills.lineItems.list": partsOf({ of: bill, parts: itemsOf, map: line }),
  "vendorCredits.list": listOf(vendorCredit, { filters: creditStates, rules: [numberRule] }),
  "vendorCredits.create": createDocument<VendorCreditInput, records.VendorCredit>(vendorCredit, {
    type: "in_refund",
    encoder: creditEncoder(),
    requires: ["contactId", "lineItems"],
  }),
  "vendorCredits.update": changeDocument<VendorCreditInput, records.VendorCredit>(vendorCredit, creditEncoder(true)),
  "vendorCredits.delete": removeDraft(vendorCredit),
};
