/**
 * Booked documents: transactions whose total line stands on the control account of a customer or supplier. Invoices, credit
 * notes, bills and vendor credits differ in the side of that line.
 */
import { Big } from "big.js";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { termOf, todayIn } from "../../kit/dates.ts";
import { documentStatusOf, paymentStates } from "../../kit/documents/paymentStatus.ts";
import { amount, decimal, difference, sum } from "../../kit/money.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { entriesIn, textIn } from "../../kit/xml/xmlValues.ts";
import { companyCurrency } from "./access.ts";
import {
  type Booked,
  type Category,
  dayBooksOf,
  dimensionOf,
  headerOf,
  linesOf,
  percentageOf,
  readBooked,
  storedIn,
  vatsOf,
} from "./conventions.ts";
import { documentIn, processing } from "./soap.ts";
import type { Line, Vat } from "./types.ts";
import { dateIn, dayIn, decimalIn, inside, momentIn, writtenDay } from "./values.ts";

export type Side = "debit" | "credit";

const isType =
  (type: string) =>
  (line: Line): boolean =>
    line["@type"] === type;
const totalOf = (native: Booked): Line | undefined => linesOf(native).find(isType("total"));

const sideOf = (line: Line | undefined): string | undefined => textIn(line?.debitcredit);
const valueOf = (line: Line | undefined): Big => decimalIn(line?.value) ?? new Big(0);

/** A negative value on one side is money on the other. */
export const isOn =
  (side: Side) =>
  (native: Booked): boolean => {
    const total = totalOf(native);
    if (textIn(total?.dim2) === undefined) return false;
    return (sideOf(total) === side) === valueOf(total).gte(0);
  };

/** A detail line relative to its document: the other side of the total is positive. */
export interface DocumentLine {
  readonly line: Line;
  readonly net: Big;
  readonly tax: Big;
  readonly rate: string | undefined;
}

function vatOf({ vats }: Booked, line: Line): Vat | undefined {
  const code = textIn(line.vatcode);
  return vats.find((vat) => textIn(vat.code) === code);
}

export function documentLinesOf(native: Booked): readonly DocumentLine[] {
  const opposite = sideOf(totalOf(native));
  const day = dayIn(headerOf(native).date) ?? todayIn();
  return linesOf(native)
    .filter(isType("detail"))
    .map((line) => {
      const sign = sideOf(line) === opposite ? -1 : 1;
      const vat = vatOf(native, line);
      const tax = decimalIn(line.vatvalue) ?? new Big(0);
      const net = valueOf(line).times(sign);
      return { line, net, tax: tax.abs().times(net.lt(0) ? -1 : 1), rate: vat && percentageOf(vat, day) };
    });
}

export const grossOf = (native: Booked): number => valueOf(totalOf(native)).abs().toNumber();
export const netOf = (native: Booked): number => sum(documentLinesOf(native).map(({ net }) => net.toFixed()));
export const taxOf = (native: Booked): number => difference(grossOf(native), netOf(native)) ?? 0;

export const lineFields = {
  accountId: ({ line: { dim1 } }: DocumentLine) => textIn(dim1),
  description: ({ line: { description } }: DocumentLine) => textIn(description),
  taxCode: ({ line: { vatcode } }: DocumentLine) => textIn(vatcode),
  taxRatePercentage: ({ rate }: DocumentLine) => amount(rate),
};
export const netOfLine = ({ net }: DocumentLine): number => net.toNumber();
export const grossOfLine = ({ net, tax }: DocumentLine): number => net.plus(tax).toNumber();
export const taxOfLine = ({ tax }: DocumentLine): number => tax.toNumber();
export const idOfLine = ({ line: { "@id": id } }: DocumentLine): string => id ?? "";

const locations = vocabulary({ temporary: "DRAFT", final: "OPEN" });
const locationOf = ({ transaction }: Booked) => transaction["@location"];
const isProvisional = (native: Booked): boolean => locations.toContract(locationOf(native)) === "DRAFT";

const matchStates = vocabulary({ available: "OPEN", matched: "PAID", notmatchable: "OPEN", proposed: "OPEN" });
const matchStateOf = (native: Booked) => textIn(totalOf(native)?.matchstatus);

const unknownLocation = locations.read(locationOf).unread;
const unknownMatchState = matchStates.read(matchStateOf).unread;
/** A word of Twinfield that Kontor does not know: the status of such a document is left out. */
const unread = (native: Booked): string | undefined => unknownLocation(native) ?? unknownMatchState(native);

/** Newer replies have the open amount in the office's currency only, with a sign (recorded). */
function openOf(native: Booked): Big | undefined {
  const total = totalOf(native);
  if (matchStates.toContract(matchStateOf(native)) === "PAID") return new Big(0);
  const open = decimalIn(total?.openvalue);
  if (open !== undefined) return open.abs();
  const inBase = decimalIn(total?.basevalueopen);
  const base = decimalIn(total?.basevalue);
  if (inBase === undefined || base === undefined || base.eq(0)) return undefined;
  return inBase.abs().times(valueOf(total).abs()).div(base.abs()).round(2, Big.roundHalfUp);
}

const dueOf = (native: Booked) => dayIn(headerOf(native).duedate);
const owedOf = (native: Booked) => ({
  open: openOf(native)?.toFixed(),
  total: grossOf(native),
  due: dueOf(native),
});

const setsOf = (native: Booked) => entriesIn(inside(totalOf(native)?.matches)?.set);

/** Whether only documents of the same kind, and no money, settled it. */
const isByDocuments = (native: Booked): boolean => {
  const code = textIn(headerOf(native).code);
  const others = setsOf(native).flatMap(({ lines }) => entriesIn(inside(lines)?.line));
  return others.length > 0 && others.every((line) => textIn(line.code) === code);
};

export const statusOf = Object.assign(
  (native: Booked) => {
    if (unread(native) !== undefined) return undefined;
    return isProvisional(native) ? "DRAFT" : documentStatusOf(owedOf(native));
  },
  { unread },
);

export const paymentStatusOf = (cleared: "CLEARED_WITH_CREDIT_NOTE" | "CREDIT_NOTE_CLEARED") =>
  Object.assign(
    (native: Booked) => {
      if (unread(native) !== undefined) return undefined;
      const status = documentStatusOf(owedOf(native));
      return status === "PAID" && isByDocuments(native) ? cleared : paymentStates[status];
    },
    { unread },
  );

/** The day of the last match. */
export function paidDateOf(native: Booked): string | undefined {
  const open = openOf(native);
  if (isProvisional(native) || open === undefined || !open.eq(0)) return undefined;
  return setsOf(native)
    .flatMap(({ matchdate }) => dateIn(matchdate) ?? [])
    .toSorted()
    .at(-1);
}

export const contactOf = (native: Booked): string | undefined => textIn(totalOf(native)?.dim2);
export const currencyOf = (native: Booked) => currencyCode(textIn(headerOf(native).currency));
export const dateOf = (native: Booked) => dateIn(headerOf(native).date);
export const dueDateOf = (native: Booked) => dateIn(headerOf(native).duedate);
export const numberOf = (native: Booked) => textIn(headerOf(native).invoicenumber);
export const journalOf = (native: Booked) => textIn(headerOf(native).code);
export const createdOf = (native: Booked) => momentIn(headerOf(native).inputdate);
export const updatedOf = (native: Booked) => momentIn(headerOf(native).modificationdate);
export const paymentReferenceOf = (native: Booked) => textIn(headerOf(native).paymentreference);
export const termInDays = (native: Booked) => termOf(dayIn(headerOf(native).date), dueOf(native));

export const openAmountOf = (native: Booked) => ({
  amount: openOf(native)?.toNumber(),
  currency: currencyOf(native),
});

/** A line of a new document, in the words of all four kinds. */
export interface NewLine {
  readonly accountId?: string | undefined;
  readonly description?: string | undefined;
  readonly net: Big;
  readonly taxCode?: string | undefined;
}

export interface NewDocument {
  readonly contactId?: string | undefined;
  readonly currency?: string | undefined;
  readonly date?: string | undefined;
  readonly dueDate?: string | undefined;
  readonly journalCode?: string | undefined;
  readonly number?: string | undefined;
  readonly paymentReference?: string | undefined;
  readonly isProvisional: boolean;
  readonly lines: readonly NewLine[];
}

/** What a new document needs of the books. */
export interface Prepared {
  readonly company: string | undefined;
  readonly currency: string | undefined;
  readonly dayBook: string;
  readonly control: string;
  readonly vats: readonly Vat[];
}

/** The day book in the body, or the only one. */
export async function dayBookFor(session: Session, category: Category, code: string | undefined): Promise<string> {
  const books = await dayBooksOf(session, category);
  const found =
    code === undefined ? (books.length === 1 ? books[0] : undefined) : books.find((book) => book.code === code);
  if (found !== undefined) return found.code;
  const all = books.map((book) => `${book.code} (${book.name ?? "without a name"})`).join(", ");
  const what = code === undefined ? "The office has several day books for this." : "The office has no such day book.";
  throw cannotStore(`${what} Send journalCode with one of: ${all}.`, "journalCode");
}

export async function prepareDocument(
  session: Session,
  category: "sales" | "purchase",
  {
    contactId = "",
    journalCode,
  }: { readonly contactId?: string | undefined; readonly journalCode?: string | undefined },
): Promise<Prepared> {
  const dayBook = await dayBookFor(session, category, journalCode);
  const contact = await dimensionOf(session, category === "sales" ? "DEB" : "CRD", contactId).catch(
    (error: unknown) => {
      if (!(error instanceof Failure) || error.code !== "not_found") throw error;
      throw cannotStore("The target system has no contact with this id.", "contactId");
    },
  );
  const control = textIn(inside(contact.financials)?.substitutewith);
  if (control === undefined)
    throw cannotStore(
      "The contact has no control account at the target system, so nothing can be booked for it.",
      "contactId",
    );
  return {
    company: session.company,
    currency: await companyCurrency(session),
    dayBook,
    control,
    vats: await vatsOf(session),
  };
}

const opposites = { debit: "credit", credit: "debit" } as const;

const cents = (value: Big): Big => value.round(2, Big.roundHalfUp);

/** The VAT of a line, as Twinfield computes it from the code. */
function vatFor({ vats }: Prepared, day: string, { net, taxCode }: NewLine, at: string): Big {
  if (taxCode === undefined) return new Big(0);
  const vat = vats.find(({ code }) => textIn(code) === taxCode);
  if (vat === undefined)
    throw cannotStore(`The target system has no VAT code ${taxCode}. GET /accounting/taxRates lists them.`, at);
  return cents(net.times(percentageOf(vat, day) ?? 0).div(100));
}

/** The transaction of a new document. `side` is that of the total line. */
export function documentFor(document: NewDocument, prepared: Prepared, side: Side, lineList = "lineItems") {
  const day = (document.date ?? todayIn()).slice(0, 10);
  const gross = document.lines.reduce(
    (total, line, index) => total.plus(line.net).plus(vatFor(prepared, day, line, `${lineList}[${index}].taxCode`)),
    new Big(0),
  );
  if (gross.lt(0))
    throw cannotStore(
      "A negative document is one of the other kind at the target system, such as a credit note.",
      lineList,
    );
  const { company, dayBook, control } = prepared;
  const lines = [
    {
      "@type": "total",
      "@id": 1,
      dim1: control,
      dim2: document.contactId,
      debitcredit: side,
      value: gross.toFixed(2),
    },
    ...document.lines.map((line, index) => ({
      "@type": "detail",
      "@id": index + 2,
      dim1: line.accountId,
      debitcredit: line.net.lt(0) ? side : opposites[side],
      value: line.net.abs().toFixed(2),
      description: line.description,
      vatcode: line.taxCode,
    })),
  ];
  const transaction = {
    "@destiny": document.isProvisional ? "temporary" : "final",
    // A warning would refuse the transaction, and no caller could confirm it.
    "@raisewarning": false,
    "@autobalancevat": true,
    header: {
      office: company,
      code: dayBook,
      currency: document.currency ?? prepared.currency,
      date: writtenDay(day),
      ...(document.dueDate && { duedate: writtenDay(document.dueDate) }),
      invoicenumber: document.number,
      paymentreference: document.paymentReference,
    },
    lines: { line: lines },
  };
  return processing(company, { transactions: { transaction } });
}

/** The amount of a line after its discount, in cents. */
export function netFor({
  quantity,
  unitAmount,
  discount = 0,
}: {
  readonly quantity: number;
  readonly unitAmount: number;
  readonly discount?: number | undefined;
}): Big {
  const full = new Big(decimal(quantity)).times(decimal(unitAmount));
  return cents(full.times(new Big(100).minus(decimal(discount))).div(100));
}

/** The reply has the whole transaction, but the books decide: it is read again. */
export const readStored = (reply: object, _call: unknown, session: Session): Promise<Booked> =>
  readBooked(session, idOfStored(reply));

function idOfStored(reply: object): string {
  const { code, number } = inside(storedIn(documentIn(reply)).header) ?? {};
  return `${textIn(code)}-${textIn(number)}`;
}

const fieldsOfHeader: Readonly<Record<string, string>> = {
  code: "journalCode",
  currency: "currency",
  duedate: "dueDate",
};
const fieldsOfLine: Readonly<Record<string, string>> = {
  dim1: "accountId",
  description: "description",
  vatcode: "taxCode",
};

/** Translates `header.date` and `lines.line.1.dim1`. The first line is the total. */
export const rejectedFields =
  (names: { readonly date: string; readonly number: string }) =>
  (_call: unknown, { fields }: { readonly fields: readonly string[] }): readonly string[] => {
    const found = fields.flatMap((field) => {
      const [part, ...rest] = field.split(".");
      const last = rest.at(-1) ?? "";
      if (part === "header")
        return (
          { date: names.date, period: names.date, invoicenumber: names.number }[last] ?? fieldsOfHeader[last] ?? []
        );
      const index = Number(rest[1]);
      if (part !== "lines" || Number.isNaN(index)) return [];
      if (index === 0) return last === "dim2" ? ["contactId"] : [];
      const name = fieldsOfLine[last];
      return name === undefined ? [] : [`lineItems[${index - 1}].${name}`];
    });
    return [...new Set(found)];
  };
