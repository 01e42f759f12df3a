/**
 * Payments are lines of customers' or vendors' payment journals. Once a journal is posted its lines are deleted, and the
 * payments are only in the ledger. Kontor gives each payment a journal of its own and posts it.
 */

import type { ListCall, OpenAmount, PaidDocument, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session, type VendorRequest } from "../../contract/session.ts";
import { dayAs, type Encoded, encoder, invalidField, nested, sentSeparately } from "../../kit/encode.ts";
import { type InMemoryDescription, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal, sum } from "../../kit/money.ts";
import { get, readCached, undefinedIfMissing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { remove, write } from "../../kit/writing.ts";
import { act, discard, discardedEarlier, journalCodeOf, key, matching, orDiscard, readValues } from "./conventions.ts";
import { day, guid, guidIn, guids, quoted, stamped, statuses } from "./fields.ts";
import {
  descriptionOf,
  type Money,
  paidOfBills,
  paymentEntries,
  paymentsIn,
  postedPayments,
} from "./postedPayments.ts";
import type { Coded, Entity, GeneralLedgerEntry, Journal, List, Numbered, Payment, SalesInvoice } from "./types.ts";

const lineFields = twoWay({
  description: plainValue("description"),
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

const payment = mapping<PaymentRecord, Money>({
  ...stamped,
  documentType: ({ isFromCustomer }) => (isFromCustomer ? "INVOICE" : "BILL"),
  journalCode: ({ journalCode }) => journalCode,
  paymentLines: nestedList(line, ({ lines }) => lines),
});

/** The journals, the payments in them, and how a payment names its journal. */
const kinds = {
  INVOICE: {
    journals: "customerPaymentJournals",
    payments: "customerPayments",
    expand: "customerPaymentJournal",
    documents: "salesInvoices",
    document: "invoice",
    contacts: "customers",
    contact: "customer",
    text: "Payment received",
  },
  BILL: {
    journals: "vendorPaymentJournals",
    payments: "vendorPayments",
    expand: "vendorPaymentJournal",
    documents: "purchaseInvoices",
    document: "bill",
    contacts: "vendors",
    contact: "vendor",
    text: "Payment",
  },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const pathOf = ({ payments }: Kind, id: string | undefined): string => `/${payments}${key(id)}`;
const rawOf = ({ raw }: Money): unknown => raw;

/** A payment that waits in its journal. */
const waiting = (raw: Payment, kind: Kind, journal: Coded | null | undefined): Money => ({
  id: raw.id,
  lastModifiedDateTime: raw.lastModifiedDateTime,
  isFromCustomer: kind === kinds.INVOICE,
  journalCode: journal?.code ?? undefined,
  lines: [raw],
  raw,
});

async function readWaiting(session: Session, kind: Kind, id: string | undefined): Promise<Money> {
  const found = (await session.read(pathOf(kind, id), { $expand: kind.expand })) as Payment;
  return waiting(found, kind, found[kind.expand]);
}

/** An id does not say which kind of payment it is: both are tried. */
const ofEitherKind = async <Result>(read: (kind: Kind) => Promise<Result>): Promise<Result> =>
  (await undefinedIfMissing(read(kinds.INVOICE))) ?? read(kinds.BILL);

async function readPosted(session: Session, id: string | undefined): Promise<Money | undefined> {
  const entry = (await undefinedIfMissing(session.read(`/generalLedgerEntries${key(id)}`))) as
    | GeneralLedgerEntry
    | undefined;
  if (entry === undefined) return undefined;
  const { payments } = await paymentsIn(session, await paymentEntries(session, entry.documentNumber));
  return payments.find((found) => found.id === entry.id);
}

const readPayment = async (session: Session, id: string | undefined): Promise<Money | undefined> =>
  (await undefinedIfMissing(ofEitherKind((kind) => readWaiting(session, kind, id)))) ?? readPosted(session, id);

type JournalWithPayments = Coded & Readonly<Record<string, List<Payment>>>;

async function readAllWaiting(session: Session): Promise<readonly Money[]> {
  const found: Money[] = [];
  for (const kind of Object.values(kinds))
    for (const journal of await readValues<JournalWithPayments>(session, `/${kind.journals}`, {
      $expand: kind.payments,
    }))
      found.push(...(journal[kind.payments] ?? []).map((raw) => waiting(raw, kind, journal)));
  return found;
}

function kindOf({ documentType = "INVOICE" }: PaymentInput): Kind {
  if (documentType !== "BOOKING_PROPOSAL") return kinds[documentType];
  throw invalidField("documentType has to be INVOICE or BILL.", "documentType");
}

const lineEncoder = encoder<PaymentLine>({
  accountId: sentSeparately,
  amount: sentSeparately,
  contactId: sentSeparately,
  customerId: sentSeparately,
  supplierId: sentSeparately,
  description: sentSeparately,
  invoiceId: lineFields.writes.invoiceId,
  paymentDate: dayAs("postingDate"),
});
/** The customer or vendor, and the signed amount. */
const partyOf = (line: PaymentLine, input: PaymentInput): object => {
  const isFromCustomer = kindOf(input) === kinds.INVOICE;
  return {
    ...(isFromCustomer ? { customerId: contactOf(line) } : { vendorId: contactOf(line) }),
    ...(line.amount !== undefined && { amount: amount(decimal(isFromCustomer ? -line.amount : line.amount)) }),
  };
};
const contactOf = ({ contactId, customerId, supplierId }: PaymentLine): string | undefined =>
  contactId ?? customerId ?? supplierId;

/** Business Central refuses payments of customers that are positive, and of vendors that are negative, when it posts them. */
function checkAmounts(lines: readonly PaymentLine[]): void {
  for (const [index, { amount: paid = 0 }] of lines.entries())
    if (paid <= 0)
      throw cannotStore(
        "Business Central's API posts payments only, no refunds. Send a positive amount, or enter the refund in Business Central.",
        `paymentLines[${index}].amount`,
      );
  const [first] = lines;
  const other = lines.findIndex(({ paymentDate }) => paymentDate !== first?.paymentDate);
  if (other !== -1)
    throw cannotStore(
      "The lines of a payment in Business Central have the same day. Send the same paymentDate, or separate payments.",
      `paymentLines[${other}].paymentDate`,
    );
}

/** The ledger account that the money goes to or comes from: the caller's, or that of the payment journal. */
async function balancingAccountOf({ body }: WriteCall<PaymentInput>, session: Session): Promise<string> {
  const { journalCode, paymentLines = [] } = body;
  const account = paymentLines.find(({ accountId }) => accountId !== undefined)?.accountId;
  if (account !== undefined) return account;
  const $filter = journalCode === undefined ? undefined : `code eq ${quoted(journalCode)}`;
  const journals = await readValues<Journal>(session, `/${kindOf(body).journals}`, { $filter });
  const found = journals.map(({ balancingAccountId }) => guid(balancingAccountId)).find((id) => id !== undefined);
  if (found !== undefined) return found;
  if (journalCode !== undefined && journals.length === 0)
    throw invalidField(`The target system has no payment journal "${journalCode}".`, "journalCode");
  throw cannotStore(
    "Business Central's payment journals have no balancing account. Send the ledger account of the bank as accountId; GET /accounting/accounts lists the accounts.",
    "paymentLines[0].accountId",
  );
}

/** The description of each line, which ends with what it pays. */
async function descriptionsOf({ body }: WriteCall<PaymentInput>, session: Session): Promise<readonly string[]> {
  const kind = kindOf(body);
  const numberAt = async (path: string, name: string, field: string): Promise<string> => {
    const found = (await undefinedIfMissing(session.read(path, { $select: "id,number" }))) as Numbered | undefined;
    if (found?.number) return found.number;
    throw cannotStore(`Business Central has no ${name} with this id.`, field);
  };
  const descriptions: string[] = [];
  for (const [index, sent] of (body.paymentLines ?? []).entries()) {
    const at = `paymentLines[${index}]`;
    const text = sent.description ?? kind.text;
    const contact = contactOf(sent);
    if (sent.invoiceId !== undefined) {
      const path = `/${kind.documents}${key(sent.invoiceId)}`;
      descriptions.push(descriptionOf(text, kind.document, await numberAt(path, kind.document, `${at}.invoiceId`)));
    } else if (contact !== undefined) {
      const field = `${at}.${sent.contactId === undefined ? `${kind === kinds.INVOICE ? "customer" : "supplier"}Id` : "contactId"}`;
      const path = `/${kind.contacts}${key(contact)}`;
      descriptions.push(descriptionOf(text, kind.contact, await numberAt(path, kind.contact, field)));
    } else
      throw cannotStore(
        `Business Central books a payment for a ${kind.document} or a ${kind.contact}. Send invoiceId or contactId.`,
        `${at}.invoiceId`,
      );
  }
  return descriptions;
}

/** The open amount of a posted document. Bills do not show it, so their payments are added up. */
export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  const set = documentType === "BILL" ? "purchaseInvoices" : "salesInvoices";
  const found = (await undefinedIfMissing(session.read(`/${set}${key(id)}`))) as SalesInvoice | undefined;
  if (found === undefined) return undefined;
  const currency = found.currencyCode ?? undefined;
  if (documentType === "INVOICE") return { amount: amount(found.remainingAmount), currency };
  const total = amount(found.totalAmountIncludingTax);
  if (total === undefined || statuses.toContract(found.status) !== "OPEN") return { currency };
  const paid = (await paidOfBills(session, found.invoiceDate?.slice(0, 10) ?? "0001-01-01")).get(id) ?? 0;
  return { amount: sum([total, -paid]), currency };
}

/** The company's own currency. */
async function companyCurrency(session: Session): Promise<string | undefined> {
  const [company] = await readCached(session, "company information", () =>
    readValues<{ readonly currencyCode?: string | null }>(session, "/companyInformation"),
  );
  return company?.currencyCode ?? undefined;
}

/** Payment journals of the API have no currency: their amounts are in the company's. */
async function checkCurrency({ body }: WriteCall<PaymentInput>, session: Session): Promise<void> {
  const { currency, paymentLines = [] } = body;
  const documentType = body.documentType === "BILL" ? "BILL" : "INVOICE";
  const currencies = [currency];
  for (const { invoiceId: id } of paymentLines)
    if (id !== undefined) currencies.push((await openAmount({ documentType, id }, session))?.currency);
  const company = await companyCurrency(session);
  const isForeign = currencies.some((code) => code !== undefined && company !== undefined && code !== company);
  if (isForeign)
    throw cannotStore(
      `Business Central's payment journals take amounts in ${company} only. Enter payments in another currency in Business Central.`,
      "currency",
    );
}

interface Prepared {
  readonly balancingAccountId: string;
  readonly descriptions: readonly string[];
}

function journalOf({ lines }: Encoded, prepared: unknown, { body, marker }: WriteCall<PaymentInput>): object {
  const { balancingAccountId, descriptions } = prepared as Prepared;
  const code = journalCodeOf(marker);
  return {
    code,
    displayName: `Kontor ${code}`,
    balancingAccountId,
    [kindOf(body).payments]: (lines as readonly object[]).map((sent, index) => ({
      ...sent,
      documentNumber: code,
      description: descriptions[index],
    })),
  };
}

const isPosted = (found: Journal | Money): found is Money => "lines" in found;

/** The result of an earlier attempt: a journal that is not posted yet, or the posted payment. */
async function findEarlier({ body, marker }: WriteCall<PaymentInput>, session: Session) {
  const kind = kindOf(body);
  const code = journalCodeOf(marker);
  const query = { $filter: `code eq ${quoted(code)}`, $expand: kind.payments };
  const [journal] = await readValues<JournalWithPayments>(session, `/${kind.journals}`, query);
  if ((journal?.[kind.payments]?.length ?? 0) > 0) return journal;
  const { payments } = await paymentsIn(session, await paymentEntries(session, code));
  return payments[0];
}

/** Posts the journal, unless an earlier attempt did, and reads the payment from the ledger. */
async function post(call: WriteCall<PaymentInput>, session: Session): Promise<Money> {
  const found = await findEarlier(call, session);
  if (found === undefined) throw new Failure("target_rejected", discardedEarlier, { undone: true });
  if (isPosted(found)) return found;
  const batch = `/${kindOf(call.body).journals}${key(found.id)}`;
  // Journals of all templates are batches, and only the set of journals has the action.
  await orDiscard(session, batch, () => act(session, `/journals${key(found.id)}`, "post"));
  const posted = await findEarlier(call, session);
  // If this fails, an empty journal remains, which does no harm.
  await discard(session, batch);
  if (posted !== undefined && isPosted(posted)) return posted;
  throw new Failure("outcome_unknown", "The payment is stored but not posted. Send the request again to post it.");
}

const createPayment = write<PaymentInput, PaymentRecord, Money>({
  method: "POST",
  path: ({ body }) => `/${kindOf(body).journals}`,
  encoder: encoder<PaymentInput>({
    documentType: sentSeparately,
    journalCode: sentSeparately,
    currency: sentSeparately,
    paymentLines: nested(lineEncoder, (lines: readonly PaymentLine[], input: PaymentInput, field) => ({
      lines: lines.map((sent) => ({ ...partyOf(sent, input), ...lineEncoder(sent, field) })),
    })),
  }),
  prepare: async (call, session): Promise<Prepared> => {
    checkAmounts(call.body.paymentLines ?? []);
    await checkCurrency(call, session);
    return {
      balancingAccountId: await balancingAccountOf(call, session),
      descriptions: await descriptionsOf(call, session),
    };
  },
  body: journalOf,
  map: payment,
  raw: rawOf,
  requires: ["paymentLines"],
  rules: [
    "The payment is posted immediately, through a journal of its own. The description ends with the number of the invoice or contact, because the ledger has no other reference.",
    "accountId is a ledger account. Without it, the balancing account of the journal in journalCode, or of the first payment journal that has one, is used.",
  ],
});

const deletePayment: WriteHandler<undefined, { id: string }> = {
  ...remove(({ ids }) => pathOf(kinds.BILL, ids["paymentId"])),
  prepare: async ({ ids: { paymentId: id } }, session) => {
    const found = await undefinedIfMissing(
      ofEitherKind(async (kind) => {
        const path = pathOf(kind, id);
        return { path, headers: matching((await session.read(path, { $select: "id" })) as Entity) };
      }),
    );
    if (found !== undefined) return found;
    if ((await readPosted(session, id)) === undefined) throw new Failure("not_found", "There is no such payment.");
    throw new Failure(
      "document_locked",
      "This payment is posted, so it cannot be deleted. Reverse it in Business Central.",
      { targetSystem: "businesscentral" },
    );
  },
  request: (_call, found) => ({ method: "DELETE", ...(found as Pick<VendorRequest, "headers" | "path">) }),
  find: async ({ ids }, session) => {
    const found = await readPayment(session, ids["paymentId"]);
    return found === undefined ? {} : undefined;
  },
};

const description: InMemoryDescription<PaymentRecord, Money> = {
  read: readAllWaiting,
  map: payment,
  raw: rawOf,
  filters: {
    lastModifiedAt: (native, moment) => Date.parse(native.lastModifiedDateTime ?? "") >= moment.getTime(),
    invoiceId: ({ lines }, invoice) => lines.some(({ appliesToInvoiceId }) => appliesToInvoiceId === invoice),
  },
  rules: [
    "Posted payments are found in the ledger by their description, which must end with the number of an invoice. The others are only in journalEntries.",
    "Payments that wait in a journal are listed too. Business Central always sends whole journals, whatever the page.",
  ],
};

export const payments = {
  "payments.list": {
    ...inMemory(description),
    list: async (call: ListCall, session: Session) => {
      const posted = await postedPayments(session, call.filters.lastModifiedAt);
      const read = async () => [...(await readAllWaiting(session)), ...posted.payments];
      const found = await inMemory({ ...description, read }).list(call, session);
      if (posted.unknown === 0 || call.filters.invoiceId !== undefined) return found;
      const missing = `${posted.unknown} posted payments are only in journalEntries: their descriptions do not say which invoice they paid.`;
      return { ...found, warnings: [...(found.warnings ?? []), missing] };
    },
  },
  "payments.get": get({
    read: ({ ids }, session) => readPayment(session, ids["paymentId"]),
    map: payment,
    raw: rawOf,
  }),
  "payments.create": {
    ...createPayment,
    find: findEarlier,
    complete: (_reply: unknown, call: WriteCall<PaymentInput>, session: Session) => post(call, session),
    // Until its journal is posted, nothing is paid. Repeating the request posts it.
    answer: (reply: unknown, call: WriteCall<PaymentInput>) => {
      if (isPosted(reply as Journal | Money)) return createPayment.answer(reply, call);
      throw new Failure("outcome_unknown", "The payment is stored but not posted. Send the request again to post it.");
    },
  },
  "payments.delete": deletePayment,
};
