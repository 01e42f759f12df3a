/** Business Central's shapes: only the fields that we read or write. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

export interface Page {
  readonly value?: unknown;
  readonly "@odata.count"?: unknown;
}

/** What changed since it was read shows in the tag, which every change has to name. */
export interface Entity {
  readonly id: string;
  readonly "@odata.etag"?: Text;
}

export interface Stamped extends Entity {
  readonly lastModifiedDateTime?: Text;
}

export interface Refusal {
  readonly error?: { readonly code?: Text; readonly message?: Text } | null;
}

export interface Environment {
  readonly aadTenantId?: Text;
  readonly applicationFamily?: Text;
  readonly countryCode?: Text;
  readonly name: string;
  readonly type?: Text;
}

export interface Company {
  readonly id: string;
  readonly displayName?: Text;
  readonly name?: Text;
}

export interface Party extends Stamped {
  readonly number?: Text;
  readonly displayName?: Text;
  readonly addressLine1?: Text;
  readonly addressLine2?: Text;
  readonly city?: Text;
  readonly country?: Text;
  readonly postalCode?: Text;
  readonly phoneNumber?: Text;
  readonly email?: Text;
  readonly taxRegistrationNumber?: Text;
}

export interface Customer extends Party {
  readonly type?: Text;
}

export interface Contact extends Customer {
  readonly contactBusinessRelation?: Text;
  readonly mobilePhoneNumber?: Text;
  readonly website?: Text;
}

export interface Item extends Stamped {
  readonly number?: Text;
  readonly displayName?: Text;
  readonly type?: Text;
  readonly inventory?: Decimal;
  readonly unitPrice?: Decimal;
  readonly priceIncludesTax?: boolean | null;
  readonly unitCost?: Decimal;
  readonly taxGroupCode?: Text;
  readonly unitOfMeasure?: { readonly internationalStandardCode?: Text } | null;
}

/** Units, tax groups, dimensions: a code and a name. */
export interface Coded extends Stamped {
  readonly code?: Text;
  readonly displayName?: Text;
}

export interface PaymentTerm extends Coded {
  readonly dueDateCalculation?: Text;
  readonly discountDateCalculation?: Text;
  readonly discountPercent?: Decimal;
}

export interface Project extends Stamped {
  readonly number?: Text;
  readonly displayName?: Text;
}

export interface BankAccount extends Stamped {
  readonly number?: Text;
  readonly displayName?: Text;
  readonly bankAccountNumber?: Text;
  readonly blocked?: boolean | null;
  readonly currencyCode?: Text;
  readonly iban?: Text;
}

export interface Attachment extends Stamped {
  readonly fileName?: Text;
}

export interface Subscription {
  readonly "@odata.etag"?: Text;
  readonly subscriptionId: string;
  readonly expirationDateTime?: Text;
}

export interface Notification {
  readonly clientState?: Text;
  readonly resource?: Text;
  readonly changeType?: Text;
  readonly lastModifiedDateTime?: Text;
}
