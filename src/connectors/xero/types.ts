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
  readonly Organisations: Organisation;
  readonly Payments: Payment;
  readonly PurchaseOrders: PurchaseOrder;
  readonly Quotes: Quote;
  readonly Reports: { readonly Rows?: List<ReportRow> };
  readonly TaxRates: TaxRate;
  readonly TrackingCategories: TrackingCategory;
}

export interface Organisation extends Texts<"EndOfYearLockDate"> {
  readonly FinancialYearEndDay?: number | null;
  readonly FinancialYearEndMonth?: number | null;
}

export interface Connection extends Texts<"tenantName" | "tenantType"> {
  readonly tenantId: string;
}

export type Stamped = Texts<"UpdatedDateUTC">;

export interface Account
  extends Stamped,
    Texts<"Class" | "Code" | "CurrencyCode" | "Description" | "Name" | "Status" | "Type">,
    Texts<"BankAccountNumber" | "BankAccountType"> {
  readonly AccountID: string;
}

export type Address = Texts<"AddressType" | "City" | "PostalCode" | "Country" | `AddressLine${1 | 2 | 3 | 4}`>;

export type Phone = Texts<"PhoneType" | "PhoneNumber" | "PhoneAreaCode" | "PhoneCountryCode">;

export type ContactPerson = Texts<"FirstName" | "LastName" | "EmailAddress">;

export type ContactBankAccount = Texts<"BankAccountNumber" | "BankAccountName">;

export interface Contact
  extends Stamped,
    ContactPerson,
    Texts<"AccountNumber" | "BankAccountDetails" | "Name" | "TaxNumber" | "Website"> {
  readonly ContactID: string;
  readonly Addresses?: List<Address>;
  readonly BatchPayments?: ContactBankAccount | null;
  readonly ContactPersons?: List<ContactPerson>;
  readonly IsCustomer?: boolean | null;
  readonly IsSupplier?: boolean | null;
  readonly Phones?: List<Phone>;
}

type ItemDetails = Texts<"TaxType"> & Decimals<"UnitPrice">;

export interface Item extends Stamped, Texts<"Code" | "Name">, Decimals<"QuantityOnHand"> {
  readonly ItemID: string;
  readonly IsTrackedAsInventory?: boolean | null;
  readonly PurchaseDetails?: ItemDetails | null;
  readonly SalesDetails?: ItemDetails | null;
}

export interface TaxRate extends Texts<"Name">, Decimals<"EffectiveRate"> {
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

export interface Attachment extends Texts<"FileName" | "MimeType" | "Url"> {
  readonly AttachmentID: string;
  readonly ContentLength?: number | null;
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
type Posting = Texts<"AccountCode" | "AccountID" | "Description" | "TaxType"> & Decimals<"TaxAmount">;

/** As it is written. In manual journals plus is debit, minus credit. */
export interface WrittenLine extends Posting, Decimals<"LineAmount"> {
  readonly Tracking?: List<Tracking>;
}

export interface LineItem
  extends WrittenLine,
    Texts<"ItemCode">,
    Decimals<"DiscountAmount" | "DiscountRate" | "Quantity" | "UnitAmount"> {
  readonly LineItemID: string;
  readonly Item?: Texts<"ItemID" | "Name"> | null;
}

type Party = Texts<"ContactID" | "Name">;

/** What all documents have. */
export interface Document
  extends Stamped,
    Texts<"CurrencyCode" | "Date" | "LineAmountTypes" | "Reference" | "Status">,
    Decimals<"SubTotal" | "Total" | "TotalTax"> {
  readonly Contact?: Party | null;
  readonly LineItems?: List<LineItem>;
}

export interface Invoice extends Document, Texts<"DueDate" | "FullyPaidOnDate" | "InvoiceNumber" | "Type"> {
  readonly InvoiceID: string;
  /** By credit notes, and by what was paid too much or too early. */
  readonly AmountCredited?: Decimal;
  readonly AmountPaid?: Decimal;
  readonly TotalDiscount?: Decimal;
}

export interface CreditNote
  extends Document,
    Texts<"CreditNoteNumber" | "FullyPaidOnDate" | "Type">,
    Decimals<"RemainingCredit"> {
  readonly CreditNoteID: string;
}

export interface Quote extends Document, Texts<"QuoteNumber" | "Title">, Decimals<"TotalDiscount"> {
  readonly QuoteID: string;
}

export interface PurchaseOrder
  extends Document,
    Texts<"DeliveryAddress" | "DeliveryInstructions" | "PurchaseOrderNumber">,
    Decimals<"TotalDiscount"> {
  readonly PurchaseOrderID: string;
}

export interface BankTransaction extends Document, Texts<"Type">, Decimals<"CurrencyRate"> {
  readonly BankTransactionID: string;
  readonly BankAccount?: Pick<Account, "AccountID" | "Code"> | null;
}

export interface Payment
  extends Stamped,
    Texts<"Date" | "PaymentType" | "Reference" | "Status">,
    Decimals<"Amount" | "CurrencyRate"> {
  readonly PaymentID: string;
  readonly Account?: Pick<Account, "AccountID"> | null;
  readonly CreditNote?: Paid | null;
  readonly Invoice?: Paid | null;
  readonly Overpayment?: Paid | null;
  readonly Prepayment?: Paid | null;
}

/** What was paid, as its payments show it. */
export interface Paid extends Texts<"CreditNoteID" | "CurrencyCode" | "InvoiceID"> {
  readonly Contact?: Party | null;
}

/** Plus is debit, minus credit; the same for gross and tax. */
export interface JournalLine
  extends Posting,
    Texts<"JournalLineID" | "TaxName">,
    Decimals<"NetAmount" | "GrossAmount"> {
  readonly TrackingCategories?: List<Tracking>;
}

export interface Journal extends Texts<"CreatedDateUTC" | "JournalDate" | "Reference" | "SourceID" | "SourceType"> {
  readonly JournalID: string;
  readonly JournalLines?: List<JournalLine>;
  readonly JournalNumber: number;
}

export interface ManualJournal extends Stamped, Texts<"Date" | "LineAmountTypes" | "Narration" | "Status"> {
  readonly ManualJournalID: string;
  readonly JournalLines?: List<WrittenLine>;
}

export interface ReportRow {
  readonly Cells?: List<{ readonly Value?: Text; readonly Attributes?: List<Texts<"Id">> }>;
  readonly Rows?: List<ReportRow>;
}
