/** What suppliers charge, and what they take back: one kind of document under two names. */
import type { BillInput, BillLineItemInput, VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord, VendorCredit } from "../../contract/records/purchasing.ts";
import { days, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { asArray } from "../../kit/writing.ts";
import { documentsOf, firstFileOf } from "./attachments.ts";
import { claim, claims } from "./claims.ts";
import { fromDay, resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<BillLineItem, Line>(lines.costLine);

const common = {
  ...fields.document,
  ...claim,
  ...fields.refs({ accountId: "APAccountRef", contactId: "VendorRef" }),
  ...values({ name: "VendorRef.name", reference: "PrivateNote" }),
  lineItems: each(line, lines.linesOf),
};
const bill = mapping<BillRecord, Transaction>({
  ...common,
  ...fields.refs({ paymentTermCode: "SalesTermRef" }),
  ...values({ billNumber: "DocNumber" }),
  ...days({ billDate: "TxnDate", dueDate: "DueDate" }),
});
const vendorCredit = mapping<VendorCredit, Transaction>({
  ...common,
  ...values({ vendorCreditNumber: "DocNumber" }),
  ...days({ vendorCreditDate: "TxnDate" }),
});

const lineEncoders = { ...lines.costEncoders, id: as("Id") };
const lineEncoder = encoder<BillLineItemInput>(lineEncoders);
const commonEncoders = {
  ...allAs(fields.refAs, { accountId: "APAccountRef", contactId: "VendorRef", currency: "CurrencyRef" }),
  lineItems: listAs("Line", lineEncoder),
  reference: as("PrivateNote"),
};
/** What only a new one can say. */
const newEncoders = {
  lineItems: listAs("Line", encoder<BillLineItemInput>({ ...lineEncoders, ...lines.grossTotal })),
  taxRule: lines.taxRules.as("GlobalTaxCalculation"),
};
const billEncoders = {
  ...commonEncoders,
  ...allAs(dayAs, { billDate: "TxnDate", dueDate: "DueDate" }),
  billNumber: as("DocNumber"),
  paymentTermCode: fields.refAs("SalesTermRef"),
};
const vendorCreditEncoders = {
  ...commonEncoders,
  vendorCreditDate: dayAs("TxnDate"),
  vendorCreditNumber: as("DocNumber"),
};

const made = { ...lines.eitherWay(false), requires: ["contactId", "lineItems"] as const };
const changed = {
  body: lines.withLines(false),
  rules: ["lineItems are all lines: those with an id are changed, others are new, those left out go."],
};

const billKind = resource("Bill", "billId", bill);
const creditKind = resource("VendorCredit", "vendorCreditId", vendorCredit);
const { list: lineList, create, change } = lines.lineItems("Bill", { id: "billId", map: line, encoder: lineEncoder });

export const bills = {
  ...named("bills", {
    list: claims(billKind, {
      filters: { billDateFrom: fromDay("TxnDate") },
      orders: { ...fields.stampOrders, billDate: "TxnDate", billNumber: "DocNumber" },
    }),
    get: billKind.get(),
    "document.get": firstFileOf("Bill", "billId"),
    "documents.list": documentsOf("Bill", "billId"),
    create: billKind.create<BillInput>({
      ...made,
      encoder: encoder<BillInput>({ ...billEncoders, ...newEncoders }),
      rules: [
        "A line has an itemId with quantity and unitAmount, or an accountId with totalNetAmount, or totalGrossAmount with taxRule GROSS.",
        lines.inclusiveRule,
      ],
    }),
    update: billKind.change({ ...changed, encoder: encoder<BillInput>(billEncoders) }),
    delete: billKind.delete,
  }),
  ...named("bills.lineItems", { list: lineList, create: asArray(create), update: asArray(change) }),
  ...named("vendorCredits", {
    // What is left of them can be sorted by, but not asked for.
    list: claims(creditKind, {}, false),
    create: creditKind.create<VendorCreditInput>({
      ...made,
      encoder: encoder<VendorCreditInput>({ ...vendorCreditEncoders, ...newEncoders }),
      rules: [lines.inclusiveRule],
    }),
    update: creditKind.change({ ...changed, encoder: encoder<VendorCreditInput>(vendorCreditEncoders) }),
    delete: creditKind.delete,
  }),
};
