/** Payments are lines of bank statements that name a customer or a supplier. */
import type { OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { encoder, invalidField, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { readCached, undefinedIfMissing } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { purchaseEntries } from "./bills.ts";
import { allOf, guid, linesOf, matching, namesOf, recordIn, resource } from "./conventions.ts";
import { codes, currencies, identity, numberOf, numbers, openOf, stamps, trimmed } from "./fields.ts";
import { salesInvoices } from "./invoices.ts";
import { companyCurrency } from "./journalEntries.ts";
import { journalOf, journalTypes } from "./journals.ts";
import type { BankEntry, BankEntryLine, Body, Identified, Integer, Lines, Text } from "./types.ts";
import { bankEntryFields, bankEntryLineFields } from "./types.ts";

type Kind = "INVOICE" | "BILL";

/** On statements, received money is positive. A line on a ledger account that is neither is judged by its sign. */
const isReceived = ({ AmountFC }: BankEntryLine): boolean => (amount(AmountFC) ?? 0) >= 0;
const kindOf = (native: BankEntryLine): Kind => native.also?.kind ?? (isReceived(native) ? "INVOICE" : "BILL");

/** Positive in the direction of its kind, negative if money goes back. */
function amountOf(native: BankEntryLine): number | undefined {
  const value = amount(native.AmountFC);
  return value !== undefined && value !== 0 && kindOf(native) === "BILL" ? -value : value;
}

const line = mapping<PaymentLine, BankEntryLine>({
  ...values({
    accountId: "GLAccount",
    contactName: "AccountName",
    description: "Description",
    contactId: "Account",
    invoiceId: "also.invoiceId",
  }),
  amount: amountOf,
  customerId: (native) => (kindOf(native) === "INVOICE" ? native.Account : undefined),
  paymentDate: (native) => microsoftDay(native.Date)?.slice(0, 10),
  supplierId: (native) => (kindOf(native) === "BILL" ? native.Account : undefined),
});

const payment = mapping<PaymentRecord, BankEntryLine>({
  ...identity,
  ...stamps,
  ...currencies({ currency: "also.entry.Currency" }),
  ...amounts({ exchangeRate: "ExchangeRate" }),
  ...numbers({ fiscalYear: "also.entry.FinancialYear" }),
  ...codes({ journalCode: "also.entry.JournalCode" }),
  documentType: kindOf,
  paymentLines: nestedList(line, (native) => [native]),
});

/** The documents that payments settle, and the vendor's names of their fields. */
const documents = {
  INVOICE: { path: "/salesinvoice/SalesInvoices", number: "InvoiceNumber", id: "InvoiceID", owner: "InvoiceTo" },
  BILL: { path: "/purchaseentry/PurchaseEntries", number: "EntryNumber", id: "EntryID", owner: "Supplier" },
} as const;
type Document = Readonly<Record<string, string | number | null>>;

const distinct = (values: readonly Text[]): string[] => [...new Set(values.flatMap((value) => value || []))];

/** The vendor's types of ledger accounts for receivables and payables. */
const ledgerTypes = { INVOICE: 20, BILL: 22 } as const;

/** The side of each ledger account for receivables or payables, by its id. */
async function sidesOfLedger(session: Session): Promise<ReadonlyMap<Text, Kind>> {
  const rows = await readCached(session, "receivables and payables", () => {
    const $filter = `(Type eq ${ledgerTypes.INVOICE} or Type eq ${ledgerTypes.BILL})`;
    return allOf<LedgerAccount>(session, "/financial/GLAccounts", { $select: "ID,Type", $filter });
  });
  return new Map(rows.map(({ ID, Type }) => [ID, Type === ledgerTypes.BILL ? "BILL" : "INVOICE"]));
}

async function idsByNumber(natives: readonly BankEntryLine[], kind: Kind, session: Session) {
  const { path, number, id } = documents[kind];
  const payments = natives.filter((native) => kindOf(native) === kind);
  const values = distinct(payments.map(({ OurRef }) => numberOf(OurRef)));
  const query = { $select: `${id},${number}` };
  const found = await matching<Document>(session, { path, field: number, values, query });
  return new Map(found.map((document) => [document[number] as Integer, document[id] as Text]));
}

/** Currency and journal are on the statement; a line names its invoice by number. */
async function withStatements(found: readonly BankEntryLine[], session: Session): Promise<readonly BankEntryLine[]> {
  if (found.length === 0) return found;
  const sides = await sidesOfLedger(session);
  const natives = found.map((native) => ({
    ...native,
    also: { kind: sides.get(native.GLAccount) ?? kindOf(native) },
  }));
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
    const { kind } = native.also;
    const invoiceId = (kind === "INVOICE" ? invoices : bills).get(native.OurRef);
    return { ...native, also: { ...(entry && { entry }), kind, invoiceId } };
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
  const found = recordIn(
    (await undefinedIfMissing(session.read(`${list}(${guid(invoiceId)})`, query))) as Body<Document>,
  );
  const account = found?.[owner] as Text;
  const currency = found?.["Currency"] as Text;
  return found && { account, currency, number: Number(found[number] ?? 0) };
}

const listed = bankLines.list({
  where: "Account ne null",
  rules: ["Payments are lines of bank statements. With the filter invoiceId, the invoice is read first."],
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
  accountId: sentSeparately,
  amount: sentSeparately,
  contactId: sentSeparately,
  customerId: sentSeparately,
  description: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
  supplierId: sentSeparately,
});

type PaymentCall = WriteCall<PaymentInput>;

function lineOf({ body: { paymentLines = [] } }: PaymentCall) {
  const [line, excess] = paymentLines;
  if (excess !== undefined)
    throw cannotStore(
      "Exact Online books every line as a payment of its own. Send each line as a separate payment.",
      "paymentLines[1]",
    );
  const { amount: value, invoiceId, paymentDate } = line ?? {};
  const contactId = line?.customerId ?? line?.supplierId ?? line?.contactId;
  if (value === undefined || paymentDate === undefined)
    throw invalidField("A payment needs a line with amount and paymentDate.", "paymentLines");
  if (invoiceId === undefined && contactId === undefined)
    throw invalidField(
      "A payment on account needs the contact. Send customerId or supplierId, or the invoiceId of a document.",
      "paymentLines[0].invoiceId",
    );
  return { ...line, amount: value, invoiceId, contactId, paymentDate };
}

/** A customer's or supplier's own accounts for receivables and payables, if they differ from the default. */
interface LedgerAccounts {
  readonly GLAR?: Text;
  readonly GLAP?: Text;
}

type Ledgered = Body<LedgerAccounts>;
interface LedgerAccount extends Identified {
  readonly Type?: Integer;
}

/** The document or the contact that the money is for. */
async function targetOf(call: PaymentCall, session: Session) {
  const { invoiceId, contactId } = lineOf(call);
  const { currency } = call.body;
  if (invoiceId === undefined) return { account: contactId, currency, number: undefined };
  const isBill = call.body.documentType === "BILL";
  const document = await documentOf(session, invoiceId, isBill ? "BILL" : "INVOICE");
  if (document === undefined || document.number === 0)
    throw invalidField(
      `The target system has no ${isBill ? "bill" : "invoice"} with this id, or has not booked it yet.`,
      "paymentLines[0].invoiceId",
    );
  if (currency !== undefined && currency !== trimmed(document.currency))
    throw cannotStore(
      `The document is in ${trimmed(document.currency)}, and Exact Online settles it in that currency only. Send this currency and the amount in it.`,
      "currency",
    );
  return document;
}

/** Finds the document or contact, the ledger account that the payment settles, and the bank journal. */
async function prepare(call: PaymentCall, session: Session) {
  const target = await targetOf(call, session);
  const query = { $select: "ID,GLAR,GLAP" };
  const owner = recordIn(
    (await undefinedIfMissing(session.read(`/crm/Accounts(${guid(target.account)})`, query))) as Ledgered,
  );
  if (owner === undefined) {
    const field = (["customerId", "supplierId", "contactId"] as const).find(
      (name) => call.body.paymentLines?.[0]?.[name] !== undefined,
    );
    throw invalidField("The target system has no contact with this id.", `paymentLines[0].${field ?? "invoiceId"}`);
  }
  const { journalCode, documentType, paymentLines: [line] = [] } = call.body;
  const journal = await journalOf(session, {
    type: journalTypes.bank,
    journalCode,
    accountId: line?.accountId,
    currency: trimmed(target.currency) ?? (await companyCurrency(session)),
  });
  const isBill = documentType === "BILL";
  const ledger = isBill ? owner.GLAP : owner.GLAR;
  if (ledger) return { ...target, journal, ledger };
  const $filter = `Type eq ${isBill ? ledgerTypes.BILL : ledgerTypes.INVOICE}`;
  const [byType] = await allOf<Identified>(session, "/financial/GLAccounts", { $select: "ID", $filter });
  return { ...target, journal, ledger: byType?.ID ?? "" };
}

function bodyOf(_encoded: object, prepared: unknown, call: PaymentCall): object {
  const { account, number, currency, journal, ledger } = prepared as Awaited<ReturnType<typeof prepare>>;
  const { amount: value, description, paymentDate } = lineOf(call);
  const signed = call.body.documentType === "BILL" ? -value : value;
  const statementLine = {
    Account: account,
    AmountFC: Number(decimal(signed)),
    GLAccount: ledger,
    Date: paymentDate,
    ...(number !== undefined && { OurRef: number }),
    ...(description !== undefined && { Description: description }),
    ...(call.body.exchangeRate !== undefined && { ExchangeRate: call.body.exchangeRate }),
  };
  return {
    JournalCode: journal,
    ...(currency && { Currency: trimmed(currency) }),
    BankEntryLines: [statementLine],
  };
}

type Reply = Body<{ readonly EntryID?: string; readonly BankEntryLines?: Lines<BankEntryLine> }>;

const create = bankLines.create<PaymentInput>({
  encoder: encoder<PaymentInput>({
    currency: sentSeparately,
    documentType: sentSeparately,
    exchangeRate: sentSeparately,
    journalCode: sentSeparately,
    paymentLines: sentSeparatelyIn(lineEncoder),
  }),
  prepare,
  body: bodyOf,
  record: (reply: Reply) => linesOf(recordIn(reply)?.BankEntryLines)?.[0],
  readBack: async (reply: Reply, _call, session) => {
    const query = { ...bankLines.query, $filter: `EntryID eq ${guid(recordIn(reply)?.EntryID)}` };
    const [stored] = await withStatements(await allOf<BankEntryLine>(session, path, query), session);
    if (stored === undefined) throw invalidField("The target system did not store the payment.", "paymentLines");
    return stored;
  },
  stub: (reply: Reply) => {
    const id = linesOf(recordIn(reply)?.BankEntryLines)?.[0]?.ID;
    return id ? { id } : {};
  },
  requires: ["paymentLines"],
  rules: [
    "journalCode has to be a bank journal, or accountId a bank account. Without them, the only bank journal in the document's currency is used. Kontor books a statement with the payment in it.",
    "The target system or a bookkeeper matches the payment to the invoice; its API cannot do that.",
  ],
});

/** The open amount of an invoice or bill. Drafts are not booked, so nothing is open yet. */
export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  const source = documentType === "BILL" ? purchaseEntries : salesInvoices;
  const document = await undefinedIfMissing(source.read(session, id));
  if (document === undefined) return undefined;
  return { amount: openOf(document), currency: trimmed(document.Currency) };
}

const shown = incomplete("Cash journals are not read, so payments in cash are only in journalEntries.", list);

export const payments = operationsOf("payments", { list: shown, get: bankLines.get(), create });
