import type { Call } from "../../contract/connector.ts";
import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { asArray } from "../../kit/writing.ts";
import { attachmentFile, documentList } from "./attachments.ts";
import { change, create, discard, exact, fromDay } from "./conventions.ts";
import * as fields from "./fields.ts";
import {
  type Line,
  lineReads,
  linesOf,
  purchaseLine,
  purchaseLineEncoder,
  purchaseLinesAs,
  withItemCodes,
} from "./lines.ts";
import { addLine, changeLine, claim, claimOf, claimsOf, withKeptLines } from "./receivables.ts";
import type { Invoice } from "./types.ts";

const line = mapping<BillLineItem, Line>(purchaseLine);

const bill = mapping<BillRecord, Invoice>({
  ...claim,
  ...fields.party,
  ...fields.totals,
  id: (bill) => bill.InvoiceID,
  billDate: fields.issuedOn,
  billNumber: (bill) => bill.InvoiceNumber,
  lineItems: each(line, linesOf),
  reference: (bill) => bill.Reference,
  taxRule: fields.taxRules.read(fields.lineAmounts),
});

/** A bill's number is the supplier's. */
const billEncoder = encoder<BillInput>({
  billDate: dayAs("Date"),
  billNumber: as("InvoiceNumber"),
  contactId: fields.contactAs,
  currency: as("CurrencyCode"),
  dueDate: dayAs("DueDate"),
  lineItems: purchaseLinesAs,
  reference: as("Reference"),
  status: fields.statusAs,
  taxRule: fields.taxRuleAs,
});

const billAt = ({ ids }: Call): string => path`/Invoices/${ids["billId"]}`;
const written = { encoder: billEncoder, query: () => exact, map: bill, requires: ["contactId", "lineItems"] } as const;
const lineWrites = { id: "billId", map: line, encoder: purchaseLineEncoder } as const;

export const bills = {
  "bills.list": claimsOf("ACCPAY", {
    map: bill,
    filters: { billDateFrom: fromDay("Date") },
    orders: { billDate: "Date", billNumber: "InvoiceNumber", updatedDate: "UpdatedDateUTC" },
  }),
  "bills.get": claimOf("ACCPAY", { id: "billId", map: bill }),
  "bills.document.get": attachmentFile(billAt),
  "bills.documents.list": documentList(billAt),
  "bills.lineItems.list": lineReads("Invoices", { id: "billId", map: line, query: exact }).list,
  "bills.create": create("Invoices", { ...written, ...withItemCodes, also: () => ({ Type: "ACCPAY" }) }),
  "bills.update": change("Invoices", {
    ...written,
    ...withKeptLines("billId"),
    id: "billId",
    also: ({ ids }) => ({ InvoiceID: ids["billId"] }),
    rules: ["Besides the lines, what is left out stays as it is."],
  }),
  "bills.delete": discard("Invoices", "billId"),
  "bills.lineItems.create": asArray(addLine(lineWrites)),
  "bills.lineItems.update": asArray(changeLine(lineWrites)),
};
