import type { Call } from "../../contract/connector.ts";
import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { asArray } from "../../kit/writing.ts";
import { attachmentFile, documentList } from "./attachments.ts";
import { change, create, discard, exact, fromDay } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import { addLine, changeLine, claim, claimOf, claimsOf, withKeptLines } from "./receivables.ts";
import type { Invoice } from "./types.ts";

const line = mapping<BillLineItem, lines.Line>(lines.purchaseLine);

const bill = mapping<BillRecord, Invoice>({
  ...claim,
  ...fields.party,
  ...fields.totals,
  ...values({ id: "InvoiceID", billNumber: "InvoiceNumber", reference: "Reference" }),
  billDate: fields.issuedOn,
  lineItems: each(line, lines.linesOf),
  taxRule: fields.taxRules.read(fields.lineAmounts),
});

/** A bill's number is the supplier's. */
const billEncoder = encoder<BillInput>({
  ...allAs(dayAs, { billDate: "Date", dueDate: "DueDate" }),
  ...allAs(as, { billNumber: "InvoiceNumber", currency: "CurrencyCode", reference: "Reference" }),
  contactId: fields.contactAs,
  lineItems: lines.purchaseLinesAs,
  status: fields.statusAs,
  taxRule: fields.taxRuleAs,
});

const billAt = ({ ids }: Call): string => path`/Invoices/${ids["billId"]}`;
const written = { encoder: billEncoder, query: () => exact, map: bill, requires: ["contactId", "lineItems"] } as const;
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
  "bills.create": create("Invoices", { ...written, ...lines.withItemCodes, also: () => ({ Type: "ACCPAY" }) }),
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
