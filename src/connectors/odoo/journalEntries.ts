import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { accountingDay, lastDayOfYear } from "../../kit/dates.ts";
import { type Encoded, encoder, fieldAs, fieldsAs, nested, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { idAs, referencedId } from "../../kit/models/reading.ts";
import { markerText } from "../../kit/models/writing.ts";
import { balance, decimal, sum } from "../../kit/money.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { attachmentOf, attachTo, fileOf, filesOf } from "./attachments.ts";
import { createOf, getOf, type Kind, listOf, select } from "./conventions.ts";
import { journalSource, moveSource, numberOf } from "./documents.ts";
import { identity, ids, named as nameOf, stamps, textOf, wholeOf } from "./fields.ts";
import { checkOpen, companyOf } from "./fiscalYears.ts";
import { accountSource, postingSource, rateOf } from "./lines.ts";
import { currencyFor, dimensionEncoder, distribution, journalFor, post, taxesAs } from "./posting.ts";
import type { Account, AnalyticAccount, CompanyRow, Labelled, Line, Move, Tax } from "./types.ts";

const dimension = mapping<Dimension, AnalyticAccount>({
  ...identity,
  ...values({ categoryName: "plan_id.label", code: "code", name: "name" }),
});

const taxRate = mapping<TaxRate, Tax>({
  ...identity,
  ...nameOf,
  code: identity.id,
  taxRatePercentage: (tax) => rateOf(tax)?.toString(),
});

/** The tax that the line is the amount of, or the only tax on the line. */
const taxOf = ({ tax_line_id: tax, tax_ids: taxes }: Line): Tax | undefined =>
  tax ?? (taxes?.length === 1 ? taxes[0] : undefined);

/** The accounts whose lines belong to a customer or a supplier. Odoo keeps one partner for both. */
const contactAccounts = { customerId: "asset_receivable", supplierId: "liability_payable" } as const;

const partnerOn = (type: string) => (line: Line) => (line.account_type === type ? textOf(line.partner_id) : undefined);

/** A line and the currency in which its entry balances. */
interface Posting extends Line {
  /** Undefined for the currency of the books. */
  readonly foreign?: Labelled | undefined;
}

const sideOf = ({ debit, credit, foreign, amount_currency: inCurrency }: Posting) =>
  foreign === undefined ? balance(debit, credit) : balance(inCurrency, 0);

const currencyOf = ({ foreign, company_currency_id: books }: Posting) => currencyCode((foreign ?? books)?.label);

const journalLine = mapping<JournalLineItem, Posting>({
  ...identity,
  ...stamps,
  ...values({ accountCode: "account_id.code", description: "name" }),
  ...ids({ accountId: "account_id", itemId: "product_id" }),
  accountNumber: ({ account_id: account }) => wholeOf(account?.code),
  currency: currencyOf,
  customerId: partnerOn(contactAccounts.customerId),
  debitCreditIndicator: (line) => sideOf(line).debitCreditIndicator,
  dimensions: nestedList(dimension, (line) => line.analytic_distribution),
  supplierId: partnerOn(contactAccounts.supplierId),
  taxRate: nestedRecord(taxRate, taxOf),
  totalNetAmount: (line) => sideOf(line).amount,
});

/** Sections and notes of an invoice have no account. */
const accountedLines = ({ line_ids: lines }: Move): readonly Line[] =>
  lines?.filter(({ account_id: account }) => account).toSorted((before, after) => before.id - after.id) ?? [];

/** The currency of an entry that a user made in a foreign currency. Entries of documents and payments are in the company's. */
function foreignOf(move: Move): Labelled | undefined {
  const { move_type: type, currency_id: currency, company_currency_id: books } = move;
  const isMade = type === "entry" && !move.payment_id && !move.origin_payment_id && !move.statement_line_id;
  if (!isMade || currency === undefined || currency.id === books?.id) return undefined;
  const lines = accountedLines(move);
  const isBalanced = sum(lines.map((line) => line.amount_currency)) === 0;
  // Exchange differences have an amount in the company's currency alone.
  const isForeign = (line: Line) => line.currency_id?.id === currency.id && line.amount_currency !== 0;
  return isBalanced && lines.every(isForeign) ? currency : undefined;
}

function postingsOf(move: Move): readonly Posting[] {
  const foreign = foreignOf(move);
  return accountedLines(move).map((line) => ({ ...line, foreign }));
}

/** The company's currency for one unit of the entry's. */
function rateOfEntry(move: Move): string | undefined {
  if (foreignOf(move) === undefined) return undefined;
  const debits = accountedLines(move).filter(({ amount_currency: inCurrency = 0 }) => inCurrency > 0);
  const inCurrency = sum(debits.map((line) => line.amount_currency));
  return inCurrency === 0 ? undefined : String(Number((sum(debits.map(({ debit }) => debit)) / inCurrency).toFixed(6)));
}

const entryFields = twoWay({
  description: plainValue("ref"),
  transactionDate: day("date"),
});

const entry: Kind<JournalEntry, Move> = {
  ...moveSource,
  links: { journal_id: journalSource, line_ids: postingSource },
  domain: [["state", "in", ["draft", "posted"]]],
  map: mapping<JournalEntry, Move>({
    ...identity,
    ...stamps,
    currency: (move) => currencyCode((foreignOf(move) ?? move.company_currency_id)?.label),
    exchangeRate: rateOfEntry,
    ...values({ journalCode: "journal_id.code", journalType: "journal_id.type" }),
    ...entryFields.reads,
    // Odoo fills in the current day for entries that are never due.
    dueDate: ({ move_type: type, invoice_date_due: due }) => (type === "entry" ? undefined : accountingDay(due)),
    documentId: ({ id, move_type: type }) => (type === "entry" ? undefined : String(id)),
    isProvisional: ({ state }) => state === "draft",
    isReversal: (move) => move.reversed_entry_id !== undefined,
    journalLineItems: nestedList(journalLine, postingsOf),
    number: numberOf,
  }),
};

const from = (day: string) => ["date", ">=", day] as const;

const taxRateEncoder = encoder<{ readonly id?: string; readonly code?: string; readonly name?: string }>({
  id: sentSeparately,
  code: sentSeparately,
});

const lineEncoder = encoder<JournalLineItemInput>({
  ...fieldsAs(idAs, { accountId: "account_id", customerId: "partner_id", supplierId: "partner_id" }),
  // Encoded together with the amount.
  debitCreditIndicator: sentSeparately,
  taxRate: nested(taxRateEncoder, ({ id, code }: { id?: string; code?: string }, _input: unknown, field) => {
    const tax = id ?? code;
    return tax === undefined ? {} : taxesAs("tax_ids")(tax, _input, `${field}.code`);
  }),
  description: fieldAs("name"),
  dimensions: nested(dimensionEncoder, distribution),
  totalNetAmount: (value, { debitCreditIndicator: side }) => {
    const [amountSide, emptySide] = side === "CREDIT" ? ["credit", "debit"] : ["debit", "credit"];
    return { [amountSide]: Number(decimal(value)), [emptySide]: 0 };
  },
});

/** Odoo stores a partner with any line, but on another account nothing says whether it is a customer or a supplier. */
async function checkContacts(session: Session, lines: readonly JournalLineItemInput[] = []): Promise<void> {
  const named = lines.flatMap((line, index) =>
    (["customerId", "supplierId"] as const).flatMap((name) =>
      line[name] === undefined || line.accountId === undefined ? [] : [{ name, account: line.accountId, index }],
    ),
  );
  if (named.length === 0) return;
  const ids = named.map(({ account, index }) => referencedId(account, `journalLineItems[${index}].accountId`));
  const accounts = await select<Account>(session, accountSource, { domain: [["id", "in", ids]] });
  for (const { name, account, index } of named) {
    const found = accounts.find(({ id }) => id === Number(account));
    // Odoo names an unknown account by itself.
    if (found === undefined || found.account_type === contactAccounts[name]) continue;
    const [kind, side] = name === "customerId" ? ["receivable", "customer"] : ["payable", "supplier"];
    const field = `journalLineItems[${index}].${name}`;
    throw cannotStore(
      `${field} needs a ${kind} account, and ${found.code ?? account} is none. Leave ${name} out, or book the line on the ${side}'s ${kind} account.`,
      field,
    );
  }
}

interface Prepared {
  readonly journal: object;
  /** The id of the entry's currency, if it is not the company's. */
  readonly foreign?: object;
}

async function prepare({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Prepared> {
  const company: Partial<CompanyRow> = (await companyOf(session)) ?? {};
  const posting = {
    field: "transactionDate",
    day: body.transactionDate?.slice(0, 10),
    isTaxed: body.journalLineItems?.some(({ taxRate }) => taxRate !== undefined) === true,
  };
  if (body.isProvisional !== true) await checkOpen(session, posting, "Use a later day, or send isProvisional true.");
  await checkContacts(session, body.journalLineItems);
  const isForeign = body.currency !== undefined && body.currency !== currencyCode(company.currency_id?.label);
  return {
    journal: await journalFor(session, body.journalCode),
    ...(isForeign && { foreign: await currencyFor(session, body.currency) }),
  };
}

interface Side {
  readonly debit?: number;
  readonly credit?: number;
}

const cents = (amount: number): number => Number(amount.toFixed(2));

/** The amounts of the lines in the foreign currency, and at the caller's rate in the company's. Without a rate, Odoo uses its own. */
function foreignLines(lines: readonly Side[], foreign: object, rate: number | undefined): readonly object[] {
  const amounts = lines.map(({ debit = 0, credit = 0 }) => cents(debit - credit));
  const converted = amounts.map((amount) => cents(amount * (rate ?? 1)));
  // Rounding each line may leave a cent, which belongs to the last line.
  const last = cents((converted.at(-1) ?? 0) - sum(converted));
  const balances = sum(amounts) === 0 ? [...converted.slice(0, -1), last] : converted;
  return lines.map(({ debit: _debit, credit: _credit, ...line }, index) => ({
    ...line,
    ...foreign,
    amount_currency: amounts[index],
    ...(rate !== undefined && {
      debit: Math.max(balances[index] ?? 0, 0),
      credit: Math.max(-(balances[index] ?? 0), 0),
    }),
  }));
}

function entryValues(
  encoded: Encoded,
  { journal, foreign }: Prepared,
  { body, marker }: WriteCall<JournalEntryInput>,
): object {
  const { line_ids: lines = [], ...header } = encoded as { readonly line_ids?: readonly Side[] };
  const rate = body.exchangeRate === undefined ? undefined : Number(body.exchangeRate);
  const stored = foreign === undefined ? lines : foreignLines(lines, foreign, rate);
  return {
    move_type: "entry",
    ...journal,
    ...foreign,
    ...header,
    ...(lines.length > 0 && { line_ids: stored.map((line) => [0, 0, line]) }),
    invoice_origin: markerText(marker),
  };
}

export const journalEntries = {
  "journalEntries.list": listOf(entry, {
    filters: {
      fiscalYearStartDate: (first) => [from(first), ["date", "<=", lastDayOfYear(first)]],
      transactionDateFrom: (day) => [from(day)],
    },
    rules: [
      "Lists the entries of all journals, including those of invoices, bills and payments. Cancelled entries are left out.",
      "Amounts are in the company's currency, except for entries that were made in a foreign one.",
    ],
  }),
  "journalEntries.get": getOf(entry),
  "journalEntries.create": createOf<JournalEntryInput, JournalEntry, Move, Prepared>(entry, {
    encoder: encoder<JournalEntryInput>({
      currency: sentSeparately,
      ...entryFields.writes,
      exchangeRate: sentSeparately,
      isProvisional: sentSeparately,
      journalCode: sentSeparately,
      journalLineItems: nested(lineEncoder, (lines: readonly JournalLineItemInput[], _input: unknown, field) => ({
        line_ids: lines.map((line) => lineEncoder(line, field)),
      })),
    }),
    prepare,
    marked: (reference) => [["invoice_origin", "=", reference]],
    values: entryValues,
    afterwards: async ({ id }, call, session) => {
      if (call.body.isProvisional !== true) await post(id, session);
      await attachTo(entry, id, call, session);
    },
    requires: ["transactionDate", "journalLineItems"],
    rules: [
      "customerId is only for lines on receivable accounts, supplierId only for lines on payable accounts.",
      "The entry is posted unless isProvisional is true. If Odoo refuses to post it, Kontor deletes it again.",
      "A line with a taxRate posts the tax as a line of its own. In a foreign currency without an exchangeRate, Odoo uses its rate of the day.",
      "Without a journalCode, the entry goes to the first general journal. Its source document holds a reference that Kontor needs.",
    ],
  }),
  ...operationsOf("journalEntries.attachments", {
    list: filesOf(entry),
    get: fileOf(entry),
    create: attachmentOf(entry),
  }),
};
