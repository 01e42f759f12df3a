import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { asArray } from "../../kit/writing.ts";
import { documentsOf, firstFileOf } from "./attachments.ts";
import { claim, claims, dueOn } from "./claims.ts";
import { change, create, discard, fromDay, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import { eitherWay, grossTotal, inclusiveRule, taxRules } from "./inclusive.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<BillLineItem, Line>(lines.costLine);

const bill = mapping<BillRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.totals,
  ...claim,
  accountId: ({ APAccountRef }) => fields.refOf(APAccountRef),
  billDate: fields.issuedOn,
  billNumber: ({ DocNumber }) => DocNumber,
  contactId: ({ VendorRef }) => fields.refOf(VendorRef),
  currency: fields.currencyOf,
  dueDate: dueOn,
  lineItems: each(line, lines.linesOf),
  name: ({ VendorRef }) => VendorRef?.name,
  paymentTermCode: ({ SalesTermRef }) => fields.refOf(SalesTermRef),
  reference: ({ PrivateNote }) => PrivateNote,
});

const lineEncoder = encoder<BillLineItemInput>({ ...lines.costEncoders, id: as("Id") });

const billEncoders = {
  accountId: fields.refAs("APAccountRef"),
  billDate: dayAs("TxnDate"),
  billNumber: as("DocNumber"),
  contactId: fields.refAs("VendorRef"),
  currency: fields.refAs("CurrencyRef"),
  dueDate: dayAs("DueDate"),
  lineItems: listAs("Line", lineEncoder),
  paymentTermCode: fields.refAs("SalesTermRef"),
  reference: as("PrivateNote"),
};

const newBill = encoder<BillInput>({
  ...billEncoders,
  lineItems: listAs("Line", encoder<BillLineItemInput>({ ...lines.costEncoders, ...grossTotal, id: as("Id") })),
  taxRule: taxRules.as("GlobalTaxCalculation"),
});

const lineOf = { id: "billId", map: line } as const;
const reads = lines.lineReads("Bill", lineOf);

export const bills = {
  "bills.list": claims("Bill", {
    map: bill,
    filters: { billDateFrom: fromDay("TxnDate") },
    orders: {
      billDate: "TxnDate",
      billNumber: "DocNumber",
      createdDate: "MetaData.CreateTime",
      updatedDate: "MetaData.LastUpdatedTime",
    },
  }),
  "bills.get": single("Bill", { id: "billId", map: bill }),
  "bills.document.get": firstFileOf("Bill", "billId"),
  "bills.documents.list": documentsOf("Bill", "billId"),
  ...named("bills.lineItems", { list: reads.list }),
  "bills.create": create("Bill", {
    ...eitherWay<BillInput>(false),
    ...{ encoder: newBill, map: bill, requires: ["contactId", "lineItems"] },
    rules: [
      "A line has an itemId with quantity and unitAmount, or an accountId with totalNetAmount, or totalGrossAmount with taxRule GROSS.",
      inclusiveRule,
    ],
  }),
  "bills.update": change("Bill", {
    ...{ id: "billId", encoder: encoder<BillInput>(billEncoders), map: bill, body: lines.withLines(false) },
    rules: ["lineItems are all lines: those with an id are changed, others are new, those left out go."],
  }),
  "bills.delete": discard(["Bill"], "billId"),
  "bills.lineItems.create": asArray(lines.addLine("Bill", { ...lineOf, encoder: lineEncoder })),
  "bills.lineItems.update": asArray(lines.changeLine("Bill", { ...lineOf, encoder: lineEncoder })),
};
