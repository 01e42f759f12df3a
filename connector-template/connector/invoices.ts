import type { Call } from "../../src/contract/connector.ts";
import { documentStatus } from "../../src/contract/enums.ts";
import type { InvoiceInput, InvoiceLineItemInput } from "../../src/contract/inputs/sales.ts";
import * as records from "../../src/contract/records/sales.ts";
import { accountingDay, calendarDay, instant } from "../../src/kit/dates.ts";
import { as, encoder, listAs } from "../../src/kit/encode.ts";
import { each, mapping } from "../../src/kit/mapping.ts";
import { amount, decimal } from "../../src/kit/money.ts";
import { path } from "../../src/kit/path.ts";
import { get, partsOf } from "../../src/kit/reading.ts";
import { spelled, vocabulary } from "../../src/kit/vocabulary.ts";
import { create, list, modified } from "./habits.ts";
import type { Invoice, InvoiceLine } from "./vendor.ts";

const spell = (ours: string): string => ours.toLowerCase();
const statusOf = vocabulary(spelled(documentStatus, spell)).ours;

const line = mapping<records.InvoiceLineItem, InvoiceLine>({
  lineItemId: ({ id }) => id,
  name: ({ text }) => text,
  quantity: ({ quantity }) => amount(quantity),
  taxRatePercentage: (line) => amount(line.tax_percent),
  unitAmount: (line) => amount(line.unit_price),
});

const invoice = mapping<records.Invoice, Invoice>({
  invoiceId: ({ id }) => id,
  contactId: (invoice) => invoice.contact_id,
  createdDate: (invoice) => instant(invoice.created_at),
  currency: ({ currency }) => currency,
  dueDate: (invoice) => accountingDay(invoice.due_date),
  invoiceDate: ({ date }) => accountingDay(date),
  invoiceNumber: ({ number }) => number,
  lineItems: each(line, ({ lines }) => lines),
  reference: ({ reference }) => reference,
  status: ({ state }) => statusOf(state),
  sumNetAmount: ({ net }) => amount(net),
  totalAmount: ({ gross }) => amount(gross),
  totalTaxAmount: ({ tax }) => amount(tax),
  updatedDate: (invoice) => instant(invoice.updated_at),
});

const toldLine = encoder<InvoiceLineItemInput>({
  name: as("text"),
  quantity: (quantity) => ({ quantity: decimal(quantity) }),
  taxRatePercentage: (percent) => ({ tax_percent: decimal(percent) }),
  unitAmount: (price) => ({ unit_price: decimal(price) }),
});

const told = encoder<InvoiceInput>({
  contactId: as("contact_id"),
  currency: as("currency"),
  dueDate: (day) => ({ due_date: calendarDay(day) }),
  invoiceDate: (day) => ({ date: calendarDay(day) }),
  lineItems: listAs("lines", toldLine),
  reference: as("reference"),
});

const invoicePath = ({ ids }: Call): string => path`/invoices/${ids["invoiceId"]}`;

export const invoices = {
  "invoices.list": list({
    path: "/invoices",
    map: invoice,
    filters: {
      ...modified,
      status: (status) => ({ state: spell(status) }),
      dueDateFrom: (day) => ({ due_from: day }),
    },
    orders: { invoiceDate: "date", invoiceNumber: "number" },
  }),
  "invoices.get": get({ path: invoicePath, map: invoice }),
  "invoices.create": create({ path: "/invoices", encoder: told, map: invoice, requires: ["contactId"] }),
  "invoices.lineItems.list": partsOf({ path: invoicePath, parts: ({ lines }: Invoice) => lines, map: line }),
};
