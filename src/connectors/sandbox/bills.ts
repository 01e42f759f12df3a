import type { Call } from "../../contract/connector.ts";
import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type { Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { asArray, remove } from "../../kit/writing.ts";
import { list, modified, paymentStatus, status } from "./conventions.ts";
import { documentOf, metadata } from "./files.ts";
import {
  billLine,
  isVoided,
  knownLines,
  newLines,
  supplierDocument,
  toldBillLine,
  toldSupplierDocument,
} from "./supplierDocuments.ts";
import { create, replace } from "./telling.ts";
import type { Bill } from "./vendorTrade.ts";

const bill = mapping<BillRecord, Bill>({
  ...supplierDocument,
  billDate: (bill) => accountingDay(bill.bill_date),
  billNumber: (bill) => bill.bill_number,
  paymentTermCode: (bill) => bill.payment_term_code,
});

const billFields = {
  ...toldSupplierDocument,
  billDate: dayAs("bill_date"),
  billNumber: as("bill_number"),
  fileId: as("file_id"),
  paymentTermCode: as("payment_term_code"),
};

const billPath = ({ ids }: Call): string => path`/bills/${ids["billId"]}`;
const linesPath = ({ ids }: Call): string => path`/bills/${ids["billId"]}/line-items`;

export const bills = {
  "bills.list": list({
    path: "/bills",
    map: bill,
    filters: { ...modified, ...status, ...paymentStatus, billDateFrom: (day) => ({ bill_date_from: day }) },
    orders: {
      billDate: "bill_date",
      billNumber: "bill_number",
      createdDate: "created_at",
      updatedDate: "updated_at",
    },
  }),
  "bills.get": get({ path: billPath, map: bill }),
  "bills.document.get": documentOf(billPath),
  "bills.documents.list": list({ path: ({ ids }) => path`/bills/${ids["billId"]}/documents`, map: metadata }),
  "bills.lineItems.list": list({ path: linesPath, map: billLine }),
  "bills.create": create({
    path: "/bills",
    encoder: encoder<BillInput>({ ...billFields, ...newLines }),
    map: bill,
    requires: ["billDate"],
  }),
  "bills.update": replace({
    path: billPath,
    encoder: encoder<BillInput>({ ...billFields, ...knownLines }),
    map: bill,
    requires: ["billDate"],
  }),
  "bills.delete": remove(billPath, { gone: isVoided }),
  "bills.lineItems.create": asArray(create({ path: linesPath, encoder: toldBillLine, map: billLine })),
  "bills.lineItems.update": asArray(
    replace({
      path: ({ ids }) => path`/bills/${ids["billId"]}/line-items/${ids["lineItemId"]}`,
      encoder: toldBillLine,
      map: billLine,
    }),
  ),
};
