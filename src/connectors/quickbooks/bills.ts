/** Bills and vendor credits: one kind of document under two names. */
import type { BillInput, BillLineItemInput, VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord, VendorCredit } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { asArray } from "../../kit/writing.ts";
import { documentsOf, firstFileOf } from "./attachments.ts";
import { checkUnused, claim, claims } from "./claims.ts";
import { discard, fromDay, readOne, resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<BillLineItem, Line>(lines.costLine);

const twoWayFields = twoWay({
  accountId: fields.ref("APAccountRef"),
  contactId: fields.ref("VendorRef"),
  reference: plainValue("PrivateNote"),
});
const billFields = twoWay({
  billNumber: plainValue("DocNumber"),
  paymentTermCode: fields.ref("SalesTermRef"),
  billDate: day("TxnDate"),
  dueDate: day("DueDate"),
});
const vendorCreditFields = twoWay({
  vendorCreditNumber: plainValue("DocNumber"),
  vendorCreditDate: day("TxnDate"),
});

const documentFields = {
  ...fields.document,
  ...claim,
  ...twoWayFields.reads,
  ...values({ name: "VendorRef.name" }),
  lineItems: nestedList(line, lines.linesOf),
};
const bill = mapping<BillRecord, Transaction>({ ...documentFields, ...billFields.reads });
const vendorCredit = mapping<VendorCredit, Transaction>({ ...documentFields, ...vendorCreditFields.reads });

const lineEncoders = { ...lines.costEncoders, id: fieldAs("Id") };
const lineEncoder = encoder<BillLineItemInput>(lineEncoders);
const documentEncoders = {
  ...fields.currency.writes,
  ...twoWayFields.writes,
  lineItems: listAs("Line", lineEncoder),
  // QuickBooks has no drafts.
  status: onlyAccepts(["OPEN"]),
};
/** For new documents only. */
const creationEncoders = {
  lineItems: listAs("Line", encoder<BillLineItemInput>({ ...lineEncoders, ...lines.grossTotal })),
  taxRule: lines.taxRules.as("GlobalTaxCalculation"),
};
const billEncoders = { ...documentEncoders, ...billFields.writes };
const vendorCreditEncoders = { ...documentEncoders, ...vendorCreditFields.writes };

const creation = { ...lines.netOrGross(false), requires: ["contactId", "lineItems"] as const };
const changing = {
  body: lines.withLines(false),
  rules: [
    "lineItems replaces all lines: lines with an id are changed, lines without one are added, and lines that are left out are deleted.",
  ],
};

const billResource = resource("Bill", "billId", bill);
const creditResource = resource("VendorCredit", "vendorCreditId", vendorCredit);
const { list: lineList, create, change } = lines.lineItems("Bill", { id: "billId", map: line, encoder: lineEncoder });

export const getVendorCredit = creditResource.get();

export const bills = {
  ...operationsOf("bills", {
    list: claims(billResource, {
      filters: { billDateFrom: fromDay("TxnDate") },
      orders: { ...fields.stampOrders, billDate: "TxnDate", billNumber: "DocNumber" },
    }),
    get: billResource.get(),
    "document.get": firstFileOf("Bill", "billId"),
    "documents.list": documentsOf("Bill", "billId"),
    create: billResource.create<BillInput>({
      ...creation,
      encoder: encoder<BillInput>({ ...billEncoders, ...creationEncoders }),
      rules: [
        "A line needs an itemId with quantity and unitAmount, or an accountId with totalNetAmount (totalGrossAmount if taxRule is GROSS).",
        lines.inclusiveRule,
      ],
    }),
    update: billResource.change({ ...changing, encoder: encoder<BillInput>(billEncoders) }),
    delete: billResource.delete,
  }),
  ...operationsOf("bills.lineItems", { list: lineList, create: asArray(create), update: asArray(change) }),
  ...operationsOf("vendorCredits", {
    // QuickBooks can sort vendor credits by their balance, but not filter by it.
    list: claims(creditResource, {}, false),
    create: creditResource.create<VendorCreditInput>({
      ...creation,
      encoder: encoder<VendorCreditInput>({ ...vendorCreditEncoders, ...creationEncoders }),
      rules: [lines.inclusiveRule],
    }),
    update: creditResource.change<VendorCreditInput>({
      ...changing,
      encoder: encoder<VendorCreditInput>(vendorCreditEncoders),
      prepare: async ({ ids }, session) => {
        const credit = await readOne<Transaction>(session, "VendorCredit", ids["vendorCreditId"]);
        checkUnused("vendor credit", credit);
        return credit;
      },
    }),
    delete: discard(["VendorCredit"], "vendorCreditId", (credit) => checkUnused("vendor credit", credit)),
  }),
};
