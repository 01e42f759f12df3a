/** What customers and suppliers are paid and pay: lines of bank statements that name one of them. */
import type { WriteCall } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, unsigneds, values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { as, elsewhere, elsewhereIn, encoder, invalid } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { ifFound } from "../../kit/reading.ts";
import { named } from "../../kit/views.ts";
import { allOf, fieldsOf, guid, linesOf, recordIn, resource, thoseOf } from "./conventions.ts";
import { codes, currencies, identity, numberOf, numbers, stamps, trimmed } from "./fields.ts";
import type { BankEntry, BankEntryLine, Body, Identified, Integer, Like, Lines, Text } from "./types.ts";
import { bankEntry, bankEntryLine } from "./types.ts";

/** What comes in has a plus. */
const isReceived = ({ AmountFC }: BankEntryLine): boolean => (amount(AmountFC) ?? 0) >= 0;

const line = mapping<PaymentLine, BankEntryLine>({
  ...values({
    accountId: "GLAccount",
    contactName: "AccountName",
    description: "Description",
    contactId: "Account",
    invoiceId: "also.invoiceId",
  }),
  ...unsigneds({ amount: "AmountFC" }),
  customerId: (native) => (isReceived(native) ? native.Account : undefined),
  paymentDate: (native) => microsoftDay(native.Date)?.slice(0, 10),
  supplierId: (native) => (isReceived(native) ? undefined : native.Account),
});

const payment = mapping<PaymentRecord, BankEntryLine>({
  ...identity,
  ...stamps,
  ...currencies({ currency: "also.entry.Currency" }),
  ...amounts({ exchangeRate: "ExchangeRate" }),
  ...numbers({ fiscalYear: "also.entry.FinancialYear" }),
  ...codes({ journalCode: "also.entry.JournalCode" }),
  documentType: (native) => (isReceived(native) ? "INVOICE" : "BILL"),
  paymentLines: each(line, (native) => [native]),
});

/** What is settled, on either side: where it is, its number, its id, and whose it is. */
const sides = {
  INVOICE: { path: "/salesinvoice/SalesInvoices", number: "InvoiceNumber", id: "InvoiceID", owner: "InvoiceTo" },
  BILL: { path: "/purchaseentry/PurchaseEntries", number: "EntryNumber", id: "EntryID", owner: "Supplier" },
} as const;
type Side = keyof typeof sides;
type Document = Readonly<Record<string, string | number | null>>;

const unlike = (values: readonly Text[]): string[] => [...new Set(values.flatMap((value) => value || []))];

async function idsByNumber(natives: readonly BankEntryLine[], side: Side, session: Session) {
  const { path, number, id } = sides[side];
  const own = natives.filter((native) => isReceived(native) === (side === "INVOICE"));
  const values = unlike(own.map(({ OurRef }) => numberOf(OurRef)));
  const query = { $select: `${id},${number}` };
  const found = await thoseOf<Document>(session, { path, field: number, values, query });
  return new Map(found.map((one) => [one[number] as Integer, one[id] as Text]));
}

/** The statement knows currency and journal; a line names its invoice by number. */
async function withStatements(natives: readonly BankEntryLine[], session: Session): Promise<readonly BankEntryLine[]> {
  const entries = await thoseOf<BankEntry>(session, {
    path: "/financialtransaction/BankEntries",
    query: { $select: fieldsOf(bankEntry) },
    field: "EntryID",
    values: unlike(natives.map(({ EntryID }) => EntryID)).map(guid),
  });
  const invoices = await idsByNumber(natives, "INVOICE", session);
  const bills = await idsByNumber(natives, "BILL", session);
  const statements = new Map(entries.map((entry) => [entry.EntryID, entry]));
  return natives.map((native) => {
    const entry = statements.get(native.EntryID);
    const invoiceId = (isReceived(native) ? invoices : bills).get(native.OurRef);
    return { ...native, also: { ...(entry && { entry }), invoiceId } };
  });
}

const path = "/financialtransaction/BankEntryLines";
const bankLines = resource(path, {
  id: "paymentId",
  key: "ID",
  map: payment,
  fields: bankEntryLine,
  add: withStatements,
});

async function documentOf(session: Session, invoiceId: string, side: Side) {
  const { path: list, number, id, owner } = sides[side];
  const query = { $select: `${id},${number},${owner},Currency` };
  const found = recordIn((await ifFound(session.read(`${list}(${guid(invoiceId)})`, query))) as Body<Document>);
  const account = found?.[owner] as Text;
  const currency = found?.["Currency"] as Text;
  return found && { account, currency, number: Number(found[number] ?? 0) };
}

/** Lines of what is settled: those that name it by its number, and the one that it is of. */
const listed = bankLines.list({
  where: "Account ne null",
  rules: [
    "Payments are lines of bank statements; those in cash are not among them. With invoiceId the invoice is read first.",
  ],
});

async function conditionFor(invoiceId: string, session: Session): Promise<string> {
  const found = (await documentOf(session, invoiceId, "INVOICE")) ?? (await documentOf(session, invoiceId, "BILL"));
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
    return bankLines.list({ where }).list(call, session);
  },
};

const lineEncoder = encoder<PaymentLine>({
  amount: elsewhere,
  description: elsewhere,
  invoiceId: elsewhere,
  paymentDate: elsewhere,
});

type Asked = WriteCall<PaymentInput>;

function lineOf({ body: { paymentLines: [first, ...others] = [] } }: Asked) {
  const { amount: value, invoiceId, paymentDate } = first ?? {};
  if (value === undefined || invoiceId === undefined || paymentDate === undefined || others.length > 0)
    throw invalid("This target system takes one line with invoiceId, amount and paymentDate.", "paymentLines");
  return { ...first, amount: value, invoiceId, paymentDate };
}

/** The account of the ledger that is settled: the customer's or supplier's own, or the one of that kind. */
async function prepare(call: Asked, session: Session) {
  const { documentType = "INVOICE" } = call.body;
  const found = await documentOf(session, lineOf(call).invoiceId, documentType === "BILL" ? "BILL" : "INVOICE");
  if (found === undefined || found.number === 0)
    throw invalid("There is no such invoice or bill, or it is not booked yet.", "paymentLines.invoiceId");
  const isBill = documentType === "BILL";
  const query = { $select: "ID,GLAR,GLAP" };
  const owner = recordIn(
    (await session.read(`/crm/Accounts(${guid(found.account)})`, query)) as Body<Like<"GLAR GLAP">>,
  );
  const own = isBill ? owner?.GLAP : owner?.GLAR;
  if (own) return { ...found, ledger: own };
  const $filter = `Type eq ${isBill ? 22 : 20}`;
  const [first] = await allOf<Identified>(session, "/financial/GLAccounts", { $select: "ID", $filter });
  return { ...found, ledger: first?.ID ?? "" };
}

function bodyOf(encoded: object, prepared: unknown, call: Asked): object {
  const { account, number, currency, ledger } = prepared as Awaited<ReturnType<typeof prepare>>;
  const { amount: value, description, paymentDate } = lineOf(call);
  const signed = call.body.documentType === "BILL" ? -value : value;
  const settling = { Account: account, AmountFC: Number(decimal(signed)), GLAccount: ledger, OurRef: number };
  const about = { Date: paymentDate, ...(description !== undefined && { Description: description }) };
  return { ...encoded, Currency: trimmed(currency), BankEntryLines: [{ ...settling, ...about }] };
}

type Reply = Body<{ readonly EntryID?: string; readonly BankEntryLines?: Lines<BankEntryLine> }>;

const create = bankLines.create<PaymentInput>(
  {
    encoder: encoder<PaymentInput>({
      documentType: elsewhere,
      journalCode: as("JournalCode"),
      paymentLines: elsewhereIn(lineEncoder),
    }),
    prepare,
    body: bodyOf,
    record: (reply: Reply) => linesOf(recordIn(reply)?.BankEntryLines)?.[0],
    readBack: async (reply: Reply, _call, session) => {
      const query = { ...bankLines.query, $filter: `EntryID eq ${guid(recordIn(reply)?.EntryID)}` };
      const [whole] = await withStatements(await allOf<BankEntryLine>(session, path, query), session);
      if (whole === undefined) throw invalid("The target system did not keep the payment.", "paymentLines");
      return whole;
    },
    stub: () => ({}),
    requires: ["journalCode", "paymentLines"],
    rules: [
      "journalCode is a bank journal; a statement with the payment is booked in it.",
      "The target system matches payments and invoices itself, or a bookkeeper does: its API has no way to.",
    ],
  },
  "/financialtransaction/BankEntries",
);

export const payments = named("payments", { list, get: bankLines.get(), create });
