import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Expense } from "../../contract/records/money.ts";
import { amounts } from "../../kit/columns.ts";
import { encoder, inParent, invalidField, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, euros } from "./conventions.ts";
import * as shared from "./fields.ts";
import { attachThenRead, fileRule } from "./files.ts";
import type { Entry, Voucher } from "./types.ts";
import { entries, single } from "./voucherlist.ts";
import * as vouchers from "./vouchers.ts";

const types = vocabulary({ purchaseinvoice: "EXPENSE", purchasecreditnote: "REFUND" });
const allTypes = types.toVendor(types.words.join(), "type");

const expenseFields = twoWay({
  documentId: plainValue("voucherNumber"),
  supplierId: plainValue("contactId"),
  transactionDate: day("voucherDate"),
});
const descriptionFields = twoWay({ description: plainValue("remark") });

const fields = {
  ...shared.identity,
  ...expenseFields.reads,
  currency: shared.euro,
};

const summary = mapping<Expense, Entry>({
  ...fields,
  ...amounts({ totalGrossAmount: "totalAmount" }),
  type: types.read(({ voucherType }) => voucherType),
});

const taxRate = mapping<TaxRate, vouchers.Item>({ taxRatePercentage: ({ item }) => item.taxRatePercent?.toString() });

const line = mapping<JournalLineItem, vouchers.Item>({
  ...vouchers.postedItem,
  taxRate: nestedRecord(taxRate, (item) => item),
});

const expense = mapping<Expense, Voucher>({
  ...fields,
  ...vouchers.totals,
  ...descriptionFields.reads,
  expenseLines: nestedList(line, vouchers.itemsIn),
  files: vouchers.filesIn,
  type: types.read(({ type }) => type),
});

/** The contract has the rate as text. */
const encodeRate = encoder<TaxRate>({
  taxRatePercentage: (text, _rate, field) => {
    if (/^\d+(\.\d+)?$/.test(text)) return vouchers.encodeRate(Number(text));
    throw invalidField("taxRatePercentage must be a number, such as 19 or 7.5.", field);
  },
});

const encodeExpense = encoder<ExpenseInput>(
  {
    ...expenseFields.writes,
    ...descriptionFields.writes,
    ...vouchers.totalFields.writes,
    currency: euros,
    expenseLines: vouchers.positionsAs(
      encoder<JournalLineItemInput>({
        ...vouchers.encodeItem,
        taxRate: inParent(encodeRate),
        totalTaxAmount: vouchers.encodeTax,
      }),
    ),
    type: sentSeparately,
  },
  ({ type = "EXPENSE", supplierId }) => ({
    type: types.write(type, "type"),
    ...vouchers.collective({ contactId: supplierId }),
  }),
);

export const expenses = {
  "expenses.list": entries({
    types: allTypes.join(),
    map: summary,
    rules: ["Expenses are purchase vouchers: bills, and vendor credits as REFUND."],
  }),
  "expenses.get": single({ read: vouchers.readOf(...allTypes), map: expense }),
  "expenses.create": create({
    path: "/vouchers",
    encoder: encodeExpense,
    read: attachThenRead,
    map: expense,
    requires: ["transactionDate", "documentId", "expenseLines"],
    rules: [...vouchers.voucherRules, fileRule],
  }),
};
