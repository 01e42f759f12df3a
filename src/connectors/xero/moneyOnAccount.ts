/** Overpayments and prepayments, which Xero keeps apart from the payments of documents. */
import type { Call, GetHandler, ListCall, ListHandler, Listing } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { windowBounds } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { recordResult, undefinedIfMissing } from "../../kit/reading.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { list, modified, readOne } from "./conventions.ts";
import { rateOf, updated } from "./fields.ts";
import type { MoneyOnAccount } from "./types.ts";

/** Those of bank transactions, and those of receivables and payables. */
const types = vocabulary({
  "RECEIVE-OVERPAYMENT": "INVOICE",
  "RECEIVE-PREPAYMENT": "INVOICE",
  AROVERPAYMENT: "INVOICE",
  ARPREPAYMENT: "INVOICE",
  "SPEND-OVERPAYMENT": "BILL",
  "SPEND-PREPAYMENT": "BILL",
  APOVERPAYMENT: "BILL",
  APPREPAYMENT: "BILL",
} as const);
const sideOf = types.read(({ Type }: MoneyOnAccount) => Type);

/** The money that one document has used, or the money that none has used. */
interface Part {
  readonly money: MoneyOnAccount;
  readonly amount: number;
  readonly invoiceId?: string | undefined;
}

/** Refunds are payments of their own, so the parts come to the money that moved. */
function partsOf(money: MoneyOnAccount): readonly Part[] {
  const used = (money.Allocations ?? []).map(({ Amount, Invoice }) => ({
    money,
    amount: amount(Amount) ?? 0,
    invoiceId: Invoice?.InvoiceID ?? undefined,
  }));
  const left = sum([money.Total, ...used.map((part) => -part.amount)]);
  return left === 0 && used.length > 0 ? used : [...used, { money, amount: left }];
}

const line = mapping<PaymentLine, Part>({
  ...values({ amount: "amount", invoiceId: "invoiceId", description: "money.Reference" }),
  contactId: ({ money }) => money.Contact?.ContactID,
  contactName: ({ money }) => money.Contact?.Name,
  customerId: ({ money }) => (sideOf(money) === "INVOICE" ? money.Contact?.ContactID : undefined),
  supplierId: ({ money }) => (sideOf(money) === "BILL" ? money.Contact?.ContactID : undefined),
  paymentDate: ({ money }) => microsoftDay(money.Date)?.slice(0, 10),
});

const onAccount = mapping<PaymentRecord, MoneyOnAccount>({
  ...updated,
  ...values({ paymentType: "Type" }),
  id: ({ OverpaymentID, PrepaymentID }) => OverpaymentID ?? PrepaymentID,
  currency: ({ CurrencyCode }) => currencyCode(CurrencyCode),
  documentType: sideOf,
  exchangeRate: rateOf,
  paymentLines: nestedList(line, partsOf),
});

const collections = ["Overpayments", "Prepayments"] as const;

const lists = collections.map((collection) =>
  list(collection, {
    map: onAccount,
    query: { where: '(Status=="AUTHORISED" OR Status=="PAID")' },
    headers: modified,
  }),
);

const withheld =
  "Xero does not allow this connection to read overpayments and prepayments, so money on account is not listed.";

/** There are few of them, so they are read completely. A scope that is missing leaves the payments of documents readable. */
async function readAll({ filters, ids }: ListCall, session: Session): Promise<Listing<PaymentRecord>> {
  const { invoiceId, lastModifiedAt } = filters;
  const call = { ids, filters: lastModifiedAt === undefined ? {} : { lastModifiedAt } };
  try {
    const found = await Promise.all(lists.map((handler) => handler.list(call, session)));
    const all = found.flatMap(({ records, raw }) => records.map((record, index) => ({ record, raw: raw[index] })));
    const fitting = all.filter(({ record }) => invoiceId === undefined || paysFor(record, invoiceId));
    return {
      records: fitting.map(({ record }) => record),
      raw: fitting.map(({ raw }) => raw),
      warnings: found.flatMap(({ warnings = [] }) => warnings),
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "target_forbidden") throw error;
    return { records: [], raw: [], warnings: [withheld] };
  }
}

const paysFor = ({ paymentLines }: PaymentRecord, invoiceId: string): boolean =>
  paymentLines?.some((part) => part.invoiceId === invoiceId) ?? false;

/** The payments of documents, followed by money on account. */
export const withMoneyOnAccount = (payments: ListHandler<PaymentRecord>): ListHandler<PaymentRecord> => ({
  ...payments,
  list: async (call, session) => {
    const found = await payments.list(call, session);
    const { from, to } = windowBounds(call.window);
    const countName = `count of money on account ${JSON.stringify(call.filters)}`;
    const known = session.memory.get(countName);
    // Without a total, a page that is not full is the last one.
    const { total = found.records.length < to - from ? from + found.records.length : to } = found;
    // Pages before the end need only the number, which the first page has read.
    if (from > 0 && to <= total && typeof known === "number")
      return { ...found, ...(found.total !== undefined && { total: found.total + known }) };
    const money = await readAll(call, session);
    const { warnings = [] } = money;
    // A warning belongs on every page.
    if (warnings.length === 0) session.memory.set(countName, money.records.length);
    const start = Math.max(0, from - total);
    const end = Math.max(0, to - total);
    return {
      records: [...found.records, ...money.records.slice(start, end)],
      raw: [...found.raw, ...money.raw.slice(start, end)],
      ...(found.total !== undefined && { total: found.total + money.records.length }),
      warnings: [...(found.warnings ?? []), ...warnings],
    };
  },
});

async function readMoney({ ids }: Call, session: Session): Promise<MoneyOnAccount | undefined> {
  for (const collection of collections) {
    const found = await undefinedIfMissing(readOne(session, collection, ids["paymentId"]));
    if (found !== undefined) return found.Status === "VOIDED" ? undefined : found;
  }
  return undefined;
}

/** Ids are unique across the three collections. */
export const orMoneyOnAccount = (payment: GetHandler<PaymentRecord>): GetHandler<PaymentRecord> => ({
  ...payment,
  get: async (call, session) =>
    (await undefinedIfMissing(payment.get(call, session))) ?? recordResult(onAccount, await readMoney(call, session)),
});
