/** Expenses: purchases that were paid at once. Each has one category. */
import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Expense as ExpenseRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { days } from "../../kit/columns.ts";
import { dayAs, type Encoded, encoder, fieldAs, nested, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { accountIdFor, accountsBy } from "./accounts.ts";
import {
  changedSince,
  companyCurrency,
  identityOf,
  isSince,
  list,
  readRecord,
  referenced,
  resultIn,
  stampOf,
} from "./conventions.ts";
import { amountOf, idOf, moneyOf, rounded } from "./fields.ts";
import { codeOf, rateOf, type TwoTaxes, taxesFor } from "./taxes.ts";
import type { Client, Expense, LedgerAccount, Tax } from "./types.ts";

const folder = "/expenses/expenses";
const kind = "expense";
const expenseIn = resultIn<Expense>(kind);

/** An expense with the account of its category. */
interface Shown extends Expense {
  readonly account: LedgerAccount | undefined;
}
const raw = ({ account: _account, ...native }: Shown): Expense => native;

const taxesIn = (native: Expense): TwoTaxes => ({
  names: [native.taxName1, native.taxName2],
  percentages: [native.taxPercent1, native.taxPercent2],
  isCompound: native.compounded_tax,
});
const hasTax = ({ taxName1, taxName2 }: Expense): boolean => Boolean(taxName1 || taxName2);

const grossOf = ({ amount: gross }: Expense): number | undefined => amountOf(gross);
const taxOf = ({ taxAmount1, taxAmount2 }: Expense): number => sum([amountOf(taxAmount1), amountOf(taxAmount2)]);
/** The amount has the taxes in it. */
const netOf = (native: Expense): number | undefined => {
  const gross = grossOf(native);
  return gross === undefined ? undefined : sum([gross, -taxOf(native)]);
};
const isRefund = (native: Expense): boolean => (grossOf(native) ?? 0) < 0;
const absolute = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.abs(value));

/** A tax that was entered as an amount has no percentage. */
const percentageOf = (native: Expense): string | undefined => {
  const { taxPercent1, taxPercent2 } = native;
  const isKnown = [taxPercent1, taxPercent2].some((percentage) => (amount(percentage) ?? 0) !== 0);
  return isKnown ? String(rateOf(taxesIn(native))) : undefined;
};

const taxRate = mapping<TaxRate, Shown>({
  code: (native) => codeOf(taxesIn(native)),
  name: ({ taxName1, taxName2 }) => [taxName1, taxName2].filter(Boolean).join(", "),
  taxRatePercentage: percentageOf,
});

const line = mapping<JournalLineItem, Shown>({
  accountCode: ({ account }) => account?.number,
  accountId: ({ account }) => account?.uuid,
  currency: ({ amount: gross }) => currencyCode(gross?.code),
  debitCreditIndicator: (native) => (isRefund(native) ? "CREDIT" : "DEBIT"),
  description: ({ notes }) => notes,
  taxRate: nestedRecord(taxRate, (native) => (hasTax(native) ? native : undefined)),
  totalGrossAmount: (native) => absolute(grossOf(native)),
  totalNetAmount: (native) => absolute(netOf(native)),
  totalTaxAmount: (native) => absolute(taxOf(native)),
});

const expense = mapping<ExpenseRecord, Shown>({
  id: ({ id }) => String(id),
  accountCode: ({ account }) => account?.number,
  accountId: ({ account }) => account?.uuid,
  currency: ({ amount: gross }) => currencyCode(gross?.code),
  customerId: ({ clientid: id }) => idOf(id),
  description: ({ notes }) => notes,
  expenseLines: nestedList(line, (native) => [native]),
  note: ({ vendor }) => vendor,
  totalGrossAmount: (native) => absolute(grossOf(native)),
  totalNetAmount: (native) => absolute(netOf(native)),
  totalTaxAmount: (native) => absolute(taxOf(native)),
  ...days({ transactionDate: "date" }),
  type: (native) => (isRefund(native) ? "REFUND" : "EXPENSE"),
  updatedDate: ({ updated }) => stampOf(updated),
});

async function withAccounts(natives: readonly Expense[], session: Session): Promise<readonly Shown[]> {
  const categories = natives.map(({ categoryid: category }) => category);
  const accounts = await accountsBy(session, "category_id", categories);
  return natives.map((native) => ({ ...native, account: accounts.get(native.categoryid ?? 0) }));
}

async function readShown(id: string, session: Session): Promise<Shown> {
  const native = await readRecord<Expense>(session, `${folder}${path`/${id}`}`, kind);
  const [shown] = await withAccounts([native], session);
  return shown as Shown;
}

type ExpenseLine = NonNullable<ExpenseInput["expenseLines"]>[number];

const lineEncoder = encoder<ExpenseLine>({
  accountId: sentSeparately,
  debitCreditIndicator: sentSeparately,
  taxRate: nested(encoder<NonNullable<ExpenseLine["taxRate"]>>({ code: sentSeparately }), sentSeparately),
  totalGrossAmount: sentSeparately,
  totalNetAmount: sentSeparately,
  totalTaxAmount: sentSeparately,
});

interface Prepared {
  readonly category: number;
  readonly currency: string | undefined;
  readonly staff: number;
  readonly taxes: ReadonlyMap<string, Tax>;
}

/** The user's number within the account, which an expense needs. The owner's is 1. */
async function staffOf(session: Session): Promise<number> {
  const { response } = await identityOf(session);
  return (response?.roles ?? []).find(({ accountid: id }) => id === session.company)?.userid ?? 1;
}

async function prepare({ body }: WriteCall<ExpenseInput>, session: Session): Promise<Prepared> {
  const [first, second] = body.expenseLines ?? [];
  if (first === undefined) throw cannotStore("An expense needs a line at FreshBooks.", "expenseLines");
  if (second !== undefined)
    throw cannotStore("An expense has one category at FreshBooks. Send an expense for each line.", "expenseLines[1]");
  const field = "expenseLines[0].accountId";
  const id = first.accountId ?? body.accountId;
  if (id === undefined)
    throw cannotStore("An expense needs accountId at FreshBooks: the account of its category.", field);
  if (body.customerId !== undefined)
    await referenced<Client>(session, {
      folder: "/users/clients",
      id: body.customerId,
      kind: "client",
      field: "customerId",
    });
  return {
    category: await accountIdFor(session, "category_id", { id, field }),
    currency: body.currency ?? (await companyCurrency(session)),
    staff: await staffOf(session),
    taxes: await taxesFor(session, [{ taxCode: first.taxRate?.code }], () => "expenseLines[0].taxRate.code"),
  };
}

/** The gross amount and the tax in it. */
function amountsOf(
  { totalGrossAmount: gross, totalNetAmount: net, totalTaxAmount: tax }: ExpenseLine,
  { percentage, currency }: { readonly percentage: number; readonly currency: string | undefined },
): { readonly gross: number; readonly tax: number } {
  if (net !== undefined) {
    const added = tax ?? rounded(new Big(net).times(percentage).div(100), currency);
    return { gross: sum([net, added]), tax: added };
  }
  if (gross === undefined)
    throw cannotStore("An expense needs an amount at FreshBooks.", "expenseLines[0].totalNetAmount");
  const contained = new Big(gross).times(percentage).div(new Big(100).plus(percentage));
  return { gross, tax: tax ?? rounded(contained, currency) };
}

function newExpense(encoded: Encoded, prepared: unknown, { body }: WriteCall<ExpenseInput>): object {
  const { category, currency, staff, taxes } = prepared as Prepared;
  const first = body.expenseLines?.[0] ?? {};
  if (first.debitCreditIndicator === "CREDIT" || body.type === "REFUND")
    throw cannotStore("Refunds are entered at FreshBooks.", "type");
  const code = first.taxRate?.code;
  const percentage = amount(code === undefined ? undefined : taxes.get(code)?.amount) ?? 0;
  const { gross, tax } = amountsOf(first, { percentage, currency });
  if (code === undefined && tax !== 0)
    throw new Failure("cannot_store", "Tax needs the tax that it is of. Send taxRate.", {
      field: "expenseLines[0].taxRate",
    });
  return {
    [kind]: {
      ...encoded,
      amount: moneyOf(gross, currency),
      categoryid: category,
      staffid: staff,
      ...(code !== undefined && { taxName1: code, taxPercent1: percentage, taxAmount1: moneyOf(tax, currency) }),
    },
  };
}

export const expenses = {
  "expenses.list": list<ExpenseRecord, Shown>("expenses", {
    path: folder,
    map: expense,
    raw,
    join: withAccounts,
    filters: { lastModifiedAt: changedSince },
    localFilter: {
      when: ({ lastModifiedAt: since }) => since !== undefined,
      fits: ({ updated }, { lastModifiedAt: since }) => isSince(stampOf(updated), since),
    },
    rules: ["note is the name of the vendor, which is text and no supplier at FreshBooks."],
  }),
  "expenses.get": get<ExpenseRecord, Shown>({
    read: ({ ids: { expenseId = "" } }, session) => readShown(expenseId, session),
    map: expense,
    raw,
  }),
  "expenses.create": write<ExpenseInput, ExpenseRecord, Shown>({
    method: "POST",
    path: folder,
    encoder: encoder<ExpenseInput>({
      accountId: sentSeparately,
      currency: sentSeparately,
      customerId: Object.assign((id: string) => ({ clientid: Number(id) }), { path: ["clientid"] }),
      description: fieldAs("notes"),
      expenseLines: nested(lineEncoder, sentSeparately),
      note: fieldAs("vendor"),
      transactionDate: dayAs("date"),
      type: onlyAccepts(["EXPENSE"], ": refunds are entered there"),
    }),
    prepare,
    body: newExpense,
    record: (reply: unknown) => expenseIn(reply) as Shown | undefined,
    afterwards: async ({ id }, _call, session) => readShown(String(id), session),
    map: expense,
    raw,
    requires: ["transactionDate", "expenseLines"],
    rules: ["An expense has one line. note is the name of the vendor."],
  }),
};
