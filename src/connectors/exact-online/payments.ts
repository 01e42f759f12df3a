/** Payments are lines of bank statements that name a customer or a supplier. */
import type { WriteCall } from "../../contract/connector.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, unsigneds, values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { as, elsewhere, elsewhereIn, encoder, invalid } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { ifFound } from "../../kit/reading.ts";
import { named } from "../../kit/views.ts";
import { allOf, guid, linesOf, matching, namesOf, recordIn, resource } from "./conventions.ts";
import { codes, currencies, identity, numberOf, numbers, stamps, trimmed } from "./fields.ts";
import type { BankEntry, BankEntryLine, Body, Identified, Integer, Lines, Text } from "./types.ts";
import { bankEntryFields, bankEntryLineFields } from "./types.ts";

/** Received payments are positive. */
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
  paymentLines: nestedList(line, (native) => [native]),
});

/** The documents that payments settle, and the vendor's names of their fields. */
const documents = {
  INVOICE: { path: "/salesinvoice/SalesInvoices", number: "InvoiceNumber", id: "InvoiceID", owner: "InvoiceTo" },
  BILL: { path: "/purchaseentry/PurchaseEntries", number: "EntryNumber", id: "EntryID", owner: "Supplier" },
} as const;
type Kind = keyof typeof documents;
type Document = Readonly<Record<string, string | number | null>>;

const distinct = (values: readonly Text[]): string[] => [...new Set(values.flatMap((value) => value || []))];

async function idsByNumber(natives: readonly BankEntryLine[], kind: Kind, session: Session) {
  const { path, number, id } = documents[kind];
  const payments = natives.filter((native) => isReceived(native) === (kind === "INVOICE"));
  const values = distinct(payments.map(({ OurRef }) => numberOf(OurRef)));
  const query = { $select: `${id},${number}` };
  const found = await matching<Document>(session, { path, field: number, values, query });
  return new Map(found.map((document) => [document[number] as Integer, document[id] as Text]));
}

/** Currency and journal are on the statement; a line names its invoice by number. */
async function withStatements(natives: readonly BankEntryLine[], session: Session): Promise<readonly BankEntryLine[]> {
  const entries = await matching<BankEntry>(session, {
    path: "/financialtransaction/BankEntries",
    query: { $select: namesOf(bankEntryFields) },
    field: "EntryID",
    values: distinct(natives.map(({ EntryID }) => EntryID)).map(guid),
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
  fields: bankEntryLineFields,
  add: withStatements,
  createAt: "/financialtransaction/BankEntries",
});

async function documentOf(session: Session, invoiceId: string, kind: Kind) {
  const { path: list, number, id, owner } = documents[kind];
  const query = { $select: `${id},${number},${owner},Currency` };
  const found = recordIn((await ifFound(session.read(`${list}(${guid(invoiceId)})`, query))) as Body<Document>);
  const account = found?.[owner] as Text;
  const currency = found?.["Currency"] as Text;
  return found && { account, currency, number: Number(found[number] ?? 0) };
}

const listed = bankLines.list({
  where: "Account ne null",
  rules: [
    "Payments are lines of bank statements; cash payments are not included. With the filter invoiceId, the invoice is read first.",
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

type PaymentCall = WriteCall<PaymentInput>;

function lineOf({ body: { paymentLines = [] } }: PaymentCall) {
  const [line, ...excess] = paymentLines;
  const { amount: value, invoiceId, paymentDate } = line ?? {};
  if (value === undefined || invoiceId === undefined || paymentDate === undefined || excess.length > 0)
    throw invalid("A payment needs exactly one line, with invoiceId, amount and paymentDate.", "paymentLines");
  return { ...line, amount: value, invoiceId, paymentDate };
}

/** A customer's or supplier's own accounts for receivables and payables, if they differ from the default. */
interface LedgerAccounts {
  readonly GLAR?: Text;
  readonly GLAP?: Text;
}

/** Finds the document, and the ledger account that the payment settles. */
async function prepare(call: PaymentCall, session: Session) {
  const isBill = call.body.documentType === "BILL";
  const document = await documentOf(session, lineOf(call).invoiceId, isBill ? "BILL" : "INVOICE");
  if (document === undefined || document.number === 0)
    throw invalid(
      `The target system has no ${isBill ? "bill" : "invoice"} with this id, or has not booked it yet.`,
      "paymentLines.invoiceId",
    );
  const query = { $select: "ID,GLAR,GLAP" };
  const owner = recordIn(
    (await session.read(`/crm/Accounts(${guid(document.account)})`, query)) as Body<LedgerAccounts>,
  );
  const ledger = isBill ? owner?.GLAP : owner?.GLAR;
  if (ledger) return { ...document, ledger };
  const $filter = `Type eq ${isBill ? 22 : 20}`;
  const [byType] = await allOf<Identified>(session, "/financial/GLAccounts", { $select: "ID", $filter });
  return { ...document, ledger: byType?.ID ?? "" };
}

function bodyOf(encoded: object, prepared: unknown, call: PaymentCall): object {
  const { account, number, currency, ledger } = prepared as Awaited<ReturnType<typeof prepare>>;
  const { amount: value, description, paymentDate } = lineOf(call);
  const signed = call.body.documentType === "BILL" ? -value : value;
  const statementLine = {
    Account: account,
    AmountFC: Number(decimal(signed)),
    GLAccount: ledger,
    OurRef: number,
    Date: paymentDate,
    ...(description !== undefined && { Description: description }),
  };
  return { ...encoded, Currency: trimmed(currency), BankEntryLines: [statementLine] };
}

type Reply = Body<{ readonly EntryID?: string; readonly BankEntryLines?: Lines<BankEntryLine> }>;

const create = bankLines.create<PaymentInput>({
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
    const [stored] = await withStatements(await allOf<BankEntryLine>(session, path, query), session);
    if (stored === undefined) throw invalid("The target system did not store the payment.", "paymentLines");
    return stored;
  },
  stub: () => ({}),
  requires: ["journalCode", "paymentLines"],
  rules: [
    "journalCode has to be a bank journal. Kontor books a statement with the payment in it.",
    "The target system or a bookkeeper matches the payment to the invoice; its API cannot do that.",
  ],
});

export const payments = named("payments", { list, get: bankLines.get(), create });
