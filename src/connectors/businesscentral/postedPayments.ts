/**
 * Posted payments. The API has them only as entries of the general ledger, which name neither the contact nor the invoice.
 * Payments that Kontor posts end their description with the reference ("Transfer, invoice 103001"). Other payments are found
 * if their description ends with the number of an invoice, as the descriptions that Business Central suggests do.
 */

import { type Session } from "../../contract/session.ts";
import { groupsOf } from "../../kit/lists/paging.ts";
import { decimal, sum } from "../../kit/money.ts";
import { isOneOf, readEvery, readValues } from "./conventions.ts";
import { quoted } from "./fields.ts";
import type { Entity, GeneralLedgerEntry, Payment } from "./types.ts";

/** A payment with its lines, from a journal or from the ledger. */
export interface Money {
  readonly id: string;
  readonly lastModifiedDateTime?: string | null | undefined;
  readonly isFromCustomer: boolean;
  readonly journalCode?: string | undefined;
  readonly lines: readonly Payment[];
  readonly raw: unknown;
}

/** The kinds of records that a description can end with, and where they are. */
const sets = {
  invoice: "salesInvoices",
  bill: "purchaseInvoices",
  customer: "customers",
  vendor: "vendors",
} as const;
type Referenced = keyof typeof sets;

/** Business Central cuts descriptions off. */
const longestDescription = 100;

export function descriptionOf(text: string, kind: Referenced, number: string): string {
  const reference = `, ${kind} ${number}`;
  return `${text.slice(0, longestDescription - reference.length)}${reference}`;
}

interface Reference {
  readonly text: string;
  readonly number: string;
  /** Undefined if the description does not say what the number belongs to. */
  readonly kind: Referenced | undefined;
}

function referenceIn(description: string): Reference | undefined {
  const own = /^(.*), (invoice|bill|customer|vendor) (\S+)$/.exec(description);
  if (own !== null) return { text: own[1] ?? "", kind: own[2] as Referenced, number: own[3] ?? "" };
  const number = description.split(/\s/).at(-1) ?? "";
  return /\d$/.test(number) ? { text: description, kind: undefined, number } : undefined;
}

interface Found extends Entity {
  readonly number?: string | null;
  readonly customerId?: string | null;
  readonly vendorId?: string | null;
}
type Numbers = ReadonlyMap<string, Found>;
type References = Readonly<Record<Referenced, Numbers>>;

async function numbersIn(session: Session, kind: Referenced, references: readonly Reference[]): Promise<Numbers> {
  const isInvoice = kind === "invoice" || kind === "bill";
  const wanted = references.filter((reference) => (reference.kind ?? (isInvoice ? kind : undefined)) === kind);
  const numbers = [...new Set(wanted.map(({ number }) => quoted(number)))];
  const contact = { invoice: ",customerId", bill: ",vendorId", customer: "", vendor: "" }[kind];
  const found: Found[] = [];
  for (const $filter of isOneOf("number", numbers))
    found.push(...(await readValues<Found>(session, `/${sets[kind]}`, { $filter, $select: `id,number${contact}` })));
  return new Map(found.map((record) => [record.number ?? "", record]));
}

/** The document that a posted payment paid. Undefined if its description does not identify it. */
function lineOf(entries: readonly GeneralLedgerEntry[], references: References): Payment | undefined {
  const [first] = entries;
  const reference = referenceIn(first?.description ?? "");
  if (first === undefined || reference === undefined) return undefined;
  const { kind, number, text } = reference;
  const candidates: readonly Referenced[] = kind === undefined ? ["invoice", "bill"] : [kind];
  const [match, ...others] = candidates.filter((candidate) => references[candidate].has(number));
  if (match === undefined || others.length > 0) return undefined;
  const found = references[match].get(number);
  const amount = sum(entries.map(({ debitAmount }) => debitAmount ?? 0));
  const isFromCustomer = match === "invoice" || match === "customer";
  return {
    id: first.id,
    description: text,
    postingDate: first.postingDate,
    amount: decimal(isFromCustomer ? -amount : amount),
    ...((match === "invoice" || match === "bill") && { appliesToInvoiceId: found?.id }),
    ...(match === "invoice" && { customerId: found?.customerId ?? undefined }),
    ...(match === "bill" && { vendorId: found?.vendorId ?? undefined }),
    ...(match === "customer" && { customerId: found?.id }),
    ...(match === "vendor" && { vendorId: found?.id }),
  };
}

const isSameDocument = (left: GeneralLedgerEntry, right: GeneralLedgerEntry): boolean =>
  left.documentNumber === right.documentNumber && left.postingDate === right.postingDate;

export interface PostedPayments {
  readonly payments: readonly Money[];
  /** The number of payments in the ledger that are left out, because their description does not say what they paid. */
  readonly unknown: number;
}

/** The payments among these entries of the ledger, which are sorted by document. */
export async function paymentsIn(session: Session, entries: readonly GeneralLedgerEntry[]): Promise<PostedPayments> {
  const documents = groupsOf(entries, isSameDocument);
  const references = entries.flatMap(({ description }) => referenceIn(description ?? "") ?? []);
  const known: References = {
    invoice: await numbersIn(session, "invoice", references),
    bill: await numbersIn(session, "bill", references),
    customer: await numbersIn(session, "customer", references),
    vendor: await numbersIn(session, "vendor", references),
  };
  const payments: Money[] = [];
  for (const document of documents) {
    const byReference = [...Map.groupBy(document, ({ description }) => description ?? "").values()];
    const lines = byReference.flatMap((part) => lineOf(part, known) ?? []);
    const [first] = document;
    const isFromCustomer = lines.every(({ customerId }) => customerId != null);
    const isToVendor = lines.every(({ vendorId }) => vendorId != null);
    if (first === undefined || lines.length !== byReference.length || isFromCustomer === isToVendor) continue;
    payments.push({
      id: first.id,
      lastModifiedDateTime: first.lastModifiedDateTime,
      isFromCustomer,
      lines,
      raw: { generalLedgerEntries: document },
    });
  }
  return { payments, unknown: documents.length - payments.length };
}

const path = "/generalLedgerEntries";
const isPayment = "documentType eq 'Payment'";
const $orderby = "postingDate,documentNumber,entryNumber";

/** All posted payments, or those that changed since. */
export async function postedPayments(session: Session, since: Date | undefined): Promise<PostedPayments> {
  const $filter = since === undefined ? isPayment : `${isPayment} and lastModifiedDateTime ge ${since.toISOString()}`;
  return paymentsIn(session, await readEvery<GeneralLedgerEntry>(session, path, { $filter, $orderby }));
}

/** The amount paid of each bill since a day, by the bill's id. */
export async function paidOfBills(session: Session, since: string): Promise<ReadonlyMap<string, number>> {
  const $filter = `${isPayment} and postingDate ge ${since}`;
  const { payments } = await paymentsIn(
    session,
    await readEvery<GeneralLedgerEntry>(session, path, { $filter, $orderby }),
  );
  const paid = new Map<string, number>();
  for (const { appliesToInvoiceId: bill, amount } of payments.flatMap(({ lines }) => lines))
    if (bill != null) paid.set(bill, sum([paid.get(bill), amount]));
  return paid;
}

/** The entries of the payment that has this document number. */
export const paymentEntries = (session: Session, documentNumber: string): Promise<readonly GeneralLedgerEntry[]> =>
  readValues<GeneralLedgerEntry>(session, path, {
    $filter: `${isPayment} and documentNumber eq ${quoted(documentNumber)}`,
    $orderby,
  });
