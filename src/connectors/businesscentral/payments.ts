/**
 * Payments are lines of customers' or vendors' payment journals. Once a journal is posted its lines are deleted, and the
 * payments are only in the ledger.
 */

import type { OpenAmount, PaidDocument, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session, type VendorRequest } from "../../contract/session.ts";
import { dayAs, elsewhere, encoder, invalid, nested, only } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { get, ifFound, remembered } from "../../kit/reading.ts";
import { same, twoWay } from "../../kit/twoWay.ts";
import { remove, write } from "../../kit/writing.ts";
import { key, matching, readValues } from "./conventions.ts";
import { day, guid, guidIn, guids, quoted, stamped } from "./fields.ts";
import type { Coded, Entity, List, Payment, SalesInvoice } from "./types.ts";

const lineFields = twoWay({
  description: same("description"),
  invoiceId: guidIn("appliesToInvoiceId"),
});
/** Payments of customers are negative at the vendor. Money that goes back has the opposite sign. */
function amountOf({ amount: value, customerId }: Payment): number | undefined {
  const read = amount(value);
  return read === undefined || read === 0 || customerId === undefined ? read : -read;
}

const line = mapping<PaymentLine, Payment>({
  ...lineFields.reads,
  ...guids({ customerId: "customerId", supplierId: "vendorId" }),
  amount: amountOf,
  contactId: (payment) => guid(payment.customerId) ?? guid(payment.vendorId),
  // The contract's only day without a time.
  paymentDate: (payment) => day(payment.postingDate)?.slice(0, 10),
});

const payment = mapping<PaymentRecord, Payment>({
  ...stamped,
  documentType: ({ customerId }) => (customerId === undefined ? "BILL" : "INVOICE"),
  journalCode: (payment) => (payment.customerPaymentJournal ?? payment.vendorPaymentJournal)?.code,
  paymentLines: nestedList(line, (payment) => [payment]),
});

/** The journals, the payments in them, and how a payment names its journal. */
const kinds = {
  INVOICE: { journals: "customerPaymentJournals", payments: "customerPayments", expand: "customerPaymentJournal" },
  BILL: { journals: "vendorPaymentJournals", payments: "vendorPayments", expand: "vendorPaymentJournal" },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const pathOf = ({ payments }: Kind, id: string | undefined): string => `/${payments}${key(id)}`;
const readPayment = async (session: Session, kind: Kind, id: string | undefined): Promise<Payment> =>
  (await session.read(pathOf(kind, id), { $expand: kind.expand })) as Payment;

/** An id does not say which kind of payment it is: both are tried. */
const ofEitherKind = async <Result>(read: (kind: Kind) => Promise<Result>): Promise<Result> =>
  (await ifFound(read(kinds.INVOICE))) ?? read(kinds.BILL);

/** A payment with its journal: Business Central lists payments only as parts of their journals. */
interface JournalPayment extends Payment {
  readonly raw: Payment;
}
type JournalWithPayments = Coded & Readonly<Record<string, List<Payment>>>;

async function readAll(session: Session): Promise<readonly JournalPayment[]> {
  const found: JournalPayment[] = [];
  for (const { journals, payments, expand } of Object.values(kinds)) {
    const query = { $expand: payments };
    for (const journal of await readValues<JournalWithPayments>(session, `/${journals}`, query))
      found.push(...(journal[payments] ?? []).map((raw) => ({ ...raw, raw, [expand]: journal })));
  }
  return found;
}

function kindOf({ documentType = "INVOICE" }: PaymentInput): Kind {
  if (documentType !== "BOOKING_PROPOSAL") return kinds[documentType];
  throw invalid("documentType has to be INVOICE or BILL.", "documentType");
}

const lineEncoder = encoder<PaymentLine>({
  amount: elsewhere,
  contactId: elsewhere,
  customerId: elsewhere,
  supplierId: elsewhere,
  ...lineFields.writes,
  paymentDate: dayAs("postingDate"),
});
/** The customer or vendor, and the signed amount. */
const partyOf = ({ amount: paid, contactId, customerId, supplierId }: PaymentLine, input: PaymentInput): object => {
  const isFromCustomer = kindOf(input) === kinds.INVOICE;
  return {
    ...(isFromCustomer ? { customerId: contactId ?? customerId } : { vendorId: contactId ?? supplierId }),
    ...(paid !== undefined && { amount: amount(decimal(isFromCustomer ? -paid : paid)) }),
  };
};

/** The id of the journal that the payment goes to. */
async function journalFor({ body }: WriteCall<PaymentInput>, session: Session): Promise<string> {
  const { journalCode } = body;
  const $filter = journalCode === undefined ? undefined : `code eq ${quoted(journalCode)}`;
  const [journal] = await readValues<Coded>(session, `/${kindOf(body).journals}`, { $filter, $top: 1 });
  if (journal !== undefined) return journal.id;
  throw invalid(
    journalCode === undefined
      ? "The target system has no payment journal."
      : `The target system has no payment journal "${journalCode}".`,
    "journalCode",
  );
}

/** The open amount of a posted invoice. Bills do not show it. */
export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  const set = documentType === "BILL" ? "purchaseInvoices" : "salesInvoices";
  const found = (await ifFound(session.read(`/${set}${key(id)}`))) as SalesInvoice | undefined;
  if (found === undefined) return undefined;
  const currency = found.currencyCode ?? undefined;
  return documentType === "BILL" ? { currency } : { amount: amount(found.remainingAmount), currency };
}

/** The company's own currency. */
async function companyCurrency(session: Session): Promise<string | undefined> {
  const [company] = await remembered(session, "company information", () =>
    readValues<{ readonly currencyCode?: string | null }>(session, "/companyInformation"),
  );
  return company?.currencyCode ?? undefined;
}

/** Payment journals of the API have no currency: their amounts are in the company's. */
async function checkCurrency({ body }: WriteCall<PaymentInput>, session: Session): Promise<void> {
  const { currency, paymentLines: [first] = [] } = body;
  const open =
    first?.invoiceId === undefined
      ? undefined
      : await openAmount(
          { documentType: body.documentType === "BILL" ? "BILL" : "INVOICE", id: first.invoiceId },
          session,
        );
  const company = await companyCurrency(session);
  const isForeign = [currency, open?.currency].some(
    (code) => code !== undefined && company !== undefined && code !== company,
  );
  if (isForeign)
    throw cannotStore(
      `Business Central's payment journals take amounts in ${company} only. Enter payments in another currency in Business Central.`,
      "currency",
    );
}

const provisional = (journal: string): string =>
  `The payment is in the journal ${journal}, and settles its document when somebody posts the journal in Business Central.`;

const createPayment = write<PaymentInput, PaymentRecord, Payment>({
  method: "POST",
  path: ({ body }, journal: string) => `/${kindOf(body).journals}${key(journal)}/${kindOf(body).payments}`,
  encoder: encoder<PaymentInput>({
    documentType: elsewhere,
    journalCode: elsewhere,
    currency: elsewhere,
    paymentLines: only(
      nested(lineEncoder, (line: PaymentLine, input: PaymentInput, field) => ({
        ...partyOf(line, input),
        ...lineEncoder(line, field),
      })),
    ),
  }),
  prepare: async (call, session) => {
    await checkCurrency(call, session);
    return journalFor(call, session);
  },
  readBack: ({ id }: Entity, { body }, session) => readPayment(session, kindOf(body), id),
  map: payment,
  requires: ["paymentLines"],
  rules: [
    "The payment stays in its journal until somebody posts the journal in Business Central. Without journalCode, the first journal is used.",
  ],
});

const deletePayment: WriteHandler<undefined, { id: string }> = {
  ...remove(({ ids }) => pathOf(kinds.BILL, ids["paymentId"])),
  prepare: ({ ids }, session) =>
    ofEitherKind(async (kind) => {
      const path = pathOf(kind, ids["paymentId"]);
      return { path, headers: matching((await session.read(path, { $select: "id" })) as Entity) };
    }),
  request: (_call, found) => ({ method: "DELETE", ...(found as Pick<VendorRequest, "headers" | "path">) }),
  find: async ({ ids }, session) => {
    const found = await ifFound(ofEitherKind((kind) => readPayment(session, kind, ids["paymentId"])));
    return found === undefined ? {} : undefined;
  },
};

export const payments = {
  "payments.list": inMemory({
    read: readAll,
    map: payment,
    raw: ({ raw }) => raw,
    filters: {
      lastModifiedAt: (native, moment) => Date.parse(native.lastModifiedDateTime ?? "") >= moment.getTime(),
      invoiceId: (native, invoice) => native.appliesToInvoiceId === invoice,
    },
    rules: [
      "Only payments in journals that are not posted yet are listed. Posted ones are in journalEntries.",
      "Business Central always sends whole journals, whatever the page.",
    ],
  }),
  "payments.get": get({
    read: ({ ids }, session) => ofEitherKind((kind) => readPayment(session, kind, ids["paymentId"])),
    map: payment,
  }),
  "payments.create": {
    ...createPayment,
    answer: (reply: unknown, call: WriteCall<PaymentInput>) => {
      const found = createPayment.answer(reply, call);
      return { ...found, warnings: [provisional(found.record.journalCode ?? "")] };
    },
  },
  "payments.delete": deletePayment,
};
