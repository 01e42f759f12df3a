/** What Xero's answers hold under which name. */
import type { Account, Attachment, Contact, Item, Organisation, TaxRate, TrackingCategory } from "./types.ts";
import type { Journal, ManualJournal, Report } from "./vendorLedger.ts";
import type { BankTransaction, CreditNote, Invoice, Payment, PurchaseOrder, Quote } from "./vendorTrade.ts";

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
  readonly Reports: Report;
  readonly TaxRates: TaxRate;
  readonly TrackingCategories: TrackingCategory;
}
