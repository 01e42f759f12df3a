/** What Xero is told of invoices and bills. */

import type { BillInput } from "../../contract/inputs/purchasing.ts";
import type { InvoiceInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import { theirWords } from "../../kit/vocabulary.ts";
import { as, body, dayAs, listAs } from "../../kit/writing.ts";
import { amountTypes, statuses, taxRules } from "./fields.ts";
import { toldBillLines, toldInvoiceLine, toldInvoiceLinePatch } from "./lineBodies.ts";

const amountsAs = (amounts: string): object => ({
  LineAmountTypes: theirWords(amountTypes, amounts, "lineAmountTypes")[0],
});

/** What is paid follows from payments, so nobody can say it. */
const { PAID: _paid, DELETED: _deleted, ...tellable } = statuses;
export const statusAs = (status: string): object => ({ Status: theirWords(tellable, status, "status")[0] });
export const contactAs = (id: string): object => ({ Contact: { ContactID: id } });
export const taxRuleAs = (rule: string): object => amountsAs(theirWords(taxRules, rule, "taxRule").join());

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

export const toldInvoice = body<InvoiceInput>({
  ...invoiceFields,
  invoiceNumber: as("InvoiceNumber"),
  lineItems: listAs("LineItems", toldInvoiceLine),
  taxRule: taxRuleAs,
});

export const toldInvoicePatch = body<InvoicePatch>({
  ...invoiceFields,
  lineItems: listAs("LineItems", toldInvoiceLinePatch),
  taxRule: patchedTaxRuleAs,
});

/** A bill's number is the supplier's, and its only reference. */
export const toldBill = body<BillInput>({
  billDate: dayAs("Date"),
  billNumber: as("InvoiceNumber"),
  contactId: contactAs,
  currency: as("CurrencyCode"),
  dueDate: dayAs("DueDate"),
  lineItems: toldBillLines,
  status: statusAs,
  taxRule: taxRuleAs,
});
