import type { ListCall, PageWindow } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type * as records from "../../contract/records/money.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { itemsInWindow, type PageResult, type ReadPage, windowBounds } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { get, listing, memoryFor } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { creditItem, euro, isPartlyPaid, salesStates } from "./fields.ts";
import { germanDay, splittable } from "./longLists.ts";
import type { Entry, Payment, PaymentItem } from "./types.ts";
import { defaultSort, readPayment } from "./voucherlist.ts";

/** All payments of one document. Neither they nor their items have an id. */
interface DocumentPayments {
  readonly id: string;
  readonly payment: Payment;
}

const line = mapping<records.PaymentLine, PaymentItem & { readonly voucherId: string; readonly isCredit: boolean }>({
  // Money of a credit note goes back.
  amount: ({ amount: paid, isCredit }) => (isCredit ? negative(paid) : amount(paid)),
  ...values({ description: "paymentItemType", invoiceId: "voucherId" }),
  paymentDate: ({ postingDate }) => postingDate && calendarDay(postingDate),
});

const negative = (paid: Decimal): number | undefined => {
  const size = amount(paid);
  return size === undefined ? undefined : 0 - Math.abs(size);
};

const documentTypes = {
  invoice: "INVOICE",
  creditnote: "INVOICE",
  downpaymentinvoice: "INVOICE",
  purchaseinvoice: "BILL",
  salesinvoice: "BOOKING_PROPOSAL",
  salescreditnote: "BOOKING_PROPOSAL",
  purchasecreditnote: "BOOKING_PROPOSAL",
} as const;
const documentWords = vocabulary(documentTypes);

/** These items settle the document, but no money moved. */
const nonCashItems: readonly (string | null | undefined)[] = [
  "cashDiscount",
  creditItem,
  "currencyConversion",
  "irrecoverableReceivable",
];
const isMoney = ({ paymentItemType }: PaymentItem): boolean => !nonCashItems.includes(paymentItemType);

const paymentMapping = mapping<records.Payment, DocumentPayments>({
  ...values({ id: "id" }),
  currency: euro,
  documentType: documentWords.read(({ payment }: DocumentPayments) => payment.voucherType),
  paymentLines: nestedList(line, ({ id, payment }) =>
    payment.paymentItems?.filter(isMoney).map((item) => ({
      ...item,
      voucherId: id,
      isCredit: payment.voucherType === "creditnote",
    })),
  ),
});

const isPaid = ({ paymentItems, voucherStatus }: Payment): boolean =>
  Boolean(paymentItems?.length) || salesStates.toContract(voucherStatus) === "PAID";

const splitByCreation = splittable("createdDate", "ASC");

/** Lists fully paid documents first, in the pages of the vendor, then partly paid ones. */
async function readPaidDocuments(session: Session, { filters, window }: ListCall): Promise<PageResult> {
  const { lastModifiedAt } = filters;
  const inState = (state: "OPEN" | "PAID", part?: PageWindow): Promise<PageResult> => {
    const conditions: VendorQuery = {
      voucherType: Object.keys(documentTypes)
        .filter((type) => type !== "creditnote")
        .join(),
      voucherStatus: salesStates.toVendor(state, "status").join(),
      updatedDateFrom: lastModifiedAt && germanDay(lastModifiedAt),
      sort: defaultSort,
    };
    const read: ReadPage = (query) => session.readWithHeaders("/voucherlist", { ...conditions, ...query });
    return splitByCreation(read, part, memoryFor(session, `payments ${JSON.stringify(conditions)}`));
  };
  const { natives, total } = await inState("PAID", window);
  const open = (await inState("OPEN")).natives as readonly Entry[];
  const partly = open.filter(isPartlyPaid);
  // Without a total nobody knows on which page the partly paid documents begin.
  if (total === undefined) return { natives };
  const { from, to } = windowBounds(window);
  const rest = partly.slice(Math.max(0, from - total), Math.max(0, to - total));
  return { natives: [...natives, ...rest], total: total + partly.length };
}

async function list(call: ListCall, session: Session) {
  const { invoiceId: id } = call.filters;
  if (id !== undefined) {
    const payment = await readPayment(id, session);
    const found = isPaid(payment) ? [{ id, payment }] : [];
    return { ...listing(paymentMapping, itemsInWindow(found, call.window), rawOf), total: found.length };
  }
  const { natives, total } = await readPaidDocuments(session, call);
  const found: DocumentPayments[] = [];
  for (const entry of natives as readonly Entry[])
    found.push({ id: entry.id, payment: await readPayment(entry.id, session) });
  return { ...listing(paymentMapping, found, rawOf), total };
}

const rawOf = ({ payment }: DocumentPayments): Payment => payment;

const rules = [
  "Lexware Office returns payments by document: all payments of a document are one record, which has the document's id.",
  "description is the kind of payment. Cash discounts, credit notes, write-offs and exchange differences settle the document, but are not among its payments.",
  "Drafts, offers and credit notes of an invoice have no payments, and Lexware Office refuses requests for them.",
];

export const payments = {
  "payments.list": incomplete(
    "Payments of credit notes are not listed. Use the id of a credit note as invoiceId to find them.",
    {
      fields: paymentMapping.fields,
      filters: ["invoiceId", "lastModifiedAt"] as const,
      modifiedBy: "day" as const,
      orders: [],
      requires: [],
      readsWholeList: true as const,
      rules: [
        ...rules,
        "invoiceId may be the id of any document. Without it, partly paid documents come last, because Kontor has to look for them in the list of all open documents.",
        "Each record takes a separate request.",
      ],
      list,
    },
    ({ invoiceId }) => invoiceId !== undefined,
  ),
  "payments.get": get({
    read: async ({ ids: { paymentId: id = "" } }, session) => {
      const payment = await readPayment(id, session);
      if (isPaid(payment)) return { id, payment };
      throw new Failure("not_found", "Nothing has been paid on this document.");
    },
    map: paymentMapping,
    raw: rawOf,
    rules,
  }),
};
