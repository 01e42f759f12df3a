import type { Call, WriteCall } from "../../contract/connector.ts";
import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { asArray } from "../../kit/writing.ts";
import { attachmentFile, attachmentList } from "./attachments.ts";
import { exact, single } from "./conventions.ts";
import { discard } from "./discarding.ts";
import { addLine, changeLine } from "./documentLines.ts";
import { issuedOn, lineAmounts, party, taxRules, totals } from "./fields.ts";
import { toldBill } from "./invoiceBodies.ts";
import { claim, claimsOf, keptLines, withKeptLines } from "./invoiceHabits.ts";
import { itemCodes, toldBillLine, withItemCodes } from "./lineBodies.ts";
import { type Line, linesIn, linesOf, purchaseLine } from "./lines.ts";
import { change, create } from "./telling.ts";
import type { Invoice } from "./vendorTrade.ts";

const line = mapping<BillLineItem, Line>(purchaseLine);

const bill = mapping<BillRecord, Invoice>({
  ...claim,
  ...party,
  ...totals,
  id: (bill) => bill.InvoiceID,
  billDate: issuedOn,
  billNumber: (bill) => bill.InvoiceNumber,
  lineItems: each(line, linesOf),
  taxRule: vocabulary(taxRules).read(lineAmounts),
});

const billAt = ({ ids }: Call): string => path`/Invoices/${ids["billId"]}`;
const told = {
  encoder: toldBill,
  query: () => exact,
  map: bill,
  requires: ["contactId", "lineItems"],
} as const;
const ofBill = { id: "billId", map: line } as const;

export const bills = {
  "bills.list": claimsOf.list("ACCPAY", {
    map: bill,
    days: { billDateFrom: "Date" },
    orders: { billDate: "Date", billNumber: "InvoiceNumber", updatedDate: "UpdatedDateUTC" },
  }),
  "bills.get": single("Invoices", { id: "billId", map: bill, query: exact, is: claimsOf.is("ACCPAY") }),
  "bills.document.get": file(attachmentFile(billAt, undefined)),
  "bills.documents.list": attachmentList(billAt),
  "bills.lineItems.list": linesIn("Invoices", { ...ofBill, query: exact }),
  "bills.create": create("Invoices", {
    ...told,
    also: () => ({ Type: "ACCPAY" }),
    prepare: ({ body }: WriteCall<BillInput>, session) => itemCodes(body.lineItems, session),
    body: withItemCodes,
  }),
  "bills.update": change("Invoices", {
    ...told,
    id: "billId",
    also: ({ ids }) => ({ InvoiceID: ids["billId"] }),
    prepare: ({ ids, body }: WriteCall<BillInput>, session: Session) =>
      keptLines(ids["billId"], body.lineItems, session),
    body: withKeptLines,
    rules: ["Besides the lines, what is left out stays as it is."],
  }),
  "bills.delete": discard("Invoices", "billId"),
  "bills.lineItems.create": asArray(addLine({ ...ofBill, encoder: toldBillLine })),
  "bills.lineItems.update": asArray(changeLine({ ...ofBill, encoder: toldBillLine })),
};
