/** What customers and suppliers are paid and pay: lines of bank statements that name one of them. */

import type { WriteCall } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { as, elsewhere, elsewhereIn, encoder, invalid } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, decimal, unsigned } from "../../kit/money.ts";
import { ifFound } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { purchaseEntries } from "./bills.ts";
import { allOf, bareOf, guid, linesOf, modified, recordIn, resource, selected, thoseOf } from "./conventions.ts";
import { currencyOf, identity, numberOf, stamps, trimmed } from "./fields.ts";
import { salesInvoices } from "./invoices.ts";
import type {
  Account,
  BankEntry,
  BankEntryLine,
  Body,
  GLAccount,
  Lines,
  PurchaseEntry,
  SalesInvoice,
} from "./types.ts";

/** What comes in has a plus. */
const isReceived = ({ AmountFC }: BankEntryLine): boolean => (amount(AmountFC) ?? 0) >= 0;

const line = mapping<PaymentLine, BankEntryLine>({
  ...values({ accountId: "GLAccount", contactName: "AccountName", description: "Description" }),
  amount: ({ AmountFC }) => unsigned(AmountFC),
  ...values({ contactId: "Account", invoiceId: "also.invoiceId" }),
  customerId: (native) => (isReceived(native) ? native.Account : undefined),
  paymentDate: (native) => microsoftDay(native.Date)?.slice(0, 10),
  supplierId: (native) => (isReceived(native) ? undefined : native.Account),
});

const payment = mapping<PaymentRecord, BankEntryLine>({
  ...identity,
  ...stamps,
  currency: ({ also }) => currencyOf(also?.entry ?? {}),
  documentType: (native) => (isReceived(native) ? "INVOICE" : "BILL"),
  exchangeRate: ({ ExchangeRate }) => amount(ExchangeRate),
  fiscalYear: ({ also }) => numberOf(also?.entry?.FinancialYear),
  journalCode: ({ also }) => trimmed(also?.entry?.JournalCode),
  paymentLines: each(line, (native) => [native]),
});

const unlike = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value || [])),
];

/** The statement knows currency and journal; a line names its invoice by number. */
async function withStatements(natives: readonly BankEntryLine[], session: Session): Promise<readonly BankEntryLine[]> {
  const ids = unlike(natives.map(({ EntryID }) => EntryID));
  const entries = await thoseOf<BankEntry>(session, {
    ...{ path: "/financialtransaction/BankEntries", field: "EntryID", values: ids.map(guid) },
    query: { $select: "EntryID,Currency,FinancialYear,JournalCode" },
  });
  const numbers = (received: boolean) =>
    unlike(natives.map((native) => (isReceived(native) === received ? numberOf(native.OurRef) : undefined)));
  const sold = await thoseOf<SalesInvoice>(session, {
    ...{ path: "/salesinvoice/SalesInvoices", field: "InvoiceNumber", values: numbers(true) },
    query: { $select: "InvoiceID,InvoiceNumber" },
  });
  const bought = await thoseOf<PurchaseEntry>(session, {
    ...{ path: "/purchaseentry/PurchaseEntries", field: "EntryNumber", values: numbers(false) },
    query: { $select: "EntryID,EntryNumber" },
  });
  const invoices = new Map(sold.map(({ InvoiceNumber, InvoiceID }) => [InvoiceNumber, InvoiceID]));
  const bills = new Map(bought.map(({ EntryNumber, EntryID }) => [EntryNumber, EntryID]));
  const statements = new Map(entries.map((entry) => [entry.EntryID, entry]));
  return natives.map((native) => ({
    ...native,
    also: {
      entry: statements.get(native.EntryID ?? ""),
      invoiceId: (isReceived(native) ? invoices : bills).get(native.OurRef),
    },
  }));
}

const bankLines = resource<PaymentRecord, BankEntryLine>("/financialtransaction/BankEntryLines", {
  ...{ id: "paymentId", key: "ID", map: payment, add: withStatements },
  ...selected(
    "ID,EntryID,Account,AccountName,AmountFC,Date,Description,ExchangeRate,GLAccount,OurRef,Created,Modified",
  ),
});

interface Settled {
  readonly account: string;
  readonly number: number;
  readonly currency: string | null | undefined;
}

async function documentOf(
  id: string,
  kind: PaymentInput["documentType"],
  session: Session,
): Promise<Settled | undefined> {
  if (kind === "BILL") {
    const bill = await ifFound(purchaseEntries.read(session, id));
    return bill && { account: bill.Supplier ?? "", number: bill.EntryNumber ?? 0, currency: bill.Currency };
  }
  const invoice = await ifFound(salesInvoices.read(session, id));
  return (
    invoice && { account: invoice.InvoiceTo ?? "", number: invoice.InvoiceNumber ?? 0, currency: invoice.Currency }
  );
}

/** Lines of what is settled: those that name it by its number, and the one that it is of. */
const listed = bankLines.list({
  ...{ where: "Account ne null", filters: modified },
  rules: [
    "Payments are lines of bank statements; those in cash are not among them. With invoiceId the invoice is read first.",
  ],
});

async function conditionFor(invoiceId: string, session: Session): Promise<string> {
  const found = (await documentOf(invoiceId, "INVOICE", session)) ?? (await documentOf(invoiceId, "BILL", session));
  if (found === undefined) return "OurRef eq -1";
  return `Account eq ${guid(found.account)} and OurRef eq ${found.number}`;
}

const list: typeof listed = {
  ...listed,
  filters: [...listed.filters, "invoiceId"],
  list: async (call, session) => {
    const { invoiceId } = call.filters;
    if (invoiceId === undefined) return listed.list(call, session);
    const where = await conditionFor(invoiceId, session);
    return bankLines.list({ where, filters: modified }).list(call, session);
  },
};

const lineEncoder = encoder<PaymentLine>({
  ...{ amount: elsewhere, description: elsewhere, invoiceId: elsewhere, paymentDate: elsewhere },
});

interface Prepared extends Settled {
  readonly ledger: string;
}
type Asked = WriteCall<PaymentInput>;

function lineOf({
  body: { paymentLines: [first, ...others] = [] },
}: Asked): Required<Pick<PaymentLine, "amount" | "invoiceId" | "paymentDate">> & PaymentLine {
  const { amount: value, invoiceId, paymentDate } = first ?? {};
  if (value === undefined || invoiceId === undefined || paymentDate === undefined || others.length > 0)
    throw invalid("This target system takes one line with invoiceId, amount and paymentDate.", "paymentLines");
  return { ...first, amount: value, invoiceId, paymentDate };
}

/** The account of the ledger that is settled: the customer's or supplier's own, or the one of that kind. */
async function prepare(call: Asked, session: Session): Promise<Prepared> {
  const { documentType = "INVOICE" } = call.body;
  const found = await documentOf(lineOf(call).invoiceId, documentType, session);
  if (found === undefined || found.number === 0)
    throw invalid("There is no such invoice or bill, or it is not booked yet.", "paymentLines.invoiceId");
  const isBill = documentType === "BILL";
  const query = { $select: "ID,GLAR,GLAP" };
  const owner = recordIn((await session.read(`/crm/Accounts(${guid(found.account)})`, query)) as Body<Account>);
  const own = isBill ? owner?.GLAP : owner?.GLAR;
  if (own) return { ...found, ledger: own };
  const $filter = `Type eq ${isBill ? 22 : 20}`;
  const [first] = await allOf<GLAccount>(session, "/financial/GLAccounts", { $select: "ID", $filter });
  return { ...found, ledger: first?.ID ?? "" };
}

type Reply = { readonly EntryID?: string; readonly BankEntryLines?: Lines<BankEntryLine> };

export const payments = {
  ...{ "payments.list": list, "payments.get": bankLines.get() },
  "payments.create": write<PaymentInput, PaymentRecord, BankEntryLine>({
    ...{ method: "POST", path: "/financialtransaction/BankEntries" },
    headers: () => ({ prefer: "return=representation" }),
    encoder: encoder<PaymentInput>({
      ...{ documentType: elsewhere, journalCode: as("JournalCode"), paymentLines: elsewhereIn(lineEncoder) },
    }),
    prepare,
    body: (encoded, prepared, call) => {
      const { account, number, currency, ledger } = prepared as Prepared;
      const { amount: value, description, paymentDate } = lineOf(call);
      const signed = call.body.documentType === "BILL" ? -value : value;
      const settling = {
        ...{ Account: account, AmountFC: Number(decimal(signed)), Date: paymentDate, GLAccount: ledger },
        OurRef: number,
      };
      return {
        ...encoded,
        Currency: trimmed(currency),
        BankEntryLines: [{ ...settling, ...(description !== undefined && { Description: description }) }],
      };
    },
    record: (reply: Body<Reply>) => linesOf(recordIn(reply)?.BankEntryLines)?.[0],
    readBack: async (reply: Body<Reply>, _call, session) => {
      const { EntryID } = recordIn(reply) ?? {};
      const query = { ...bankLines.query, $filter: `EntryID eq ${guid(EntryID)}` };
      const made = await allOf<BankEntryLine>(session, "/financialtransaction/BankEntryLines", query);
      const [whole] = await withStatements(made, session);
      if (whole === undefined) throw invalid("The target system did not keep the payment.", "paymentLines");
      return whole;
    },
    stub: () => ({}),
    map: payment,
    raw: bareOf,
    requires: ["journalCode", "paymentLines"],
    rules: [
      "journalCode is a bank journal; a statement with the payment is booked in it.",
      "The target system matches payments and invoices itself, or a bookkeeper does: its API has no way to.",
    ],
  }),
};
