/** Xero's documents: invoices, bills, credit notes, quotes, purchase orders, and what is paid at once. */
import type { Decimal } from "../../kit/money.ts";
import type { Account, List, Stamped, Text } from "./types.ts";

export interface Tracking {
  readonly TrackingOptionID?: Text;
  readonly Name?: Text;
  readonly Option?: Text;
}

export interface LineItem {
  readonly LineItemID: string;
  readonly AccountCode?: Text;
  readonly AccountID?: Text;
  readonly Description?: Text;
  readonly DiscountAmount?: Decimal;
  readonly DiscountRate?: Decimal;
  readonly Item?: { readonly ItemID?: Text; readonly Name?: Text } | null;
  readonly ItemCode?: Text;
  readonly LineAmount?: Decimal;
  readonly Quantity?: Decimal;
  readonly TaxAmount?: Decimal;
  readonly TaxType?: Text;
  readonly Tracking?: List<Tracking>;
  readonly UnitAmount?: Decimal;
}

export interface Party {
  readonly ContactID?: Text;
  readonly Name?: Text;
}

/** What all documents have. */
export interface Document extends Stamped {
  readonly Contact?: Party | null;
  readonly CurrencyCode?: Text;
  readonly Date?: Text;
  readonly LineAmountTypes?: Text;
  readonly LineItems?: List<LineItem>;
  readonly Reference?: Text;
  readonly Status?: Text;
  readonly SubTotal?: Decimal;
  readonly Total?: Decimal;
  readonly TotalTax?: Decimal;
}

export interface Invoice extends Document {
  readonly InvoiceID: string;
  /** By credit notes, and by what was paid too much or too early. */
  readonly AmountCredited?: Decimal;
  readonly AmountPaid?: Decimal;
  readonly DueDate?: Text;
  readonly FullyPaidOnDate?: Text;
  readonly InvoiceNumber?: Text;
  readonly TotalDiscount?: Decimal;
  readonly Type?: Text;
}

export interface CreditNote extends Document {
  readonly CreditNoteID: string;
  readonly CreditNoteNumber?: Text;
  readonly FullyPaidOnDate?: Text;
  readonly RemainingCredit?: Decimal;
  readonly Type?: Text;
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
  readonly BankAccount?: Pick<Account, "AccountID" | "Code"> | null;
  readonly CurrencyRate?: Decimal;
  readonly Type?: Text;
}

export interface Payment extends Stamped {
  readonly PaymentID: string;
  readonly Account?: Pick<Account, "AccountID"> | null;
  readonly Amount?: Decimal;
  readonly CreditNote?: Paid | null;
  readonly CurrencyRate?: Decimal;
  readonly Date?: Text;
  readonly Invoice?: Paid | null;
  readonly Overpayment?: Paid | null;
  readonly PaymentType?: Text;
  readonly Prepayment?: Paid | null;
  readonly Reference?: Text;
  readonly Status?: Text;
}

/** What was paid, as its payments show it. */
export interface Paid {
  readonly Contact?: Party | null;
  readonly CreditNoteID?: Text;
  readonly CurrencyCode?: Text;
  readonly InvoiceID?: Text;
}
