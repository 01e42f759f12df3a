/** Bills and payments that are made here: a voucher of one entry against one account, booked at once. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { Payment, PaymentLine } from "../../contract/records/money.ts";
import type { Bill } from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { allAs, as, dayAs, elsewhere, encoder, invalid, numberAs, only, spread } from "../../kit/encode.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { bill, entries, payment, readEntry } from "./bookedEntries.ts";
import { all, allItems, at, condition, create } from "./conventions.ts";
import { idAs, idIn, negated, wholeNumber } from "./fields.ts";
import type { Draft } from "./journalEntries.ts";
import type { BookedEntry, Invoice, Numbered } from "./types.ts";
import { journalAndYear, type Prepared } from "./vouchers.ts";

const drafts = at("journals", "/draft-entries");

/** What waits of a voucher is booked, or taken back where that is refused; what is booked already waits no more. */
async function book(session: Session, { voucherNumber, journal }: Draft, marker: string): Promise<void> {
  const number = idIn(journal, "journalNumber") ?? "";
  const ofVoucher = condition("voucherNumber", "eq", voucherNumber ?? "");
  const query = all(ofVoucher, condition("journalNumber", "eq", number));
  const waiting = await allItems<Numbered<"entryNumber">>(session, drafts, query);
  const entryNumbers = waiting.map(({ entryNumber }) => entryNumber);
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
    for (const one of entryNumbers) await session.send({ method: "DELETE", path: `${drafts}/${one}` });
    throw new Failure(error.code, error.message, { ...error.details, undone: true });
  }
}

/** The entry on the party's account, under the number that the voucher had. */
async function booked(session: Session, { voucherNumber }: Draft, type: number, day: string): Promise<BookedEntry> {
  const conditions = [condition("voucherNumber", "eq", voucherNumber ?? ""), condition("type", "eq", type)];
  const found = await allItems<BookedEntry>(session, entries, all(...conditions, condition("date", "eq", day)));
  const own = found.find(({ customerNumber, supplierNumber }) => (customerNumber ?? supplierNumber) != null);
  if (own !== undefined) return own;
  throw new Failure("target_bad_response", "The target system has booked it, but does not show it.");
}

interface Kind<Input> {
  /** The vendor's name of such entries in a voucher, and its number of them once they are booked. */
  readonly of: (body: Input) => readonly [list: string, type: number];
  readonly day: (body: Input) => string | undefined;
  readonly prepare?: (body: Input, session: Session) => Promise<object>;
}

const bookable = <Input extends object & { readonly journalCode?: string }, Record>(
  { of, day, prepare }: Kind<Input>,
  description: Parameters<typeof create<Input, Record, BookedEntry>>[1],
): WriteHandler<Input, Record> =>
  create<Input, Record, BookedEntry>((_call, { journal }: Prepared) => `/journals/${journal}/vouchers`, {
    ...description,
    prepare: async ({ body }: WriteCall<Input>, session) => ({
      ...(await journalAndYear(session, body.journalCode, day(body))),
      more: await prepare?.(body, session),
    }),
    body: (encoded, prepared, { body }) => {
      const { year, more } = prepared as Prepared & { readonly more?: object };
      const [list] = of(body);
      return { accountingYear: { year }, entries: { [list]: [{ ...encoded, ...more }] } };
    },
    // A list, although one voucher was sent.
    readBack: async ([voucher = {}]: readonly Draft[], { body, marker }, session) => {
      await book(session, voucher, marker);
      return booked(session, voucher, of(body)[1], calendarDay(day(body) ?? ""));
    },
  });

/** Owed, so with a minus. Tax is reckoned by the vendor, out of the gross. */
const billLine = encoder<BillLineItemInput>({
  ...allAs(idAs, { accountId: "contraAccount.accountNumber", accountNumber: "contraAccount.accountNumber" }),
  description: as("text"),
  taxCode: as("contraVatAccount", "vatCode"),
  totalGrossAmount: (value) => ({ amount: negated(value) }),
  totalNetAmount: (value, { taxCode, totalGrossAmount }, field) => {
    if (totalGrossAmount !== undefined) return {};
    if (taxCode === undefined) return { amount: negated(value) };
    throw invalid("This target system reckons the tax itself: give totalGrossAmount with a taxCode.", field);
  },
});

const finalRule = "It is booked at once, which is final: in journalCode's journal, or in the first one.";

const paymentLine = encoder<PaymentLine>({
  accountId: idAs("contraAccount", "accountNumber"),
  amount: numberAs("amount"),
  description: as("text"),
  paymentDate: dayAs("date"),
  contactId: elsewhere,
  invoiceId: elsewhere,
});

const lineOf = ({ paymentLines }: PaymentInput): PaymentLine => paymentLines?.[0] ?? {};
const isOfSupplier = ({ documentType }: PaymentInput): boolean => documentType === "BILL";

/** A customer's payment has a minus on their account, one to a supplier a plus on theirs. */
async function settled(body: PaymentInput, session: Session): Promise<object> {
  const { amount, contactId, invoiceId } = lineOf(body);
  const number = (value: string | undefined) => wholeNumber(value ?? "", "paymentLines.contactId");
  if (isOfSupplier(body)) {
    const paid = invoiceId === undefined ? undefined : await readEntry(session, invoiceId);
    const supplierNumber = paid?.supplierNumber ?? number(contactId);
    return { supplier: { supplierNumber }, supplierInvoiceNumber: paid?.supplierInvoiceNumber ?? undefined };
  }
  const [, customerInvoice] = /^booked-(\d{1,9})$/.exec(invoiceId ?? "") ?? [];
  if (invoiceId !== undefined && customerInvoice === undefined)
    throw invalid("Only a booked invoice can be paid.", "paymentLines.invoiceId");
  const mayKnow = contactId === undefined && customerInvoice !== undefined;
  const invoice = mayKnow ? ((await session.read(`/invoices/booked/${customerInvoice}`)) as Invoice) : {};
  return {
    amount: negated(amount),
    customer: { customerNumber: number(contactId ?? idIn(invoice.customer, "customerNumber")) },
    ...(customerInvoice !== undefined && { customerInvoice: Number(customerInvoice) }),
  };
}

export const bookings = {
  "bills.create": bookable<BillInput, Bill>(
    { of: () => ["supplierInvoices", 3], day: ({ billDate }) => billDate },
    {
      encoder: encoder<BillInput>({
        ...allAs(dayAs, { billDate: "date", dueDate: "dueDate" }),
        ...allAs(as, { billNumber: "supplierInvoiceNumber", currency: "currency.code", reference: "text" }),
        contactId: idAs("supplier", "supplierNumber"),
        journalCode: elsewhere,
        lineItems: only(spread(billLine)),
        status: vocabulary({ booked: "OPEN" }).unsent,
      }),
      map: bill,
      requires: ["billDate", "contactId", "currency", "lineItems", "lineItems.accountId"],
      rules: [finalRule, "One line: the target system's own entry has one account against it."],
    },
  ),
  "payments.create": bookable<PaymentInput, Payment>(
    {
      of: (body) => (isOfSupplier(body) ? ["supplierPayments", 4] : ["customerPayments", 2]),
      day: (body) => lineOf(body).paymentDate,
      prepare: settled,
    },
    {
      encoder: encoder<PaymentInput>({
        currency: as("currency", "code"),
        documentType: elsewhere,
        journalCode: elsewhere,
        paymentLines: only(spread(paymentLine)),
      }),
      map: payment,
      requires: ["currency", "paymentLines", "paymentLines.accountId", "paymentLines.paymentDate"],
      rules: [
        finalRule,
        "One line, with the account that the money is on. documentType BILL pays a supplier, any other is paid by a customer.",
        "invoiceId names what is paid; the target system matches by its number.",
      ],
    },
  ),
};
