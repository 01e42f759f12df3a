import type { FieldTable } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Expense } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, elsewhere, encoder, numberAs } from "../../kit/encode.ts";
import { each, mapping, one } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { backwards, create, euros, spell, stamps } from "./conventions.ts";
import type { Entry, Voucher, Whole } from "./vendorDocuments.ts";
import { collective, voucherRules } from "./voucherBodies.ts";
import { entries, single } from "./voucherlist.ts";
import {
  attachThenRead,
  type Item,
  itemAmounts,
  itemsIn,
  readVoucher,
  toldPositions,
  totalNet,
  voucherStamps,
} from "./vouchers.ts";

const types = { EXPENSE: "purchaseinvoice", REFUND: "purchasecreditnote" };
const typeWords = backwards(types);

const summary = mapping<Expense, Entry>({
  ...stamps,
  id: ({ id }) => id,
  currency: () => "EUR",
  documentId: (entry) => entry.voucherNumber,
  supplierId: (entry) => entry.contactId,
  totalGrossAmount: (entry) => amount(entry.totalAmount),
  transactionDate: (entry) => accountingDay(entry.voucherDate),
  type: vocabulary(typeWords).read((entry) => entry.voucherType),
});

const taxRate = mapping<TaxRate, Item>({ taxRatePercentage: ({ item }) => item.taxRatePercent?.toString() });

const line = mapping<JournalLineItem, Item>({
  ...itemAmounts,
  id: ({ position }) => String(position),
  accountId: ({ item }) => item.categoryId,
  taxRate: one(taxRate, (placed) => placed),
  totalTaxAmount: ({ item }) => amount(item.taxAmount),
});

const expense = mapping<Expense, Whole<Voucher>>({
  ...voucherStamps,
  id: ({ document }) => document.id,
  currency: () => "EUR",
  description: ({ document }) => document.remark,
  documentId: ({ document }) => document.voucherNumber,
  expenseLines: each(line, itemsIn),
  files: ({ document: { files } }) => (files && files.length > 0 ? [...files] : undefined),
  supplierId: ({ document }) => document.contactId,
  totalGrossAmount: ({ document }) => amount(document.totalGrossAmount),
  totalNetAmount: totalNet,
  totalTaxAmount: ({ document }) => amount(document.totalTaxAmount),
  transactionDate: ({ document }) => accountingDay(document.voucherDate),
  type: vocabulary(typeWords).read(({ document }) => document.type),
});

async function read(id: string, session: Session): Promise<Whole<Voucher>> {
  const whole = await readVoucher(id, session);
  if (whole.document.type?.startsWith("purchase")) return whole;
  throw noRecord();
}

const lineStores: FieldTable = {
  ...{ accountId: true, taxRate: { taxRatePercentage: true } },
  ...{ totalGrossAmount: true, totalNetAmount: true, totalTaxAmount: true },
};

function rateOf({ taxRate: told }: JournalLineItemInput): number | undefined {
  const text = told?.taxRatePercentage;
  if (text === undefined || /^\d+(\.\d+)?$/.test(text)) return amount(text);
  throw new Failure("invalid_request", "taxRatePercentage must be a number, such as 19 or 7.5", {
    field: "expenseLines.taxRate.taxRatePercentage",
  });
}

const told = encoder<ExpenseInput>({
  currency: euros,
  description: as("remark"),
  documentId: as("voucherNumber"),
  expenseLines: Object.assign(
    (lines: readonly JournalLineItemInput[]) =>
      toldPositions(
        lines.map((line) => ({
          ...{ accountId: line.accountId, rate: rateOf(line) },
          ...{ gross: line.totalGrossAmount, net: line.totalNetAmount, tax: line.totalTaxAmount },
        })),
      ),
    { writableFields: lineStores },
  ),
  supplierId: as("contactId"),
  totalGrossAmount: numberAs("totalGrossAmount"),
  totalTaxAmount: numberAs("totalTaxAmount"),
  transactionDate: dayAs("voucherDate"),
  // Said in any case.
  type: elsewhere,
});

export const expenses = {
  "expenses.list": entries({
    types: Object.values(types).join(","),
    map: summary,
    rules: ["Expenses are the vouchers of what was bought: bills, and vendor credits as REFUND."],
  }),
  "expenses.get": single({ read, map: expense }),
  "expenses.create": create({
    path: "/vouchers",
    encoder: told,
    also: ({ body: { type, supplierId } }) => ({
      type: spell(types, "type", type ?? "EXPENSE"),
      ...collective({ contactId: supplierId }),
    }),
    read: attachThenRead,
    map: expense,
    requires: ["transactionDate", "documentId", "expenseLines"],
    rules: [...voucherRules, "Files: pdf, jpg, png or xml of at most 5 MB each."],
  }),
};
