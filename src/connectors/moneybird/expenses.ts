import type { Call, WriteCall } from "../../contract/connector.ts";
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Expense } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { documents } from "./changes.ts";
import { currencyOf, identity, lineDimensions, lineTotal, stamps, totals } from "./fields.ts";
import { withFiles } from "./files.ts";
import { refuse, toldLine } from "./lines.ts";
import type { Detail, PurchaseDocument } from "./vendorDocuments.ts";

const taxRate = mapping<TaxRate, string>({ id: (id) => id });

const expenseLine = mapping<JournalLineItem, Detail>({
  ...stamps,
  ...lineDimensions,
  id: ({ id }) => id,
  accountId: (detail) => detail.ledger_account_id,
  description: ({ description }) => description,
  itemId: (detail) => detail.product_id,
  taxRate: one(taxRate, (detail) => detail.tax_rate_id),
  totalNetAmount: lineTotal,
});

const expense = mapping<Expense, PurchaseDocument>({
  ...identity,
  ...stamps,
  ...totals,
  currency: ({ currency }) => currencyOf(currency),
  description: ({ reference }) => reference,
  exchangeRate: (receipt) => receipt.exchange_rate?.toString(),
  expenseLines: each(expenseLine, ({ details }) => details),
  files: ({ attachments }) => (attachments?.length ? attachments.map(({ id }) => id) : undefined),
  supplierId: (receipt) => receipt.contact_id,
  transactionDate: ({ date }) => accountingDay(date),
});

const price = (value: number, line: JournalLineItemInput): object =>
  line.totalNetAmount === undefined || line.totalNetAmount === value ? { price: decimal(value) } : {};

const told = encoder<JournalLineItemInput>({
  accountId: toldLine.accountId,
  description: toldLine.description,
  dimensions: toldLine.dimensions,
  taxRate: Object.assign(({ id }: TaxRate) => ({ tax_rate_id: id }), { writableFields: { id: true } as const }),
  totalGrossAmount: price,
  totalNetAmount: price,
});

/** Prices of a receipt include tax or do not, all of them alike: net amounts where there are any. */
const linesAs = Object.assign(
  (lines: readonly JournalLineItemInput[]) => {
    const gross = lines.filter((line) => line.totalNetAmount === undefined);
    if (gross.length > 0 && gross.length < lines.length)
      return refuse("totalNetAmount is needed for every line or for none.", "expenseLines");
    return { prices_are_incl_tax: gross.length > 0, details_attributes: lines.map((line) => told(line)) };
  },
  { writableFields: told.writableFields },
);

const folder = "/documents/receipts";

export const expenses = {
  "expenses.list": documents({
    resource: folder,
    map: expense,
    rules: ["Expenses are the target system's receipts."],
  }),
  "expenses.get": get({ path: ({ ids }: Call) => path`/documents/receipts/${ids["expenseId"]}.json`, map: expense }),
  "expenses.create": write({
    method: "POST",
    path: `${folder}.json`,
    encoder: encoder<ExpenseInput>({
      currency: as("currency"),
      description: as("reference"),
      expenseLines: linesAs,
      supplierId: as("contact_id"),
      transactionDate: dayAs("date"),
    }),
    map: expense,
    within: "receipt",
    afterwards: (native: PurchaseDocument, { files }: WriteCall<ExpenseInput>, session: Session) =>
      withFiles({ native, folder, files }, session),
    requires: ["description", "transactionDate"],
  }),
};
