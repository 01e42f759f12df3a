/** Bills and vendor credits, as booked in the purchase day books. */
import { Big } from "big.js";
import { cannotStore } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { encoder, onlyAccepts, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { decimal } from "../../kit/money.ts";
import { write } from "../../kit/writing.ts";
import { type Booked, idOfBooked, rawOf, transactionGet, transactionList } from "./conventions.ts";
import * as documents from "./documents.ts";
import { processAction, processPath } from "./soap.ts";

const lineFields = {
  ...documents.lineFields,
  id: documents.idOfLine,
  accountNumber: documents.lineFields.accountId,
  totalGrossAmount: documents.grossOfLine,
  totalNetAmount: documents.netOfLine,
  totalTaxAmount: documents.taxOfLine,
};
const billLine = mapping<records.BillLineItem, documents.DocumentLine>(lineFields);
const creditLine = mapping<records.VendorCreditLineItem, documents.DocumentLine>(lineFields);

const shared = {
  id: idOfBooked,
  contactId: documents.contactOf,
  createdDate: documents.createdOf,
  currency: documents.currencyOf,
  dueDate: documents.dueDateOf,
  journalCode: documents.journalOf,
  paidDate: documents.paidDateOf,
  paymentDays: documents.termInDays,
  paymentReference: documents.paymentReferenceOf,
  status: documents.statusOf,
  totalGrossAmount: documents.grossOf,
  totalNetAmount: documents.netOf,
  totalTaxAmount: documents.taxOf,
  updatedDate: documents.updatedOf,
};

const bill = mapping<records.Bill, Booked>({
  ...shared,
  billDate: documents.dateOf,
  billNumber: documents.numberOf,
  lineItems: nestedList(billLine, documents.documentLinesOf),
  paymentStatus: documents.paymentStatusOf("CLEARED_WITH_CREDIT_NOTE"),
});

const vendorCredit = mapping<records.VendorCredit, Booked>({
  ...shared,
  lineItems: nestedList(creditLine, documents.documentLinesOf),
  paymentStatus: documents.paymentStatusOf("CREDIT_NOTE_CLEARED"),
  vendorCreditDate: documents.dateOf,
  vendorCreditNumber: documents.numberOf,
});

const lineEncoder = encoder<inputs.BillLineItemInput>({
  accountId: sentSeparately,
  description: sentSeparately,
  quantity: sentSeparately,
  taxCode: sentSeparately,
  totalNetAmount: sentSeparately,
  unitAmount: sentSeparately,
});

const common = {
  contactId: sentSeparately,
  currency: sentSeparately,
  dueDate: sentSeparately,
  journalCode: sentSeparately,
  lineItems: sentSeparatelyIn(lineEncoder),
  paymentReference: sentSeparately,
  status: onlyAccepts(["DRAFT", "OPEN"]),
};
const billEncoder = encoder<inputs.BillInput>({ ...common, billDate: sentSeparately, billNumber: sentSeparately });
const creditEncoder = encoder<inputs.VendorCreditInput>({
  ...common,
  vendorCreditDate: sentSeparately,
  vendorCreditNumber: sentSeparately,
});

type LineInput = inputs.BillLineItemInput;

function netOf({ quantity = 1, unitAmount, totalNetAmount }: LineInput, index: number): Big {
  if (unitAmount !== undefined) return documents.netFor({ quantity, unitAmount });
  if (totalNetAmount !== undefined) return new Big(decimal(totalNetAmount));
  const at = `lineItems[${index}].unitAmount`;
  throw cannotStore("A line needs an amount: unitAmount, or totalNetAmount.", at);
}

const linesFor = (lines: readonly LineInput[] = []): readonly documents.NewLine[] =>
  lines.map((line, index) => ({
    accountId: line.accountId,
    description: line.description ?? line.itemName,
    net: netOf(line, index),
    taxCode: line.taxCode,
  }));

const writing = {
  method: "POST",
  path: processPath,
  headers: () => processAction,
  stub: () => ({}),
  raw: rawOf,
} as const;

const rules = [
  "It is booked as final unless its status is DRAFT.",
  "journalCode is needed if the office has several purchase day books.",
];

const statusRule =
  "A provisional transaction is a DRAFT. It is in the target system's reports, and can still be changed there.";

export const vendorCreditGet = transactionGet(vendorCredit, documents.isOn("debit"));

export const purchases = {
  "bills.list": transactionList<records.Bill>({
    map: bill,
    browse: "200",
    category: "purchase",
    side: "credit",
    rules: [statusRule],
  }),
  "bills.get": transactionGet(bill, documents.isOn("credit")),
  "bills.create": {
    ...write<inputs.BillInput, records.Bill, Booked>({
      ...writing,
      encoder: billEncoder,
      prepare: ({ body }, session) => documents.prepareDocument(session, "purchase", body),
      body: (_encoded, prepared, { body }) => {
        const document = {
          contactId: body.contactId,
          currency: body.currency,
          date: body.billDate,
          dueDate: body.dueDate,
          number: body.billNumber,
          paymentReference: body.paymentReference,
          isProvisional: body.status === "DRAFT",
          lines: linesFor(body.lineItems),
        };
        return documents.documentFor(document, prepared as documents.Prepared, "credit");
      },
      readBack: documents.readStored,
      map: bill,
      requires: ["billDate", "billNumber", "contactId", "lineItems", "lineItems.accountId"],
      rules,
    }),
    rejectedFields: documents.rejectedFields({ date: "billDate", number: "billNumber" }),
  },
  "vendorCredits.list": transactionList<records.VendorCredit>({
    map: vendorCredit,
    browse: "200",
    category: "purchase",
    side: "debit",
    rules: [statusRule],
  }),
  "vendorCredits.create": {
    ...write<inputs.VendorCreditInput, records.VendorCredit, Booked>({
      ...writing,
      encoder: creditEncoder,
      prepare: ({ body }, session) => documents.prepareDocument(session, "purchase", body),
      body: (_encoded, prepared, { body }) => {
        const document = {
          contactId: body.contactId,
          currency: body.currency,
          date: body.vendorCreditDate,
          dueDate: body.dueDate,
          number: body.vendorCreditNumber,
          paymentReference: body.paymentReference,
          isProvisional: body.status === "DRAFT",
          lines: linesFor(body.lineItems),
        };
        return documents.documentFor(document, prepared as documents.Prepared, "debit");
      },
      readBack: documents.readStored,
      map: vendorCredit,
      requires: ["contactId", "lineItems", "lineItems.accountId"],
      rules,
    }),
    rejectedFields: documents.rejectedFields({ date: "vendorCreditDate", number: "vendorCreditNumber" }),
  },
};
