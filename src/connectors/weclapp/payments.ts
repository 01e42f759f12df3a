import type { Call, OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, invalidField, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { dayOf, midnight } from "./days.ts";
import { currencyNamed, stamps } from "./fields.ts";
import { allOf, byIds, referencesOf } from "./references.ts";
import type { BankTransaction, BusinessDocument, OpenItem, PaymentApplication } from "./types.ts";

/** Payments are part of the open item that they settle. */
const kinds = {
  INVOICE: { entity: "salesOpenItem", field: "salesInvoiceId", document: "salesInvoice", prefix: "s" },
  BILL: { entity: "purchaseOpenItem", field: "purchaseInvoiceId", document: "purchaseInvoice", prefix: "p" },
} as const;
type Kind = keyof typeof kinds;

/** A payment: an amount applied to an open item, or the whole paid amount if the open item has no applications. */
interface Paid {
  readonly kind: Kind;
  readonly item: OpenItem;
  readonly application?: PaymentApplication | undefined;
  readonly transaction?: BankTransaction | undefined;
  readonly currency?: ReturnType<typeof currencyNamed>;
}

const idOf = ({ kind, item, application }: Paid): string =>
  `${kinds[kind].prefix}-${item.id}-${application?.id ?? "0"}`;

const partner = ({ transaction }: Paid) => transaction?.partyId;
const documentOf = ({ kind, item }: Paid) => item[kinds[kind].field];

/** Money of a credit note goes back, whatever sign weclapp gives it. */
const isCredit = ({ openItemType }: OpenItem): boolean => openItemType?.startsWith("CREDIT_NOTE_") === true;

const line = mapping<PaymentLine, Paid>({
  amount: ({ application, item }) => {
    const applied = amount(application?.amountApplied ?? item.amountPaid);
    return applied !== undefined && isCredit(item) ? 0 - Math.abs(applied) : applied;
  },
  contactId: partner,
  customerId: (paid) => (paid.kind === "INVOICE" ? partner(paid) : undefined),
  ...values({ description: "transaction.description" }),
  invoiceId: documentOf,
  paymentDate: ({ transaction, application, item }) =>
    dayOf(transaction?.effectiveDate ?? item.clearanceDate ?? application?.createdDate),
  supplierId: (paid) => (paid.kind === "BILL" ? partner(paid) : undefined),
});

const payment = mapping<PaymentRecord, Paid>({
  id: idOf,
  createdDate: (paid) => stamps.createdDate(paid.application ?? paid.item),
  ...values({ currency: "currency", documentType: "kind", paymentType: "transaction.paymentType" }),
  paymentLines: nestedList(line, (paid) => [paid]),
  updatedDate: ({ item }) => stamps.updatedDate(item),
});
const raw = ({ item, application }: Paid): unknown => application ?? item;

const paymentsIn =
  (kind: Kind) =>
  (item: OpenItem): readonly Paid[] => {
    const applied = (item.paymentApplications ?? []).map((application) => ({ kind, item, application }));
    if (applied.length > 0) return applied;
    return (amount(item.amountPaid) ?? 0) === 0 ? [] : [{ kind, item }];
  };

/** Adds the bank transactions, which have the day and the type of payment. */
async function withTransactions(payments: readonly Paid[], session: Session): Promise<readonly Paid[]> {
  const ids = payments.map(({ application }) => application?.bankTransactionId);
  const transactions = await byIds<BankTransaction>(session, "/bankTransaction", ids);
  const documents = await documentsBehind(payments, session);
  const references = await referencesOf(session, payments.length === 0 ? [] : ["currency"]);
  // An invoice and a credit note that were offset have applications without money.
  const isOffset = (paid: Paid) => /CREDIT_NOTE/.test(documents.get(documentOf(paid) ?? "")?.paymentStatus ?? "");
  const money = payments.filter((paid) => paid.application?.bankTransactionId !== undefined || !isOffset(paid));
  return money.map((paid) => {
    const transaction = transactions.get(paid.application?.bankTransactionId ?? "");
    const document = documents.get(documentOf(paid) ?? "");
    const currencyId = transaction?.currencyId ?? document?.recordCurrencyId;
    return { ...paid, transaction, currency: currencyNamed({ references }, currencyId) };
  });
}

/** Open items are in their document's currency. Only payments without a bank transaction need it. */
async function documentsBehind(payments: readonly Paid[], session: Session) {
  const found = new Map<string, BusinessDocument>();
  for (const kind of Object.keys(kinds) as Kind[]) {
    const ids = payments
      .filter((paid) => paid.kind === kind && paid.application?.bankTransactionId === undefined)
      .map(documentOf);
    for (const [id, document] of await byIds<BusinessDocument>(session, `/${kinds[kind].document}`, ids))
      found.set(id, document);
  }
  return found;
}

async function allPayments(session: Session, kind: Kind, query: VendorQuery): Promise<readonly Paid[]> {
  const items = await allOf<OpenItem>(session, `/${kinds[kind].entity}`, query);
  return withTransactions(items.flatMap(paymentsIn(kind)), session);
}

interface ItemKey {
  readonly kind: Kind;
  readonly itemId: string;
}

/** Of a payment's id, such as `s-4711-4712`. */
function itemKeyOf({ ids: { paymentId = "" } }: Call): ItemKey {
  const [, prefix, itemId = ""] = /^([sp])-(\d+)-\d+$/.exec(paymentId) ?? [];
  if (prefix === undefined) throw noRecord();
  return { kind: prefix === "s" ? "INVOICE" : "BILL", itemId };
}

const itemPath = ({ kind, itemId }: ItemKey): string => path`/${kinds[kind].entity}/id/${itemId}`;

async function paymentOf(call: Call, session: Session): Promise<Paid | undefined> {
  const key = itemKeyOf(call);
  const item = (await session.read(itemPath(key))) as OpenItem;
  const matching = paymentsIn(key.kind)(item).filter((paid) => idOf(paid) === call.ids["paymentId"]);
  return (await withTransactions(matching, session))[0];
}

type Prepared = Pick<Paid, "kind" | "item"> & { readonly datePaid: number | undefined };

const lineEncoder = encoder<PaymentLine>({
  amount: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
});

/** Finds the open item to pay. Without a bank transaction, weclapp can only mark all of it as paid. */
async function prepare({ body }: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const { documentType = "INVOICE", paymentLines: [first, ...others] = [] } = body;
  if (documentType === "BOOKING_PROPOSAL")
    throw invalidField("This target system takes INVOICE or BILL.", "documentType");
  if (first?.invoiceId === undefined)
    throw cannotStore(
      "weclapp's API records payments of documents only. Send paymentLines[0].invoiceId.",
      "paymentLines[0].invoiceId",
    );
  if (others.length > 0)
    throw cannotStore(
      "In weclapp, a payment settles one document. Send a separate payment for each document.",
      "paymentLines[1]",
    );
  const { entity, field } = kinds[documentType];
  const [item] = await allOf<OpenItem>(session, `/${entity}`, { [`${field}-eq`]: first.invoiceId });
  if (item === undefined)
    throw cannotStore(
      `Document "${first.invoiceId}" has no open item, because it is not booked in weclapp yet. Book it first.`,
      "paymentLines[0].invoiceId",
    );
  const size = Math.abs(amount(item.amountOpen) ?? 0);
  const open = isCredit(item) ? 0 - size : size;
  if (first.amount !== undefined && first.amount !== open)
    throw cannotStore(
      `weclapp takes only a payment of the whole open amount, ${open}. Partial payments come from bank transactions.`,
      "paymentLines[0].amount",
    );
  return { kind: documentType, item, datePaid: first.paymentDate ? midnight(first.paymentDate) : undefined };
}

export async function openAmount(
  { documentType, id }: PaidDocument,
  session: Session,
): Promise<OpenAmount | undefined> {
  if (!/^\d+$/.test(id)) return undefined;
  const { entity, field } = kinds[documentType];
  const [item] = await allOf<OpenItem>(session, `/${entity}`, { [`${field}-eq`]: id });
  return item === undefined ? undefined : { amount: amount(item.amountOpen) };
}

const newest = (kind: Kind, item: OpenItem): Paid | undefined =>
  paymentsIn(kind)(item)
    .toSorted((a, b) => Number(a.application?.id ?? 0) - Number(b.application?.id ?? 0))
    .at(-1);

const create = write<PaymentInput, PaymentRecord, Paid>({
  method: "POST",
  path: (_call, { kind, item }: Prepared) => `${itemPath({ kind, itemId: item.id })}/updatePaymentState`,
  encoder: encoder<PaymentInput>({
    // Compared with the stored payment.
    currency: sentSeparately,
    documentType: sentSeparately,
    paymentLines: sentSeparatelyIn(lineEncoder),
  }),
  prepare,
  body: (_encoded, prepared) => {
    const { datePaid } = prepared as Prepared;
    return { paymentState: "PAID", ...(datePaid !== undefined && { datePaid }) };
  },
  record: ({ result }: { readonly result?: OpenItem }, { body: { documentType } }) =>
    result && newest(documentType === "BILL" ? "BILL" : "INVOICE", result),
  // The reply has neither the currency nor the bank transaction.
  afterwards: async (paid, _call, session) => (await withTransactions([paid], session))[0],
  map: payment,
  raw,
  requires: ["paymentLines"],
  rules: ["A payment settles the whole open amount of one document. Partial payments come from bank transactions."],
});

export const payments = {
  "payments.list": incomplete(
    "Transactions of the bank that no open item has used are not listed: weclapp's open items show what was applied to them only.",
    inMemory<PaymentRecord, Paid>({
      read: async (session, { filters: { invoiceId, lastModifiedAt } }) => {
        const changed = lastModifiedAt && { "lastModifiedDate-ge": lastModifiedAt.getTime() };
        const found: Paid[] = [];
        for (const kind of Object.keys(kinds) as Kind[]) {
          const ofInvoice = invoiceId === undefined ? {} : { [`${kinds[kind].field}-eq`]: invoiceId };
          found.push(...(await allPayments(session, kind, { ...changed, ...ofInvoice })));
        }
        return found;
      },
      map: payment,
      raw,
      filters: {
        invoiceId: (paid, id) => documentOf(paid) === id,
        lastModifiedAt: ({ item }, since) => (item.lastModifiedDate ?? 0) >= since.getTime(),
      },
      rules: [
        "weclapp returns payments only as parts of its open items. Without invoiceId, Kontor reads all open items.",
      ],
    }),
    ({ invoiceId }) => invoiceId !== undefined,
  ),
  "payments.get": get({ read: paymentOf, map: payment, raw }),
  "payments.create": create,
};
