import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, decimalAs, encoder, listAs, objectAs, only } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { asArray } from "../../kit/writing.ts";
import { resource } from "./conventions.ts";
import { accountingDay, days, midnight, midnightAs } from "./days.ts";
import { documentFields, positive, recipientName, recordAddressEncoder } from "./fields.ts";
import { filesIn, firstFileIn } from "./files.ts";
import * as lines from "./lines.ts";
import { openRule, payableFields, payableStates, paymentFilter, termOf, withOpenItems } from "./payable.ts";
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

const lineFields = {
  ...lines.tradeLine,
  ...lines.lineDimensions,
  accountId: (item: Item) => item.accountId,
  ...days({ deferredEndDate: "servicePeriodToDate", deferredStartDate: "servicePeriodFromDate" }),
  itemName: lines.title,
};
const billLine = mapping<records.BillLineItem, Item>(lineFields);
const creditLine = mapping<records.VendorCreditLineItem, Item>(positive(lineFields));

const linesOf = lines.linesIn<BusinessDocument>(({ purchaseInvoiceItems }) => purchaseInvoiceItems);

const fields = {
  ...{ ...documentFields, ...recipientName, ...payableFields },
  contactId: ({ supplierId }: BusinessDocument) => supplierId,
  deliveryDate: (native: BusinessDocument) => accountingDay(native.deliveryDate),
  paymentDays: termOf,
  /** The number of ours. */
  reference: (native: BusinessDocument) => native.internalInvoiceNumber,
  status: states.of,
};

const bill = mapping<records.Bill, BusinessDocument>({
  ...fields,
  billDate: (native) => accountingDay(native.invoiceDate),
  /** The supplier's number. */
  billNumber: (native) => native.invoiceNumber,
  lineItems: each(billLine, linesOf),
  paymentTermCode: (native) => native.termOfPaymentId,
});

const vendorCredit = mapping<records.VendorCredit, BusinessDocument>({
  ...positive(fields),
  lineItems: each(creditLine, linesOf),
  ...values({ paymentTermId: "termOfPaymentId", vendorCreditNumber: "invoiceNumber" }),
  vendorCreditDate: (native) => accountingDay(native.invoiceDate),
});

export const isVendorCredit = ({ purchaseInvoiceType }: BusinessDocument): boolean =>
  purchaseInvoiceType === "CREDIT_NOTE";
const common = {
  entity,
  refers: ["currency", "tax", "unit"] as const,
  join: withOpenItems<BusinessDocument>("purchaseOpenItem", "purchaseInvoiceId"),
};

const purchases = resource({
  ...{ ...common, id: "billId", map: bill },
  query: { "purchaseInvoiceType-ne": "CREDIT_NOTE" },
  is: (native: BusinessDocument) => !isVendorCredit(native),
});
const credits = resource({
  ...{ ...common, id: "vendorCreditId", map: vendorCredit },
  query: { "purchaseInvoiceType-eq": "CREDIT_NOTE" },
  is: isVendorCredit,
});

const lineEncoders = {
  ...lines.lineEncoders,
  ...allAs(as, { accountId: "accountId", itemName: "title" }),
  ...allAs(midnightAs, { deferredEndDate: "servicePeriodToDate", deferredStartDate: "servicePeriodFromDate" }),
  dimensions: lines.costCenterAs,
  totalDiscountPercentage: decimalAs("discountPercentage"),
};
const lineEncoder = encoder<BillLineItemInput>(lineEncoders, lines.ownPrice);

const billEncoder = encoder<BillInput>({
  addresses: only(objectAs("recordAddress", recordAddressEncoder)),
  billDate: midnightAs("invoiceDate"),
  ...allAs(as, { billNumber: "invoiceNumber", contactId: "supplierId", currency: "recordCurrencyId" }),
  ...allAs(as, { paymentTermCode: "termOfPaymentId" }),
  ...allAs(midnightAs, { deliveryDate: "deliveryDate", dueDate: "dueDate", shippingDate: "shippingDate" }),
  lineItems: listAs(
    "purchaseInvoiceItems",
    encoder<BillLineItemInput>({ ...lineEncoders, id: as("id") }, lines.ownPrice),
  ),
  totalDiscountPercentage: decimalAs("headerDiscount"),
});

const line = purchases.parts({ map: billLine, parts: linesOf, name: "purchaseInvoiceItems" });
const filters = { paymentStatus: paymentFilter, status: states.filter };

export const bills = {
  "bills.list": purchases.list({
    filters: { ...filters, billDateFrom: (day) => ({ "invoiceDate-ge": midnight(day) }) },
    orders: {
      billDate: "invoiceDate",
      billNumber: "invoiceNumber",
      createdDate: "createdDate",
      updatedDate: "lastModifiedDate",
    },
    narrow: states.narrow,
    rules: [openRule],
  }),
  "bills.get": purchases.get,
  "bills.lineItems.list": line.list,
  "bills.lineItems.create": asArray(line.create(lineEncoder)),
  "bills.lineItems.update": asArray(line.change(lineEncoder)),
  "bills.create": purchases.create({ encoder: billEncoder, requires: ["contactId", "billDate"] }),
  "bills.update": purchases.change({
    encoder: billEncoder,
    rules: ["lineItems replaces all lines; those that stay are named by their id."],
  }),
  "bills.delete": purchases.remove(),
  "bills.document.get": firstFileIn(entity, "billId", "PURCHASE_INVOICE"),
  "bills.documents.list": filesIn(entity, "billId"),
  "vendorCredits.list": credits.list({ filters, narrow: states.narrow, rules: [openRule] }),
};
