/** The fields of PowerOffice Go's records, as the vendor's descriptions name them. A field without a value is null. */
import { type Row, words } from "../engine/values.ts";

const fields = {
  customers:
    "Allowance|BillableRate|ContactCreatedDateTimeOffset|ContactGroupIds|CreatedFromImportJournalId|CurrencyCode|CustomerCreatedDateTimeOffset|CustomerSince|DateOfBirth|DeliveryTerm|DeliveryTermId|DepartmentCode|DepartmentId|DoNotAddLatePaymentFees|DoNotAddLatePaymentInterest|DoNotAutomatePaymentNotifications|EmailAddress|ExternalImportReference|ExternalNumber|FirstName|Id|InvoiceBrandingThemeCode|InvoiceBrandingThemeId|InvoiceDeliveryType|InvoiceEmailAddress|InvoiceEmailAddressCC|IsActive|IsArchived|IsPerson|IsVatFree|LastChangedDateTimeOffset|LastName|LegalName|MailAddress|Name|NationalIdNumber|NoticeOfDebtCollectionDeliveryType|Number|OrganizationNumber|PaymentReminderEmailAddress|PaymentTerm|PaymentTermId|PhoneNumber|ReminderDeliveryType|SalesPersonEmployeeId|SalesPersonEmployeeNumber|SendPaymentReminders|SubledgerAccountId|TransferToDebtCollectionAgency|UseInvoiceFee|WebsiteUrl",
  suppliers:
    "ContactCreatedDateTimeOffset|ContactGroupIds|CreatedFromImportJournalId|CurrencyCode|DateOfBirth|EmailAddress|ExternalImportReference|ExternalNumber|FirstName|Id|IsActive|IsArchived|IsPerson|LastChangedDateTimeOffset|LastName|LegalName|MailAddress|Name|Number|OrganizationNumber|Payout|PhoneNumber|SubledgerAccountId|SupplierCreatedDateTimeOffset|WebsiteUrl",
  addresses: "AddressLine1|AddressLine2|City|CountryCode|ExternalCode|Id|LastChangedDateTimeOffset|ZipCode",
  accounts:
    "AccountNo|AgricultureDepartment|CurrencyCode|DepartmentCode|DepartmentId|GeneralLedgerAccountType|Id|IsActive|IsDepartmentRequired|IsProjectRequired|IsVatCodeLocked|LastChangedDateTimeOffset|Name|Unit1|Unit2|VatCode|VatCodeId|VatReturnSpecification",
  products:
    "Code|CreatedDateTimeOffset|CreatedFromImportJournalId|Description|Gtin|Id|IsArchived|IsStockItem|LastChangedDateTimeOffset|Name|OptionalSalesAccount|OptionalSalesAccountAgricultureDepartment|OptionalSalesAccountId|ProductGroupCode|ProductGroupId|ProductType|StandardSalesAccount|StandardSalesAccountAgricultureDepartment|StandardSalesAccountId|StockAvailable|StockOnHand|StockOnHandLastChangedDatetimeOffset|UnitCost|UnitOfMeasureCode|UnitPrice",
  vatCodes:
    "BaseVatCodeId|Code|Description|Id|IsActive|IsCustom|Name|Rate|ValidFrom|ValidTo|VatBasisRatio|VatBasisRatioValidFrom|VatBasisRatios",
  terms: "CreatedDateTimeOffset|CreditDays|Id|IsActive|IsDefault|LastChangedDateTimeOffset|Name",
  departments:
    "Code|CreatedDateTimeOffset|CreatedFromImportJournalId|Id|IsActive|LastChangedDateTimeOffset|ManagerEmployeeId|ManagerEmployeeNo|Name",
  locations: "Code|CreatedDateTimeOffset|Id|IsActive|LastChangedDateTimeOffset|Name",
  projects:
    "AllowAllActivities|AllowAllEmployees|AttachExpenseVouchersWhenBilling|BillableRate|BillableRateSpecification|BrandingThemeCode|BrandingThemeId|BudgetedBillableRate|BudgetedCostOfGoods|BudgetedHours|BudgetedOtherOperatingExpenses|BudgetedPayrollExpenses|BudgetedRevenueHours|BudgetedTotalRevenue|Code|ContactPersonId|ContractNo|CreatedDateTimeOffset|CreatedFromImportJournalId|CustomerId|CustomerNo|DeliveryTerm|DeliveryTermId|DenyTimeTracking|DepartmentCode|DepartmentId|EndDate|ExpenseMarkupDescription|ExpenseMarkupEnabled|ExpenseMarkupFactor|ExternalNumber|FixedPrice|HourlyRateMarkupDescription|HourlyRateMarkupEnabled|HourlyRateMarkupFactor|Id|IsActive|IsBillable|IsInternal|LastChangedDateTimeOffset|LocationCode|LocationId|Name|ParentProjectCode|ParentProjectId|PaymentTermId|PaymentTerms|Progress|ProjectBillingMethod|ProjectManagerEmployeeId|ProjectManagerEmployeeNo|ProjectStatus|PurchaseOrderNo|StartDate",
  orders:
    "BrandingThemeCode|BrandingThemeId|ContactDeliveryAddressId|ContractNo|CreatedDateTimeOffset|CurrencyCode|CurrencyExchangeRate|CustomMatchingReference|CustomerId|CustomerNo|CustomerReference|CustomerReferenceContactPersonId|DeliveryDate|DeliveryTerm|DeliveryTermId|DepartmentCode|DepartmentId|Dim1Code|Dim1Id|Dim2Code|Dim2Id|Dim3Code|Dim3Id|ExternalImportReference|Id|ImportedOrderNo|IsCreatedByCurrentIntegration|LastChangedDateTimeOffset|LineCount|LocationCode|LocationId|NetAmount|PaymentTerm|PaymentTermId|ProjectCode|ProjectId|PurchaseOrderReference|RelatedInvoiceNo|SalesOrderDate|SalesOrderNo|SalesOrderStatus|SalesPersonEmployeeId|SalesPersonEmployeeNumber|TotalAmount",
  orderLines:
    "Accrual|Allowance|DepartmentCode|DepartmentId|Description|Dim1Code|Dim1Id|Dim2Code|Dim2Id|Dim3Code|Dim3Id|ExternalImportReference|Id|LineType|LocationCode|LocationId|NetAmount|ProductCode|ProductId|ProductUnitCost|ProductUnitPrice|ProjectCode|ProjectId|Quantity|SalesOrderId|SellersReferenceEmployeeId|SellersReferenceEmployeeNo|SortOrder|TotalAmount|UnitOfMeasureCode|UseStandardSalesAccount|VatAmount|VatCode|VatId|VatRate|VatReturnSpecification",
  outgoing:
    "Balance|BalanceLastChangedDateTimeOffset|BrandingThemeCode|BrandingThemeId|Cid|ContractNo|CreatedDateTimeOffset|CurrencyCode|CurrencyExchangeRate|CustomMatchingReference|CustomerId|CustomerNo|CustomerReference|CustomerReferenceContactPersonId|DeliveryAddress1|DeliveryAddress2|DeliveryAddressCity|DeliveryAddressCountryCode|DeliveryAddressZipCode|DeliveryDate|DeliveryTerm|DeliveryTermId|DepartmentCode|DepartmentId|Dim1Code|Dim1Id|Dim2Code|Dim2Id|Dim3Code|Dim3Id|DueDate|ExternalImportReference|Id|ImportedOrderNo|InvoiceDeliveryType|InvoiceNo|IsCreatedByCurrentIntegration|IsReversed|LastChangedDateTimeOffset|LocationCode|LocationId|MatchId|NetAmount|NetPostedAmount|OrderDate|OrderNo|PaymentTerm|PaymentTermId|ProjectCode|ProjectId|PurchaseOrderReference|RelatedInvoiceNo|SellersReferenceEmployeeId|SellersReferenceEmployeeNo|SentDateTimeOffset|TotalAmount|TotalPostedAmount|VoucherDate|VoucherNo|VoucherType",
  outgoingLines:
    "AccountId|AccountNo|AgricultureDepartment|Allowance|DepartmentCode|DepartmentId|Description|Dim1Code|Dim1Id|Dim2Code|Dim2Id|Dim3Code|Dim3Id|ExternalImportReference|Id|IsAccrued|LineType|LocationCode|LocationId|NetAmount|NetPostedAmount|ProductCode|ProductId|ProductUnitCost|ProductUnitPrice|ProjectCode|ProjectId|Quantity|SellersReferenceEmployeeId|SellersReferenceEmployeeNo|SortOrder|TotalAmount|TotalPostedAmount|UnitOfMeasureCode|VatAmount|VatCode|VatId|VatRate|VatReturnSpecification",
  incoming:
    "Balance|BalanceLastChangedDateTimeOffset|Cid|ContractNo|CreatedDateTimeOffset|CurrencyCode|CurrencyExchangeRate|CustomMatchingReference|DepartmentCode|DepartmentId|Dim1Code|Dim1Id|Dim2Code|Dim2Id|Dim3Code|Dim3Id|DueDate|ExternalImportReference|Id|InvoiceNo|IsReversed|LastChangedDateTimeOffset|LocationCode|LocationId|MatchId|NetAmount|NetPostedAmount|ProjectCode|ProjectId|PurchaseOrderReference|RelatedInvoiceNo|SupplierId|SupplierNo|TotalAmount|TotalPostedAmount|VoucherDate|VoucherNo|VoucherType",
  transactions:
    "AccountId|AccountNo|AgricultureDepartment|Amount|BankTransferId|ContactId|CorrectionOfVoucherId|CorrectionOfVoucherNo|CreatedDateTimeOffset|CreatedFromImportJournalId|CurrencyAmount|CurrencyCode|CustomerAccountNo|DepartmentCode|DepartmentId|Description|Dim1Code|Dim1Id|Dim2Code|Dim2Id|Dim3Code|Dim3Id|EmployeeAccountNo|ExternalImportReference|Id|ImportedVoucherNo|IsNoteMainEntry|IsReversed|LastChangedDateTimeOffset|LocationCode|LocationId|PostingDate|ProductCode|ProductId|ProjectCode|ProjectId|Quantity|Quantity2|ReversedVoucherId|ReversedVoucherNo|SubLedgerEntryId|SupplierAccountNo|VatAmount|VatCode|VatId|VatRate|VatReturnSpecification|VoucherDate|VoucherDescription|VoucherId|VoucherNo|VoucherType",
  customerEntries:
    "Amount|Balance|Cid|CreatedDateTimeOffset|CreatedFromImportJournalId|CurrencyAmount|CurrencyCode|CustomMatchingReference|CustomerAccountNo|CustomerExternalNo|CustomerId|CustomerName|DepartmentCode|DepartmentId|Dim1Code|Dim1Id|Dim2Code|Dim2Id|Dim3Code|Dim3Id|DueDate|ExternalImportReference|Id|InvoiceNo|IsCreatedByCurrentIntegration|IsWriteOff|LastChangedDateTimeOffset|LocationCode|LocationId|MatchId|PaidFromBankAccount|PostingDate|ProjectCode|ProjectId|VoucherDate|VoucherId|VoucherNo|VoucherType",
  supplierEntries:
    "Amount|Balance|Cid|CreatedDateTimeOffset|CreatedFromImportJournalId|CurrencyAmount|CurrencyCode|CustomMatchingReference|DepartmentCode|DepartmentId|Dim1Code|Dim1Id|Dim2Code|Dim2Id|Dim3Code|Dim3Id|DueDate|ExternalImportReference|Id|InvoiceNo|IsCreatedByCurrentIntegration|IsWriteOff|LastChangedDateTimeOffset|LocationCode|LocationId|MatchId|PostingDate|ProjectCode|ProjectId|SupplierAccountNo|SupplierExternalNo|SupplierId|SupplierName|VoucherDate|VoucherId|VoucherNo|VoucherType",
  bankAccounts:
    "ActiveIncomingPaymentService|ActiveOutgoingPaymentServices|AgricultureDepartment|AllowOverdraft|BankAccountNumber|BankName|BicSwift|CountryCode|CreatedDateTimeOffset|CurrencyCode|GeneralLedgerAccountId|GeneralLedgerAccountNo|Id|IsActive|IsClientTrustAccount|IsPrimaryAccount|LastChangedDateTimeOffset|OverdraftLimit",
} as const;

export type Shape = keyof typeof fields;

/** A record of this kind as the vendor shows it: all fields, and nothing that only the simulator knows. */
export const shown = (shape: Shape, row: Row): Row =>
  Object.fromEntries(words(fields[shape]).map((name) => [name, row[name] ?? null]));

export const fieldsOf = (shape: Shape): readonly string[] => words(fields[shape]);
