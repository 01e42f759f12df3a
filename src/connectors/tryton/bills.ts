import type { BillInput, VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { fileOf, filesOf } from "./attachments.ts";
import { getOf, type Kind, listOf, partsOf } from "./conventions.ts";
import { billFields, creditedTotals, invoicesOf, ofPaymentStatus, ofStatus, type Today } from "./documents.ts";
import { day, linkedId, textOf, totals } from "./fields.ts";
import { accountOfLine, creditedLine, linesOf, namedLine } from "./lines.ts";
import { changeDocument, createDocument, documentEncoders, invoicing, type Trade } from "./posting.ts";
import { dayValue } from "./rpc.ts";
import type { Invoice, Line } from "./types.ts";
import { removeOf } from "./writing.ts";

const numbered = { ...accountOfLine, accountNumber: ({ account }: Line) => account?.code };
const billLine = mapping<records.BillLineItem, Line>({ ...namedLine, ...numbered });

const writtenBill = twoWay({
  billDate: day("invoice_date"),
  billNumber: plainValue("reference"),
  paymentTermCode: linkedId("payment_term"),
});
const writtenCredit = twoWay({
  vendorCreditDate: day("invoice_date"),
  vendorCreditNumber: plainValue("reference"),
});

/** The supplier's number is Tryton's reference, and Tryton's number is our reference. */
const bill: Kind<records.Bill, Invoice> = {
  ...invoicesOf("in", ">="),
  map: mapping<records.Bill, Invoice>({
    ...billFields,
    ...totals,
    ...writtenBill.reads,
    ...values({ reference: "number" }),
    lineItems: nestedList(billLine, linesOf),
  }),
};

const vendorCredit: Kind<records.VendorCredit, Invoice> = {
  ...invoicesOf("in", "<"),
  map: mapping<records.VendorCredit, Invoice>({
    ...billFields,
    ...creditedTotals,
    lineItems: nestedList(mapping<records.VendorCreditLineItem, Line>({ ...creditedLine, ...numbered }), linesOf),
    paymentTermId: (native) => textOf(native.payment_term),
    ...values({ reference: "number" }),
    ...writtenCredit.reads,
  }),
};

const billEncoder = encoder<BillInput>({
  ...documentEncoders,
  ...writtenBill.writes,
});
const creditEncoder = encoder<VendorCreditInput>({
  ...documentEncoders,
  ...writtenCredit.writes,
});
const crediting: Trade = { ...invoicing("in"), credited: true };
const onlyDrafts = "Only drafts can be changed or deleted: Tryton keeps posted documents.";

const states = { status: ofStatus, paymentStatus: ofPaymentStatus };
const numberRule =
  "number is the supplier's number, which Tryton calls reference. reference is the number that Tryton assigns on posting.";

export const getVendorCredit = getOf(vendorCredit);

export const bills = {
  "bills.list": listOf<records.Bill, Invoice, Today>(bill, {
    filters: { ...states, billDateFrom: (day) => [["invoice_date", ">=", dayValue(day)]] },
    orders: { billDate: "invoice_date", billNumber: "reference", createdDate: "create_date" },
    rules: [numberRule],
  }),
  "bills.get": getOf(bill),
  "bills.create": createDocument<BillInput, records.Bill, Invoice>(bill, invoicing("in"), {
    encoder: billEncoder,
    requires: ["contactId", "lineItems"],
  }),
  "bills.update": changeDocument<BillInput, records.Bill>(bill, invoicing("in"), billEncoder),
  "bills.delete": removeOf(bill, onlyDrafts),
  "bills.document.get": fileOf(bill),
  "bills.documents.list": filesOf(bill),
  "bills.lineItems.list": partsOf({ of: bill, parts: linesOf, map: billLine }),
  "vendorCredits.list": listOf<records.VendorCredit, Invoice, Today>(vendorCredit, {
    filters: states,
    rules: ["Supplier invoices with a negative total are vendor credits, not bills.", numberRule],
  }),
  "vendorCredits.create": createDocument<VendorCreditInput, records.VendorCredit, Invoice>(vendorCredit, crediting, {
    encoder: creditEncoder,
    requires: ["contactId", "lineItems"],
  }),
  "vendorCredits.update": changeDocument<VendorCreditInput, records.VendorCredit>(
    vendorCredit,
    crediting,
    creditEncoder,
  ),
  "vendorCredits.delete": removeOf(vendorCredit, onlyDrafts),
};
