/** What the sandbox is told of the ledger. */
import type { JournalEntriesBulkInput, JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, TaxRate } from "../../contract/records/ledger.ts";
import { as, dayAs, decimalAs, elsewhere, encoder, listAs, objectAs } from "../../kit/encode.ts";
import { spell } from "./conventions.ts";
import { toldBulkFields, wordAs } from "./telling.ts";

const dimension = encoder<Dimension>({
  id: as("id"),
  categoryName: as("category_name"),
  code: as("code"),
  name: as("name"),
});

const taxRate = encoder<TaxRate>({
  id: as("id"),
  code: as("code"),
  name: as("name"),
  taxRatePercentage: as("percentage"),
});

/** An amount is told on its side; without a side it cannot be told, and the sandbox says so. */
const posted = (net: number, { debitCreditIndicator: side }: JournalLineItemInput): object =>
  side === undefined ? {} : decimalAs(spell(side))(net);

/** Its third party is the customer or the supplier that it names. */
export const toldJournalLine = encoder<JournalLineItemInput>({
  accountCode: as("account_code"),
  accountId: as("account_id"),
  accountNumber: as("account_number"),
  currency: as("currency"),
  customerId: as("customer_id"),
  debitCreditIndicator: elsewhere,
  description: as("description"),
  dimensions: listAs("dimensions", dimension),
  discountAmount: decimalAs("discount_amount"),
  documentNumber: as("document_number"),
  exchangeRate: as("exchange_rate"),
  supplierId: as("supplier_id"),
  taxRate: objectAs("tax_rate", taxRate),
  totalGrossAmount: decimalAs("gross_amount"),
  totalNetAmount: posted,
  totalTaxAmount: decimalAs("tax_amount"),
});

/** Entries are numbered without gaps, so nobody can choose a number. */
export const toldEntry = encoder<JournalEntryInput>({
  accountId: as("account_id"),
  accountingPeriodId: as("accounting_period_id"),
  currency: as("currency"),
  debitCreditIndicator: wordAs("debit_credit_indicator"),
  deliveryDate: dayAs("delivery_date"),
  description: as("description"),
  documentId: as("document_id"),
  dueDate: dayAs("due_date"),
  exchangeRate: as("exchange_rate"),
  isProvisional: as("is_provisional"),
  journalCode: as("journal_code"),
  journalLineItems: listAs("journal_line_items", toldJournalLine),
  journalType: wordAs("journal_type"),
  taxAssignmentDate: dayAs("tax_assignment_date"),
  transactionDate: dayAs("transaction_date"),
});

export const toldEntries = encoder<JournalEntriesBulkInput>({
  ...toldBulkFields,
  entries: listAs("entries", toldEntry),
});
