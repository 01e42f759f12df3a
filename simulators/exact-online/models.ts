/** The entity sets of the vendor's REST API reference: path, key and fields. */

export interface Model {
  readonly path: string;
  readonly key: string;
  readonly fields: readonly string[];
  /** The fields that a new record needs. */
  readonly required: readonly string[];
  /** The collection below it: its set, its field, and the field that points back. */
  readonly lines?: { readonly table: Name; readonly field: string; readonly by: string };
}

/** Shared by several sets. */
const shared: Readonly<Record<string, string>> = {
  "@assigned": "CostCenter CostCenterDescription CostUnit CostUnitDescription Project ProjectDescription",
  "@traded":
    "Description Discount Item! ItemDescription UnitPrice NetPrice AmountFC AmountDC VATCode VATPercentage UnitCode UnitDescription LineNumber",
  "@outstanding":
    "AccountCode AccountId AccountName Amount AmountInTransit CurrencyCode Description DueDate EntryNumber InvoiceDate InvoiceNumber JournalCode YourRef",
};

/**
 * For each set: its path, its key (`*` if it has creation and modification times), its child collection with the field that
 * refers back, then its fields (`!` marks required ones).
 */
const described = {
  Accounts: `crm ID* BankAccounts.Account: Code Name! Status IsSupplier IsSales AddressLine1 AddressLine2 City Country
    Postcode Email Phone Fax VATNumber GLAR GLAP GLAccountPurchase BankAccounts`,
  BankAccounts: `crm ID*: Account! BankAccount! BankAccountHolderName BICCode Description Main`,
  Contacts: `crm ID*: Account! AccountName AccountIsCustomer AccountIsSupplier AddressStreet AddressStreetNumber
    AddressStreetNumberSuffix AddressLine2 City Country Postcode HID FirstName LastName FullName Title Email
    BusinessEmail Phone BusinessPhone Mobile BusinessMobile`,
  GLAccounts: `financial ID*: Code! Description! Type BalanceSide BalanceType IsBlocked`,
  Journals: `financial ID*: Code Description Type Currency GLAccount BankName BankAccountIBAN BankAccountBICCode
    BankAccountIncludingMask BankAccountDescription AllowVAT`,
  Transactions: `financialtransaction EntryID* TransactionLines.EntryID: EntryNumber Date Description Document
    FinancialYear FinancialPeriod JournalCode Status Type TypeDescription TransactionLines`,
  TransactionLines: `financialtransaction ID*: EntryID EntryNumber Account AccountCode AmountDC AmountFC AmountVATFC
    Currency Date Description Document ExchangeRate FinancialYear FinancialPeriod GLAccount GLAccountCode InvoiceNumber
    Item JournalCode LineNumber ProjectCode Status Timestamp Type VATCode VATCodeDescription VATPercentage @assigned`,
  GeneralJournalEntries: `generaljournalentry EntryID* GeneralJournalEntryLines.EntryID: Currency EntryNumber
    ExchangeRate FinancialPeriod FinancialYear GeneralJournalEntryLines JournalCode Reversal Status Type`,
  GeneralJournalEntryLines: `generaljournalentry ID*: EntryID Account AmountDC AmountFC! Date Description GLAccount!
    LineNumber VATCode VATPercentage @assigned`,
  Items: `logistics ID*: Code! Description! CostPriceStandard StandardSalesPrice GLCosts GLRevenue GLStock IsSalesItem
    IsStockItem IsTime SalesVatCode Stock Unit UnitDescription`,
  Units: `logistics ID: Active Code Description Type`,
  VATCodes: `vat ID* VatPercentages.VATCodeID=VATPercentages: Charged Code Description IsBlocked Percentage Type
    VATTransactionType VATPercentages`,
  VatPercentages: `vat ID: EndDate LineNumber Percentage StartDate Type VATCodeID`,
  PaymentConditions: `cashflow ID*: Code! Description! DiscountPaymentDays DiscountPercentage PaymentDays
    PaymentEndOfMonths PaymentMethod`,
  Costcenters: `hrm ID*: Active Code Description EndDate`,
  Costunits: `hrm ID*: Code Description EndDate`,
  Projects: `project ID*: Account Code! Description! EndDate Notes StartDate Type!`,
  SalesInvoices: `salesinvoice InvoiceID* SalesInvoiceLines.InvoiceID: AmountDC AmountDiscount AmountDiscountExclVat
    AmountFC AmountFCExclVat
    Currency Description Discount Document DueDate InvoiceDate InvoiceNumber InvoiceTo InvoiceToName Journal OrderDate
    OrderedBy! PaymentCondition Status Type VATAmountFC YourRef SalesInvoiceLines!`,
  SalesInvoiceLines: `salesinvoice ID: @traded InvoiceID! GLAccount Quantity VATAmountFC @assigned`,
  PurchaseEntries: `purchaseentry EntryID* PurchaseEntryLines.EntryID: AmountDC AmountFC VATAmountFC Currency
    Description Document DueDate EntryDate EntryNumber ExternalLinkReference Journal! PaymentCondition PaymentReference
    Status Supplier! SupplierName Type YourRef PurchaseEntryLines!`,
  PurchaseEntryLines: `purchaseentry ID: EntryID AmountDC AmountFC! Description From GLAccount! GLAccountCode LineNumber
    Quantity To VATAmountFC VATBaseAmountFC VATCode VATPercentage @assigned`,
  Quotations: `crm QuotationID* QuotationLines.QuotationID: AmountDC AmountFC VATAmountFC Currency Description
    OrderAccount! OrderAccountName QuotationDate QuotationNumber Status YourRef QuotationLines!`,
  QuotationLines: `crm ID: @traded QuotationID Quantity VATAmountFC`,
  SalesOrders: `salesorder OrderID* SalesOrderLines.OrderID: AmountDiscount AmountFC AmountFCExclVat Currency DeliverTo
    DeliveryDate InvoiceTo OrderDate OrderNumber OrderedBy! Remarks Status SalesOrderLines!`,
  SalesOrderLines: `salesorder ID: @traded OrderID Quantity VATAmount`,
  PurchaseOrders: `purchaseorder PurchaseOrderID* PurchaseOrderLines.PurchaseOrderID: AmountFC Currency Description
    OrderDate OrderNumber OrderStatus PaymentCondition Remarks Supplier VATAmount YourRef PurchaseOrderLines`,
  PurchaseOrderLines: `purchaseorder ID*: @traded PurchaseOrderID Quantity QuantityInPurchaseUnits VATAmount`,
  GoodsReceipts: `purchaseorder ID* GoodsReceiptLines.GoodsReceiptID: Description ReceiptDate ReceiptNumber Remarks
    Supplier YourRef GoodsReceiptLines`,
  GoodsReceiptLines: `purchaseorder ID*: GoodsReceiptID Description Item ItemDescription Project PurchaseOrderID
    QuantityOrdered QuantityReceived`,
  BankEntries: `financialtransaction EntryID* BankEntryLines.EntryID: BankEntryLines! Currency EntryNumber
    FinancialPeriod FinancialYear JournalCode! OpeningBalanceFC ClosingBalanceFC Status`,
  BankEntryLines: `financialtransaction ID*: EntryID Account AccountName AmountDC AmountFC! Date Description
    ExchangeRate GLAccount! LineNumber OurRef`,
  FinancialPeriods: `financial ID: FinYear FinPeriod StartDate EndDate`,
  ReportingBalance: `financial ID: Amount AmountCredit AmountDebit BalanceType Count GLAccount GLAccountCode
    GLAccountDescription ReportingPeriod ReportingYear Status Type`,
  ReceivablesList: `read/financial HID: @outstanding`,
  PayablesList: `read/financial HID: @outstanding`,
  Documents: `documents ID*: Account Body DocumentDate FinancialTransactionEntryID HID Subject! Type!`,
  DocumentAttachments: `documents ID: Attachment! Document! FileName! FileSize Url`,
  DocumentTypes: `documents ID: Description DocumentIsCreatable TypeCategory`,
  Divisions: `system Code: Country Currency Current CustomerName Description Status VATNumber`,
  WebhookSubscriptions: `webhooks ID: CallbackURL! ClientID Description Topic! Created`,
} as const;
export type Name = keyof typeof described;
export const names = Object.keys(described) as Name[];

function modelOf([name, entry]: [string, string]): [string, Model] {
  const [head = "", listed = ""] = entry.split(": ");
  const [area = "", keyed = "", below] = head.split(" ");
  const key = keyed.replace("*", "");
  const [, table = "", by = "", field = table] = /^(\w+)\.(\w+)(?:=(\w+))?$/.exec(below ?? "") ?? [];
  const stamps = keyed === key ? "" : " Created Modified";
  const all = `${key} ${listed}${stamps}`.replaceAll(/@\w+/g, (part) => shared[part] ?? "").split(/\s+/);
  const required = all.flatMap((each) => (each.endsWith("!") ? [each.slice(0, -1)] : []));
  const lines = table === "" ? {} : { lines: { table: table as Name, field, by } };
  return [name, { path: `${area}/${name}`, key, fields: all.map((each) => each.replace("!", "")), required, ...lines }];
}
export const models = Object.fromEntries(Object.entries(described).map(modelOf)) as Readonly<Record<Name, Model>>;

/** Fields that refer to a record of another set, mostly by its key, some by its code. */
const referring: { readonly [Set in Name]?: string } = {
  Accounts: "Account OrderedBy InvoiceTo DeliverTo Supplier OrderAccount",
  Documents: "Document",
  Items: "Item",
  GLAccounts: "GLAccount GLAccountPurchase GLRevenue GLCosts GLStock",
  Projects: "Project",
  SalesInvoices: "InvoiceID",
  Costcenters: "CostCenter",
  Costunits: "CostUnit",
  VATCodes: "VATCode",
  Units: "UnitCode",
};
const referred = (Object.entries(referring) as [Name, string][]).flatMap(([set, fields]) => {
  const by = /^(?:Cost|VAT|Unit)/.test(set) ? "Code" : models[set].key;
  return fields.split(" ").map((field) => ({ field, set, by }));
});
export const references = new Map(referred.map((reference) => [reference.field, reference]));
/** Fields that the vendor copies from a referenced record: `AccountName` beside `Account`. */
export const copiedFields = new Map(
  referred.flatMap((reference) => {
    const stem = reference.field.replace("UnitCode", "Unit");
    const expandedFields = ["Name", "Code", "Description", "IsSupplier"];
    return expandedFields.map((shown) => [`${stem}${shown}`, { ...reference, shown }] as const);
  }),
);

export const isDay = (field: string): boolean => /Date$|^(?:From|To)$/.test(field);
