/** Changes in a target system, in the words of the API. */
import type { OperationId } from "./operations.ts";

export const eventTypes = ["CREATED", "UPDATED", "DELETED", "REVOKED"] as const;
export type EventType = (typeof eventTypes)[number];

/** What can change in a target system, with the list in which a change shows. */
export const listOfResource = {
  ACCOUNT: "accounts.list",
  BANK_ACCOUNT: "bankAccounts.list",
  BILL: "bills.list",
  BOOKING_PROPOSAL: "bookingProposals.list",
  CONTACT: "contacts.list",
  CREDIT_NOTE: "creditNotes.list",
  CUSTOMER: "customers.list",
  DIMENSION: "dimensions.list",
  EXPENSE: "expenses.list",
  INVOICE: "invoices.list",
  ITEM: "items.list",
  JOURNAL_ENTRY: "journalEntries.list",
  OFFER: "offers.list",
  PAYMENT: "payments.list",
  PURCHASE_ORDER: "purchaseOrders.list",
  SALES_ORDER: "salesOrders.list",
  SUPPLIER: "suppliers.list",
} as const satisfies Readonly<Record<string, OperationId>>;
export type RecordResource = keyof typeof listOfResource;

/** What changes with us: an account key, the authorisation behind a connection, a subscription. */
const ownResources = ["ACCOUNT_KEY", "TOKEN", "WEBHOOK"] as const;

export const eventResources = [...(Object.keys(listOfResource) as RecordResource[]), ...ownResources] as const;
export type EventResource = (typeof eventResources)[number];

/** Whose change it is. What nobody said is left out; the connection is named to who hears of several. */
export interface EventOrigin {
  readonly connectionId?: string;
  readonly targetSystem?: string;
  readonly endUserId?: string;
  readonly endUserName?: string;
}

/** The body of a delivery. */
export interface EventBody extends EventOrigin {
  readonly eventType: EventType;
  /** When it changed: what a list with `lastModifiedAt` of this value has in it. */
  readonly filterDate: string;
  readonly resource: EventResource;
  readonly resourceId: string;
  /** Where it is not the company that the connection has chosen. */
  readonly companyId?: string;
  /** Nothing has changed: somebody tries whether deliveries arrive. */
  readonly test?: true;
}
