/** Xero's shapes: only the fields that we read or write. Any of them but ids may be missing or null. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
type List<Item> = readonly Item[] | null | undefined;
type Texts<Name extends string> = { readonly [Each in Name]?: Text };
type Decimals<Name extends string> = { readonly [Each in Name]?: Decimal };

/** What Xero's answers hold under which name: lists and single records alike. */
export interface Collections {
  readonly Accounts: Account;
  readonly Attachments: Attachment;
  readonly BankTransactions: BankTransaction;
  readonly Contacts: Contact;
  readonly CreditNotes: CreditNote;
  readonly Invoices: Invoice;
  readonly Items: Item;
  readonly Journals: Journal;
  readonly ManualJournals: ManualJournal;
  readonly Organisations: Texts<"EndOfYearLockDate">;
  readonly Payments: Payment;
  readonly PurchaseOrders: PurchaseOrder;
  readonly Quotes: Quote;
  readonly Reports: { readonly Rows?: List<ReportRow> };
  readonly TaxRates: TaxRate;
  readonly TrackingCategories: TrackingCategory;
}

export interface Connection extends Texts<"tenantName" | "tenantType"> {
  readonly tenantId: string;
}

export type Stamped = Texts<"UpdatedDateUTC">;

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

export interface Address extends Texts<"AddressType" | "City" | "PostalCode" | "Country"> {
  readonly AddressLine1?: Text;
  readonly AddressLine2?: Text;
  readonly AddressLine3?: Text;
  readonly AddressLine4?: Text;
}

export type Phone = Texts<"PhoneType" | "PhoneNumber" | "PhoneAreaCode" | "PhoneCountryCode">;

export type ContactPerson = Texts<"FirstName" | "LastName" | "EmailAddress">;

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

interface ItemDetails extends Texts<"TaxType"> {
  readonly UnitPrice?: Decimal;
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

export interface TaxRate extends Texts<"Name"> {
  readonly EffectiveRate?: Decimal;
  readonly TaxType: string;
}

export interface TrackingOption extends Texts<"Name" | "Status"> {
  readonly TrackingOptionID: string;
}

export interface TrackingCategory extends Texts<"Name"> {
  readonly Options?: List<TrackingOption>;
}

/** An option as lines have it, with its category's name. */
export type Tracking = Texts<"TrackingOptionID" | "Name" | "Option">;

export interface Attachment extends Texts<"FileName" | "MimeType"> {
  readonly AttachmentID: string;
}

export interface WebhookEvent {
  readonly resourceId: string;
  readonly eventDateUtc: string;
  readonly eventType: string;
  readonly eventCategory: string;
  readonly tenantId: string;
  readonly data?: Texts<"Type"> | null;
}

/** What lines of documents and of journals have. */
interface Posting extends Texts<"AccountCode" | "AccountID" | "Description" | "TaxType"> {
  readonly TaxAmount?: Decimal;
}

export interface LineItem extends Posting {
  readonly LineItemID: string;
  readonly DiscountAmount?: Decimal;
  readonly DiscountRate?: Decimal;
  readonly Item?: Texts<"ItemID" | "Name"> | null;
  readonly ItemCode?: Text;
  readonly LineAmount?: Decimal;
  readonly Quantity?: Decimal;
  readonly Tracking?: List<Tracking>;
  readonly UnitAmount?: Decimal;
}

type Party = Texts<"ContactID" | "Name">;

/** What all documents have. */
export interface Document extends Stamped, Decimals<"SubTotal" | "Total" | "TotalTax"> {
  readonly Contact?: Party | null;
  readonly CurrencyCode?: Text;
  readonly Date?: Text;
  readonly LineAmountTypes?: Text;
  readonly LineItems?: List<LineItem>;
  readonly Reference?: Text;
  readonly Status?: Text;
}

export interface Invoice extends Document, Texts<"DueDate" | "FullyPaidOnDate" | "InvoiceNumber" | "Type"> {
  readonly InvoiceID: string;
  /** By credit notes, and by what was paid too much or too early. */
  readonly AmountCredited?: Decimal;
  readonly AmountPaid?: Decimal;
  readonly TotalDiscount?: Decimal;
}

export interface CreditNote extends Document, Texts<"CreditNoteNumber" | "FullyPaidOnDate" | "Type"> {
  readonly CreditNoteID: string;
  readonly RemainingCredit?: Decimal;
}

export interface Quote extends Document, Texts<"QuoteNumber" | "Title"> {
  readonly QuoteID: string;
  readonly TotalDiscount?: Decimal;
}

export interface PurchaseOrder
  extends Document,
    Texts<"DeliveryAddress" | "DeliveryInstructions" | "PurchaseOrderNumber"> {
  readonly PurchaseOrderID: string;
  readonly TotalDiscount?: Decimal;
}

export interface BankTransaction extends Document, Texts<"Type"> {
  readonly BankTransactionID: string;
  readonly BankAccount?: Pick<Account, "AccountID" | "Code"> | null;
  readonly CurrencyRate?: Decimal;
}

export interface Payment extends Stamped, Texts<"Date" | "PaymentType" | "Reference" | "Status"> {
  readonly PaymentID: string;
  readonly Account?: Pick<Account, "AccountID"> | null;
  readonly Amount?: Decimal;
  readonly CreditNote?: Paid | null;
  readonly CurrencyRate?: Decimal;
  readonly Invoice?: Paid | null;
  readonly Overpayment?: Paid | null;
  readonly Prepayment?: Paid | null;
}

/** What was paid, as its payments show it. */
export interface Paid extends Texts<"CreditNoteID" | "CurrencyCode" | "InvoiceID"> {
  readonly Contact?: Party | null;
}

/** Plus is debit, minus credit; the same for gross and tax. */
export interface JournalLine extends Posting, Decimals<"NetAmount" | "GrossAmount"> {
  readonly JournalLineID?: Text;
  readonly TaxName?: Text;
  readonly TrackingCategories?: List<Tracking>;
}

export interface Journal extends Texts<"CreatedDateUTC" | "JournalDate" | "Reference" | "SourceID" | "SourceType"> {
  readonly JournalID: string;
  readonly JournalLines?: List<JournalLine>;
  readonly JournalNumber: number;
}

/** Plus is debit, minus credit. */
export interface ManualJournalLine extends Posting, Decimals<"LineAmount"> {
  readonly Tracking?: List<Tracking>;
}

export interface ManualJournal extends Stamped, Texts<"Date" | "Narration" | "Status"> {
  readonly ManualJournalID: string;
  readonly JournalLines?: List<ManualJournalLine>;
}

export interface ReportRow {
  readonly Cells?: List<{ readonly Value?: Text; readonly Attributes?: List<Texts<"Id">> }>;
  readonly Rows?: List<ReportRow>;
}
