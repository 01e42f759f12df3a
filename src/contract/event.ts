/** Event types, event resources and the body of a webhook delivery. */
import type { OperationId } from "./operations.ts";

export const eventTypes = ["CREATED", "UPDATED", "DELETED", "REVOKED"] as const;
export type EventType = (typeof eventTypes)[number];

/** The kinds of records that can change in a target system, each with the list that shows its changes. */
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

/** The resource that an operation reads or writes. Undefined if it has no events. */
export const resourceOf = (operation: OperationId): RecordResource | undefined =>
  (Object.keys(listOfResource) as RecordResource[]).find(
    (resource) => listOfResource[resource] === `${operation.slice(0, operation.indexOf("."))}.list`,
  );

/** Resources of Kontor itself: an account key, an issue, the authorisation behind a connection, a subscription. */
const serviceResources = ["ACCOUNT_KEY", "ISSUE", "TOKEN", "WEBHOOK"] as const;

export const eventResources = [...(Object.keys(listOfResource) as RecordResource[]), ...serviceResources] as const;
export type EventResource = (typeof eventResources)[number];

/** The connection and end user that an event belongs to. Unknown values are omitted; only tenant-wide subscriptions name the connection. */
export interface EventOrigin {
  readonly connectionId?: string;
  readonly targetSystem?: string;
  readonly endUserId?: string;
  readonly endUserName?: string;
}

/** The body of a delivery. */
export interface EventBody extends EventOrigin {
  readonly eventType: EventType;
  /** When the record changed. A list with this value as `lastModifiedAt` includes the record. */
  readonly filterDate: string;
  readonly resource: EventResource;
  readonly resourceId: string;
  /** Present if it is not the connection's selected company. */
  readonly companyId?: string;
  /** A test event: no record has changed. */
  readonly test?: true;
}
