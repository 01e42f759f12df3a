/** The entity sets, as the vendor's reference of its REST API has them: where each is, what names a record, which fields it has. */

export interface Model {
  readonly path: string;
  readonly key: string;
  readonly fields: readonly string[];
  /** The collection below it: its name here and among the fields, and the field that leads back. */
  readonly lines?: { readonly table: Name; readonly field: string; readonly by: string };
}

export const names = [
  ...["Accounts", "BankAccounts", "Contacts", "GLAccounts", "Journals", "Transactions", "TransactionLines"],
  ...["Items", "Units", "VATCodes", "VatPercentages", "PaymentConditions", "Costcenters", "Costunits", "Projects"],
  ...["SalesInvoices", "SalesInvoiceLines", "PurchaseEntries", "PurchaseEntryLines", "Quotations", "QuotationLines"],
  ...["SalesOrders", "SalesOrderLines", "PurchaseOrders", "PurchaseOrderLines", "GoodsReceipts", "GoodsReceiptLines"],
  ...["BankEntries", "BankEntryLines", "FinancialPeriods", "ReportingBalance", "ReceivablesList", "PayablesList"],
  ...["Documents", "DocumentAttachments", "DocumentTypes", "Divisions", "WebhookSubscriptions"],
  "GeneralJournalEntries",
] as const;
export type Name = (typeof names)[number];

/** What several of them have. */
const shared: Readonly<Record<string, string>> = {
  "@assigned": "CostCenter CostCenterDescription CostUnit CostUnitDescription Project ProjectDescription",
  "@traded":
    "Description Discount Item ItemDescription UnitPrice NetPrice AmountFC AmountDC VATCode VATPercentage UnitCode UnitDescription LineNumber",
  "@outstanding":
    "AccountCode AccountId AccountName Amount AmountInTransit CurrencyCode Description DueDate EntryNumber InvoiceDate InvoiceNumber JournalCode YourRef",
};

/** A set and where it is, what names a record, the collection below it with the field that leads back; and its fields. */
const source = `Accounts crm/Accounts ID BankAccounts.Account: Code Name Status IsSupplier IsSales AddressLine1 AddressLine2 City
  Country Postcode Email Phone Fax VATNumber GLAR GLAP BankAccounts Created Modified
BankAccounts crm/BankAccounts ID: Account BankAccount BankAccountHolderName BICCode Description Main Created Modified
Contacts crm/Contacts ID: Account AccountName AccountIsCustomer AccountIsSupplier AddressStreet AddressStreetNumber
  AddressStreetNumberSuffix AddressLine2 City Country Postcode HID FirstName LastName FullName Title Email
  BusinessEmail Phone BusinessPhone Mobile BusinessMobile Created Modified
GLAccounts financial/GLAccounts ID: Code Description Type BalanceSide BalanceType IsBlocked Created Modified
Journals financial/Journals ID: Code Description Type Currency GLAccount BankName BankAccountIBAN BankAccountBICCode
  BankAccountIncludingMask BankAccountDescription AllowVAT Created Modified
Transactions financialtransaction/Transactions EntryID TransactionLines.EntryID: EntryNumber Date Description Document
  FinancialYear FinancialPeriod JournalCode Status Type TypeDescription TransactionLines Created Modified
TransactionLines financialtransaction/TransactionLines ID: EntryID EntryNumber Account AccountCode AmountDC AmountFC
  AmountVATFC Currency Date Description Document ExchangeRate FinancialYear FinancialPeriod GLAccount GLAccountCode
  InvoiceNumber Item JournalCode LineNumber ProjectCode Status Timestamp Type VATCode VATCodeDescription
  VATPercentage @assigned Created Modified
GeneralJournalEntries generaljournalentry/GeneralJournalEntries EntryID: Currency EntryNumber ExchangeRate
  FinancialPeriod FinancialYear GeneralJournalEntryLines JournalCode Reversal Status Type Created Modified
Items logistics/Items ID: Code Description CostPriceStandard StandardSalesPrice GLCosts GLRevenue GLStock IsSalesItem
  IsStockItem IsTime SalesVatCode Stock Unit UnitDescription Created Modified
Units logistics/Units ID: Active Code Description Type
VATCodes vat/VATCodes ID VatPercentages.VATCodeID=VATPercentages: Code Description IsBlocked Percentage Type
  VATTransactionType VATPercentages Created Modified
VatPercentages vat/VatPercentages ID: EndDate LineNumber Percentage StartDate Type VATCodeID
PaymentConditions cashflow/PaymentConditions ID: Code Description DiscountPaymentDays DiscountPercentage PaymentDays
  PaymentEndOfMonths PaymentMethod Created Modified
Costcenters hrm/Costcenters ID: Active Code Description EndDate Created Modified
Costunits hrm/Costunits ID: Code Description EndDate Created Modified
Projects project/Projects ID: Account Code Description EndDate Notes StartDate Type Created Modified
SalesInvoices salesinvoice/SalesInvoices InvoiceID SalesInvoiceLines.InvoiceID: AmountDC AmountDiscount AmountFC
  AmountFCExclVat Currency Description Discount Document DueDate InvoiceDate InvoiceNumber InvoiceTo InvoiceToName
  Journal OrderDate OrderedBy PaymentCondition Status Type VATAmountFC YourRef SalesInvoiceLines Created Modified
SalesInvoiceLines salesinvoice/SalesInvoiceLines ID: @traded InvoiceID GLAccount Quantity VATAmountFC @assigned
PurchaseEntries purchaseentry/PurchaseEntries EntryID PurchaseEntryLines.EntryID: AmountDC AmountFC VATAmountFC
  Currency Description Document DueDate EntryDate EntryNumber ExternalLinkReference Journal PaymentCondition
  PaymentReference Status Supplier SupplierName Type YourRef PurchaseEntryLines Created Modified
PurchaseEntryLines purchaseentry/PurchaseEntryLines ID: EntryID AmountDC AmountFC Description From GLAccount
  GLAccountCode LineNumber Quantity To VATAmountFC VATBaseAmountFC VATCode VATPercentage @assigned
Quotations crm/Quotations QuotationID QuotationLines.QuotationID: AmountDC AmountFC VATAmountFC Currency Description
  OrderAccount OrderAccountName QuotationDate QuotationNumber Status YourRef QuotationLines Created Modified
QuotationLines crm/QuotationLines ID: @traded QuotationID Quantity VATAmountFC
SalesOrders salesorder/SalesOrders OrderID SalesOrderLines.OrderID: AmountDiscount AmountFC AmountFCExclVat Currency
  DeliverTo DeliveryDate InvoiceTo OrderDate OrderNumber OrderedBy Remarks Status SalesOrderLines Created Modified
SalesOrderLines salesorder/SalesOrderLines ID: @traded OrderID Quantity VATAmount
PurchaseOrders purchaseorder/PurchaseOrders PurchaseOrderID PurchaseOrderLines.PurchaseOrderID: AmountFC Currency
  Description OrderDate OrderNumber OrderStatus PaymentCondition Remarks Supplier VATAmount YourRef
  PurchaseOrderLines Created Modified
PurchaseOrderLines purchaseorder/PurchaseOrderLines ID: @traded PurchaseOrderID Quantity QuantityInPurchaseUnits
  VATAmount Created Modified
GoodsReceipts purchaseorder/GoodsReceipts ID GoodsReceiptLines.GoodsReceiptID: Description ReceiptDate ReceiptNumber
  Remarks Supplier YourRef GoodsReceiptLines Created Modified
GoodsReceiptLines purchaseorder/GoodsReceiptLines ID: GoodsReceiptID Description Item ItemDescription Project
  PurchaseOrderID QuantityOrdered QuantityReceived Created Modified
BankEntries financialtransaction/BankEntries EntryID BankEntryLines.EntryID: BankEntryLines Currency EntryNumber
  FinancialPeriod FinancialYear JournalCode OpeningBalanceFC ClosingBalanceFC Status Created Modified
BankEntryLines financialtransaction/BankEntryLines ID: EntryID Account AccountName AmountDC AmountFC Date Description
  ExchangeRate GLAccount LineNumber OurRef Created Modified
FinancialPeriods financial/FinancialPeriods ID: FinYear FinPeriod StartDate EndDate
ReportingBalance financial/ReportingBalance ID: Amount AmountCredit AmountDebit BalanceType Count GLAccount
  GLAccountCode GLAccountDescription ReportingPeriod ReportingYear Status Type
ReceivablesList read/financial/ReceivablesList HID: @outstanding
PayablesList read/financial/PayablesList HID: @outstanding
Documents documents/Documents ID: Account Body DocumentDate FinancialTransactionEntryID HID Subject Type Created Modified
DocumentAttachments documents/DocumentAttachments ID: Attachment Document FileName FileSize Url
DocumentTypes documents/DocumentTypes ID: Description DocumentIsCreatable TypeCategory
Divisions system/Divisions Code: Country Currency Current CustomerName Description Status VATNumber
WebhookSubscriptions webhooks/WebhookSubscriptions ID: CallbackURL ClientID Description Topic Created`;

const modelOf = (entry: string): [string, Model] => {
  const [head = "", fields = ""] = entry.split(": ");
  const [name = "", path = "", key = "", below] = head.split(" ");
  const [, table = "", by = "", field = table] = /^(\w+)\.(\w+)(?:=(\w+))?$/.exec(below ?? "") ?? [];
  const all = `${key} ${fields}`.replaceAll(/@\w+/g, (part) => shared[part] ?? "").split(/\s+/);
  return [name, { path, key, fields: all, ...(table !== "" && { lines: { table: table as Name, field, by } }) }];
};
export const models = Object.fromEntries(source.split(/\n(?! )/).map(modelOf)) as Readonly<Record<Name, Model>>;

/** What stands beside a reference: the field → the reference, its set, by what, and what of it. */
export const derived: Readonly<Record<string, readonly [from: string, table: Name, by: string, shown: string]>> = {
  AccountName: ["Account", "Accounts", "ID", "Name"],
  AccountCode: ["Account", "Accounts", "ID", "Code"],
  AccountIsSupplier: ["Account", "Accounts", "ID", "IsSupplier"],
  InvoiceToName: ["InvoiceTo", "Accounts", "ID", "Name"],
  OrderAccountName: ["OrderAccount", "Accounts", "ID", "Name"],
  SupplierName: ["Supplier", "Accounts", "ID", "Name"],
  GLAccountCode: ["GLAccount", "GLAccounts", "ID", "Code"],
  GLAccountDescription: ["GLAccount", "GLAccounts", "ID", "Description"],
  ItemDescription: ["Item", "Items", "ID", "Description"],
  UnitDescription: ["UnitCode", "Units", "Code", "Description"],
  ProjectCode: ["Project", "Projects", "ID", "Code"],
  ProjectDescription: ["Project", "Projects", "ID", "Description"],
  CostCenterDescription: ["CostCenter", "Costcenters", "Code", "Description"],
  CostUnitDescription: ["CostUnit", "Costunits", "Code", "Description"],
  VATCodeDescription: ["VATCode", "VATCodes", "Code", "Description"],
};

export const isDay = (field: string): boolean => /Date$|^(?:From|To)$/.test(field);
