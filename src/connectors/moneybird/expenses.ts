import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Expense } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, inParent, invalidField, nested } from "../../kit/encode.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { decimal } from "../../kit/money.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { withFiles } from "./attachments.ts";
import { resource } from "./conventions.ts";
import { documents } from "./documents.ts";
import { currency, currencyOf, filesOf, identity, stamps, totals } from "./fields.ts";
import { lineAccount, lineDescription, lineDimensions, lineTotal, projectAs } from "./lines.ts";
import type { Detail, PurchaseDocument } from "./types.ts";

const taxRate = mapping<TaxRate, string>({ id: (id) => id });

const expenseLine = mapping<JournalLineItem, Detail>({
  ...identity,
  ...stamps,
  ...lineAccount.reads,
  ...lineDescription.reads,
  ...lineDimensions,
  ...values({ itemId: "product_id" }),
  taxRate: nestedRecord(taxRate, (detail) => detail.tax_rate_id),
  totalNetAmount: lineTotal,
});

const expenseFields = twoWay({
  description: plainValue("reference"),
  supplierId: plainValue("contact_id"),
  transactionDate: day("date"),
});

const expense = mapping<Expense, PurchaseDocument>({
  ...identity,
  ...stamps,
  ...totals,
  ...expenseFields.reads,
  currency: currencyOf,
  exchangeRate: (receipt) => receipt.exchange_rate?.toString(),
  expenseLines: nestedList(expenseLine, ({ details }) => details),
  files: filesOf,
});

const priceAs = (value: number, line: JournalLineItemInput): object =>
  line.totalNetAmount === undefined || line.totalNetAmount === value ? { price: decimal(value) } : {};

const lineEncoder = encoder<JournalLineItemInput>({
  ...lineAccount.writes,
  ...lineDescription.writes,
  dimensions: projectAs,
  taxRate: inParent(encoder<TaxRate>({ id: fieldAs("tax_rate_id") })),
  totalGrossAmount: priceAs,
  totalNetAmount: priceAs,
});

/** All prices of a receipt are net, or all are gross. They are net if the lines have net amounts. */
const linesAs = nested(lineEncoder, (lines: readonly JournalLineItemInput[], { description }: ExpenseInput, field) => {
  const gross = lines.filter((line) => line.totalNetAmount === undefined);
  if (gross.length > 0 && gross.length < lines.length)
    throw invalidField("Send totalNetAmount for every line or for none.", field);
  return {
    prices_are_incl_tax: gross.length > 0,
    // Moneybird requires a description on every line. Lines without one get the expense's.
    details_attributes: lines.map((line) => ({ ...(description && { description }), ...lineEncoder(line, field) })),
  };
});

const folder = "/documents/receipts";
const receipts = resource(folder, "expenseId", { map: expense, within: "receipt" });

export const expenses = {
  "expenses.list": documents({ resource: folder, map: expense, rules: ["Expenses are the target system's receipts."] }),
  "expenses.get": receipts.get(),
  "expenses.create": receipts.create({
    encoder: encoder<ExpenseInput>({
      ...currency.writes,
      ...expenseFields.writes,
      expenseLines: linesAs,
    }),
    afterwards: withFiles<PurchaseDocument>(folder),
    requires: ["description", "transactionDate"],
  }),
};
