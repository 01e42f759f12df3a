/** Xero's shapes: only the fields that we read or write. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

/** Lists and single records alike come under the name of what they are. */
export interface Envelope {
  readonly [collection: string]: unknown;
}

export interface Pagination {
  readonly itemCount?: number;
}

export interface Refusal {
  readonly Message?: Text;
  readonly Elements?: List<{ readonly ValidationErrors?: List<{ readonly Message?: Text }> }>;
  /** Of the gateway in front of the books. */
  readonly Title?: Text;
  readonly Detail?: Text;
}

export interface Connection {
  readonly tenantId: string;
  readonly tenantName?: Text;
  readonly tenantType?: Text;
}

export interface Organisation {
  readonly EndOfYearLockDate?: Text;
}

export interface Stamped {
  readonly UpdatedDateUTC?: Text;
}

export interface Account extends Stamped {
  readonly AccountID: string;
  readonly BankAccountNumber?: Text;
  readonly BankAccountType?: Text;
  readonly Class?: Text;
  readonly Code?: Text;
  readonly CurrencyCode?: Text;
  readonly Description?: Text;
  readonly Name?: Text;
  readonly Status?: Text;
  readonly Type?: Text;
}

export interface Address {
  readonly AddressType?: Text;
  readonly AddressLine1?: Text;
  readonly AddressLine2?: Text;
  readonly AddressLine3?: Text;
  readonly AddressLine4?: Text;
  readonly City?: Text;
  readonly PostalCode?: Text;
  readonly Country?: Text;
}

export interface Phone {
  readonly PhoneType?: Text;
  readonly PhoneNumber?: Text;
  readonly PhoneAreaCode?: Text;
  readonly PhoneCountryCode?: Text;
}

export interface ContactPerson {
  readonly FirstName?: Text;
  readonly LastName?: Text;
  readonly EmailAddress?: Text;
}

export interface Contact extends Stamped, ContactPerson {
  readonly ContactID: string;
  readonly AccountNumber?: Text;
  readonly Addresses?: List<Address>;
  readonly ContactPersons?: List<ContactPerson>;
  readonly IsCustomer?: boolean | null;
  readonly IsSupplier?: boolean | null;
  readonly Name?: Text;
  readonly Phones?: List<Phone>;
  readonly TaxNumber?: Text;
  readonly Website?: Text;
}

export interface ItemDetails {
  readonly UnitPrice?: Decimal;
  readonly TaxType?: Text;
}

export interface Item extends Stamped {
  readonly ItemID: string;
  readonly Code?: Text;
  readonly IsTrackedAsInventory?: boolean | null;
  readonly Name?: Text;
  readonly PurchaseDetails?: ItemDetails | null;
  readonly QuantityOnHand?: Decimal;
  readonly SalesDetails?: ItemDetails | null;
}

export interface TaxRate {
  readonly EffectiveRate?: Decimal;
  readonly Name?: Text;
  readonly TaxType: string;
}

export interface TrackingOption {
  readonly TrackingOptionID: string;
  readonly Name?: Text;
  readonly Status?: Text;
}

export interface TrackingCategory {
  readonly Name?: Text;
  readonly Options?: List<TrackingOption>;
}

export interface Attachment {
  readonly AttachmentID: string;
  readonly FileName?: Text;
  readonly MimeType?: Text;
}

export interface WebhookEvent {
  readonly resourceId: string;
  readonly eventDateUtc: string;
  readonly eventType: string;
  readonly eventCategory: string;
  readonly tenantId: string;
  readonly data?: { readonly Type?: Text } | null;
}
