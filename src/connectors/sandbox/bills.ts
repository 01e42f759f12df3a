import * as enums from "../../contract/enums.ts";
import type { BillInput, BillLineItemInput, VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { Bill, BillLineItem, VendorCredit } from "../../contract/records/purchasing.ts";
import { get } from "../../kit/reading.ts";
import { asArray, remove } from "../../kit/writing.ts";
import { by, byWord, create, list, modified, replace } from "./conventions.ts";
import {
  addresses,
  day,
  encoderOf,
  identity,
  integer,
  lineDimensions,
  listOf,
  shape,
  stamps,
  text,
  totals,
  tradeLine,
  word,
} from "./fields.ts";
import { documentOf, documentsOf } from "./files.ts";

const lineFields = {
  ...tradeLine,
  ...lineDimensions,
  accountId: text,
  accountNumber: text,
  deferredEndDate: day,
  deferredStartDate: day,
  itemName: text,
};
const line = shape<BillLineItem, BillLineItemInput>(lineFields, { ...identity, ...stamps });
const lineItems = listOf(line);
/** A replacement lists the lines to keep by their ids. */
const knownLines = {
  lineItems: listOf({ ...line, encoder: encoderOf<BillLineItemInput>({ ...lineFields, id: text }) }),
};

/** The fields that bills and vendor credits share. */
const documentFields = {
  ...addresses,
  ...totals,
  accountId: text,
  contactId: text,
  currency: text,
  deliveryDate: day,
  dueDate: day,
  journalCode: text,
  name: text,
  oneLineAddress: text,
  paymentDays: integer,
  paymentReference: text,
  reference: text,
  shippingDate: day,
  shippingType: word(enums.shippingType),
  status: word(enums.documentStatus),
  taxRule: word(enums.taxRule),
  taxText: text,
};
/** Payment status and date follow from the payments. */
const onlyRead = { ...identity, ...stamps, paidDate: day, paymentStatus: word(enums.paymentStatus) };

const isVoided = ({ status }: { readonly status?: unknown }): boolean => status === "voided";

const billFields = { ...documentFields, billDate: day, billNumber: text, fileId: text, paymentTermCode: text };
const bill = shape<Bill, BillInput>({ ...billFields, lineItems }, onlyRead);

const path = "/bills/{billId}";
const linesPath = "/bills/{billId}/line-items";

export const bills = {
  "bills.list": list({
    ...bill,
    path: "/bills",
    filters: { ...modified, ...byWord("status", "paymentStatus"), ...by("billDateFrom") },
    orders: {
      billDate: "bill_date",
      billNumber: "bill_number",
      createdDate: "created_at",
      updatedDate: "updated_at",
    },
  }),
  "bills.get": get({ ...bill, path }),
  "bills.document.get": documentOf(path),
  "bills.documents.list": documentsOf("/bills/{billId}/documents"),
  "bills.lineItems.list": list({ ...line, path: linesPath }),
  "bills.create": create({ ...bill, path: "/bills", requires: ["billDate"] }),
  "bills.update": replace({
    ...bill,
    path,
    encoder: encoderOf<BillInput>({ ...billFields, ...knownLines }),
    requires: ["billDate"],
  }),
  "bills.delete": remove(path, { gone: isVoided }),
  "bills.lineItems.create": asArray(create({ ...line, path: linesPath })),
  "bills.lineItems.update": asArray(replace({ ...line, path: `${linesPath}/{lineItemId}` })),
};

const creditFields = { ...documentFields, vendorCreditDate: day, vendorCreditNumber: text };
const vendorCredit = shape<VendorCredit, VendorCreditInput>(
  { ...creditFields, lineItems },
  { ...onlyRead, fileId: text, paymentTermId: text },
);
const creditPath = "/vendor-credits/{vendorCreditId}";

export const getVendorCredit = get({ ...vendorCredit, path: creditPath });

export const vendorCredits = {
  "vendorCredits.list": list({
    ...vendorCredit,
    path: "/vendor-credits",
    filters: { ...modified, ...byWord("status", "paymentStatus") },
  }),
  "vendorCredits.create": create({ ...vendorCredit, path: "/vendor-credits" }),
  "vendorCredits.update": replace({
    ...vendorCredit,
    path: creditPath,
    encoder: encoderOf<VendorCreditInput>({ ...creditFields, ...knownLines }),
  }),
  "vendorCredits.delete": remove(creditPath, { gone: isVoided }),
};
