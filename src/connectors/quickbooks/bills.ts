import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { asArray } from "../../kit/writing.ts";
import { documentsOf, firstFileOf } from "./attachments.ts";
import { claim, claims, dueOn } from "./claims.ts";
import { change, create, discard, fromDay, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import { refs } from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<BillLineItem, Line>(lines.costLine);

const bill = mapping<BillRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.totals,
  ...claim,
  ...refs({ accountId: "APAccountRef", contactId: "VendorRef", paymentTermCode: "SalesTermRef" }),
  ...values({ billNumber: "DocNumber", name: "VendorRef.name", reference: "PrivateNote" }),
  billDate: fields.issuedOn,
  currency: fields.currencyOf,
  dueDate: dueOn,
  lineItems: each(line, lines.linesOf),
});

const lineEncoder = encoder<BillLineItemInput>({ ...lines.costEncoders, id: as("Id") });

const billEncoder = encoder<BillInput>({
  accountId: fields.refAs("APAccountRef"),
  ...allAs(dayAs, { billDate: "TxnDate", dueDate: "DueDate" }),
  ...allAs(as, { billNumber: "DocNumber", reference: "PrivateNote" }),
  contactId: fields.refAs("VendorRef"),
  currency: fields.refAs("CurrencyRef"),
  lineItems: listAs("Line", lineEncoder),
  paymentTermCode: fields.refAs("SalesTermRef"),
});

const lineOf = { id: "billId", map: line } as const;
const written = { encoder: billEncoder, map: bill, body: lines.withLines(false) };
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
    ...written,
    requires: ["contactId", "lineItems"],
    rules: ["A line has an itemId with quantity and unitAmount, or an accountId with totalNetAmount."],
  }),
  "bills.update": change("Bill", {
    ...written,
    id: "billId",
    rules: ["lineItems are all lines: those with an id are changed, others are new, those left out go."],
  }),
  "bills.delete": discard(["Bill"], "billId"),
  "bills.lineItems.create": asArray(lines.addLine("Bill", { ...lineOf, encoder: lineEncoder })),
  "bills.lineItems.update": asArray(lines.changeLine("Bill", { ...lineOf, encoder: lineEncoder })),
};
