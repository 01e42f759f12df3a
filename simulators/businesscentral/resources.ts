/** The vendor's entity sets: their properties, what hangs on them, and who may write them. */
import { currency, documents, parts, shortcuts } from "./documentResources.ts";
import { all, type Extras, type Resource, resource } from "./resource.ts";

const address = "addressLine1 addressLine2 city state country postalCode";
const batch = "code displayName balancingAccountId:g balancingAccountNumber!";
const payment = (who: string) =>
  `journalId:g journalDisplayName! lineNumber:i ${who}Id:g ${who}Number postingDate:d documentNumber externalDocumentNumber amount:n appliesToInvoiceId:g appliesToInvoiceNumber description comment`;

const masters: readonly Resource[] = [
  resource(
    "companyInformation",
    "Company Information",
    `displayName ${address} phoneNumber faxNumber email website taxRegistrationNumber currencyCode currentFiscalYearStartDate:d industry picture:x experience!`,
    { sort: "displayName", writes: "PATCH", notifies: true },
  ),
  resource(
    "accounts",
    "G/L Account",
    "number displayName category:@accountCategory subCategory blocked:b accountType:@accountType directPosting:b netChange:n consolidationTranslationMethod consolidationDebitAccount consolidationCreditAccount excludeFromConsolidation:b",
    { notifies: true },
  ),
  resource(
    "customers",
    "Customer",
    `number displayName type:@contactType ${address} phoneNumber email website salespersonCode balanceDue:n! creditLimit:n taxLiable:b taxAreaId:g taxAreaDisplayName! taxRegistrationNumber ${currency} paymentTermsId:g shipmentMethodId:g paymentMethodId:g blocked:@customerBlocked`,
    {
      ...{ writes: all, notifies: true, many: "documentAttachments" },
      one: "currency:currencies:currencyId paymentTerm:paymentTerms:paymentTermsId paymentMethod:paymentMethods:paymentMethodId",
    },
  ),
  resource(
    "vendors",
    "Vendor",
    `number displayName ${address} phoneNumber email website taxRegistrationNumber ${currency} irs1099Code paymentTermsId:g paymentMethodId:g taxLiable:b blocked:@vendorBlocked balance:n!`,
    {
      ...{ writes: all, notifies: true, many: "documentAttachments" },
      one: "currency:currencies:currencyId paymentTerm:paymentTerms:paymentTermsId paymentMethod:paymentMethods:paymentMethodId",
    },
  ),
  resource(
    "contacts",
    "Contact",
    `number type:@contactType displayName jobTitle companyNumber companyName! contactBusinessRelation:@relation ${address} phoneNumber mobilePhoneNumber email website searchName privacyBlocked:b taxRegistrationNumber lastInteractionDate:d!`,
    { writes: all },
  ),
  resource(
    "items",
    "Item",
    "number displayName displayName2 type:@itemType itemCategoryId:g itemCategoryCode blocked:b gtin inventory:n! unitPrice:n priceIncludesTax:b unitCost:n taxGroupId:g taxGroupCode baseUnitOfMeasureId:g baseUnitOfMeasureCode generalProductPostingGroupId:g generalProductPostingGroupCode inventoryPostingGroupId:g inventoryPostingGroupCode",
    {
      ...{ writes: all, notifies: true, many: "documentAttachments" },
      one: "unitOfMeasure:unitsOfMeasure:baseUnitOfMeasureId itemCategory:itemCategories:itemCategoryId",
    },
  ),
  resource("projects", "Job", "number displayName", { writes: all, many: "documentAttachments" }),
  resource(
    "bankAccounts",
    "Bank Account",
    `number displayName bankAccountNumber blocked:b ${currency} iban intercompanyEnabled:b`,
    { writes: all },
  ),
];

const coded = (set: string, table: string, fields: string, extras: Extras = {}) =>
  resource(set, table, `code displayName ${fields}`, { sort: "code", writes: all, ...extras });

const setup: readonly Resource[] = [
  coded("unitsOfMeasure", "Unit of Measure", "internationalStandardCode symbol", { notifies: true }),
  coded("taxGroups", "VAT Product Posting Group", "taxType:@taxType!"),
  coded("taxAreas", "VAT Business Posting Group", "taxType:@taxType!"),
  coded(
    "paymentTerms",
    "Payment Terms",
    "dueDateCalculation discountDateCalculation discountPercent:n calculateDiscountOnCreditMemos:b",
    { notifies: true },
  ),
  coded("paymentMethods", "Payment Method", "", { notifies: true }),
  coded("shipmentMethods", "Shipment Method", "", { notifies: true }),
  coded("itemCategories", "Item Category", "", { notifies: true }),
  coded("countriesRegions", "Country/Region", "addressFormat", { notifies: true }),
  coded("currencies", "Currency", "symbol amountDecimalPlaces amountRoundingPrecision:n", { notifies: true }),
  coded("dimensions", "Dimension", "consolidationCode", { notifies: true, writes: "", many: "dimensionValues" }),
  coded("dimensionValues", "Dimension Value", "dimensionId:g consolidationCode", {
    ...{ writes: "", parent: "dimensionId", one: "dimension:dimensions:dimensionId" },
  }),
  resource("accountingPeriods", "Accounting Period", "startingDate:d name newFiscalYear:b closed:b dateLocked:b", {
    sort: "startingDate",
  }),
  resource(
    "generalLedgerSetup",
    "General Ledger Setup",
    `allowPostingFrom:d allowPostingTo:d additionalReportingCurrency localCurrencyCode localCurrencySymbol allowQueryFromConsolidation:b ${shortcuts}`,
    { sort: "id" },
  ),
  resource(
    "currencyExchangeRates",
    "Currency Exchange Rate",
    "currencyCode startingDate:d exchangeRateAmount:n relationalCurrencyCode relationalExchangeRateAmount:n",
    { sort: "currencyCode" },
  ),
];

const ledger: readonly Resource[] = [
  resource(
    "generalLedgerEntries",
    "G/L Entry",
    "entryNumber:i postingDate:d documentNumber documentType:@entryType accountId:g accountNumber description debitAmount:n creditAmount:n additionalCurrencyDebitAmount:n additionalCurrencyCreditAmount:n",
    {
      ...{ sort: "", notifies: true, many: "attachments dimensionSetLines", one: "account:accounts:accountId" },
    },
  ),
  resource("journals", "Gen. Journal Batch", `${batch} templateDisplayName`, {
    ...{ sort: "code", writes: all, notifies: true, many: "journalLines" },
  }),
  resource(
    "journalLines",
    "Gen. Journal Line",
    "journalId:g! journalDisplayName! lineNumber:i accountType:@journalAccount accountId:g accountNumber postingDate:d documentNumber externalDocumentNumber amount:n description comment taxCode balanceAccountType:@journalAccount balancingAccountId:g balancingAccountNumber",
    {
      ...{ sort: "lineNumber", parent: "journalId", writes: all, many: "attachments dimensionSetLines" },
      one: "journal:journals:journalId account:accounts:accountId",
    },
  ),
  resource("customerPaymentJournals", "Gen. Journal Batch", batch, {
    ...{ sort: "code", writes: all, notifies: true, many: "customerPayments" },
  }),
  resource("vendorPaymentJournals", "Gen. Journal Batch", batch, {
    ...{ sort: "code", writes: all, many: "vendorPayments" },
  }),
  resource("customerPayments", "Gen. Journal Line", payment("customer"), {
    ...{ sort: "lineNumber", parent: "journalId", writes: all, many: "dimensionSetLines" },
    one: "customer:customers:customerId customerPaymentJournal:customerPaymentJournals:journalId",
  }),
  resource("vendorPayments", "Gen. Journal Line", payment("vendor"), {
    ...{ sort: "lineNumber", parent: "journalId", writes: all, many: "dimensionSetLines" },
    one: "vendor:vendors:vendorId vendorPaymentJournal:vendorPaymentJournals:journalId",
  }),
  resource(
    "trialBalances",
    "Trial Balance Entity Buffer",
    "number accountId:g accountType:@accountType display totalDebit totalCredit balanceAtDateDebit balanceAtDateCredit dateFilter:d",
    { bare: true, keyless: true, one: "account:accounts:accountId" },
  ),
];

export const resources: ReadonlyMap<string, Resource> = new Map(
  [...masters, ...setup, ...ledger, ...documents, ...parts].map((each) => [each.set, each]),
);
