/** Sage Active's records, with the fields that the connector reads (NOTES.md). */
export type Text = string | null | undefined;
export type Decimal = number | null | undefined;
type Flag = boolean | null | undefined;

export interface Stamped {
  readonly id: string;
  readonly creationDate?: Text;
  /** Null until the first change. */
  readonly modificationDate?: Text;
}

export interface Organization {
  readonly id: string;
  readonly socialName?: Text;
}

export interface UserProfile {
  readonly id?: Text;
  readonly fullName?: Text;
}

export interface Account extends Stamped {
  readonly code?: Text;
  readonly name?: Text;
  readonly deactivated?: Flag;
  readonly subAccountType?: Text;
}

export interface JournalType extends Stamped {
  readonly code?: Text;
  readonly name?: Text;
  readonly type?: Text;
  readonly deactivated?: Flag;
  readonly accountingAccountId?: Text;
}

export interface Period {
  readonly endDate?: Text;
  readonly isClosed?: Flag;
}

export interface Exercise extends Stamped {
  readonly description?: Text;
  readonly startDate?: Text;
  readonly endDate?: Text;
  readonly status?: Text;
  readonly periods?: readonly Period[] | null;
}

export interface TrialBalanceRow {
  readonly accountCode?: Text;
  readonly accountDescription?: Text;
  readonly balance?: Decimal;
  readonly creditAmount?: Decimal;
  readonly debitAmount?: Decimal;
}

export interface DimensionTag {
  readonly id: string;
  readonly name?: Text;
  readonly isActive?: Flag;
}

export interface Dimension extends Stamped {
  readonly name?: Text;
  readonly dimensionTags?: readonly DimensionTag[] | null;
}

export interface Tax extends Stamped {
  readonly name?: Text;
  readonly percentage?: Decimal;
  readonly groupId?: Text;
  readonly inactive?: Flag;
}

export interface PaymentTermLine {
  readonly type?: Text;
  readonly condition?: Text;
  readonly day?: number | null;
}

export interface PaymentTerm extends Stamped {
  readonly name?: Text;
  readonly lines?: readonly PaymentTermLine[] | null;
}

export interface Product extends Stamped {
  readonly code?: Text;
  readonly name?: Text;
  readonly category?: Text;
  readonly salesUnitPrice?: Decimal;
  readonly salesVatPercentage?: Decimal;
  readonly salesAccountingAccountId?: Text;
  readonly taxes?: readonly { readonly id: string }[] | null;
}

export interface Address {
  readonly firstLine?: Text;
  readonly secondLine?: Text;
  readonly city?: Text;
  readonly zipCode?: Text;
  readonly countryIsoCodeAlpha2?: Text;
  readonly isDefaultDeliveryAddress?: Flag;
}

export interface Email {
  readonly emailAddress?: Text;
}

export interface Phone {
  readonly number?: Text;
  readonly type?: Text;
}

export interface Person {
  readonly id?: Text;
  readonly name?: Text;
  readonly surname?: Text;
  readonly emails?: readonly Email[] | null;
  readonly phones?: readonly Phone[] | null;
}

export interface ThirdParty extends Stamped {
  readonly code?: Text;
  readonly socialName?: Text;
  readonly vatNumber?: Text;
  /** Of customers only. */
  readonly customerType?: Text;
  readonly addresses?: readonly Address[] | null;
  readonly contacts?: readonly Person[] | null;
}

export interface OpenItem {
  readonly modificationDate?: Text;
  readonly amount?: Decimal;
  readonly paidAmountAccumulated?: Decimal;
  readonly dueDate?: Text;
}

export interface InvoiceLine {
  readonly id: string;
  readonly productId?: Text;
  readonly productName?: Text;
  readonly totalQuantity?: Decimal;
  readonly unitPrice?: Decimal;
  readonly firstDiscount?: Decimal;
  readonly totalDiscount?: Decimal;
  readonly vatPercentage?: Decimal;
  readonly taxId?: Text;
  readonly totalNet?: Decimal;
  readonly totalLiquid?: Decimal;
}

export interface SalesInvoice extends Stamped {
  readonly customerId?: Text;
  readonly socialName?: Text;
  readonly operationalNumber?: Text;
  readonly documentDate?: Text;
  readonly operationDate?: Text;
  readonly firstDueDate?: Text;
  readonly externalReference?: Text;
  readonly status?: Text;
  readonly totalNet?: Decimal;
  readonly totalLiquid?: Decimal;
  readonly totalWithholding?: Decimal;
  readonly openItems?: readonly OpenItem[] | null;
  readonly lines?: readonly InvoiceLine[] | null;
}

export interface VatLine {
  readonly id: string;
  readonly totalVat?: Decimal;
  readonly totalVatBase?: Decimal;
  readonly taxId?: Text;
  readonly tax?: { readonly percentage?: Decimal } | null;
  readonly purchaseAccountingAccountId?: Text;
}

export interface PurchaseInvoice extends Stamped {
  readonly supplierId?: Text;
  readonly supplier?: { readonly socialName?: Text } | null;
  readonly invoiceNumber?: Text;
  readonly invoiceDate?: Text;
  readonly operationDate?: Text;
  readonly firstDueDate?: Text;
  readonly status?: Text;
  readonly totalLiquid?: Decimal;
  readonly pendingAmount?: Decimal;
  readonly openItems?: readonly OpenItem[] | null;
  readonly vatLines?: readonly VatLine[] | null;
}

export interface EntryLine {
  readonly id: string;
  readonly subAccountId?: Text;
  readonly subAccount?: { readonly code?: Text } | null;
  readonly description?: Text;
  readonly documentNumber?: Text;
  readonly debitAmount?: Decimal;
  readonly creditAmount?: Decimal;
  readonly accountingEntryThirdParty?: {
    readonly thirdPartyId?: Text;
    readonly code?: Text;
    readonly origin?: Text;
  } | null;
}

export interface Entry extends Stamped {
  readonly number?: number | null;
  readonly date?: Text;
  readonly description?: Text;
  readonly documentNumber?: Text;
  readonly entryType?: Text;
  readonly currency?: { readonly code?: Text } | null;
  readonly journalType?: { readonly code?: Text; readonly type?: Text } | null;
  readonly accountingEntryLines?: readonly EntryLine[] | null;
}
