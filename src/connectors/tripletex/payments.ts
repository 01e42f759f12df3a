/** Payments are postings of invoices and bills. An invoice has its other postings, too. */
import { Big } from "big.js";
import type { OpenAmount, PaidDocument, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session, type VendorQuery, type VendorRequest } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, invalidField, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { write } from "../../kit/writing.ts";
import { allOf, companyCurrency, rateOf, valueOf, window } from "./conventions.ts";
import { currencyOf, identity, idOf, numericId, stamps, updatedDate } from "./fields.ts";
import type { Invoice, PaymentType, Posting, SupplierInvoice, Trader, Wrapped } from "./types.ts";

/** A payment with its document, which has the customer or supplier. */
interface Paid extends Posting {
  readonly owner: { readonly id: string; readonly kind: "INVOICE" | "BILL"; readonly party: Trader | null | undefined };
}

/**
 * A payment credits the customer or debits the supplier, so that postings of customers have the opposite sign. Money that
 * goes back is negative.
 */
function amountOf({ amountCurrency, owner }: Paid): number | undefined {
  const value = amount(amountCurrency);
  return value === undefined || value === 0 || owner.kind === "BILL" ? value : -value;
}

const line = mapping<PaymentLine, Paid>({
  amount: amountOf,
  contactId: ({ owner }) => idOf(owner.party),
  ...values({
    contactName: "owner.party.name",
    description: "description",
    invoiceId: "owner.id",
    paymentDate: "date",
  }),
  customerId: ({ owner }) => (owner.kind === "INVOICE" ? idOf(owner.party) : undefined),
  supplierId: ({ owner }) => (owner.kind === "BILL" ? idOf(owner.party) : undefined),
});

const payment = mapping<PaymentRecord, Paid>({
  ...identity,
  ...stamps,
  currency: currencyOf,
  documentType: ({ owner }) => owner.kind,
  paymentLines: nestedList(line, (native) => [native]),
});
const raw = ({ owner: _owner, ...native }: Paid): Posting => native;

const postings = "(*,changes,currency(code),voucher(id))";
const invoices = {
  path: "/invoice",
  fields: `id,isCreditNote,isCredited,voucher(id),customer(id,name),postings${postings}`,
};
const bills = { path: "/supplierInvoice", fields: `id,supplier(id,name),payments${postings}` };

const read = <Native>(session: Session, source: typeof invoices, query: VendorQuery = {}) =>
  allOf<Native>(session, source.path, { ...window("invoiceDate"), ...query, fields: source.fields });

/** The postings that do not come from an invoice or credit note. A credit note has the postings of its invoice, too. */
function paymentsOf(documents: readonly Invoice[]): readonly Paid[] {
  const documentVouchers = new Set(documents.map(({ voucher }) => idOf(voucher)));
  const found = new Map<string, Paid>();
  const invoicesFirst = documents.toSorted((a, b) => Number(a.isCreditNote) - Number(b.isCreditNote));
  for (const { id, customer, postings: documentPostings } of invoicesFirst)
    for (const posting of documentPostings ?? [])
      if (!documentVouchers.has(idOf(posting.voucher)) && !found.has(String(posting.id)))
        found.set(String(posting.id), { ...posting, owner: { id: String(id), kind: "INVOICE", party: customer } });
  return [...found.values()];
}

const billPayments = (documents: readonly SupplierInvoice[]): readonly Paid[] =>
  documents.flatMap(({ id, supplier, payments: billPostings }) =>
    (billPostings ?? []).map((posting) => ({
      ...posting,
      owner: { id: String(id), kind: "BILL", party: supplier } as const,
    })),
  );

/** An invoice with its credit notes, which are found by the vouchers of its postings. */
async function withCredits(session: Session, id: string): Promise<readonly Invoice[]> {
  const [invoice] = await read<Invoice>(session, invoices, { id });
  if (invoice === undefined || !invoice.isCredited) return invoice === undefined ? [] : [invoice];
  const vouchers = [...new Set(invoice.postings?.map(({ voucher }) => idOf(voucher)))].filter(
    (voucher) => voucher !== undefined,
  );
  const credits = await read<Invoice>(session, invoices, { voucherId: vouchers.join(",") });
  return [invoice, ...credits.filter((credit) => String(credit.id) !== id)];
}

async function paymentsFor(session: Session, id: string): Promise<readonly Paid[]> {
  if (!/^\d+$/.test(id)) return [];
  const sold = paymentsOf(await withCredits(session, id)).filter(({ owner }) => owner.id === id);
  return sold.length > 0 ? sold : billPayments(await read<SupplierInvoice>(session, bills, { id }));
}

const lineEncoder = encoder<PaymentLine>({
  accountId: sentSeparately,
  amount: sentSeparately,
  // Only for the refusal: the document decides the contact.
  contactId: sentSeparately,
  customerId: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
  supplierId: sentSeparately,
});

/** The payment type: the caller's, the one for the caller's account, or the one for the account on invoices. */
async function paymentTypeOf({ body }: WriteCall<PaymentInput>, session: Session): Promise<string | number> {
  const { paymentType, paymentLines = [], documentType } = body;
  if (paymentType !== undefined) return numericId(paymentType, "paymentType");
  // 0 is the type that was last used for this supplier.
  if (documentType === "BILL") return 0;
  const { accountId } = paymentLines[0] ?? {};
  const query = { fields: "id,description,debitAccount(id,isInvoiceAccount)" };
  const types = await allOf<PaymentType>(session, "/invoice/paymentType", query);
  const field = "paymentLines[0].accountId";
  const key = ({ debitAccount }: PaymentType) => idOf(debitAccount);
  if (accountId !== undefined)
    return referencedRow(types, { field, value: accountId, kind: "payment type for account", key }).id;
  return usualType(types, field);
}

/** The type for the bank account on invoices, or the only type. The vendor's first type is cash (recordings). */
function usualType(types: readonly PaymentType[], field: string): string | number {
  const usual = types.find(({ debitAccount }) => debitAccount?.isInvoiceAccount === true);
  const [only, ...others] = types;
  if (usual !== undefined) return usual.id;
  if (only !== undefined && others.length === 0) return only.id;
  const candidates = types.map((type) => `${idOf(type.debitAccount)} (${type.description})`).join("; ");
  throw cannotStore(
    `Tripletex has ${only === undefined ? "no" : "several"} payment types. Send the account of one of them as accountId: ${candidates}.`,
    field,
  );
}

/** The line that a payment may have. */
function lineOf({ paymentLines: [first, second] = [] }: PaymentInput) {
  if (second !== undefined)
    throw cannotStore(
      "Tripletex registers a payment for one document only, and keeps no money on account. Send each line as a separate payment.",
      "paymentLines[1]",
    );
  const { invoiceId, amount: value, paymentDate } = first ?? {};
  if (invoiceId === undefined)
    throw cannotStore(
      "Tripletex registers payments of documents only, not money on account. Send invoiceId.",
      "paymentLines[0].invoiceId",
    );
  if (value === undefined || paymentDate === undefined)
    throw invalidField("A payment needs a line with invoiceId, amount and paymentDate.", "paymentLines");
  return { invoiceId, value, day: calendarDay(paymentDate) };
}

/** Foreign invoices are paid in their currency; the vendor wants the amount in the company's currency, too. */
interface Prepared {
  readonly paymentType: string | number;
  /** The amount of the company's currency for one unit of the invoice's. */
  readonly rate: number;
}

interface Open {
  readonly amountCurrencyOutstanding?: Decimal;
  readonly outstandingAmount?: Decimal;
  readonly currency?: { readonly id: number; readonly code?: string | null } | null;
}

const openFields = {
  INVOICE: "id,amountCurrencyOutstanding,currency(id,code)",
  BILL: "id,outstandingAmount,currency(id,code)",
} as const;

async function documentOf({ documentType, id }: PaidDocument, session: Session): Promise<Open | undefined> {
  const source = documentType === "BILL" ? path`/supplierInvoice/${id}` : path`/invoice/${id}`;
  const reply = await undefinedIfMissing(session.read(source, { fields: openFields[documentType] }));
  return (reply as Wrapped<Open> | undefined)?.value;
}

/** The open amount of an invoice or bill, in its own currency. */
export async function openAmount(document: PaidDocument, session: Session): Promise<OpenAmount | undefined> {
  const found = await documentOf(document, session);
  if (found === undefined) return undefined;
  return {
    amount: amount(document.documentType === "BILL" ? found.outstandingAmount : found.amountCurrencyOutstanding),
    currency: found.currency?.code ?? undefined,
  };
}

async function prepare(call: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const { currency, exchangeRate } = call.body;
  const documentType = call.body.documentType === "BILL" ? "BILL" : "INVOICE";
  const { invoiceId, day } = lineOf(call.body);
  const found = await documentOf({ documentType, id: invoiceId }, session);
  if (found === undefined) throw cannotStore(`Tripletex has no document "${invoiceId}".`, "paymentLines[0].invoiceId");
  const { id, code } = found.currency ?? {};
  if (currency !== undefined && code && currency !== code)
    throw cannotStore(
      `The document is in ${code}, and Tripletex registers payments in that currency only. Send this currency and the amount in it.`,
      "currency",
    );
  const paymentType = await paymentTypeOf(call, session);
  if (id === undefined || !code || code === companyCurrency) return { paymentType, rate: 1 };
  return { paymentType, rate: exchangeRate ?? (await rateOf(session, id, day)) };
}

/** A payment is sent in the query. */
function request({ body }: WriteCall<PaymentInput>, prepared: unknown): VendorRequest {
  const { documentType = "INVOICE" } = body;
  const { invoiceId, value: paidValue, day } = lineOf(body);
  const { paymentType: type, rate } = (prepared ?? { rate: 1 }) as Prepared;
  const paid = { paymentDate: day };
  const value = decimal(paidValue);
  const inCompanyCurrency = new Big(paidValue).times(rate).round(2, Big.roundHalfUp).toFixed();
  return documentType === "BILL"
    ? {
        method: "POST",
        path: path`/supplierInvoice/${invoiceId}/:addPayment`,
        query: { ...paid, paymentType: type, amount: value, partialPayment: true },
      }
    : {
        method: "PUT",
        path: path`/invoice/${invoiceId}/:payment`,
        query: { ...paid, paymentTypeId: type, paidAmount: inCompanyCurrency, paidAmountCurrency: value },
      };
}

/**
 * The new payment. Ids grow, so it has the highest; if it is read late, there may be further payments, so one with the
 * amount and day of the body is preferred.
 */
async function readNewest(_reply: unknown, { body }: WriteCall<PaymentInput>, session: Session): Promise<Paid> {
  const { invoiceId, value, day } = lineOf(body);
  const found = (await paymentsFor(session, invoiceId)).toSorted((a, b) => Number(a.id) - Number(b.id));
  const newest = found.findLast((paid) => amountOf(paid) === value && paid.date?.slice(0, 10) === day) ?? found.at(-1);
  if (newest === undefined) throw invalidField("The target system did not store the payment.", "paymentLines");
  return newest;
}

const create: WriteHandler<PaymentInput, PaymentRecord> = {
  ...write<PaymentInput, PaymentRecord, Paid>({
    method: "PUT",
    path: "/invoice",
    encoder: encoder<PaymentInput>({
      currency: sentSeparately,
      documentType: sentSeparately,
      exchangeRate: sentSeparately,
      paymentLines: sentSeparatelyIn(lineEncoder),
      paymentType: sentSeparately,
    }),
    record: valueOf<Paid>,
    prepare,
    readBack: readNewest,
    readBackOnlyReads: true,
    // The reply is the document, which does not say which of its postings is the new payment.
    stub: () => ({}),
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "paymentType is the id of one of the target system's payment types. The default is the type for accountId, or for the bank account on invoices.",
      "Payments of bills work only after Tripletex has enabled them.",
    ],
  }),
  request,
};

export const payments = {
  "payments.list": incomplete(
    "Payments that belong to no invoice or bill are only in journalEntries: Tripletex has no list of payments.",
    inMemory<PaymentRecord, Paid>({
      read: async (session, { filters: { invoiceId } }) =>
        invoiceId === undefined
          ? [
              ...paymentsOf(await read<Invoice>(session, invoices)),
              ...billPayments(await read<SupplierInvoice>(session, bills)),
            ]
          : paymentsFor(session, invoiceId),
      map: payment,
      raw,
      filters: {
        invoiceId: ({ owner }, invoiceId) => owner.id === invoiceId,
        lastModifiedAt: (native, since) =>
          Date.parse(updatedDate(native) ?? "") >= Math.floor(since.getTime() / 1000) * 1000,
      },
      rules: [
        "The target system returns payments only with invoices and bills. Without invoiceId, Kontor reads the whole list of both, a thousand at a time.",
      ],
    }),
    ({ invoiceId }) => invoiceId !== undefined,
  ),
  "payments.create": create,
};
