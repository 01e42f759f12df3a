/** Fields that many of Moneybird's records share. */

import type { Address } from "../../contract/records/contacts.ts";
import { amounts, instants } from "../../kit/columns.ts";
import { todayIn } from "../../kit/dates.ts";
import { withOverdueStatus } from "../../kit/documents/paymentStatus.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import type { Contact, Payment, SalesInvoice, Text, TradeDocument } from "./types.ts";

export const currencyOf = (native: { readonly currency?: Text }) => currencyCode(native.currency);

export const identity = { id: (native: { readonly id: string }) => native.id };
export const name = twoWay({
  name: plainValue("name"),
});

export const stamps = instants({ createdDate: "created_at", updatedDate: "updated_at" });

/** Empty lists are omitted. */
export const filled = <Item>(items: readonly Item[]): readonly Item[] | undefined =>
  items.length > 0 ? items : undefined;

export const addressFields = twoWay({
  addressLine1: plainValue("address1"),
  addressLine2: plainValue("address2"),
  city: plainValue("city"),
  countryCode: plainValue("country"),
  postalCode: plainValue("zipcode"),
});

/** The contact's only address, unless it is empty. */
export const addressOf = (contact: Contact | null | undefined): readonly Contact[] | undefined =>
  contact && Object.values(addressFields.reads).some((read) => read(contact)) ? [contact] : undefined;

export const personName = ({ firstname, lastname }: Pick<Contact, "firstname" | "lastname">): string =>
  [firstname, lastname].filter(Boolean).join(" ");

export const nameOf = (contact: Contact | null | undefined): string | undefined =>
  contact ? contact.company_name || personName(contact) : undefined;

export const contactId = twoWay({
  contactId: plainValue("contact_id"),
});
export const currency = twoWay({
  currency: plainValue("currency"),
});

/** Every document includes the contact in its current state. */
export const tradePartner = {
  ...contactId.reads,
  addresses: nestedList(mapping<Address, Contact>(addressFields.reads), ({ contact }: TradeDocument) =>
    addressOf(contact),
  ),
  name: ({ contact }: TradeDocument) => nameOf(contact),
};

export const taxOf = ({ total_price_incl_tax: gross, total_price_excl_tax: net }: TradeDocument) =>
  difference(gross, net);

export const totals = {
  ...amounts({ totalGrossAmount: "total_price_incl_tax", totalNetAmount: "total_price_excl_tax" }),
  totalTaxAmount: taxOf,
};

export const documentFields = {
  ...identity,
  ...stamps,
  ...tradePartner,
  ...totals,
  ...currency.reads,
};

/** The ids of attachments. */
export const filesOf = ({ attachments }: Pick<TradeDocument, "attachments">): string[] | undefined =>
  attachments?.length ? attachments.map(({ id }) => id) : undefined;

/** Purchases have no total_paid, only payments. */
const paidOf = ({ total_paid: paid, payments }: TradeDocument): number =>
  amount(paid) ?? sum(payments?.map(({ price }) => price) ?? []);

/** The open amount of a document; negative for a credit. */
export const openOf = (document: TradeDocument): number | undefined => {
  const total = amount(document.total_price_incl_tax);
  return total === undefined ? undefined : sum([total, -paidOf(document)]);
};

/** Settlements of two invoices and rounding differences settle a document, but no money moves. */
export const isMoney = ({ manual_payment_action: action, credit_invoice_id: credit }: Payment): boolean =>
  action !== "invoices_settlement" && action !== "rounding_error" && !credit;

/** Moneybird leaves a document open if more than its total was paid. */
const isOverpaid = (document: TradeDocument): boolean => {
  const open = openOf(document);
  if (open === undefined || paidOf(document) === 0) return false;
  return (amount(document.total_price_incl_tax) ?? 0) < 0 ? open >= 0 : open <= 0;
};

const isBooked = ({ state }: TradeDocument): boolean =>
  ["open", "late", "reminded", "pending_payment"].includes(state ?? "");

/** The status of the contract for each of the vendor's states, and another one for partly paid documents. */
type States<Ours> = Readonly<Record<string, readonly [unpaid?: Ours, partlyPaid?: Ours]>>;

/** The vendor's states do not follow the due date: a document may be late in any state in which it is booked. */
const statusesBeforeDue: Readonly<Record<string, string>> = { OVERDUE: "OPEN", PARTIALLY_OVERDUE: "PARTIALLY_PAID" };

/** Without a due date, only the state says that a document is late. */
const dueOf = ({ state, due_date: due }: TradeDocument): Text =>
  due || (["late", "reminded"].includes(state ?? "") ? "1970-01-01" : undefined);

type Late = "OVERDUE" | "PARTIALLY_OVERDUE";

/** With `overpaid`, the documents are owed: they can be paid, and be late. */
export function statuses<const Ours extends string>(table: States<Ours>, overpaid: Ours): StatusReader<Ours | Late>;
export function statuses<const Ours extends string>(table: States<Ours>): StatusReader<Ours>;
export function statuses<const Ours extends string>(table: States<Ours>, overpaid?: Ours): StatusReader<Ours | Late> {
  const statusOf = (document: TradeDocument) => {
    const [unpaid, partlyPaid = unpaid] = table[document.state ?? ""] ?? [];
    const status = paidOf(document) === 0 ? unpaid : partlyPaid;
    if (overpaid === undefined || !isBooked(document)) return status;
    if (isOverpaid(document)) return overpaid;
    // A credit is open as long as something is left of it, however old it is.
    return isCredit(document) ? status : withOverdueStatus(status, dueOf(document), todayIn("Europe/Amsterdam"));
  };
  const unread = ({ state }: TradeDocument) => (state && table[state] === undefined ? state : undefined);
  /** An overpaid or late document may be in any of these states. */
  const isAmbiguous = (state: string): boolean => overpaid !== undefined && isBooked({ id: "", state });
  const statesOf = (ours: string) => {
    const beforeDue = statusesBeforeDue[ours] ?? ours;
    return Object.keys(table).filter(
      (state) => table[state]?.some((status) => status === beforeDue) || (ours === overpaid && isAmbiguous(state)),
    );
  };
  return {
    of: Object.assign(statusOf, { unread }),
    statesOf,
    isExact: (ours: string) => statesOf(ours).every((state) => table[state]?.length === 1 && !isAmbiguous(state)),
  };
}

interface StatusReader<Ours extends string> {
  readonly of: ((document: TradeDocument) => Ours | undefined) & {
    readonly unread: (document: TradeDocument) => string | undefined;
  };
  /** The vendor's states in which a document may have this status. */
  statesOf(ours: string): readonly string[];
  /** Whether all documents in these states have this status. */
  isExact(ours: string): boolean;
}

export interface Statuses<Document> extends Pick<StatusReader<string>, "statesOf" | "isExact"> {
  of(document: Document): string | undefined;
}

/** Settled by other invoices alone. */
const isCleared = ({ payments }: TradeDocument): boolean =>
  !!payments?.length &&
  payments.every((payment) => !isMoney(payment) && payment.manual_payment_action !== "rounding_error");
const clearedAs = (document: TradeDocument) =>
  isCredit(document) ? "CREDIT_NOTE_CLEARED" : "CLEARED_WITH_CREDIT_NOTE";

/** Undefined until the document is booked, then it follows from the payments. */
export function paymentStatusOf(document: TradeDocument) {
  const { state } = document;
  const isSettled = state === "paid" || (isBooked(document) && isOverpaid(document));
  if (isSettled) return isCleared(document) ? clearedAs(document) : "PAID";
  if (state === "uncollectible") return "BAD_DEBT";
  if (state === "draft" || state === "scheduled" || state === "new" || state === "saved") return undefined;
  return paidOf(document) === 0 ? "PENDING" : "PARTLY_PAID";
}

/** Credit notes are invoices with a negative total. Manual ones name no original invoice (help centre 207101). */
export const isCredit = (invoice: Pick<SalesInvoice, "total_price_incl_tax">): boolean =>
  String(invoice.total_price_incl_tax).startsWith("-");
