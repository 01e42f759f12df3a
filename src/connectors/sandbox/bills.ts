import type { Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { accountingDay } from "../../kit/dates.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { documentOf, metadata } from "./files.ts";
import { list, modified, paymentStatus, status } from "./habits.ts";
import { billLine, supplierDocument } from "./supplierDocuments.ts";
import type { Bill } from "./vendorTrade.ts";

const bill = mapping<BillRecord, Bill>({
  ...supplierDocument,
  billDate: (bill) => accountingDay(bill.bill_date),
  billNumber: (bill) => bill.bill_number,
  paymentTermCode: (bill) => bill.payment_term_code,
});

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
  "bills.get": get({ path: ({ ids }) => path`/bills/${ids["billId"]}`, map: bill }),
  "bills.document.get": documentOf(({ ids }) => path`/bills/${ids["billId"]}`),
  "bills.documents.list": list({ path: ({ ids }) => path`/bills/${ids["billId"]}/documents`, map: metadata }),
  "bills.lineItems.list": list({ path: ({ ids }) => path`/bills/${ids["billId"]}/line-items`, map: billLine }),
};
