/** What the sandbox is told of invoices. */
import { Failure } from "../../contract/failure.ts";
import type {
  InvoiceInput,
  InvoiceLineItemInput,
  InvoiceLineItemPatch,
  InvoicePatch,
} from "../../contract/inputs/sales.ts";
import { as, dayAs, decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { toldAddresses, toldDimensions, wordAs } from "./telling.ts";

const lineFields = {
  ...toldDimensions,
  accountCode: as("account_code"),
  accountId: as("account_id"),
  description: as("description"),
  discountItemPercentage: decimalAs("discount_item_percentage"),
  grossAmount: decimalAs("gross_amount"),
  itemId: as("item_id"),
  name: as("name"),
  quantity: decimalAs("quantity"),
  taxCode: as("tax_code"),
  taxRatePercentage: decimalAs("tax_rate_percentage"),
  unitAmount: decimalAs("unit_amount"),
  unitName: wordAs("unit_name"),
};

export const toldLine = encoder<Partial<InvoiceLineItemInput>>(lineFields);
const toldLinePatch = encoder<InvoiceLineItemPatch>({ ...lineFields, lineItemId: as("id") });

/** Whether it is paid, and when, follows from its payments. */
const invoiceFields = {
  ...toldAddresses,
  contactId: as("contact_id"),
  currency: as("currency"),
  dueDate: dayAs("due_date"),
  fileId: as("file_id"),
  invoiceDate: dayAs("invoice_date"),
  invoiceType: wordAs("invoice_type"),
  journalCode: as("journal_code"),
  lineAmountTypes: wordAs("line_amount_types"),
  name: as("name"),
  oneLineAddress: as("one_line_address"),
  paymentTermDuration: as("payment_term_duration"),
  paymentTermId: as("payment_term_id"),
  reference: as("reference"),
  shippingDate: dayAs("shipping_date"),
  shippingEndDate: dayAs("shipping_end_date"),
  shippingType: wordAs("shipping_type"),
  status: wordAs("status"),
  taxText: as("tax_text"),
};

export const told = encoder<InvoiceInput>({
  ...invoiceFields,
  grossTotalAmount: decimalAs("total_amount"),
  invoiceNumber: as("invoice_number"),
  lineItems: listAs("line_items", toldLine),
  taxRule: wordAs("tax_rule"),
});

/** A change of an invoice has its own words for the tax rule; these are the ones that the sandbox has too. */
const taxRules: { readonly [rule: string]: string } = {
  NET: "net",
  GROSS: "gross",
  FREETAX: "taxfree",
  INTRACOMMUNITY: "intracommunity_goods",
  CONSTRUCTIONSERVICE: "construction_service",
  EXTERNALSERVICE: "non_domestic_service",
  THIRDPARTYCOUNTRYSERVICE: "export_service",
  THIRDPARTYCOUNTRYDELIVERY: "export_goods",
  REVERSECHARGE: "reverse_charge",
  EXPORT: "export_goods",
};

function taxRuleAs(rule: string): object {
  const theirs = taxRules[rule];
  if (theirs === undefined)
    throw new Failure("invalid_request", `This target system has no tax rule ${rule}.`, { field: "taxRule" });
  return { tax_rule: theirs };
}

export const toldPatch = encoder<InvoicePatch>({
  ...invoiceFields,
  lineItems: listAs("line_items", toldLinePatch),
  taxRule: taxRuleAs,
});
