/** Xero's shapes: only the fields that Kontor reads or writes. All but the ids may be missing or null. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

/** The records in Xero's replies, by collection. Single records come in a list too. */
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
  readonly Overpayments: MoneyOnAccount;
  readonly Payments: Payment;
  readonly Prepayments: MoneyOnAccount;
  readonly PurchaseOrders: PurchaseOrder;
  readonly Quotes: Quote;
  readonly Reports: { readonly Rows?: List<ReportRow> };
  readonly TaxRates: TaxRate;
  readonly TrackingCategories: TrackingCategory;
}

export interface Organisation {
  readonly BaseCurrency?: Text;
  readonly EndOfYearLockDate?: Text;
  readonly FinancialYearEndDay?: number | null;
  readonly FinancialYearEndMonth?: number | null;
  readonly Timezone?: Text;
}

export interface Connection {
  readonly tenantId: string;
  readonly tenantName?: Text;
  readonly tenantType?: Text;
}

export interface Stamped {
  readonly UpdatedDateUTC?: Text;
}

export interface Account extends Stamped {
  readonly AccountID: string;
  readonly Class?: Text;
  readonly Code?: Text;
  readonly CurrencyCode?: Text;
  readonly Description?: Text;
  readonly Name?: Text;
  readonly Status?: Text;
  readonly TaxType?: Text;
  readonly Type?: Text;
  readonly BankAccountNumber?: Text;
  readonly BankAccountType?: Text;
}

export interface Address {
  readonly AddressType?: Text;
  readonly City?: Text;
  readonly PostalCode?: Text;
  readonly Country?: Text;
  readonly AddressLine1?: Text;
  readonly AddressLine2?: Text;
  readonly AddressLine3?: Text;
  readonly AddressLine4?: Text;
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

export interface ContactBankAccount {
  readonly BankAccountNumber?: Text;
  readonly BankAccountName?: Text;
}

export interface Contact extends Stamped, ContactPerson {
  readonly ContactID: string;
  readonly AccountNumber?: Text;
  readonly AccountsPayableTaxType?: Text;
  readonly AccountsReceivableTaxType?: Text;
  readonly BankAccountDetails?: Text;
  readonly Name?: Text;
  readonly TaxNumber?: Text;
  readonly Website?: Text;
  readonly Addresses?: List<Address>;
  readonly BatchPayments?: ContactBankAccount | null;
  readonly ContactPersons?: List<ContactPerson>;
  readonly IsCustomer?: boolean | null;
  readonly IsSupplier?: boolean | null;
  readonly Phones?: List<Phone>;
}

interface ItemDetails {
  readonly TaxType?: Text;
  readonly UnitPrice?: Decimal;
}

export interface Item extends Stamped {
  readonly ItemID: string;
  readonly Code?: Text;
  readonly Name?: Text;
  readonly QuantityOnHand?: Decimal;
  readonly IsTrackedAsInventory?: boolean | null;
  readonly PurchaseDetails?: ItemDetails | null;
  readonly SalesDetails?: ItemDetails | null;
}

export interface TaxRate {
  readonly TaxType: string;
  readonly CanApplyToExpenses?: boolean | null;
  readonly CanApplyToRevenue?: boolean | null;
  readonly Name?: Text;
  readonly EffectiveRate?: Decimal;
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

/** An option on a line, with the name of its category. */
export interface Tracking {
  readonly TrackingOptionID?: Text;
  readonly Name?: Text;
  readonly Option?: Text;
}

export interface Attachment {
  readonly AttachmentID: string;
  readonly FileName?: Text;
  readonly MimeType?: Text;
  readonly Url?: Text;
  readonly ContentLength?: number | null;
}

export interface WebhookEvent {
  readonly resourceId: string;
  readonly eventDateUtc: string;
  readonly eventType: string;
  readonly eventCategory: string;
  readonly tenantId: string;
  readonly data?: { readonly Type?: Text } | null;
}

/** Shared by lines of documents and of journals. */
interface Posting {
  readonly AccountCode?: Text;
  readonly AccountID?: Text;
  readonly Description?: Text;
  readonly TaxType?: Text;
  readonly TaxAmount?: Decimal;
}

/** In manual journals debits are positive, credits negative. */
export interface WrittenLine extends Posting {
  readonly LineAmount?: Decimal;
  readonly Tracking?: List<Tracking>;
}

export interface LineItem extends WrittenLine {
  readonly LineItemID: string;
  readonly ItemCode?: Text;
  readonly ItemID?: Text;
  readonly DiscountAmount?: Decimal;
  readonly DiscountRate?: Decimal;
  readonly Quantity?: Decimal;
  readonly UnitAmount?: Decimal;
  readonly Item?: { readonly ItemID?: Text; readonly Name?: Text } | null;
}

interface Party {
  readonly ContactID?: Text;
  readonly Name?: Text;
}

/** Shared by all documents. */
export interface Document extends Stamped {
  readonly CurrencyCode?: Text;
  readonly Date?: Text;
  readonly LineAmountTypes?: Text;
  readonly Reference?: Text;
  readonly Status?: Text;
  readonly SubTotal?: Decimal;
  readonly Total?: Decimal;
  readonly TotalTax?: Decimal;
  readonly Contact?: Party | null;
  readonly LineItems?: List<LineItem>;
}

export interface Invoice extends Document {
  readonly InvoiceID: string;
  readonly DueDate?: Text;
  readonly FullyPaidOnDate?: Text;
  readonly InvoiceNumber?: Text;
  readonly Type?: Text;
  /** By credit notes, overpayments and prepayments. */
  readonly AmountCredited?: Decimal;
  readonly AmountDue?: Decimal;
  readonly AmountPaid?: Decimal;
  readonly TotalDiscount?: Decimal;
  /** Money on account that was used for the document. */
  readonly Overpayments?: List<object>;
  readonly Prepayments?: List<object>;
}

export interface CreditNote extends Document {
  readonly CreditNoteID: string;
  readonly CreditNoteNumber?: Text;
  readonly FullyPaidOnDate?: Text;
  readonly Type?: Text;
  readonly RemainingCredit?: Decimal;
  /** The invoices or bills that the credit was used for. */
  readonly Allocations?: List<Allocation>;
}

export interface Quote extends Document {
  readonly QuoteID: string;
  readonly QuoteNumber?: Text;
  readonly Title?: Text;
  readonly TotalDiscount?: Decimal;
}

export interface PurchaseOrder extends Document {
  readonly PurchaseOrderID: string;
  readonly DeliveryAddress?: Text;
  readonly DeliveryInstructions?: Text;
  readonly PurchaseOrderNumber?: Text;
  readonly TotalDiscount?: Decimal;
}

export interface BankTransaction extends Document {
  readonly BankTransactionID: string;
  readonly Type?: Text;
  readonly CurrencyRate?: Decimal;
  readonly BankAccount?: Pick<Account, "AccountID" | "Code"> | null;
}

export interface Payment extends Stamped {
  readonly PaymentID: string;
  readonly Date?: Text;
  readonly PaymentType?: Text;
  readonly Reference?: Text;
  readonly Status?: Text;
  readonly Amount?: Decimal;
  readonly CurrencyRate?: Decimal;
  readonly Account?: Pick<Account, "AccountID"> | null;
  /** Matched with a line of a bank statement. */
  readonly IsReconciled?: boolean | null;
  readonly CreditNote?: Paid | null;
  readonly Invoice?: Paid | null;
  readonly Overpayment?: Paid | null;
  readonly Prepayment?: Paid | null;
}

/** An overpayment or a prepayment: money that moved before, or without, the document that it pays. */
export interface MoneyOnAccount extends Stamped {
  readonly OverpaymentID?: Text;
  readonly PrepaymentID?: Text;
  readonly Type?: Text;
  readonly Status?: Text;
  readonly Date?: Text;
  readonly Reference?: Text;
  readonly Total?: Decimal;
  readonly CurrencyCode?: Text;
  readonly CurrencyRate?: Decimal;
  readonly Contact?: Party | null;
  readonly Allocations?: List<Allocation>;
}

/** The part of a credit that was used for a document. */
export interface Allocation {
  readonly Amount?: Decimal;
  readonly Invoice?: Paid | null;
}

/** The document that a payment settles. */
export interface Paid {
  readonly CreditNoteID?: Text;
  readonly CurrencyCode?: Text;
  readonly InvoiceID?: Text;
  readonly Contact?: Party | null;
}

/** All amounts: debits are positive, credits negative. */
export interface JournalLine extends Posting {
  readonly JournalLineID?: Text;
  readonly TaxName?: Text;
  readonly NetAmount?: Decimal;
  readonly TrackingCategories?: List<Tracking>;
}

export interface Journal {
  readonly JournalID: string;
  readonly JournalNumber: number;
  readonly CreatedDateUTC?: Text;
  readonly JournalDate?: Text;
  readonly Reference?: Text;
  readonly SourceID?: Text;
  readonly SourceType?: Text;
  readonly JournalLines?: List<JournalLine>;
}

export interface ManualJournal extends Stamped {
  readonly ManualJournalID: string;
  readonly Date?: Text;
  readonly LineAmountTypes?: Text;
  readonly Narration?: Text;
  readonly Status?: Text;
  readonly JournalLines?: List<WrittenLine>;
}

export interface ReportRow {
  readonly Cells?: List<{ readonly Value?: Text; readonly Attributes?: List<{ readonly Id?: Text }> }>;
  readonly Rows?: List<ReportRow>;
}
