/** What Xero is told of invoices and bills. */

import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type { InvoiceInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { amountTypes, statuses, taxRules } from "./fields.ts";
import { toldBillLines, toldInvoiceLine, toldInvoiceLinePatch } from "./lineBodies.ts";

const amountsAs = (amounts: string): object => ({
  LineAmountTypes: vocabulary(amountTypes).write(amounts, "lineAmountTypes"),
});

/** What is paid follows from payments, so nobody can say it. */
const { PAID: _paid, DELETED: _deleted, ...tellable } = statuses;
export const statusAs = (status: string): object => ({ Status: vocabulary(tellable).write(status, "status") });
export const contactAs = (id: string): object => ({ Contact: { ContactID: id } });
export const taxRuleAs = (rule: string): object => amountsAs(vocabulary(taxRules).theirs(rule, "taxRule").join());

const invoiceFields = {
  contactId: contactAs,
  currency: as("CurrencyCode"),
  dueDate: dayAs("DueDate"),
  invoiceDate: dayAs("Date"),
  lineAmountTypes: amountsAs,
  reference: as("Reference"),
  status: statusAs,
};

/** A patch has another word for it. */
const patchedTaxRuleAs = (rule: string): object => taxRuleAs(rule === "FREETAX" ? "TAXFREE" : rule);

export const toldInvoice = encoder<InvoiceInput>({
  ...invoiceFields,
  invoiceNumber: as("InvoiceNumber"),
  lineItems: listAs("LineItems", toldInvoiceLine),
  taxRule: taxRuleAs,
});

export const toldInvoicePatch = encoder<InvoicePatch>({
  ...invoiceFields,
  lineItems: listAs("LineItems", toldInvoiceLinePatch),
  taxRule: patchedTaxRuleAs,
});

/** A bill's number is the supplier's, and its only reference. */
export const toldBill = encoder<BillInput>({
  billDate: dayAs("Date"),
  billNumber: as("InvoiceNumber"),
  contactId: contactAs,
  currency: as("CurrencyCode"),
  dueDate: dayAs("DueDate"),
  lineItems: toldBillLines,
  status: statusAs,
  taxRule: taxRuleAs,
});
