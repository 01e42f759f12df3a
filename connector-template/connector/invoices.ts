import { documentStatus } from "../../src/contract/enums.ts";
import type { InvoiceInput, InvoiceLineItemInput } from "../../src/contract/inputs/sales.ts";
import * as records from "../../src/contract/records/sales.ts";
import { accountingDay, instant } from "../../src/kit/dates.ts";
import { dayAs, decimalAs, encoder, fieldAs, listAs } from "../../src/kit/encode.ts";
import { mapping, nestedList } from "../../src/kit/mapping.ts";
import { amount } from "../../src/kit/money.ts";
import { get, partsOf } from "../../src/kit/reading.ts";
import { valuesSpelledBy, vocabulary } from "../../src/kit/vocabulary.ts";
import { create, list, modified } from "./conventions.ts";
import type { Invoice, InvoiceLine } from "./types.ts";

const states = vocabulary(valuesSpelledBy(documentStatus, (status) => status.toLowerCase()));

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
  lineItems: nestedList(line, ({ lines }) => lines),
  reference: ({ reference }) => reference,
  status: states.read(({ state }) => state),
  sumNetAmount: ({ net }) => amount(net),
  totalAmount: ({ gross }) => amount(gross),
  totalTaxAmount: ({ tax }) => amount(tax),
  updatedDate: (invoice) => instant(invoice.updated_at),
});

const lineEncoder = encoder<InvoiceLineItemInput>({
  name: fieldAs("text"),
  quantity: decimalAs("quantity"),
  taxRatePercentage: decimalAs("tax_percent"),
  unitAmount: decimalAs("unit_price"),
});

const invoiceEncoder = encoder<InvoiceInput>({
  contactId: fieldAs("contact_id"),
  currency: fieldAs("currency"),
  dueDate: dayAs("due_date"),
  invoiceDate: dayAs("date"),
  lineItems: listAs("lines", lineEncoder),
  reference: fieldAs("reference"),
});

const invoicePath = "/invoices/{invoiceId}";

export const invoices = {
  "invoices.list": list({
    path: "/invoices",
    map: invoice,
    filters: {
      ...modified,
      status: (status, field) => ({ state: states.write(status, field) }),
      dueDateFrom: (day) => ({ due_from: day }),
    },
    orders: { invoiceDate: "date", invoiceNumber: "number" },
  }),
  "invoices.get": get({ path: invoicePath, map: invoice }),
  "invoices.create": create({
    path: "/invoices",
    encoder: invoiceEncoder,
    map: invoice,
    requires: ["contactId"],
  }),
  "invoices.lineItems.list": partsOf({
    path: invoicePath,
    parts: ({ lines }: Invoice) => lines,
    map: line,
  }),
};
