import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Expense } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { allAs, as, dayAs, encoder, invalid, nested, spread } from "../../kit/encode.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { decimal } from "../../kit/money.ts";
import { withFiles } from "./attachments.ts";
import { resource } from "./conventions.ts";
import { documents } from "./documents.ts";
import { currencyOf, filesOf, identity, stamps, totals } from "./fields.ts";
import { lineAccount, lineDimensions, lineEncoders, lineTotal, projectAs } from "./lines.ts";
import type { Detail, PurchaseDocument } from "./types.ts";

const taxRate = mapping<TaxRate, string>({ id: (id) => id });

const expenseLine = mapping<JournalLineItem, Detail>({
  ...identity,
  ...stamps,
  ...lineAccount,
  ...lineDimensions,
  ...values({ description: "description", itemId: "product_id" }),
  taxRate: one(taxRate, (detail) => detail.tax_rate_id),
  totalNetAmount: lineTotal,
});

const expense = mapping<Expense, PurchaseDocument>({
  ...identity,
  ...stamps,
  ...totals,
  currency: currencyOf,
  ...values({ description: "reference", supplierId: "contact_id" }),
  exchangeRate: (receipt) => receipt.exchange_rate?.toString(),
  expenseLines: each(expenseLine, ({ details }) => details),
  files: filesOf,
  transactionDate: ({ date }) => accountingDay(date),
});

const priceAs = (value: number, line: JournalLineItemInput): object =>
  line.totalNetAmount === undefined || line.totalNetAmount === value ? { price: decimal(value) } : {};

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: lineEncoders.accountId,
  description: lineEncoders.description,
  dimensions: projectAs,
  taxRate: spread(encoder<TaxRate>({ id: as("tax_rate_id") })),
  totalGrossAmount: priceAs,
  totalNetAmount: priceAs,
});

/** Prices of a receipt include tax or do not, all of them alike: net amounts where there are any. */
const linesAs = nested(lineEncoder, (lines: readonly JournalLineItemInput[], _input: ExpenseInput, field) => {
  const gross = lines.filter((line) => line.totalNetAmount === undefined);
  if (gross.length > 0 && gross.length < lines.length)
    throw invalid("totalNetAmount is needed for every line or for none.", field);
  return {
    prices_are_incl_tax: gross.length > 0,
    details_attributes: lines.map((line) => lineEncoder(line, field)),
  };
});

const folder = "/documents/receipts";
const receipts = resource(folder, "expenseId", { map: expense, within: "receipt" });

export const expenses = {
  "expenses.list": documents({ resource: folder, map: expense, rules: ["Expenses are the target system's receipts."] }),
  "expenses.get": receipts.get,
  "expenses.create": receipts.create({
    encoder: encoder<ExpenseInput>({
      ...allAs(as, { currency: "currency", description: "reference", supplierId: "contact_id" }),
      expenseLines: linesAs,
      transactionDate: dayAs("date"),
    }),
    afterwards: withFiles<PurchaseDocument>(folder),
    requires: ["description", "transactionDate"],
  }),
};
