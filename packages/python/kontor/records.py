# Generated from Kontor's OpenAPI description by "npm run clients". Do not edit.
"""The records and bodies of the API. At runtime they are plain dictionaries."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

Account = TypedDict("Account", {
    "id": str,
    "balance": float,
    "class": Literal["ASSET", "EQUITY", "EXPENSE", "LIABILITY", "REVENUE"],
    "code": str,
    "createdDate": str,
    "currency": Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"],
    "debitCreditIndicator": Literal["DEBIT", "CREDIT"],
    "description": str,
    "name": str,
    "number": str,
    "parentAccountId": str,
    "status": Literal["ACTIVE", "ARCHIVED"],
    "type": str,
    "updatedDate": str,
}, total=False)

AccountInput = TypedDict("AccountInput", {
    "balance": float,
    "class": Literal["ASSET", "EQUITY", "EXPENSE", "LIABILITY", "REVENUE"],
    "code": str,
    "currency": Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"],
    "description": str,
    "name": str,
    "number": str,
    "parentAccountId": str,
    "status": Literal["ACTIVE", "ARCHIVED"],
    "type": Literal["ACCOUNTS_PAYABLE", "ACCOUNTS_RECEIVABLE", "AGGREGATE_CARRIED_FORWARD", "BANK", "BALANCE_CARRIED_FORWARD", "BORROWED_CAPITAL", "BORROWED_CAPITAL_OUTPUT_TAX", "CAPITAL", "CASH", "CHARGE", "CREDIT_CARD", "COST", "CURRENT_ASSET", "CURRENT_LIABILITY", "CURRENT_ASSETS_INPUT_TAX", "CUSTOMER", "CUSTOMER_PREPAYMENT", "DEPRECIATION", "DIRECT_COSTS", "COST_OF_GOODS_SOLD", "EMPLOYEE", "EQUITY", "EXCHANGE_RATE_INCOME", "EXCHANGE_RATE_EXPENSE", "EXPENSE", "FIXED_ASSET", "INVENTORY", "LIABILITY", "LONG_TERM_LIABILITY", "MANAGEMENT_RESULT", "NEUTRAL_REVENUE", "NEUTRAL_EXPENSES", "NON_CURRENT_ASSET", "NON_CURRENT_LIABILITY", "OTHER_INCOME", "OTHER_EXPENSE", "OVERHEADS", "PAYMENT_PROVIDER", "PRE_PAYMENT", "PROVIDER", "REDUCTION_IN_EXPENSES", "REVENUE", "SALES", "SALES_DEDUCTION", "STATISTICAL_BALANCE", "STATISTICAL_CONSUMPTION", "SUPPLIER_PREPAYMENT", "OTHER", "OTHER_BALANCE_SHEET_ACCOUNT", "VAT", "EMPLOYEES_PAYABLE", "PREPAID_EXPENSES", "ACCRUED_EXPENSES", "RETAINED_EARNINGS", "RESEARCH_AND_DEVELOPMENT", "EMPLOYEE_COSTS", "EMPLOYMENT_COSTS", "EXCEPTIONAL_COSTS", "EXCEPTIONAL_INCOME", "INCOME_TAXES", "INTEREST_INCOME", "YEAR_END_REFLECTION", "INDIRECT_YEAR_END_COSTING", "DIRECT_YEAR_END_COSTING"],
}, total=False)

class AccountKey(TypedDict, total=False):
    accountKey: str

class AccountKeyAnswer(TypedDict, total=False):
    accountKey: str
    data: AccountKey
    meta: AccountKeyMeta

class AccountKeyEnd(TypedDict, total=False):
    targetSystem: str
    revoked: bool

class AccountKeyEndAnswer(TypedDict, total=False):
    meta: Meta
    data: AccountKeyEnd

class AccountKeyEvent(TypedDict, total=False):
    eventType: Literal["CREATED"]
    resource: Literal["ACCOUNT_KEY"]
    accountKey: str
    targetSystem: str
    createdDate: str
    endUserId: str
    endUserName: str

class AccountKeyMeta(TypedDict, total=False):
    warnings: List[str]

class Address(TypedDict, total=False):
    addressLine1: str
    addressLine2: str
    city: str
    countryCode: str
    postalCode: str
    type: str

class AddressOfContact(TypedDict, total=False):
    addressLine1: str
    addressLine2: str
    city: str
    countryCode: str
    postalCode: str
    type: Literal["BILLING", "DELIVERY", "PRIVATE", "PICKUP", "WORK"]

class AddressOfContactInput(TypedDict, total=False):
    addressLine1: str
    addressLine2: str
    city: str
    countryCode: str
    postalCode: str
    type: Literal["BILLING", "DELIVERY", "EMPTY", "PRIVATE", "WORK", "PICKUP"]

class AssistantAccess(TypedDict, total=False):
    id: str
    name: str
    host: str
    access: Literal["read", "write"]
    createdDate: str
    usedDate: str

class AssistantAccessListAnswer(TypedDict, total=False):
    meta: Meta
    data: List[AssistantAccess]

class AssistantEnd(TypedDict, total=False):
    id: str

class AssistantEndAnswer(TypedDict, total=False):
    meta: Meta
    data: AssistantEnd

class AsyncTask(TypedDict, total=False):
    information: List[AsyncTaskInformation]
    responseData: Any
    status: Literal["OPEN", "IN_PROGRESS", "FINISHED", "SUCCESS", "FAILED", "PARTIAL_SUCCESS", "CANCELLED_SUCCESSFULLY", "CANCEL_FAILED", "DELETED"]

class AsyncTaskInformation(TypedDict, total=False):
    filename: str
    message: str
    timestamp: str
    type: str

class AuditActor(TypedDict, total=False):
    role: Literal["owner", "operator", "support", "read-only", "member", "viewer", "api", "endUser", "visitor", "shell", "service"]
    id: str
    name: str

class AuditLogAnswer(TypedDict, total=False):
    meta: Dict[str, Any]
    data: List[AuditLogEntry]

class AuditLogEntry(TypedDict, total=False):
    id: str
    at: str
    actor: AuditActor
    action: str
    refused: bool
    previousHash: str
    hash: str
    subject: str
    subjectName: str
    address: str

class BackgroundFault(TypedDict, total=False):
    code: str
    date: str

class Balance(TypedDict, total=False):
    amount: float
    debitCreditIndicator: Literal["DEBIT", "CREDIT"]

class BankAccount(TypedDict, total=False):
    id: str
    balance: float
    bankName: str
    bic: str
    createdDate: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    description: str
    fileType: Literal["CSV", "MT940"]
    iban: str
    name: str
    number: str
    system: str
    status: Literal["ACTIVE", "ARCHIVED"]
    type: str
    updatedDate: str

class BankAccountInput(TypedDict, total=False):
    balance: float
    bankName: str
    bic: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    description: str
    fileType: Literal["CSV", "MT940"]
    iban: str
    name: str
    number: str
    system: str
    status: Literal["ACTIVE", "ARCHIVED"]
    type: Literal["ACCOUNTS_PAYABLE", "ACCOUNTS_RECEIVABLE", "AGGREGATE_CARRIED_FORWARD", "BANK", "BALANCE_CARRIED_FORWARD", "BORROWED_CAPITAL", "BORROWED_CAPITAL_OUTPUT_TAX", "CAPITAL", "CASH", "CHARGE", "CREDIT_CARD", "COST", "CURRENT_ASSET", "CURRENT_LIABILITY", "CURRENT_ASSETS_INPUT_TAX", "CUSTOMER", "CUSTOMER_PREPAYMENT", "DEPRECIATION", "DIRECT_COSTS", "COST_OF_GOODS_SOLD", "EMPLOYEE", "EQUITY", "EXCHANGE_RATE_INCOME", "EXCHANGE_RATE_EXPENSE", "EXPENSE", "FIXED_ASSET", "INVENTORY", "LIABILITY", "LONG_TERM_LIABILITY", "MANAGEMENT_RESULT", "NEUTRAL_REVENUE", "NEUTRAL_EXPENSES", "NON_CURRENT_ASSET", "NON_CURRENT_LIABILITY", "OTHER_INCOME", "OTHER_EXPENSE", "OVERHEADS", "PAYMENT_PROVIDER", "PRE_PAYMENT", "PROVIDER", "REDUCTION_IN_EXPENSES", "REVENUE", "SALES", "SALES_DEDUCTION", "STATISTICAL_BALANCE", "STATISTICAL_CONSUMPTION", "SUPPLIER_PREPAYMENT", "OTHER", "OTHER_BALANCE_SHEET_ACCOUNT", "VAT", "EMPLOYEES_PAYABLE", "PREPAID_EXPENSES", "ACCRUED_EXPENSES", "RETAINED_EARNINGS", "RESEARCH_AND_DEVELOPMENT", "EMPLOYEE_COSTS", "EMPLOYMENT_COSTS", "EXCEPTIONAL_COSTS", "EXCEPTIONAL_INCOME", "INCOME_TAXES", "INTEREST_INCOME", "YEAR_END_REFLECTION", "INDIRECT_YEAR_END_COSTING", "DIRECT_YEAR_END_COSTING"]

class Bill(TypedDict, total=False):
    id: str
    accountId: str
    addresses: List[Address]
    billDate: str
    billNumber: str
    contactId: str
    createdDate: str
    currency: str
    deliveryDate: str
    dueDate: str
    fileId: str
    journalCode: str
    lineItems: List[BillLineItem]
    name: str
    oneLineAddress: str
    paidDate: str
    paymentReference: str
    paymentTermCode: str
    paymentStatus: Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]
    paymentDays: int
    reference: str
    shippingDate: str
    shippingType: Literal["SERVICE", "SERVICE_PERIOD", "DELIVERY", "DELIVERY_PERIOD"]
    status: Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]
    taxRule: Literal["NET", "TAXFREE", "INTRACOMMUNITY_GOODS", "INTRACOMMUNITY_SERVICE", "EXPORT_SERVICE", "EXPORT_GOODS", "REVERSE_CHARGE", "GROSS", "CONSTRUCTION_SERVICE", "PHOTOVOLTAIC_EQUIPMENT", "SMALL_BUSINESS_EXEMPTION", "NON_DOMESTIC_SERVICE", "OSS_GOODS", "OSS_ELECTRONIC_SERVICES", "OSS_SERVICES"]
    taxText: str
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    updatedDate: str

class BillInput(TypedDict, total=False):
    accountId: str
    addresses: List[Address]
    billDate: str
    billNumber: str
    contactId: str
    currency: str
    deliveryDate: str
    dueDate: str
    fileId: str
    journalCode: str
    lineItems: List[BillLineItemInput]
    name: str
    oneLineAddress: str
    paidDate: str
    paymentReference: str
    paymentTermCode: str
    paymentStatus: Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]
    paymentDays: int
    reference: str
    shippingDate: str
    shippingType: Literal["SERVICE", "SERVICE_PERIOD", "DELIVERY", "DELIVERY_PERIOD"]
    status: Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]
    taxRule: Literal["NET", "TAXFREE", "INTRACOMMUNITY_GOODS", "INTRACOMMUNITY_SERVICE", "EXPORT_SERVICE", "EXPORT_GOODS", "REVERSE_CHARGE", "GROSS", "CONSTRUCTION_SERVICE", "PHOTOVOLTAIC_EQUIPMENT", "SMALL_BUSINESS_EXEMPTION", "NON_DOMESTIC_SERVICE", "OSS_GOODS", "OSS_ELECTRONIC_SERVICES", "OSS_SERVICES"]
    taxText: str
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float

class BillLineItem(TypedDict, total=False):
    id: str
    accountId: str
    accountNumber: str
    createdDate: str
    deferredEndDate: str
    deferredStartDate: str
    description: str
    dimensions: List[LineDimension]
    itemId: str
    itemName: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str
    updatedDate: str

class BillLineItemInput(TypedDict, total=False):
    id: str
    accountId: str
    accountNumber: str
    deferredEndDate: str
    deferredStartDate: str
    description: str
    dimensions: List[LineDimension]
    itemId: str
    itemName: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str

class BillLineItemUpdate(TypedDict, total=False):
    accountId: str
    accountNumber: str
    deferredEndDate: str
    deferredStartDate: str
    description: str
    dimensions: List[LineDimension]
    itemId: str
    itemName: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str

class BookingProposal(TypedDict, total=False):
    id: str
    addresses: List[Address]
    bankAccountId: str
    bankAccountNumber: int
    bankCode: str
    bic: str
    iban: str
    bookingProposalDate: str
    bookingType: Literal["INVOICE", "BILL", "CREDIT_NOTE", "INVOICE_CREDIT_NOTE", "BILL_CREDIT_NOTE", "DOWN_PAYMENT", "CREDIT_CARD", "EXPENSE", "OTHER"]
    contactAccountNumber: int
    contactId: str
    contactName: str
    createdDate: str
    updatedDate: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    deliveryDate: str
    dueDate: str
    paidDate: str
    discountPaymentDate: str
    discountPaymentDate2: str
    files: List[str]
    journalCode: str
    ledgerName: str
    isPaymentOrder: bool
    lineItems: List[BookingProposalLine]
    notes: str
    number: str
    orderId: str
    paymentTermsId: str
    status: Literal["OPEN", "PAID", "DRAFT", "SUBMITTED", "VOIDED", "OVERDUE", "PARTIALLY_PAID"]
    taskId: str
    totalGrossAmount: float
    vatId: str
    accountName: str

class BookingProposalDimension(TypedDict, total=False):
    id: str
    code: str
    dimension: str
    name: str

class BookingProposalInput(TypedDict, total=False):
    bookingProposalDate: str
    lineItems: List[BookingProposalLineInput]
    id: str
    accountName: str
    addresses: List[Address]
    bankAccountId: str
    bankAccountNumber: int
    bankCode: str
    bic: str
    contactAccountNumber: int
    contactId: str
    contactName: str
    currency: str
    deliveryDate: str
    discountPaymentDate: str
    discountPaymentDate2: str
    dueDate: str
    folderManagement: Any
    journalCode: str
    iban: str
    isPaymentOrder: bool
    ledgerName: str
    notes: str
    number: str
    orderId: str
    paidDate: str
    paymentTermsId: str
    status: str
    totalGrossAmount: float
    vatId: str

BookingProposalInputWithFiles = TypedDict("BookingProposalInputWithFiles", {
    "bookingProposal": "BookingProposalInput",
    "bookingType": Literal["INVOICE", "BILL", "CREDIT_NOTE", "INVOICE_CREDIT_NOTE", "BILL_CREDIT_NOTE", "DOWN_PAYMENT", "CREDIT_CARD", "EXPENSE", "OTHER"],
    "folderManagement": Any,
    "files[]": List[bytes],
}, total=False)

class BookingProposalLine(TypedDict, total=False):
    id: str
    accountCode: str
    accountId: str
    accountName: str
    accountNumber: int
    bookingTaxCode: str
    taxCode: str
    createdDate: str
    updatedDate: str
    description: str
    dimension1: str
    dimension2: str
    dimensions: List[BookingProposalDimension]
    discountAmount: float
    discountAmount2: float
    discountPercentage: float
    discountPercentage2: float
    taxRatePercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    type: str

class BookingProposalLineInput(TypedDict, total=False):
    id: str
    accountCode: str
    accountId: str
    accountName: str
    accountNumber: int
    bookingTaxCode: str
    description: str
    dimension1: str
    dimension2: str
    discountAmount: float
    discountAmount2: float
    discountPercentage: float
    discountPercentage2: float
    taxCode: str
    taxRatePercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    type: Literal["GOODS", "SERVICES"]

class CallbackUrls(TypedDict, total=False):
    callbackUrl: str
    cancelCallbackUrl: str

class CallbackUrlsAnswer(TypedDict, total=False):
    meta: Meta
    data: CallbackUrls

class ChangeSources(TypedDict, total=False):
    native: List[Literal["ACCOUNT", "BANK_ACCOUNT", "BILL", "BOOKING_PROPOSAL", "CONTACT", "CREDIT_NOTE", "CUSTOMER", "DIMENSION", "EXPENSE", "INVOICE", "ITEM", "JOURNAL_ENTRY", "OFFER", "PAYMENT", "PURCHASE_ORDER", "SALES_ORDER", "SUPPLIER"]]
    polled: List[Literal["ACCOUNT", "BANK_ACCOUNT", "BILL", "BOOKING_PROPOSAL", "CONTACT", "CREDIT_NOTE", "CUSTOMER", "DIMENSION", "EXPENSE", "INVOICE", "ITEM", "JOURNAL_ENTRY", "OFFER", "PAYMENT", "PURCHASE_ORDER", "SALES_ORDER", "SUPPLIER"]]
    batches: bool

class ChangelogMonth(TypedDict, total=False):
    month: str
    entries: List[str]

Colour = Union[Any, Literal["", "aliceblue", "antiquewhite", "aqua", "aquamarine", "azure", "beige", "bisque", "black", "blanchedalmond", "blue", "blueviolet", "brown", "burlywood", "cadetblue", "chartreuse", "chocolate", "coral", "cornflowerblue", "cornsilk", "crimson", "cyan", "darkblue", "darkcyan", "darkgoldenrod", "darkgray", "darkgreen", "darkgrey", "darkkhaki", "darkmagenta", "darkolivegreen", "darkorange", "darkorchid", "darkred", "darksalmon", "darkseagreen", "darkslateblue", "darkslategray", "darkslategrey", "darkturquoise", "darkviolet", "deeppink", "deepskyblue", "dimgray", "dimgrey", "dodgerblue", "firebrick", "floralwhite", "forestgreen", "fuchsia", "gainsboro", "ghostwhite", "gold", "goldenrod", "gray", "green", "greenyellow", "grey", "honeydew", "hotpink", "indianred", "indigo", "ivory", "khaki", "lavender", "lavenderblush", "lawngreen", "lemonchiffon", "lightblue", "lightcoral", "lightcyan", "lightgoldenrodyellow", "lightgray", "lightgreen", "lightgrey", "lightpink", "lightsalmon", "lightseagreen", "lightskyblue", "lightslategray", "lightslategrey", "lightsteelblue", "lightyellow", "lime", "limegreen", "linen", "magenta", "maroon", "mediumaquamarine", "mediumblue", "mediumorchid", "mediumpurple", "mediumseagreen", "mediumslateblue", "mediumspringgreen", "mediumturquoise", "mediumvioletred", "midnightblue", "mintcream", "mistyrose", "moccasin", "navajowhite", "navy", "oldlace", "olive", "olivedrab", "orange", "orangered", "orchid", "palegoldenrod", "palegreen", "paleturquoise", "palevioletred", "papayawhip", "peachpuff", "peru", "pink", "plum", "powderblue", "purple", "rebeccapurple", "red", "rosybrown", "royalblue", "saddlebrown", "salmon", "sandybrown", "seagreen", "seashell", "sienna", "silver", "skyblue", "slateblue", "slategray", "slategrey", "snow", "springgreen", "steelblue", "tan", "teal", "thistle", "tomato", "transparent", "turquoise", "violet", "wheat", "white", "whitesmoke", "yellow", "yellowgreen"]]

class CompaniesAnswer(TypedDict, total=False):
    meta: Meta
    data: List[Company]

class Company(TypedDict, total=False):
    id: str
    name: str
    environmentId: str
    client_number: int
    consultant_number: int
    subscription: List[Subscription]

class ConnectionEnd(TypedDict, total=False):
    targetSystem: str
    state: Literal["disabled"]
    revoked: bool

class ConnectionEndAnswer(TypedDict, total=False):
    meta: Meta
    data: ConnectionEnd

class ConnectionImport(TypedDict, total=False):
    connections: List[ImportedConnection]

class ConnectionLink(TypedDict, total=False):
    id: str
    targetSystem: str
    url: str
    expiresDate: str
    endUserId: str
    endUserName: str

class ConnectionLinksAnswer(TypedDict, total=False):
    meta: Meta
    data: List[ConnectionLink]

class ConnectionLinksInput(TypedDict, total=False):
    needs: Literal["consent", "reauth"]
    targetSystem: str
    ids: List[str]

class ConnectionResource(TypedDict, total=False):
    resource: Literal["ACCOUNT", "BANK_ACCOUNT", "BILL", "BOOKING_PROPOSAL", "CONTACT", "CREDIT_NOTE", "CUSTOMER", "DIMENSION", "EXPENSE", "INVOICE", "ITEM", "JOURNAL_ENTRY", "OFFER", "PAYMENT", "PURCHASE_ORDER", "SALES_ORDER", "SUPPLIER"]
    reportedBy: Literal["webhook", "polling"]
    companyId: str
    completeUntilDate: str
    intervalSeconds: int
    lastFault: BackgroundFault

class ConnectionState(TypedDict, total=False):
    id: str
    targetSystem: str
    state: Literal["active", "needs_reauth", "disabled"]
    healthy: bool
    environmentName: str
    companyId: str
    endUserId: str
    endUserName: str
    problem: str
    warnings: List[str]
    checkedDate: str
    lastFault: BackgroundFault
    resources: List[ConnectionResource]
    createdDate: str
    updatedDate: str

class ConnectionStateAnswer(TypedDict, total=False):
    meta: Meta
    data: ConnectionState

class ConsoleLink(TypedDict, total=False):
    url: str
    expiresDate: str

class ConsoleLinkAnswer(TypedDict, total=False):
    meta: Meta
    data: ConsoleLink

class ConsoleLinkInput(TypedDict, total=False):
    person: str
    role: Literal["owner", "operator", "support", "read-only"]
    readOnly: bool

class ConsoleSession(TypedDict, total=False):
    id: str
    kind: Literal["session", "link"]
    person: str
    role: Literal["owner", "operator", "support", "read-only"]
    readOnly: bool
    fromApiKey: bool
    createdDate: str
    expiresDate: str
    seenDate: str

class ConsoleSessionsAnswer(TypedDict, total=False):
    meta: Meta
    data: List[ConsoleSession]

class Contact(TypedDict, total=False):
    id: str
    addresses: List[AddressOfContact]
    companyName: str
    contactPersons: List[ContactPerson]
    contactType: Literal["CONTACT_PERSON", "COMPANY", "UNDEFINED"]
    createdDate: str
    emailAddresses: List[EmailAddress]
    isCustomer: bool
    isSupplier: bool
    number: str
    phoneNumbers: List[PhoneNumber]
    projectId: str
    updatedDate: str
    website: str

class ContactAddress(TypedDict, total=False):
    addressLine1: str
    addressLine2: str
    city: str
    countryCode: str
    postalCode: str
    type: Literal["BILLING", "DELIVERY", "PRIVATE", "WORK", "PICKUP", "EMPTY"]

class ContactAddressInput(TypedDict, total=False):
    addressLine1: str
    addressLine2: str
    city: str
    countryCode: str
    postalCode: str
    type: Literal["BILLING", "DELIVERY", "EMPTY", "PRIVATE", "WORK", "PICKUP"]

class ContactBankAccount(TypedDict, total=False):
    bic: str
    holder: str
    isMainAccount: bool
    iban: str
    name: str
    sepa: bool

class ContactInput(TypedDict, total=False):
    contactType: Literal["CONTACT_PERSON", "COMPANY", "UNDEFINED"]
    id: str
    addresses: List[AddressOfContactInput]
    companyName: str
    contactPersons: List[ContactPersonInput]
    emailAddresses: List[EmailAddress]
    isCustomer: bool
    isSupplier: bool
    number: str
    phoneNumbers: List[PhoneNumberInput]
    projectId: str
    website: str

class ContactPatch(TypedDict, total=False):
    contactType: Literal["CONTACT_PERSON", "COMPANY", "UNDEFINED"]
    addresses: List[AddressOfContactInput]
    companyName: str
    contactPersons: List[ContactPersonInput]
    emailAddresses: List[EmailAddress]
    isCustomer: bool
    isSupplier: bool
    number: str
    phoneNumbers: List[PhoneNumberInput]
    projectId: str
    website: str

class ContactPerson(TypedDict, total=False):
    emailAddresses: List[EmailAddress]
    firstName: str
    id: str
    lastName: str
    phoneNumbers: List[PhoneNumber]
    salutation: str

class ContactPersonInput(TypedDict, total=False):
    emailAddresses: List[EmailAddress]
    firstName: str
    id: str
    lastName: str
    phoneNumbers: List[PhoneNumberInput]
    salutation: str

class ContactUpdate(TypedDict, total=False):
    contactType: Literal["CONTACT_PERSON", "COMPANY", "UNDEFINED"]
    addresses: List[AddressOfContactInput]
    companyName: str
    contactPersons: List[ContactPersonInput]
    emailAddresses: List[EmailAddress]
    isCustomer: bool
    isSupplier: bool
    number: str
    phoneNumbers: List[PhoneNumberInput]
    projectId: str
    website: str

class ContactsBulkInput(TypedDict, total=False):
    accountNumberLength: int
    chartOfAccount: Literal["SKR03", "SKR04", "SKR42", "SKR51", "SKR14"]
    entries: List[ContactInput]
    fiscalYearStartDate: str

class CreditNote(TypedDict, total=False):
    id: str
    addresses: List[Address]
    contactId: str
    createdDate: str
    creditNoteDate: str
    creditNoteLines: List[CreditNoteLine]
    creditNoteNumber: str
    currency: str
    paymentStatus: Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]
    paymentTermId: str
    reference: str
    status: Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    updatedDate: str

class CreditNoteLine(TypedDict, total=False):
    id: str
    createdDate: str
    description: str
    itemId: str
    itemName: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str
    updatedDate: str

class CustomValue(TypedDict, total=False):
    name: str
    value: str

class CustomerOrSupplier(TypedDict, total=False):
    id: str
    addresses: List[ContactAddress]
    accountNumber: int
    bankAccounts: List[ContactBankAccount]
    companyName: str
    contactPersons: List[ContactPerson]
    contactType: Literal["CONTACT_PERSON", "COMPANY", "UNDEFINED"]
    documentId: str
    emailAddresses: List[EmailAddress]
    number: str
    phoneNumbers: List[PhoneNumber]
    projectId: str
    role: Literal["SUPPLIER", "CUSTOMER", "CONTACT"]
    updatedDate: str
    vatId: str

class CustomerOrSupplierInput(TypedDict, total=False):
    contactType: Literal["CONTACT_PERSON", "COMPANY"]
    addresses: List[ContactAddressInput]
    bankAccount: ContactBankAccount
    companyName: str
    contactPersons: List[ContactPersonInput]
    documentId: str
    emailAddresses: List[EmailAddress]
    number: str
    phoneNumbers: List[PhoneNumberInput]
    projectId: str
    role: Literal["SUPPLIER", "CUSTOMER", "CONTACT"]
    vatId: str

class CustomerOrSupplierPatch(TypedDict, total=False):
    contactType: Literal["CONTACT_PERSON", "COMPANY"]
    addresses: List[ContactAddressInput]
    bankAccount: ContactBankAccount
    companyName: str
    contactPersons: List[ContactPersonInput]
    documentId: str
    emailAddresses: List[EmailAddress]
    number: str
    phoneNumbers: List[PhoneNumberInput]
    projectId: str
    role: Literal["SUPPLIER", "CUSTOMER", "CONTACT"]
    vatId: str

class Deleted(TypedDict, total=False):
    id: str

class DeletedConnection(TypedDict, total=False):
    id: str

class DeletedConnectionAnswer(TypedDict, total=False):
    meta: Meta
    message: str
    data: DeletedConnection

class DeletedOAuthClient(TypedDict, total=False):
    targetSystem: str

class DeletedOAuthClientAnswer(TypedDict, total=False):
    meta: Meta
    data: DeletedOAuthClient

class DeletedWebhookSubscription(TypedDict, total=False):
    id: str

class DeletedWebhookSubscriptionAnswer(TypedDict, total=False):
    meta: Meta
    data: DeletedWebhookSubscription

class DeliveredEvent(TypedDict, total=False):
    eventType: Literal["CREATED", "UPDATED", "DELETED", "REVOKED"]
    resource: Literal["ACCOUNT", "BANK_ACCOUNT", "BILL", "BOOKING_PROPOSAL", "CONTACT", "CREDIT_NOTE", "CUSTOMER", "DIMENSION", "EXPENSE", "INVOICE", "ITEM", "JOURNAL_ENTRY", "OFFER", "PAYMENT", "PURCHASE_ORDER", "SALES_ORDER", "SUPPLIER", "ACCOUNT_KEY", "ISSUE", "TOKEN", "WEBHOOK"]
    resourceId: str
    filterDate: str

class Difference(TypedDict, total=False):
    field: str
    asked: Any
    stored: Any

class Dimension(TypedDict, total=False):
    id: str
    categoryName: str
    code: str
    name: str

class DimensionInput(TypedDict, total=False):
    id: str
    categoryName: str
    code: str
    name: str

class DimensionRecord(TypedDict, total=False):
    id: str
    categoryName: str
    createdDate: str
    name: str
    status: str
    updatedDate: str

class DiscountPeriod(TypedDict, total=False):
    invoiceRange: str
    discountDeadline: str
    discountDeadline2: str
    paymentDeadline: str

class Document(TypedDict, total=False):
    id: str
    base64Encoded: bool
    content: str
    contentType: str
    fileName: str

class DocumentExtensions(TypedDict, total=False):
    allowed_file_extensions: List[str]

class DocumentType(TypedDict, total=False):
    name: str
    category: str

class DryRun(TypedDict, total=False):
    valid: bool
    problems: List[DryRunProblem]
    request: DryRunRequest

class DryRunAnswer(TypedDict, total=False):
    meta: Meta
    data: DryRun

class DryRunFile(TypedDict, total=False):
    fileName: str
    contentType: str
    size: int
    name: str

class DryRunForm(TypedDict, total=False):
    parts: Dict[str, Any]
    files: List[DryRunFile]

class DryRunProblem(TypedDict, total=False):
    message: str
    code: str
    field: str

class DryRunRequest(TypedDict, total=False):
    method: str
    path: str
    query: Dict[str, Any]
    body: Any
    form: DryRunForm
    file: DryRunFile

class EmailAddress(TypedDict, total=False):
    email: str
    type: Literal["BUSINESS", "PRIVATE", "OFFICE", "INVOICE", "PAYMENT", "OTHER"]

class EndUser(TypedDict, total=False):
    id: str
    targetSystem: str
    state: str
    environmentName: str
    companyId: str
    endUserId: str
    endUserName: str
    createdDate: str

class EndUserCountsAnswer(TypedDict, total=False):
    meta: Meta
    data: Dict[str, Any]

class EndUserPage(TypedDict, total=False):
    url: str
    expiresDate: str

class EndUserPageAnswer(TypedDict, total=False):
    meta: Meta
    data: EndUserPage

class EndUserPageInput(TypedDict, total=False):
    endUserId: str
    ids: List[str]
    locale: str
    returnUrl: str
    assistants: Literal["read", "write"]

class EndUsersAnswer(TypedDict, total=False):
    meta: Dict[str, Any]
    data: List[EndUser]

class EndedConsoleSession(TypedDict, total=False):
    id: str

class EndedConsoleSessionAnswer(TypedDict, total=False):
    meta: Meta
    data: EndedConsoleSession

class Environment(TypedDict, total=False):
    id: str
    environmentId: str
    name: str
    type: str
    tenantId: str
    applicationFamily: str
    countryCode: str

class EnvironmentsAnswer(TypedDict, total=False):
    meta: Meta
    data: List[Environment]

class ErasedKeys(TypedDict, total=False):
    id: str

class ErasedKeysAnswer(TypedDict, total=False):
    meta: Meta
    data: ErasedKeys

class Erasure(TypedDict, total=False):
    id: str
    connectionId: str
    erasedDate: str
    erasedRows: Dict[str, Any]

class ErasuresAnswer(TypedDict, total=False):
    meta: Dict[str, Any]
    data: List[Erasure]

class Event(TypedDict, total=False):
    eventType: Literal["CREATED", "UPDATED", "DELETED", "REVOKED"]
    filterDate: str
    resource: Literal["ACCOUNT", "BANK_ACCOUNT", "BILL", "BOOKING_PROPOSAL", "CONTACT", "CREDIT_NOTE", "CUSTOMER", "DIMENSION", "EXPENSE", "INVOICE", "ITEM", "JOURNAL_ENTRY", "OFFER", "PAYMENT", "PURCHASE_ORDER", "SALES_ORDER", "SUPPLIER", "ACCOUNT_KEY", "ISSUE", "TOKEN", "WEBHOOK"]
    resourceId: str
    companyId: str
    connectionId: str
    targetSystem: str
    endUserId: str
    endUserName: str
    test: bool

class EventsAnswer(TypedDict, total=False):
    meta: Dict[str, Any]
    data: List[LoggedEvent]

class Expense(TypedDict, total=False):
    id: str
    accountCode: str
    accountId: str
    accountNumber: int
    createdDate: str
    updatedDate: str
    transactionDate: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    customerId: str
    supplierId: str
    description: str
    note: str
    documentId: str
    exchangeRate: str
    expenseLines: List[JournalLineItem]
    files: List[str]
    journalCode: str
    ledgerName: str
    paymentTermId: str
    paymentType: str
    taskId: str
    type: str
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float

class ExpenseInput(TypedDict, total=False):
    id: str
    accountCode: str
    accountId: str
    accountName: str
    accountNumber: int
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    customerId: str
    exchangeRate: str
    expenseLines: List[ExpenseLineInput]
    files: List[Any]
    generatorName: str
    description: str
    documentId: str
    journalCode: str
    ledgerName: str
    note: str
    paymentTermId: str
    paymentType: Literal["CASH", "CHECK", "CREDIT_CARD", "CREDIT", "COLLECTION"]
    supplierId: str
    type: Literal["EXPENSE", "REFUND"]
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    transactionDate: str

ExpenseInputWithFiles = TypedDict("ExpenseInputWithFiles", {
    "expense": "ExpenseInput",
    "files[]": List[bytes],
}, total=False)

class ExpenseLineInput(TypedDict, total=False):
    accountCode: str
    accountId: str
    accountNumber: int
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    customerId: str
    debitCreditIndicator: Literal["DEBIT", "CREDIT"]
    description: str
    dimensions: List[DimensionInput]
    discountAmount: float
    documentNumber: str
    exchangeRate: str
    supplierId: str
    taxRate: ExpenseTaxRateInput
    thirdPartyCode: str
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    id: str
    accountName: str
    itemId: str

class ExpenseTaxRateInput(TypedDict, total=False):
    id: str
    code: str
    name: str
    taxRatePercentage: str
    description: str

class Failure(TypedDict, total=False):
    code: Literal["invalid_request", "company_required", "environment_required", "fiscal_year_required", "signing_secret_missing", "unknown_locale", "api_key_missing", "api_key_invalid", "account_key_missing", "account_key_invalid", "scope_missing", "connection_inactive", "target_forbidden", "not_found", "route_not_found", "target_system_unknown", "method_not_allowed", "idempotency_in_progress", "connection_needs_reauth", "target_conflict", "body_too_large", "unsupported_media_type", "idempotency_key_reused", "cannot_store", "stored_differs", "document_locked", "operation_not_supported", "target_rejected", "rate_limited", "target_rate_limited", "internal", "target_bad_response", "target_unavailable", "unavailable", "outcome_unknown", "target_timeout"]
    message: str
    field: str
    targetSystem: str
    targetStatus: int
    targetMessage: str
    operationId: str
    next: Literal["fix", "wait", "reconnect", "report"]

class FailureBody(TypedDict, total=False):
    errors: List[Failure]
    meta: Dict[str, Any]

class FileForm(TypedDict, total=False):
    file: bytes
    documentType: str
    documentDate: str
    note: str
    contactId: str
    documentId: str
    integrationSource: str
    resourceId: str

class FiscalYear(TypedDict, total=False):
    id: str
    accountNumberLength: int
    chartOfAccount: Literal["SKR03", "SKR04", "SKR42", "SKR51", "SKR14"]
    createdDate: str
    description: str
    endDate: str
    startDate: str
    status: Literal["OPEN", "CLOSED"]
    updatedDate: str

class FlowAddress(TypedDict, total=False):
    url: str

class FlowAddressAnswer(TypedDict, total=False):
    meta: Meta
    data: FlowAddress

class GoodsReceipt(TypedDict, total=False):
    id: str
    comment: str
    createdDate: str
    description: str
    lineItems: List[GoodsReceiptLineItem]
    reference: str
    supplierId: str
    updatedDate: str

class GoodsReceiptLineItem(TypedDict, total=False):
    id: str
    createdDate: str
    description: str
    itemId: str
    itemName: str
    projectId: str
    purchaseOrderId: str
    quantityOrdered: float
    quantityReceived: float
    updatedDate: str

class HeadlessCredentials(TypedDict, total=False):
    apiKey: str
    baseUrl: str
    clientName: str
    clientSecret: str
    database: str
    mandant: str
    password: str
    tenantId: str
    url: str
    username: str
    environmentName: str
    companyId: str
    endUserId: str
    endUserName: str

class Health(TypedDict, total=False):
    status: Literal["ok", "paused"]
    version: str

class HealthDetails(TypedDict, total=False):
    status: Literal["ok", "degraded", "paused", "unavailable"]
    database: Literal["ok", "unavailable"]
    disk: Literal["ok", "low"]
    workers: int
    version: str
    trouble: Literal["unreachable", "too_many_connections", "disk_full", "disk_failed", "read_only", "standby", "out_of_memory", "busy"]
    freeBytes: int
    oldestUndelivered: int

class HiddenFields(TypedDict, total=False):
    fields: List[str]
    connectionId: str

class HiddenFieldsAnswer(TypedDict, total=False):
    meta: Meta
    data: HiddenFields

class HiddenFieldsInput(TypedDict, total=False):
    fields: List[str]
    connectionId: str

class ImportError(TypedDict, total=False):
    code: str
    message: str
    next: Literal["fix", "wait", "reconnect", "report"]
    field: str
    targetSystem: str
    targetStatus: int
    targetMessage: str

class ImportOutcome(TypedDict, total=False):
    index: int
    state: Literal["waiting", "connected", "failed"]
    endUserId: str
    connectionId: str
    accountKey: str
    error: ImportError

class ImportTask(TypedDict, total=False):
    id: str
    targetSystem: str
    status: Literal["IN_PROGRESS", "SUCCESS", "PARTIAL_SUCCESS", "FAILED"]
    total: int
    connected: int
    failed: int
    responseData: List[ImportOutcome]

class ImportTaskAnswer(TypedDict, total=False):
    meta: PagedMeta
    data: ImportTask

class ImportedConnection(TypedDict, total=False):
    endUserId: str
    endUserName: str
    accessToken: str
    refreshToken: str
    expiresAt: str
    apiKey: str
    baseUrl: str
    clientSecret: str
    database: str
    mandant: str
    password: str
    tenantId: str
    username: str
    companyId: str
    environmentName: str

class Invoice(TypedDict, total=False):
    invoiceId: str
    addresses: List[Address]
    contactId: str
    createdDate: str
    currency: str
    discountAmount: float
    dueDate: str
    fileId: str
    invoiceDate: str
    invoiceNumber: str
    invoiceType: Literal["STANDARD", "BILL"]
    journalCode: str
    lineAmountTypes: Literal["EXCLUSIVE", "INCLUSIVE", "NOTAX"]
    lineItems: List[InvoiceLineItem]
    name: str
    oneLineAddress: str
    paidDate: str
    paymentStatus: Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]
    paymentTermDuration: int
    paymentTermId: str
    reference: str
    shippingDate: str
    status: Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]
    sumNetAmount: float
    taxRule: Literal["NET", "TAXFREE", "INTRACOMMUNITY_GOODS", "INTRACOMMUNITY_SERVICE", "EXPORT_SERVICE", "EXPORT_GOODS", "REVERSE_CHARGE", "GROSS", "CONSTRUCTION_SERVICE", "PHOTOVOLTAIC_EQUIPMENT", "SMALL_BUSINESS_EXEMPTION", "NON_DOMESTIC_SERVICE", "OSS_GOODS", "OSS_ELECTRONIC_SERVICES", "OSS_SERVICES"]
    totalAmount: float
    totalTaxAmount: float
    updatedDate: str

class InvoiceInput(TypedDict, total=False):
    invoiceDate: str
    lineItems: List[InvoiceLineItemInput]
    invoiceId: str
    addresses: List[Address]
    contactId: str
    currency: str
    discountPercentage: float
    dueDate: str
    fileId: str
    grossTotalAmount: float
    invoiceNumber: str
    invoiceType: Literal["STANDARD", "BILL"]
    journalCode: str
    lineAmountTypes: str
    name: str
    oneLineAddress: str
    paidDate: str
    paymentTermDuration: int
    paymentTermId: str
    reference: str
    shippingDate: str
    shippingType: Literal["SERVICE", "SERVICE_PERIOD", "DELIVERY", "DELIVERY_PERIOD"]
    shippingEndDate: str
    status: Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]
    taxRule: Literal["NET", "TAXFREE", "INTRACOMMUNITY_GOODS", "INTRACOMMUNITY_SERVICE", "EXPORT_SERVICE", "EXPORT_GOODS", "REVERSE_CHARGE", "GROSS", "CONSTRUCTION_SERVICE", "PHOTOVOLTAIC_EQUIPMENT", "SMALL_BUSINESS_EXEMPTION", "NON_DOMESTIC_SERVICE", "OSS_GOODS", "OSS_ELECTRONIC_SERVICES", "OSS_SERVICES"]
    taxText: str

class InvoiceLineItem(TypedDict, total=False):
    lineItemId: str
    accountId: str
    createdDate: str
    description: str
    dimensions: List[LineDimension]
    discountItemAmount: float
    discountItemPercentage: float
    grossAmount: float
    itemsAmount: float
    itemId: str
    name: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    unitAmount: float
    updatedDate: str

class InvoiceLineItemInput(TypedDict, total=False):
    quantity: float
    accountCode: str
    accountId: str
    description: str
    dimensions: List[LineDimension]
    discountItemPercentage: float
    grossAmount: float
    itemId: str
    name: str
    taxCode: str
    taxRatePercentage: float
    taxType: str
    type: str
    unitAmount: float
    unitName: str

class InvoiceLineItemPatch(TypedDict, total=False):
    accountCode: str
    accountId: str
    description: str
    dimensions: List[LineDimension]
    discountItemPercentage: float
    grossAmount: float
    itemId: str
    name: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    taxType: str
    type: str
    unitAmount: float
    unitName: str
    lineItemId: str

class InvoiceLineItemPatchBody(TypedDict, total=False):
    quantity: float
    accountCode: str
    accountId: str
    description: str
    dimensions: List[LineDimension]
    discountItemPercentage: float
    grossAmount: float
    itemId: str
    name: str
    taxCode: str
    taxRatePercentage: float
    taxType: str
    type: str
    unitAmount: float
    unitName: str

class InvoicePatch(TypedDict, total=False):
    contactId: str
    name: str
    reference: str
    currency: str
    invoiceDate: str
    journalCode: str
    paymentTermId: str
    fileId: str
    status: Literal["DRAFT", "SUBMITTED", "OPEN", "PARTIALLY_PAID", "PAID", "VOIDED"]
    invoiceType: Literal["STANDARD", "BILL"]
    oneLineAddress: str
    addresses: List[Address]
    taxRule: Literal["NET", "GROSS", "FREETAX", "INTRACOMMUNITY", "CONSTRUCTIONSERVICE", "EXTERNALSERVICE", "THIRDPARTYCOUNTRYSERVICE", "THIRDPARTYCOUNTRYDELIVERY", "REVERSECHARGE", "VATSALES", "EXPORT", "NONE", "DEFAULT", "EU", "NOTEU", "CUSTOM", "SS"]
    taxText: str
    lineItems: List[InvoiceLineItemPatch]
    discountPercentage: float
    shippingType: Literal["SERVICE", "SERVICE_PERIOD", "DELIVERY", "DELIVERY_PERIOD"]
    shippingDate: str
    shippingEndDate: str
    lineAmountTypes: Literal["EXCLUSIVE", "INCLUSIVE", "NOTAX"]
    dueDate: str
    paidDate: str
    paymentTermDuration: int

class Issue(TypedDict, total=False):
    id: str
    kind: Literal["sign_in_needed", "outcome_unknown", "stored_differently", "endpoint_failing", "deliveries_given_up", "subscription_failing", "poll_failing", "check_failing", "consent_needed", "access_expiring", "requests_failing"]
    title: str
    state: Literal["open", "closed"]
    actor: Literal["platform", "end_user", "vendor", "operator"]
    next: Literal["fix", "wait", "reconnect", "report"]
    count: int
    firstSeen: str
    lastSeen: str
    code: str
    message: str
    closedAt: str
    connectionId: str
    endUserId: str
    endUserName: str
    targetSystem: str
    subscriptionId: str
    operationId: str

class IssuesAnswer(TypedDict, total=False):
    meta: Dict[str, Any]
    data: List[Issue]

class Item(TypedDict, total=False):
    id: str
    assetAccountId: str
    expenseAccountId: str
    incomeAccountId: str
    inventoryStartDate: str
    itemNumber: str
    lastModifiedDate: str
    name: str
    priceIncludesTax: bool
    stockCount: float
    taxCode: str
    taxRatePercentage: float
    type: Literal["PRODUCT", "SERVICE"]
    unitName: Literal["PIECE", "STÜCK", "NOT_UNIT", "CUBIC_METRE", "DAY", "GRAM", "HOUR", "KILOGRAM", "KILOMETRE", "LITRE", "METRE", "MILLIGRAM", "MILLILITRE", "MONTH", "NIGHT", "PACK", "PERCENTAGE", "SQUARE_METRE", "TONNE", "UNIT"]
    unitPurchasePrice: float
    unitSalesPrice: float

class ItemInput(TypedDict, total=False):
    assetAccountId: str
    expenseAccountId: str
    incomeAccountId: str
    inventoryStartDate: str
    itemNumber: str
    name: str
    priceIncludesTax: bool
    stockCount: float
    taxCode: str
    taxRatePercentage: float
    type: Literal["PRODUCT", "SERVICE"]
    unitName: Literal["PIECE", "STÜCK", "NOT_UNIT", "CUBIC_METRE", "DAY", "GRAM", "HOUR", "KILOGRAM", "KILOMETRE", "LITRE", "METRE", "MILLIGRAM", "MILLILITRE", "MONTH", "NIGHT", "PACK", "PERCENTAGE", "SQUARE_METRE", "TONNE", "UNIT"]
    unitPurchasePrice: float
    unitSalesPrice: float

class ItemPatch(TypedDict, total=False):
    name: str
    itemNumber: str
    stockCount: float
    type: Literal["PRODUCT", "SERVICE"]
    unitName: Literal["PIECE", "STÜCK", "NOT_UNIT", "CUBIC_METRE", "DAY", "GRAM", "HOUR", "KILOGRAM", "KILOMETRE", "LITRE", "METRE", "MILLIGRAM", "MILLILITRE", "MONTH", "NIGHT", "PACK", "PERCENTAGE", "SQUARE_METRE", "TONNE", "UNIT"]
    unitPurchasePrice: float
    unitSalesPrice: float
    priceIncludesTax: bool

class Journal(TypedDict, total=False):
    id: str
    accountId: str
    code: str
    createdDate: str
    currency: str
    description: str
    type: str
    updatedDate: str

class JournalEntriesBulkInput(TypedDict, total=False):
    accountNumberLength: int
    chartOfAccount: Literal["SKR03", "SKR04", "SKR42", "SKR51", "SKR14"]
    entries: List[JournalEntryInput]
    fiscalYearStartDate: str

class JournalEntry(TypedDict, total=False):
    id: str
    accountId: str
    accountingPeriodId: str
    accountingReason: Literal["COMMERCIAL", "TAX", "IFRS", "CALCULATION", "INDEPENDENT", "OTHER"]
    createdDate: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    description: str
    documentId: str
    files: List[str]
    exchangeRate: Union[str, float]
    isProvisional: bool
    isReversal: bool
    journalLineItems: List[JournalLineItem]
    journalCode: str
    journalType: str
    number: str
    recordType: Literal["STANDARD", "OPENING", "CLOSING"]
    transactionDate: str
    updatedDate: str
    version: str
    debitCreditIndicator: Literal["DEBIT", "CREDIT"]
    deliveryDate: str
    dueDate: str
    taxAssignmentDate: str

class JournalEntryInput(TypedDict, total=False):
    accountId: str
    accountingPeriodId: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    debitCreditIndicator: Literal["DEBIT", "CREDIT"]
    deliveryDate: str
    description: str
    documentId: str
    dueDate: str
    exchangeRate: str
    filesPos: Any
    isProvisional: bool
    journalCode: str
    journalLineItems: List[JournalLineItemInput]
    journalType: str
    number: str
    taxAssignmentDate: str
    transactionDate: str

JournalEntryInputWithFiles = TypedDict("JournalEntryInputWithFiles", {
    "journal_entry": "JournalEntryInput",
    "filesPos": Any,
    "files[]": List[bytes],
}, total=False)

class JournalLineItem(TypedDict, total=False):
    id: str
    accountCode: str
    accountId: str
    accountNumber: int
    createdDate: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    customerId: str
    supplierId: str
    debitCreditIndicator: Literal["DEBIT", "CREDIT"]
    description: str
    dimensions: List[Dimension]
    documentId: str
    documentNumber: str
    exchangeRate: float
    itemId: str
    taxRate: TaxRate
    thirdPartyCode: str
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    updatedDate: str
    discountAmount: float

class JournalLineItemInput(TypedDict, total=False):
    accountCode: str
    accountId: str
    accountNumber: int
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    customerId: str
    debitCreditIndicator: Literal["DEBIT", "CREDIT"]
    description: str
    dimensions: List[DimensionInput]
    discountAmount: float
    documentNumber: str
    exchangeRate: str
    supplierId: str
    taxRate: TaxRateInput
    thirdPartyCode: str
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float

class LineDimension(TypedDict, total=False):
    id: str
    categoryName: str
    name: str

class ListedWebhookSubscription(TypedDict, total=False):
    id: str
    callbackUrl: str
    state: Literal["active", "paused", "ended"]
    createdDate: str
    expiresDate: str
    updatedDate: str
    eventType: Literal["CREATED", "UPDATED", "DELETED", "REVOKED"]
    resource: Literal["ACCOUNT", "BANK_ACCOUNT", "BILL", "BOOKING_PROPOSAL", "CONTACT", "CREDIT_NOTE", "CUSTOMER", "DIMENSION", "EXPENSE", "INVOICE", "ITEM", "JOURNAL_ENTRY", "OFFER", "PAYMENT", "PURCHASE_ORDER", "SALES_ORDER", "SUPPLIER", "ACCOUNT_KEY", "ISSUE", "TOKEN", "WEBHOOK"]
    companyId: str
    environmentName: str
    lastFault: BackgroundFault

class LoggedEvent(TypedDict, total=False):
    id: str
    eventType: Literal["CREATED", "UPDATED", "DELETED", "REVOKED"]
    resource: Literal["ACCOUNT", "BANK_ACCOUNT", "BILL", "BOOKING_PROPOSAL", "CONTACT", "CREDIT_NOTE", "CUSTOMER", "DIMENSION", "EXPENSE", "INVOICE", "ITEM", "JOURNAL_ENTRY", "OFFER", "PAYMENT", "PURCHASE_ORDER", "SALES_ORDER", "SUPPLIER", "ACCOUNT_KEY", "ISSUE", "TOKEN", "WEBHOOK"]
    resourceId: str
    filterDate: str
    recordedDate: str
    companyId: str

class Meta(TypedDict, total=False):
    warnings: List[str]
    differences: List[Difference]
    verified: bool

class MonthlyValue(TypedDict, total=False):
    month: int
    balance: Balance

class NewWebhookSecret(TypedDict, total=False):
    id: str
    secret: str
    standardWebhooksSecret: str
    previousUntilDate: str

class NewWebhookSecretAnswer(TypedDict, total=False):
    meta: Meta
    data: NewWebhookSecret

class NewWebhookSubscription(TypedDict, total=False):
    id: str
    callbackUrl: str
    createdDate: str
    expiresDate: str
    updatedDate: str
    secret: str
    standardWebhooksSecret: str

class NewWebhookSubscriptionAnswer(TypedDict, total=False):
    meta: Meta
    data: NewWebhookSubscription

class Offer(TypedDict, total=False):
    id: str
    addresses: List[Address]
    contactId: str
    createdDate: str
    currency: str
    lineItems: List[OfferLineItem]
    name: str
    offerDate: str
    offerNumber: str
    oneLineAddress: str
    reference: str
    status: Literal["DRAFT", "SENT", "ACCEPTED", "EXPIRED", "VOIDED", "DECLINED"]
    taxText: str
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    updatedDate: str

class OfferInput(TypedDict, total=False):
    addresses: List[Address]
    currency: str
    offerDate: str
    contactId: str
    lineItems: List[OfferLineItemInput]
    name: str
    offerNumber: str
    oneLineAddress: str
    reference: str
    status: Literal["DRAFT", "SENT", "ACCEPTED", "EXPIRED", "VOIDED", "DECLINED"]
    taxText: str
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float

class OfferLineItem(TypedDict, total=False):
    id: str
    accountCode: str
    accountId: str
    createdDate: str
    updatedDate: str
    description: str
    name: str
    itemId: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    taxType: str
    type: Literal["ITEM", "COMMENT", "ACCOUNT", "CHARGE", "VALUE", "RESOURCE", "FIXED_ASSET"]
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str

class OfferLineItemInput(TypedDict, total=False):
    id: str
    accountCode: str
    accountId: str
    description: str
    name: str
    itemId: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    taxType: str
    type: Literal["ITEM", "COMMENT", "ACCOUNT", "CHARGE", "VALUE", "RESOURCE", "FIXED_ASSET"]
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str

class OfferedOperation(TypedDict, total=False):
    id: str
    method: str
    path: str
    fields: List[str]
    writableFields: List[str]
    filters: List[str]
    orders: List[str]
    requires: List[str]
    readsWholeList: bool
    rules: List[str]
    evidence: OperationEvidence

class OpenItem(TypedDict, total=False):
    id: str
    accountId: str
    accountName: str
    accountNumber: str
    createdDate: str
    currency: str
    documentNumber: str
    entries: List[OpenItemEntry]
    openBalance: Balance
    postingDate: str
    totalCreditAmount: float
    totalDebitAmount: float
    type: Literal["BILL", "INVOICE"]
    updatedDate: str

class OpenItemEntry(TypedDict, total=False):
    amount: float
    currency: str
    debitCreditIndicator: Literal["DEBIT", "CREDIT"]
    description: str
    dueDate: str
    postingDate: str

class OperationEvidence(TypedDict, total=False):
    restsOn: Literal["LIVE_RUN", "RECORDINGS", "DOCUMENTATION"]
    recordings: int
    liveRun: str

class PageLocalization(TypedDict, total=False):
    locale: str
    titleText: str
    introText: str
    freeText: str
    submitButtonText: str
    cancelButtonText: str
    selectionTitleText: str
    selectionIntroText: str
    selectionFreeText: str
    selectionButtonText: str
    apiKeyLabelText: str
    apiKeyHelpText: str
    baseUrlLabelText: str
    baseUrlHelpText: str
    clientSecretLabelText: str
    clientSecretHelpText: str
    databaseLabelText: str
    databaseHelpText: str
    mandantLabelText: str
    mandantHelpText: str
    passwordLabelText: str
    passwordHelpText: str
    tenantIdLabelText: str
    tenantIdHelpText: str
    usernameLabelText: str
    usernameHelpText: str

class PageStyle(TypedDict, total=False):
    backgroundColor: str
    submitButtonColor: str
    submitButtonTextColor: str
    cancelButtonColor: str
    cancelButtonTextColor: str
    textColor: str
    inputBackgroundColor: str
    titleColor: str
    errorTextColor: str
    logoSvg: str
    logoPng: str
    pageLocalizations: List[PageLocalization]

class PageStyleAnswer(TypedDict, total=False):
    meta: Meta
    data: PageStyle

class PageStyleInput(TypedDict, total=False):
    backgroundColor: Colour
    submitButtonColor: Colour
    submitButtonTextColor: Colour
    cancelButtonColor: Colour
    cancelButtonTextColor: Colour
    textColor: Colour
    inputBackgroundColor: Colour
    titleColor: Colour
    errorTextColor: Colour
    logoSvg: str
    logoPng: str
    pageLocalizations: List[PageLocalization]

class PagedMeta(TypedDict, total=False):
    pagination: Pagination
    warnings: List[str]

class Pagination(TypedDict, total=False):
    perPage: int
    currentPage: int
    total: int
    totalPages: int

class PassThroughInput(TypedDict, total=False):
    path: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    headers: Dict[str, Any]
    body: Any
    query: Dict[str, Any]

class PassThroughResponse(TypedDict, total=False):
    status: int
    headers: Dict[str, Any]
    body: Any
    base64Encoded: bool

class Payment(TypedDict, total=False):
    id: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    createdDate: str
    updatedDate: str
    exchangeRate: float
    fiscalYear: str
    journalCode: str
    paymentType: str
    paymentLines: List[PaymentLine]
    documentType: Literal["INVOICE", "BILL", "BOOKING_PROPOSAL"]

class PaymentInput(TypedDict, total=False):
    currency: str
    documentType: Literal["INVOICE", "BILL", "BOOKING_PROPOSAL"]
    exchangeRate: float
    journalCode: str
    paymentType: str
    paymentLines: List[PaymentLine]

class PaymentLine(TypedDict, total=False):
    accountId: str
    contactId: str
    contactName: str
    customerId: str
    supplierId: str
    description: str
    invoiceId: str
    amount: float
    paymentDate: str

class PaymentTerm(TypedDict, total=False):
    id: str
    code: str
    name: str
    description: str
    createdDate: str
    updatedDate: str
    dueType: Literal["DUE_IN_DAYS", "DUE_AS_PERIOD"]
    paymentDays: int
    discountDays: int
    discountDays2: int
    discountPercentage: float
    discountPercentage2: float
    discountPeriods: List[DiscountPeriod]
    paymentMethod: Literal["CASH", "BANK_TRANSFER", "PAYMENT_SERVICE_PROVIDER", "AUTOMATIC_BANK_WITHDRAWAL"]

class PaymentTermInput(TypedDict, total=False):
    code: str
    description: str
    discountDays: int
    discountDays2: int
    discountPercentage: float
    discountPercentage2: float
    discountPeriods: List[DiscountPeriod]
    dueType: Literal["DUE_IN_DAYS", "DUE_AS_PERIOD"]
    name: str
    paymentDays: int
    paymentMethod: str

class PhoneNumber(TypedDict, total=False):
    number: str
    type: Literal["BUSINESS", "MOBILE", "OFFICE", "FAX", "PRIVATE", "OTHER"]

class PhoneNumberInput(TypedDict, total=False):
    number: str
    type: Literal["BUSINESS", "MOBILE", "OFFICE", "FAX", "PRIVATE", "LANDLINE", "SKYPE", "WHATSAPP", "OTHER"]

class ProfileAnswer(TypedDict, total=False):
    meta: Meta
    data: Company

class Project(TypedDict, total=False):
    id: str
    code: str
    createdDate: str
    contactId: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    description: str
    endDate: str
    name: str
    number: str
    parentProjectId: str
    status: Literal["ACTIVE", "CLOSED"]
    startDate: str
    updatedDate: str

class ProjectInput(TypedDict, total=False):
    code: str
    contactId: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    description: str
    endDate: str
    name: str
    number: str
    parentProjectId: str
    status: Literal["ACTIVE", "CLOSED"]
    startDate: str

class PurchaseOrder(TypedDict, total=False):
    id: str
    addresses: List[Address]
    approvalDate: str
    orderDate: str
    createdDate: str
    updatedDate: str
    comment: str
    description: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    lineItems: List[PurchaseOrderLineItem]
    paymentTermId: str
    reference: str
    status: Literal["OPEN", "PARTIALLY_FULFILLED", "CLOSED", "CANCELED"]
    supplierId: str
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float

class PurchaseOrderLineItem(TypedDict, total=False):
    id: str
    itemId: str
    itemName: str
    description: str
    taxCode: str
    unitName: str
    createdDate: str
    updatedDate: str
    quantity: float
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float

class ReconnectInput(TypedDict, total=False):
    callbackUrl: str
    cancelCallbackUrl: str
    tenantId: str
    baseUrl: str
    environmentSelection: bool
    include_signature: bool
    locale: str
    companyId: str
    environment: str
    company: str
    openerOrigin: str
    endUserId: str
    endUserName: str

class RegisteredCallbackUrls(TypedDict, total=False):
    callbackUrl: str
    cancelCallbackUrl: str

class RegisteredCallbackUrlsAnswer(TypedDict, total=False):
    meta: Meta
    data: RegisteredCallbackUrls

class RegisteredSystem(TypedDict, total=False):
    targetSystem: str
    clientId: str
    clientSecret: str
    customValues: List[CustomValue]
    createdDate: str

class RegisteredSystemAnswer(TypedDict, total=False):
    meta: Meta
    data: RegisteredSystem

class RegisteredSystemsAnswer(TypedDict, total=False):
    meta: Meta
    data: List[RegisteredSystem]

class RenewedWebhookSubscriptionAnswer(TypedDict, total=False):
    meta: Meta
    data: ListedWebhookSubscription

class Requirement(TypedDict, total=False):
    name: str
    secret: bool
    required: bool
    targetSystem: str

class RequirementsAnswer(TypedDict, total=False):
    meta: Meta
    data: List[Requirement]

class SalesOrder(TypedDict, total=False):
    id: str
    addresses: List[Address]
    billingContactId: str
    comment: str
    contactId: str
    createdDate: str
    currency: str
    deliveryDate: str
    lineItems: List[SalesOrderLineItem]
    oneLineAddress: str
    orderDate: str
    projectId: str
    shippingContactId: str
    status: Literal["DRAFT", "IN_REVIEW", "OPEN", "CLOSED", "VOIDED"]
    taskId: str
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    updatedDate: str

class SalesOrderInput(TypedDict, total=False):
    addresses: List[Address]
    billingContactId: str
    comment: str
    contactId: str
    currency: str
    deliveryDate: str
    lineItems: List[SalesOrderLineItemInput]
    oneLineAddress: str
    orderDate: str
    projectId: str
    shippingContactId: str
    status: Literal["DRAFT", "IN_REVIEW", "OPEN", "CLOSED", "VOIDED"]
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    version: str

class SalesOrderLineItem(TypedDict, total=False):
    id: str
    itemId: str
    createdDate: str
    description: str
    itemName: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str
    updatedDate: str

class SalesOrderLineItemInput(TypedDict, total=False):
    id: str
    itemId: str
    description: str
    itemName: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str

class SignInField(TypedDict, total=False):
    name: str
    secret: bool

class SigningSecret(TypedDict, total=False):
    signingSecret: str

class SigningSecretAnswer(TypedDict, total=False):
    meta: Meta
    data: SigningSecret

class StartedImport(TypedDict, total=False):
    taskId: str

class StartedImportAnswer(TypedDict, total=False):
    meta: Meta
    data: StartedImport

class StartedTask(TypedDict, total=False):
    taskId: str

class Subscription(TypedDict, total=False):
    id: str
    name: str
    status: str
    active: bool

class SystemRegistration(TypedDict, total=False):
    targetSystem: str
    clientId: str
    clientSecret: str
    customValues: List[CustomValue]

class TargetSystem(TypedDict, total=False):
    id: str
    name: str
    about: str
    auth: TargetSystemAuth
    needs: List[Literal["environment", "company"]]
    rawData: bool
    webhooks: ChangeSources
    operations: List[str]

class TargetSystemAuth(TypedDict, total=False):
    kind: str
    asks: List[SignInField]

class TargetSystemDetails(TypedDict, total=False):
    id: str
    name: str
    about: str
    auth: TargetSystemAuth
    needs: List[Literal["environment", "company"]]
    rawData: bool
    webhooks: ChangeSources
    operations: List[OfferedOperation]

class TargetSystemValues(TypedDict, total=False):
    targetSystem: str
    customValues: List[CustomValue]
    clientId: str
    clientSecret: str

class TargetSystemValuesAnswer(TypedDict, total=False):
    meta: Meta
    data: Union[TargetSystemValues, List[TargetSystemValues]]

class TaskMeta(TypedDict, total=False):
    pagination: Pagination
    warnings: List[str]
    differences: List[Difference]
    verified: bool

class TaxRate(TypedDict, total=False):
    id: str
    code: str
    name: str
    taxRatePercentage: str

class TaxRateInput(TypedDict, total=False):
    id: str
    code: str
    name: str
    taxRatePercentage: str

class TaxRateRecord(TypedDict, total=False):
    id: str
    code: str
    createdDate: str
    description: str
    name: str
    percentage: float
    type: Literal["INCLUSIVE", "EXCLUSIVE", "NO_TAX", "ZERO_TAX"]
    updatedDate: str
    usage: Literal["INVOICE", "BILL", "JOURNAL_ENTRY", "CASH", "ALL"]

class TenantConnection(TypedDict, total=False):
    id: str
    targetSystem: str
    state: str
    needs: List[Literal["consent", "reauth"]]
    missingScopes: List[str]
    listening: List[ConnectionResource]
    scopes: List[str]
    environmentName: str
    companyId: str
    endUserId: str
    endUserName: str
    createdDate: str

class TenantConnectionsAnswer(TypedDict, total=False):
    meta: Dict[str, Any]
    data: List[TenantConnection]

class Transaction(TypedDict, total=False):
    id: str
    accountId: str
    accountNumber: int
    amount: float
    bookingDate: str
    contact: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    description: str
    files: List[str]
    journalCode: str
    ledgerName: str
    reference: str
    status: Literal["CREATED", "LINKED", "PRIVATE", "BOOKED", "AUTHORISED", "DELETED"]
    taskId: str
    taxRatePercentage: float
    type: Literal["RECEIVE", "RECEIVE-OVERPAYMENT", "RECEIVE-PREPAYMENT", "SPEND", "SPEND-OVERPAYMENT", "SPEND-PREPAYMENT", "RECEIVE-TRANSFER", "SPEND-TRANSFER"]
    valueDate: str

class TransactionInput(TypedDict, total=False):
    id: str
    accountId: str
    accountNumber: int
    amount: float
    bookingDate: str
    code: str
    contact: str
    currency: Literal["AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYR", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUC", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EEK", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GQE", "GTQ", "GYD", "HKD", "HNL", "HRK", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LTL", "LVL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRO", "MUR", "MVR", "MWK", "MXN", "MYR", "MZM", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLL", "SOS", "SRD", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VEB", "VND", "VUV", "WST", "XAF", "XCD", "XDR", "XOF", "XPF", "YER", "ZAR", "ZMK", "ZWR"]
    description: str
    journalCode: str
    ledgerName: str
    reference: str
    status: Literal["CREATED", "LINKED", "PRIVATE", "BOOKED", "AUTHORISED", "DELETED"]
    taxRatePercentage: float
    type: Literal["RECEIVE", "RECEIVE-OVERPAYMENT", "RECEIVE-PREPAYMENT", "SPEND", "SPEND-OVERPAYMENT", "SPEND-PREPAYMENT", "RECEIVE-TRANSFER", "SPEND-TRANSFER"]
    valueDate: str

TransactionInputWithFiles = TypedDict("TransactionInputWithFiles", {
    "transaction": "TransactionInput",
    "files[]": List[bytes],
}, total=False)

class TrialBalanceEntry(TypedDict, total=False):
    accountCode: str
    accountName: str
    accountNumber: str
    balance: Balance
    openingBalance: Balance
    monthlyValues: List[MonthlyValue]
    totalCreditAmount: float
    totalDebitAmount: float
    createdDate: str
    updatedDate: str

class Unit(TypedDict, total=False):
    id: str
    code: str
    description: str
    type: str

class Usage(TypedDict, total=False):
    calls: int
    bytes: int
    bytesSent: int
    bytesReceived: int
    errors: int
    day: str
    connectionId: str
    targetSystem: str
    cause: Literal["caller", "poll", "sweep", "task", "renewal", "receipt"]

class UsageAnswer(TypedDict, total=False):
    meta: UsageMeta
    data: List[Usage]

class UsageBudget(TypedDict, total=False):
    targetSystem: str
    callsToday: int
    bytesToday: int
    callsPerDay: int
    bytesPerDay: int

class UsageBudgetInput(TypedDict, total=False):
    targetSystem: str
    callsPerDay: int
    bytesPerDay: int

class UsageBudgetsAnswer(TypedDict, total=False):
    meta: Meta
    data: List[UsageBudget]

class UsageMeta(TypedDict, total=False):
    budgets: List[UsageBudget]
    warnings: List[str]

class UserInfo(TypedDict, total=False):
    id: str
    account_id: str
    family_name: str
    name: str

class UserInfoAnswer(TypedDict, total=False):
    meta: Meta
    data: UserInfo

class VendorCredit(TypedDict, total=False):
    id: str
    accountId: str
    addresses: List[Address]
    contactId: str
    createdDate: str
    currency: str
    deliveryDate: str
    dueDate: str
    fileId: str
    journalCode: str
    lineItems: List[VendorCreditLineItem]
    name: str
    oneLineAddress: str
    paidDate: str
    paymentReference: str
    paymentTermId: str
    paymentStatus: Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]
    paymentDays: int
    reference: str
    shippingDate: str
    shippingType: Literal["SERVICE", "SERVICE_PERIOD", "DELIVERY", "DELIVERY_PERIOD"]
    status: Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]
    taxRule: Literal["NET", "TAXFREE", "INTRACOMMUNITY_GOODS", "INTRACOMMUNITY_SERVICE", "EXPORT_SERVICE", "EXPORT_GOODS", "REVERSE_CHARGE", "GROSS", "CONSTRUCTION_SERVICE", "PHOTOVOLTAIC_EQUIPMENT", "SMALL_BUSINESS_EXEMPTION", "NON_DOMESTIC_SERVICE", "OSS_GOODS", "OSS_ELECTRONIC_SERVICES", "OSS_SERVICES"]
    taxText: str
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    updatedDate: str
    vendorCreditDate: str
    vendorCreditNumber: str

class VendorCreditInput(TypedDict, total=False):
    vendorCreditDate: str
    vendorCreditNumber: str
    accountId: str
    addresses: List[Address]
    contactId: str
    currency: str
    deliveryDate: str
    dueDate: str
    journalCode: str
    lineItems: List[VendorCreditLineItemInput]
    name: str
    oneLineAddress: str
    paidDate: str
    paymentReference: str
    paymentStatus: Literal["NO_OPEN_ITEM", "PENDING", "PARTLY_PAID", "PAID", "DEBITED", "CREDIT_NOTE_CLEARED", "CLEARED_WITH_CREDIT_NOTE", "BAD_DEBT", "PARTIAL_CANCELLATION", "CANCELED", "UNKNOWN"]
    paymentDays: int
    reference: str
    shippingDate: str
    shippingType: Literal["SERVICE", "SERVICE_PERIOD", "DELIVERY", "DELIVERY_PERIOD"]
    status: Literal["DRAFT", "CORRECTIVE", "SUBMITTED", "DOCUMENT_CREATED", "OPEN", "PARTIALLY_PAID", "PAID", "PARTIALLY_OVERDUE", "OVERDUE", "VOIDED"]
    taxRule: Literal["NET", "TAXFREE", "INTRACOMMUNITY_GOODS", "INTRACOMMUNITY_SERVICE", "EXPORT_SERVICE", "EXPORT_GOODS", "REVERSE_CHARGE", "GROSS", "CONSTRUCTION_SERVICE", "PHOTOVOLTAIC_EQUIPMENT", "SMALL_BUSINESS_EXEMPTION", "NON_DOMESTIC_SERVICE", "OSS_GOODS", "OSS_ELECTRONIC_SERVICES", "OSS_SERVICES"]
    taxText: str
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float

class VendorCreditLineItem(TypedDict, total=False):
    id: str
    accountId: str
    accountNumber: str
    createdDate: str
    deferredEndDate: str
    deferredStartDate: str
    description: str
    dimensions: List[LineDimension]
    itemId: str
    itemName: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str
    updatedDate: str

class VendorCreditLineItemInput(TypedDict, total=False):
    id: str
    accountId: str
    accountNumber: str
    deferredEndDate: str
    deferredStartDate: str
    description: str
    dimensions: List[LineDimension]
    itemId: str
    itemName: str
    quantity: float
    taxCode: str
    taxRatePercentage: float
    totalDiscountAmount: float
    totalDiscountPercentage: float
    totalGrossAmount: float
    totalNetAmount: float
    totalTaxAmount: float
    unitAmount: float
    unitDiscountAmount: float
    unitDiscountPercentage: float
    unitName: str

class WebhookDeliveriesAnswer(TypedDict, total=False):
    meta: PagedMeta
    data: List[WebhookDelivery]

class WebhookDelivery(TypedDict, total=False):
    id: str
    state: Literal["open", "done", "failed"]
    events: List[DeliveredEvent]
    attempts: List[WebhookDeliveryAttempt]
    createdDate: str
    nextAttemptDate: str
    settledDate: str

class WebhookDeliveryAttempt(TypedDict, total=False):
    at: str
    milliseconds: int
    status: int
    answer: str

class WebhookFlowInput(TypedDict, total=False):
    webhookCallbackUrl: str
    callbackUrl: str
    cancelCallbackUrl: str
    tenantId: str
    baseUrl: str
    environmentSelection: Literal[False]
    include_signature: bool
    locale: str
    companyId: str
    environment: str
    company: str
    openerOrigin: str
    endUserId: str
    endUserName: str

class WebhookReplay(TypedDict, total=False):
    deliveries: int

class WebhookReplayAnswer(TypedDict, total=False):
    meta: Meta
    data: WebhookReplay

WebhookReplayInput = TypedDict("WebhookReplayInput", {
    "deliveryId": str,
    "from": str,
    "to": str,
    "failed": Literal[True],
    "undelivered": Literal[True],
}, total=False)

class WebhookSubscription(TypedDict, total=False):
    id: str
    callbackUrl: str
    createdDate: str
    expiresDate: str
    updatedDate: str
    lastFault: BackgroundFault

class WebhookSubscriptionAnswer(TypedDict, total=False):
    meta: Meta
    data: WebhookSubscription

class WebhookSubscriptionInput(TypedDict, total=False):
    callbackUrl: str
    eventType: Literal["CREATED", "UPDATED", "DELETED", "REVOKED"]
    resource: Literal["ACCOUNT", "BANK_ACCOUNT", "BILL", "BOOKING_PROPOSAL", "CONTACT", "CREDIT_NOTE", "CUSTOMER", "DIMENSION", "EXPENSE", "INVOICE", "ITEM", "JOURNAL_ENTRY", "OFFER", "PAYMENT", "PURCHASE_ORDER", "SALES_ORDER", "SUPPLIER", "ACCOUNT_KEY", "ISSUE", "TOKEN", "WEBHOOK"]
    targetSystem: str

class WebhookSubscriptionsAnswer(TypedDict, total=False):
    meta: PagedMeta
    data: List[ListedWebhookSubscription]

class WebhookTestDelivery(TypedDict, total=False):
    delivered: bool
    milliseconds: int
    status: int
    answer: str

class WebhookTestDeliveryAnswer(TypedDict, total=False):
    meta: Meta
    data: WebhookTestDelivery

class WriteOperation(TypedDict, total=False):
    id: str
    operation: str
    state: Literal["intended", "sent", "taken", "undoing", "done", "refused", "unknown", "absent"]
    idempotencyKey: str
    createdDate: str
    settledDate: str
    status: int
    answer: Dict[str, Any]

class WriteOperationAnswer(TypedDict, total=False):
    meta: Meta
    data: WriteOperation
