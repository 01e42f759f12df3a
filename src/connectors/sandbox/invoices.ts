import type { Call } from "../../contract/connector.ts";
import * as enums from "../../contract/enums.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { list, modified, oneOf, paymentStatus, status } from "./conventions.ts";
import { addresses, lineDimensions, stamps } from "./fields.ts";
import { documentOf } from "./files.ts";
import { told, toldLine, toldPatch } from "./invoiceBodies.ts";
import { change, create } from "./telling.ts";
import type { Invoice, InvoiceLine } from "./vendorTrade.ts";

const invoiceTypeOf = oneOf(enums.invoiceType);
const lineAmountTypesOf = oneOf(enums.lineAmountTypes);
const paymentStatusOf = oneOf(enums.paymentStatus);
const statusOf = oneOf(enums.documentStatus);
const taxRuleOf = oneOf(enums.taxRule);

const line = mapping<InvoiceLineItem, InvoiceLine>({
  ...stamps,
  ...lineDimensions,
  lineItemId: ({ id }) => id,
  accountId: (line) => line.account_id,
  description: ({ description }) => description,
  discountItemAmount: (line) => amount(line.discount_item_amount),
  discountItemPercentage: (line) => amount(line.discount_item_percentage),
  grossAmount: (line) => amount(line.gross_amount),
  itemsAmount: (line) => amount(line.items_amount),
  itemId: (line) => line.item_id,
  name: ({ name }) => name,
  quantity: ({ quantity }) => amount(quantity),
  taxCode: (line) => line.tax_code,
  taxRatePercentage: (line) => amount(line.tax_rate_percentage),
  unitAmount: (line) => amount(line.unit_amount),
});

export const invoice = mapping<InvoiceRecord, Invoice>({
  ...stamps,
  ...addresses,
  invoiceId: ({ id }) => id,
  contactId: (invoice) => invoice.contact_id,
  currency: ({ currency }) => currency,
  discountAmount: (invoice) => amount(invoice.discount_amount),
  dueDate: (invoice) => accountingDay(invoice.due_date),
  fileId: (invoice) => invoice.file_id,
  invoiceDate: (invoice) => accountingDay(invoice.invoice_date),
  invoiceNumber: (invoice) => invoice.invoice_number,
  invoiceType: (invoice) => invoiceTypeOf(invoice.invoice_type),
  journalCode: (invoice) => invoice.journal_code,
  lineAmountTypes: (invoice) => lineAmountTypesOf(invoice.line_amount_types),
  lineItems: each(line, (invoice) => invoice.line_items),
  name: ({ name }) => name,
  oneLineAddress: (invoice) => invoice.one_line_address,
  paidDate: (invoice) => accountingDay(invoice.paid_date),
  paymentStatus: (invoice) => paymentStatusOf(invoice.payment_status),
  paymentTermDuration: (invoice) => amount(invoice.payment_term_duration),
  paymentTermId: (invoice) => invoice.payment_term_id,
  reference: ({ reference }) => reference,
  shippingDate: (invoice) => accountingDay(invoice.shipping_date),
  status: (invoice) => statusOf(invoice.status),
  sumNetAmount: (invoice) => amount(invoice.sum_net_amount),
  taxRule: (invoice) => taxRuleOf(invoice.tax_rule),
  totalAmount: (invoice) => amount(invoice.total_amount),
  totalTaxAmount: (invoice) => amount(invoice.total_tax_amount),
});

const invoicePath = ({ ids }: Call): string => path`/invoices/${ids["invoiceId"]}`;
const linesPath = ({ ids }: Call): string => path`/invoices/${ids["invoiceId"]}/line-items`;
const linePath = ({ ids }: Call): string => path`/invoices/${ids["invoiceId"]}/line-items/${ids["lineItemId"]}`;

export const invoices = {
  "invoices.list": list({
    path: "/invoices",
    map: invoice,
    filters: { ...modified, ...status, ...paymentStatus, dueDateFrom: (day) => ({ due_date_from: day }) },
    orders: {
      invoiceDate: "invoice_date",
      invoiceNumber: "invoice_number",
      createdDate: "created_at",
      updatedDate: "updated_at",
    },
  }),
  "invoices.get": get({ path: invoicePath, map: invoice }),
  "invoices.document.get": documentOf(invoicePath),
  "invoices.lineItems.list": list({ path: linesPath, map: line, filters: modified }),
  "invoices.lineItems.get": get({ path: linePath, map: line }),
  "invoices.create": create({ path: "/invoices", encoder: told, map: invoice }),
  "invoices.patch": change({ path: invoicePath, encoder: toldPatch, map: invoice }),
  "invoices.lineItems.create": create({ path: linesPath, encoder: toldLine, map: line }),
  "invoices.lineItems.patch": change({ path: linePath, encoder: toldLine, map: line }),
};
