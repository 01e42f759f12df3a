/** Creates bills and payments: a voucher with one entry against one account, which is booked at once. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { Payment, PaymentLine } from "../../contract/records/money.ts";
import type { Bill } from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import {
  dayAs,
  encoder,
  fieldAs,
  fieldsAs,
  inParent,
  invalidField,
  nested,
  numberAs,
  onlyAccepts,
  sentSeparately,
  singleEntry,
} from "../../kit/encode.ts";
import {
  entries,
  payment,
  rawBill,
  rawPayment,
  readEntry,
  taxedBill,
  types,
  withBills,
  withTax,
} from "./bookedEntries.ts";
import { allItems, at, baseCurrency, condition, create, whereAll } from "./conventions.ts";
import { idAs, idIn, negated, wholeNumber } from "./fields.ts";
import type { Draft } from "./journalEntries.ts";
import type { BookedEntry, Invoice, Numbered, Supplier } from "./types.ts";
import { journalAndYear, type Prepared } from "./vouchers.ts";

const drafts = at("journals", "/draft-entries");

/**
 * Books the voucher's draft entries, or deletes them if the vendor refuses. An earlier attempt may have booked them: then
 * there are none.
 */
async function book(session: Session, { voucherNumber, journal }: Draft, marker: string): Promise<void> {
  const number = idIn(journal, "journalNumber") ?? "";
  const ofVoucher = condition("voucherNumber", "eq", voucherNumber ?? "");
  const query = whereAll(ofVoucher, condition("journalNumber", "eq", number));
  const draftEntries = await allItems<Numbered<"entryNumber">>(session, drafts, query);
  const entryNumbers = draftEntries.map(({ entryNumber }) => entryNumber);
  if (entryNumbers.length === 0) return;
  try {
    await session.send({
      method: "POST",
      path: at("journals", `/journals/${number}/bookdraftentries`),
      body: { entryNumbers },
      headers: { "idempotency-key": `${marker}-book` },
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.details.mayHaveHappened === true) throw error;
    for (const entryNumber of entryNumbers) await session.send({ method: "DELETE", path: `${drafts}/${entryNumber}` });
    throw new Failure(error.code, error.message, { ...error.details, undone: true });
  }
}

/** The booked entry on the customer's or supplier's account. It keeps the voucher's number. */
async function booked(session: Session, { voucherNumber }: Draft, type: number, day: string): Promise<BookedEntry> {
  const query = whereAll(
    condition("voucherNumber", "eq", voucherNumber ?? ""),
    condition("type", "eq", type),
    condition("date", "eq", day),
  );
  const found = await allItems<BookedEntry>(session, entries, query);
  const entry = found.find(({ customerNumber, supplierNumber }) => (customerNumber ?? supplierNumber) != null);
  if (entry !== undefined) return entry;
  throw new Failure("target_bad_response", "The target system booked the voucher but does not show the entry.");
}

interface EntryKind {
  /** The list in the voucher that holds these entries. */
  readonly list: string;
  /** The type that they have once they are booked. */
  readonly type: number;
}

interface Kind<Input, Native> {
  /** Adds what the booked entry alone does not have. */
  readonly join: (entry: BookedEntry, session: Session) => Promise<Native>;
  readonly entryKind: (body: Input) => EntryKind;
  readonly day: (body: Input) => string | undefined;
  readonly prepare?: (body: Input, session: Session) => Promise<object>;
}

const bookable = <Input extends object & { readonly journalCode?: string; readonly currency?: string }, Record, Native>(
  { entryKind, day, prepare, join }: Kind<Input, Native>,
  description: Parameters<typeof create<Input, Record, Native>>[1],
): WriteHandler<Input, Record> =>
  create<Input, Record, Native>((_call, { journal }: Prepared) => `/journals/${journal}/vouchers`, {
    ...description,
    prepare: async ({ body }: WriteCall<Input>, session) => ({
      ...(await journalAndYear(session, body.journalCode, day(body))),
      more: await prepare?.(body, session),
      ...(body.currency === undefined && { currency: { code: await baseCurrency(session) } }),
    }),
    body: (encoded, prepared, { body }) => {
      const { year, more, currency } = prepared as Prepared & { readonly more?: object; readonly currency?: object };
      const entry = { ...(currency && { currency }), ...encoded, ...more };
      return { accountingYear: { year }, entries: { [entryKind(body).list]: [entry] } };
    },
    // The reply is a list, although one voucher was sent.
    readBack: async ([voucher = {}]: readonly Draft[], { body, marker }, session) => {
      await book(session, voucher, marker);
      return join(await booked(session, voucher, entryKind(body).type, calendarDay(day(body) ?? "")), session);
    },
  });

/** The amount is negative because it is owed. The vendor calculates the tax from the gross amount. */
const billLine = encoder<BillLineItemInput>({
  ...fieldsAs(idAs, { accountId: "contraAccount.accountNumber", accountNumber: "contraAccount.accountNumber" }),
  description: fieldAs("text"),
  taxCode: fieldAs("contraVatAccount", "vatCode"),
  totalGrossAmount: (value) => ({ amount: negated(value) }),
  totalNetAmount: (value, { taxCode, totalGrossAmount }, field) => {
    if (totalGrossAmount !== undefined) return {};
    if (taxCode === undefined) return { amount: negated(value) };
    throw invalidField("This target system calculates the tax itself. Send totalGrossAmount with a taxCode.", field);
  },
});

/** Without an account, the supplier's own cost account is the contra account. */
async function costAccountOf({ contactId, lineItems: [line] = [] }: BillInput, session: Session): Promise<object> {
  if (line?.accountId !== undefined || line?.accountNumber !== undefined) return {};
  const supplier = (await session.read(`/suppliers/${wholeNumber(contactId ?? "", "contactId")}`)) as Supplier;
  const number = idIn(supplier.costAccount, "accountNumber");
  if (number !== undefined) return { contraAccount: { accountNumber: Number(number) } };
  throw cannotStore(
    "The supplier has no cost account at e-conomic. Send lineItems[0].accountId; GET /accounting/accounts lists the accounts.",
    "lineItems[0].accountId",
  );
}

const finalRule =
  "The entry is booked immediately and cannot be changed. It goes to the journal with the code journalCode, or to the first journal.";

const paymentLine = encoder<PaymentLine>({
  accountId: idAs("contraAccount", "accountNumber"),
  amount: numberAs("amount"),
  description: fieldAs("text"),
  paymentDate: dayAs("date"),
  contactId: sentSeparately,
  customerId: sentSeparately,
  invoiceId: sentSeparately,
  supplierId: sentSeparately,
});

const lineOf = ({ paymentLines }: PaymentInput): PaymentLine => paymentLines?.[0] ?? {};
const isOfSupplier = ({ documentType }: PaymentInput): boolean => documentType === "BILL";

/** A payment is negative on a customer's account and positive on a supplier's. */
async function settled(body: PaymentInput, session: Session): Promise<object> {
  if ((body.paymentLines?.length ?? 0) > 1)
    throw cannotStore(
      "A payment is one entry at e-conomic. Send one payment per document, and money on account as a payment of its own.",
      "paymentLines[1]",
    );
  const { amount, invoiceId, contactId: partyId, customerId, supplierId } = lineOf(body);
  const contactId = partyId ?? (isOfSupplier(body) ? supplierId : customerId);
  const number = (value: string | undefined) => wholeNumber(value ?? "", "paymentLines.contactId");
  if (isOfSupplier(body)) {
    const paid = invoiceId === undefined ? undefined : await readEntry(session, invoiceId);
    const supplierNumber = paid?.supplierNumber ?? number(contactId);
    return { supplier: { supplierNumber }, supplierInvoiceNumber: paid?.supplierInvoiceNumber ?? undefined };
  }
  const [, customerInvoice] = /^booked-(\d{1,9})$/.exec(invoiceId ?? "") ?? [];
  if (invoiceId !== undefined && customerInvoice === undefined)
    throw invalidField("Only a booked invoice can be paid. Its id begins with booked-.", "paymentLines.invoiceId");
  const isCustomerUnknown = contactId === undefined && customerInvoice !== undefined;
  const invoice = isCustomerUnknown ? ((await session.read(`/invoices/booked/${customerInvoice}`)) as Invoice) : {};
  return {
    amount: negated(amount),
    customer: { customerNumber: number(contactId ?? idIn(invoice.customer, "customerNumber")) },
    ...(customerInvoice !== undefined && { customerInvoice: Number(customerInvoice) }),
  };
}

export const bookings = {
  "bills.create": bookable<BillInput, Bill, Awaited<ReturnType<typeof withTax>>>(
    {
      entryKind: () => ({ list: "supplierInvoices", type: types.supplierInvoice }),
      day: ({ billDate }) => billDate,
      prepare: costAccountOf,
      join: withTax,
    },
    {
      encoder: encoder<BillInput>({
        ...fieldsAs(dayAs, { billDate: "date", dueDate: "dueDate" }),
        ...fieldsAs(fieldAs, { billNumber: "supplierInvoiceNumber", currency: "currency.code", reference: "text" }),
        contactId: idAs("supplier", "supplierNumber"),
        journalCode: sentSeparately,
        lineItems: singleEntry(inParent(billLine)),
        status: onlyAccepts(["OPEN"]),
      }),
      map: taxedBill,
      raw: rawBill,
      requires: ["billDate", "contactId", "lineItems"],
      rules: [
        finalRule,
        "Takes one line: an entry at the target system has one contra account. Without accountId, it is the supplier's cost account.",
      ],
    },
  ),
  "payments.create": bookable<PaymentInput, Payment, Awaited<ReturnType<typeof withBills>>[number]>(
    {
      join: async (entry, session) => (await withBills([entry], session))[0] ?? entry,
      entryKind: (body) =>
        isOfSupplier(body)
          ? { list: "supplierPayments", type: types.supplierPayment }
          : { list: "customerPayments", type: types.customerPayment },
      day: (body) => lineOf(body).paymentDate,
      prepare: settled,
    },
    {
      encoder: encoder<PaymentInput>({
        currency: fieldAs("currency", "code"),
        documentType: sentSeparately,
        journalCode: sentSeparately,
        paymentLines: nested(paymentLine, (lines: readonly PaymentLine[], _input: unknown, field) =>
          paymentLine(lines[0] ?? {}, field),
        ),
      }),
      map: payment,
      raw: rawPayment,
      requires: ["paymentLines", "paymentLines.accountId", "paymentLines.paymentDate"],
      rules: [
        finalRule,
        "Takes one line, with the account that the money moved on. documentType BILL pays a supplier; any other is a payment by a customer.",
        "invoiceId names the document that is paid; the target system matches it by its number.",
      ],
    },
  ),
};
