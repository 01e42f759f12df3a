import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { asArray } from "../../kit/writing.ts";
import { resource, stampOrders } from "./conventions.ts";
import { days, midnight, midnightDay } from "./days.ts";
import { setState, writableStates } from "./documentState.ts";
import { documentEncoders, documentFields, documentRefers, positive, recipientName } from "./fields.ts";
import { filesIn, firstFileIn } from "./files.ts";
import * as lines from "./lines.ts";
import { inOpenPeriod } from "./openPeriods.ts";
import {
  isBooked,
  openRule,
  payable,
  payableFields,
  payableStates,
  paymentFilter,
  termOf,
  withOpenItems,
} from "./payable.ts";
import type { BusinessDocument, Item } from "./types.ts";

const entity = "purchaseInvoice";

const states = payableStates({
  NEW: "DRAFT",
  INVOICE_RECEIVED: "DRAFT",
  OCR_VERIFICATION: "DRAFT",
  INVOICE_VERIFICATION: "DRAFT",
  INVOICE_CHECKED: "SUBMITTED",
  ENTRY_COMPLETED: "SUBMITTED",
  DOCUMENT_CREATED: "DOCUMENT_CREATED",
  CANCELLED: "VOIDED",
});

const lineFields = twoWay({
  accountId: plainValue("accountId"),
  deferredEndDate: midnightDay("servicePeriodToDate"),
  deferredStartDate: midnightDay("servicePeriodFromDate"),
});
const line = {
  ...lines.namedLine,
  ...lines.lineDimensions,
  ...lineFields.reads,
};
const billLine = mapping<records.BillLineItem, Item>(line);
const creditLine = mapping<records.VendorCreditLineItem, Item>(line);

const linesOf = lines.linesIn("purchaseInvoiceItems");

const sharedFields = twoWay({
  contactId: plainValue("supplierId"),
  deliveryDate: midnightDay("deliveryDate"),
});
const billFields = twoWay({
  billDate: midnightDay("invoiceDate"),
  // The supplier's number.
  billNumber: plainValue("invoiceNumber"),
  paymentTermCode: plainValue("termOfPaymentId"),
});

const shared = {
  ...documentFields,
  ...recipientName,
  ...payable,
  ...sharedFields.reads,
  // The company's own number.
  ...values({ reference: "internalInvoiceNumber" }),
  paymentDays: termOf,
  status: states.of,
};

const bill = mapping<records.Bill, BusinessDocument>({
  ...shared,
  ...billFields.reads,
  lineItems: nestedList(billLine, linesOf),
});

const vendorCredit = mapping<records.VendorCredit, BusinessDocument>({
  ...positive(shared),
  lineItems: nestedList(creditLine, lines.creditLinesIn("purchaseInvoiceItems")),
  ...values({ paymentTermId: "termOfPaymentId", vendorCreditNumber: "invoiceNumber" }),
  ...days({ vendorCreditDate: "invoiceDate" }),
});

export const isVendorCredit = ({ purchaseInvoiceType }: BusinessDocument): boolean =>
  purchaseInvoiceType === "CREDIT_NOTE";
const common = {
  entity,
  refers: documentRefers,
  join: withOpenItems("purchaseOpenItem", "purchaseInvoiceId"),
};

const purchases = resource({
  ...common,
  id: "billId",
  map: bill,
  query: { "purchaseInvoiceType-ne": "CREDIT_NOTE" },
  is: (native: BusinessDocument) => !isVendorCredit(native),
});
const credits = resource({
  ...common,
  id: "vendorCreditId",
  map: vendorCredit,
  query: { "purchaseInvoiceType-eq": "CREDIT_NOTE" },
  is: isVendorCredit,
});

const lineEncoders = {
  ...lines.discountFields.writes,
  ...lines.itemNameFields.writes,
  ...lineFields.writes,
  dimensions: lines.costCenterAs,
};
const lineEncoder = lines.lineEncoder<BillLineItemInput>(lineEncoders);

const billEncoder = encoder<BillInput>({
  ...documentEncoders,
  ...sharedFields.writes,
  ...billFields.writes,
  ...payableFields.writes,
  status: writableStates.checkOnly,
  lineItems: listAs(
    "purchaseInvoiceItems",
    lines.lineEncoder<BillLineItemInput>({ ...lineEncoders, id: fieldAs("id") }),
  ),
});

const billLines = purchases.parts({ map: billLine, parts: linesOf, name: "purchaseInvoiceItems" });
const filters = { paymentStatus: paymentFilter, status: states.filter };

const removal = purchases.remove();

export const bills = {
  "bills.list": purchases.list({
    filters: { ...filters, billDateFrom: (day) => ({ "invoiceDate-ge": midnight(day) }) },
    orders: { ...stampOrders, billDate: "invoiceDate", billNumber: "invoiceNumber" },
    localFilter: states.localFilter,
    rules: [openRule],
  }),
  "bills.get": purchases.get,
  "bills.lineItems.list": billLines.reads.list,
  "bills.lineItems.create": asArray(billLines.create(lineEncoder)),
  "bills.lineItems.update": asArray(billLines.change(lineEncoder)),
  "bills.create": inOpenPeriod(
    purchases.create({
      encoder: billEncoder,
      afterwards: setState(entity),
      requires: ["contactId", "billDate"],
      rules: ["Without a status, the bill stays a draft. status OPEN books it."],
    }),
    "billDate",
  ),
  "bills.update": purchases.change({
    encoder: billEncoder,
    afterwards: setState(entity),
    rules: [
      "lineItems replaces all lines. Send the id of each line to keep.",
      "status OPEN books the bill, and VOIDED cancels it.",
    ],
  }),
  "bills.delete": {
    ...removal,
    prepare: async (call: WriteCall<undefined>, session: Session) => {
      const found = (await session.read(path`/${entity}/id/${call.ids["billId"]}`)) as BusinessDocument;
      if (isBooked(found))
        throw new Failure(
          "document_locked",
          "This bill is booked, so it cannot be deleted. Cancel it with status VOIDED.",
          { targetSystem: "weclapp" },
        );
      return removal.prepare?.(call, session);
    },
  },
  "bills.document.get": firstFileIn(entity, "billId", "PURCHASE_INVOICE"),
  "bills.documents.list": filesIn(entity, "billId"),
  "vendorCredits.list": credits.list({ filters, localFilter: states.localFilter, rules: [openRule] }),
};
