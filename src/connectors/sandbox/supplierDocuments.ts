/** What a bill and a vendor credit have in common. */
import * as enums from "../../contract/enums.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem } from "../../contract/records/purchasing.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { oneOf } from "./conventions.ts";
import { addresses, identity, itemName, lineDimensions, stamps, totals, tradeLine } from "./fields.ts";
import { toldAddresses, toldDimensions, toldTotals, toldTradeLine, wordAs } from "./telling.ts";
import type { BillLine, SupplierDocument } from "./vendorTrade.ts";

const paymentStatusOf = oneOf(enums.paymentStatus);
const shippingTypeOf = oneOf(enums.shippingType);
const statusOf = oneOf(enums.documentStatus);
const taxRuleOf = oneOf(enums.taxRule);

export const billLine = mapping<BillLineItem, BillLine>({
  ...tradeLine,
  ...itemName,
  ...lineDimensions,
  accountId: (line) => line.account_id,
  accountNumber: (line) => line.account_number,
  deferredEndDate: (line) => accountingDay(line.deferred_end_date),
  deferredStartDate: (line) => accountingDay(line.deferred_start_date),
});

export const supplierDocument = {
  ...identity,
  ...stamps,
  ...addresses,
  ...totals,
  accountId: (document: SupplierDocument) => document.account_id,
  contactId: (document: SupplierDocument) => document.contact_id,
  currency: (document: SupplierDocument) => document.currency,
  deliveryDate: (document: SupplierDocument) => accountingDay(document.delivery_date),
  dueDate: (document: SupplierDocument) => accountingDay(document.due_date),
  fileId: (document: SupplierDocument) => document.file_id,
  journalCode: (document: SupplierDocument) => document.journal_code,
  lineItems: each(billLine, (document: SupplierDocument) => document.line_items),
  name: (document: SupplierDocument) => document.name,
  oneLineAddress: (document: SupplierDocument) => document.one_line_address,
  paidDate: (document: SupplierDocument) => accountingDay(document.paid_date),
  paymentDays: (document: SupplierDocument) => amount(document.payment_days),
  paymentReference: (document: SupplierDocument) => document.payment_reference,
  paymentStatus: (document: SupplierDocument) => paymentStatusOf(document.payment_status),
  reference: (document: SupplierDocument) => document.reference,
  shippingDate: (document: SupplierDocument) => accountingDay(document.shipping_date),
  shippingType: (document: SupplierDocument) => shippingTypeOf(document.shipping_type),
  status: (document: SupplierDocument) => statusOf(document.status),
  taxRule: (document: SupplierDocument) => taxRuleOf(document.tax_rule),
  taxText: (document: SupplierDocument) => document.tax_text,
};

const lineFields = {
  ...toldTradeLine,
  ...toldDimensions,
  accountId: as("account_id"),
  accountNumber: as("account_number"),
  deferredEndDate: dayAs("deferred_end_date"),
  deferredStartDate: dayAs("deferred_start_date"),
  itemName: as("item_name"),
};

export const toldBillLine = encoder<BillLineItemInput>(lineFields);
/** A replacement names the lines that stay. */
const toldKnownLine = encoder<BillLineItemInput>({ ...lineFields, id: as("id") });

/** Whether it is paid, and when, follows from its payments. */
export const toldSupplierDocument = {
  ...toldAddresses,
  ...toldTotals,
  accountId: as("account_id"),
  contactId: as("contact_id"),
  currency: as("currency"),
  deliveryDate: dayAs("delivery_date"),
  dueDate: dayAs("due_date"),
  journalCode: as("journal_code"),
  name: as("name"),
  oneLineAddress: as("one_line_address"),
  paymentDays: as("payment_days"),
  paymentReference: as("payment_reference"),
  reference: as("reference"),
  shippingDate: dayAs("shipping_date"),
  shippingType: wordAs("shipping_type"),
  status: wordAs("status"),
  taxRule: wordAs("tax_rule"),
  taxText: as("tax_text"),
};

export const newLines = { lineItems: listAs("line_items", toldBillLine) };
export const knownLines = { lineItems: listAs("line_items", toldKnownLine) };

export const isVoided = ({ status }: SupplierDocument): boolean => status === "voided";
