import type { Call } from "../../contract/connector.ts";
import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { asArray } from "../../kit/writing.ts";
import { attachmentFile, documentList } from "./attachments.ts";
import { change, create, discard, exact, fromDay } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import { addLine, changeLine, claim, claimOf, claimsOf, dueDate, withKeptLines } from "./receivables.ts";
import type { Invoice } from "./types.ts";

const line = mapping<BillLineItem, lines.Line>(lines.purchaseLine);

const billFields = twoWay({
  // The supplier's number.
  billNumber: plainValue("InvoiceNumber"),
  reference: plainValue("Reference"),
  billDate: fields.day("Date"),
  taxRule: fields.taxRule,
});

const bill = mapping<BillRecord, Invoice>({
  ...claim,
  ...dueDate.reads,
  ...fields.party.reads,
  ...fields.totals,
  ...billFields.reads,
  ...values({ id: "InvoiceID" }),
  lineItems: nestedList(line, lines.linesOf),
});

const billEncoder = encoder<BillInput>({
  ...dueDate.writes,
  ...fields.party.writes,
  ...billFields.writes,
  lineItems: lines.purchaseLinesAs,
  status: fields.statusAs,
});

const billAt = ({ ids }: Call): string => path`/Invoices/${ids["billId"]}`;
const writing = { encoder: billEncoder, query: () => exact, map: bill, requires: ["contactId", "lineItems"] } as const;
const lineWrites = { id: "billId", map: line, encoder: lines.purchaseLineEncoder } as const;

export const bills = {
  "bills.list": claimsOf("ACCPAY", {
    map: bill,
    filters: { billDateFrom: fromDay("Date") },
    orders: { billDate: "Date", billNumber: "InvoiceNumber", updatedDate: "UpdatedDateUTC" },
  }),
  "bills.get": claimOf("ACCPAY", { id: "billId", map: bill }),
  "bills.document.get": attachmentFile(billAt),
  "bills.documents.list": documentList(billAt),
  "bills.lineItems.list": lines.lineReads("Invoices", { id: "billId", map: line, query: exact }).list,
  "bills.create": create("Invoices", { ...writing, ...lines.withItemCodes, also: () => ({ Type: "ACCPAY" }) }),
  "bills.update": change("Invoices", {
    ...writing,
    ...withKeptLines("billId"),
    id: "billId",
    also: ({ ids }) => ({ InvoiceID: ids["billId"] }),
    rules: ["Fields that are left out stay unchanged. lineItems replaces all lines."],
  }),
  "bills.delete": discard("Invoices", "billId"),
  "bills.lineItems.create": asArray(addLine(lineWrites)),
  "bills.lineItems.update": asArray(changeLine(lineWrites)),
};
