/** Sets of values that more than one record shares. */
import { acceptingAlternatives, oneOf } from "./schema.ts";

export const debitCredit = oneOf("DEBIT", "CREDIT");
export const dueType = oneOf("DUE_IN_DAYS", "DUE_AS_PERIOD");
export const documentType = oneOf("INVOICE", "BILL", "BOOKING_PROPOSAL");
export const accountClass = oneOf("ASSET", "EQUITY", "EXPENSE", "LIABILITY", "REVENUE");
export const activity = oneOf("ACTIVE", "ARCHIVED");
export const fileType = oneOf("CSV", "MT940");
export const contactType = oneOf("CONTACT_PERSON", "COMPANY", "UNDEFINED");
export const contactRole = oneOf("SUPPLIER", "CUSTOMER", "CONTACT");
export const invoiceType = oneOf("STANDARD", "BILL");
export const lineAmountTypes = oneOf("EXCLUSIVE", "INCLUSIVE", "NOTAX");
export const paymentStatus = oneOf(
  "NO_OPEN_ITEM",
  "PENDING",
  "PARTLY_PAID",
  "PAID",
  "DEBITED",
  "CREDIT_NOTE_CLEARED",
  "CLEARED_WITH_CREDIT_NOTE",
  "BAD_DEBT",
  "PARTIAL_CANCELLATION",
  "CANCELED",
  "UNKNOWN",
);
export const documentStatus = oneOf(
  "DRAFT",
  "CORRECTIVE",
  "SUBMITTED",
  "DOCUMENT_CREATED",
  "OPEN",
  "PARTIALLY_PAID",
  "PAID",
  "PARTIALLY_OVERDUE",
  "OVERDUE",
  "VOIDED",
);
export const taxRule = oneOf(
  "NET",
  "TAXFREE",
  "INTRACOMMUNITY_GOODS",
  "INTRACOMMUNITY_SERVICE",
  "EXPORT_SERVICE",
  "EXPORT_GOODS",
  "REVERSE_CHARGE",
  "GROSS",
  "CONSTRUCTION_SERVICE",
  "PHOTOVOLTAIC_EQUIPMENT",
  "SMALL_BUSINESS_EXEMPTION",
  "NON_DOMESTIC_SERVICE",
  "OSS_GOODS",
  "OSS_ELECTRONIC_SERVICES",
  "OSS_SERVICES",
);
export const shippingType = oneOf("SERVICE", "SERVICE_PERIOD", "DELIVERY", "DELIVERY_PERIOD");
/** In bodies: clients of similar services spell some values differently, and send NONE for no value. */
export const shippingTypeInput = acceptingAlternatives(shippingType, {
  words: { SERVICEPERIOD: "SERVICE_PERIOD", DELIVERYPERIOD: "DELIVERY_PERIOD", NONE: undefined },
});
export const offerStatus = oneOf("DRAFT", "SENT", "ACCEPTED", "EXPIRED", "VOIDED", "DECLINED");
export const salesOrderStatus = oneOf("DRAFT", "IN_REVIEW", "OPEN", "CLOSED", "VOIDED");
export const itemType = oneOf("PRODUCT", "SERVICE");
export const unitName = oneOf(
  "PIECE",
  "STÜCK",
  "NOT_UNIT",
  "CUBIC_METRE",
  "DAY",
  "GRAM",
  "HOUR",
  "KILOGRAM",
  "KILOMETRE",
  "LITRE",
  "METRE",
  "MILLIGRAM",
  "MILLILITRE",
  "MONTH",
  "NIGHT",
  "PACK",
  "PERCENTAGE",
  "SQUARE_METRE",
  "TONNE",
  "UNIT",
);
export const projectStatus = oneOf("ACTIVE", "CLOSED");
export const transactionStatus = oneOf("CREATED", "LINKED", "PRIVATE", "BOOKED", "AUTHORISED", "DELETED");
export const transactionType = oneOf(
  "RECEIVE",
  "RECEIVE-OVERPAYMENT",
  "RECEIVE-PREPAYMENT",
  "SPEND",
  "SPEND-OVERPAYMENT",
  "SPEND-PREPAYMENT",
  "RECEIVE-TRANSFER",
  "SPEND-TRANSFER",
);
export const chartOfAccount = oneOf("SKR03", "SKR04", "SKR42", "SKR51", "SKR14");
export const accountType = oneOf(
  "ACCOUNTS_PAYABLE",
  "ACCOUNTS_RECEIVABLE",
  "AGGREGATE_CARRIED_FORWARD",
  "BANK",
  "BALANCE_CARRIED_FORWARD",
  "BORROWED_CAPITAL",
  "BORROWED_CAPITAL_OUTPUT_TAX",
  "CAPITAL",
  "CASH",
  "CHARGE",
  "CREDIT_CARD",
  "COST",
  "CURRENT_ASSET",
  "CURRENT_LIABILITY",
  "CURRENT_ASSETS_INPUT_TAX",
  "CUSTOMER",
  "CUSTOMER_PREPAYMENT",
  "DEPRECIATION",
  "DIRECT_COSTS",
  "COST_OF_GOODS_SOLD",
  "EMPLOYEE",
  "EQUITY",
  "EXCHANGE_RATE_INCOME",
  "EXCHANGE_RATE_EXPENSE",
  "EXPENSE",
  "FIXED_ASSET",
  "INVENTORY",
  "LIABILITY",
  "LONG_TERM_LIABILITY",
  "MANAGEMENT_RESULT",
  "NEUTRAL_REVENUE",
  "NEUTRAL_EXPENSES",
  "NON_CURRENT_ASSET",
  "NON_CURRENT_LIABILITY",
  "OTHER_INCOME",
  "OTHER_EXPENSE",
  "OVERHEADS",
  "PAYMENT_PROVIDER",
  "PRE_PAYMENT",
  "PROVIDER",
  "REDUCTION_IN_EXPENSES",
  "REVENUE",
  "SALES",
  "SALES_DEDUCTION",
  "STATISTICAL_BALANCE",
  "STATISTICAL_CONSUMPTION",
  "SUPPLIER_PREPAYMENT",
  "OTHER",
  "OTHER_BALANCE_SHEET_ACCOUNT",
  "VAT",
  "EMPLOYEES_PAYABLE",
  "PREPAID_EXPENSES",
  "ACCRUED_EXPENSES",
  "RETAINED_EARNINGS",
  "RESEARCH_AND_DEVELOPMENT",
  "EMPLOYEE_COSTS",
  "EMPLOYMENT_COSTS",
  "EXCEPTIONAL_COSTS",
  "EXCEPTIONAL_INCOME",
  "INCOME_TAXES",
  "INTEREST_INCOME",
  "YEAR_END_REFLECTION",
  "INDIRECT_YEAR_END_COSTING",
  "DIRECT_YEAR_END_COSTING",
);
