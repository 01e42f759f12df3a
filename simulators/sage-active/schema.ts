/** The part of Sage Active's schema that its documentation shows. Queries that do not fit it are refused, as by the vendor. */
import { buildSchema, GraphQLError, type GraphQLScalarType, type GraphQLSchema } from "graphql";

const stamped = "id:UUID creationDate:DateTime modificationDate:DateTime";

/** Name and type of each field, as in the tables of the vendor's pages. A list is in brackets. */
const objects: Readonly<Record<string, string>> = {
  Organization: `${stamped} onboardingCompleted:Boolean legislationCode:String socialName:String documentId:String vatNumber:String`,
  AccountingAccount: `${stamped} code:String name:String deactivated:Boolean accountLevel:AccountLevel subAccountType:SubAccountType accountType:AccountType taxTreatmentId:UUID`,
  JournalType: `${stamped} code:String name:String deactivated:Boolean type:JournalKind isCreditNote:Boolean accountingAccountId:UUID`,
  AccountingPeriod: `${stamped} startDate:DateTime endDate:DateTime isClosed:Boolean`,
  AccountingExercise: `${stamped} exercise:Int description:String startDate:DateTime endDate:DateTime numberPeriods:Int status:ExerciseStatus periods:[AccountingPeriod]`,
  DimensionTag: "id:UUID dimensionId:UUID tagCode:String name:String isActive:Boolean",
  Dimension: `${stamped} code:String name:String description:String isActive:Boolean dimensionTags:[DimensionTag]`,
  Tax: `${stamped} name:String percentage:Decimal groupId:UUID groupName:String inactive:Boolean taxType:String equivalenceSurchargePercentage:Decimal`,
  PaymentTermLine: "id:UUID order:Int type:CalculationType value:Decimal condition:DueCondition day:Int payDays:[Int]",
  PaymentTerm: `${stamped} name:String lines:[PaymentTermLine]`,
  Product: `${stamped} category:ProductCategory code:String name:String obsolete:Boolean lineDescription:String comments:String salesUnitPrice:Decimal salesVatPercentage:Decimal salesAccountingAccountId:UUID taxGroupId:UUID taxes:[Tax]`,
  Address:
    "id:UUID name:String firstLine:String secondLine:String city:String zipCode:String province:String countryIsoCodeAlpha2:String countryName:String isMainAddress:Boolean isDefaultDeliveryAddress:Boolean",
  Email: "id:UUID emailAddress:String usage:EmailUsage isDefault:Boolean",
  Phone: "id:UUID number:String type:PhoneType isDefault:Boolean",
  Contact: "id:UUID courtesy:Courtesy name:String surname:String jobName:String emails:[Email] phones:[Phone]",
  Customer: `${stamped} code:String socialName:String tradeName:String documentId:String vatNumber:String countryAcronym:String status:String customerType:CustomerType defaultAccountingAccountId:UUID addresses:[Address] contacts:[Contact] paymentTermLines:[PaymentTermLine]`,
  Supplier: `${stamped} code:String socialName:String tradeName:String documentId:String vatNumber:String countryAcronym:String status:String defaultAccountingAccountId:UUID addresses:[Address] contacts:[Contact]`,
  OpenItem: `${stamped} amount:Decimal paidAmountAccumulated:Decimal dueDate:DateTime status:OpenItemStatus isAdvanceInvoicePayment:Boolean`,
  SalesInvoiceLine:
    "id:UUID order:Int productId:UUID productCode:String productName:String totalQuantity:Decimal unitPrice:Decimal firstDiscount:Decimal vatPercentage:Decimal taxId:UUID totalNet:Decimal totalGross:Decimal totalDiscount:Decimal totalVat:Decimal totalLiquid:Decimal totalWithholding:Decimal",
  SalesInvoice: `${stamped} type:SalesInvoiceType customerId:UUID socialName:String operationalNumber:String documentDate:DateTime operationDate:DateTime firstDueDate:DateTime externalReference:String status:String hasCreditNote:Boolean sourceSalesInvoiceId:UUID totalNet:Decimal totalGross:Decimal totalDiscount:Decimal totalVat:Decimal totalLiquid:Decimal totalWithholding:Decimal openItems:[OpenItem] lines:[SalesInvoiceLine]`,
  VatLine:
    "id:UUID totalVat:Decimal totalVatBase:Decimal invoiceDate:DateTime taxId:UUID tax:Tax purchaseAccountingAccountId:UUID",
  PurchaseInvoice: `${stamped} supplierId:UUID supplier:Supplier invoiceNumber:String invoiceDate:DateTime operationDate:DateTime firstDueDate:DateTime status:String totalLiquid:Decimal pendingAmount:Decimal hasCashVat:Boolean openItems:[OpenItem] vatLines:[VatLine]`,
  Currency: "id:UUID code:String description:String precision:Int",
  ThirdPartyOfEntry: "id:UUID thirdPartyId:UUID socialName:String code:String origin:ThirdPartyOrigin",
  AccountingEntryLine:
    "id:UUID order:Int subAccountId:UUID subAccount:AccountingAccount documentNumber:String description:String debitAmount:Decimal creditAmount:Decimal accountingEntryThirdParty:ThirdPartyOfEntry",
  AccountingEntry: `${stamped} sourceType:String date:DateTime documentDate:DateTime journalTypeId:UUID journalType:JournalType currency:Currency entryType:EntryType number:Int documentNumber:String description:String isClosed:Boolean accountingEntryLines:[AccountingEntryLine]`,
};

const enums: Readonly<Record<string, string>> = {
  SortEnumType: "ASC DESC",
  AccountLevel: "UNDEFINED ACCOUNT BREAKDOWN GROUP SUB_ACCOUNT SUB_GROUP TOTAL",
  AccountType: "UNDEFINED BALANCE_SHEET ECPN INCOME_STATEMENT SPECIAL STATISTICAL",
  SubAccountType:
    "UNDEFINED CUSTOMER PROVIDER BANK CASH CHARGE REVENUE CAPITAL FIXED_ASSET MANAGEMENT_RESULT STOCK EMPLOYEE INPUT_TAX OUTPUT_TAX TITLE",
  JournalKind: "CARRY_FORWARD CLOSING FINANCIAL GENERAL PURCHASE_INVOICE SALES_INVOICE",
  ExerciseStatus: "UNDEFINED CLOSED OPEN",
  CalculationType: "NONE FIXED_AMOUNT PERCENTAGE REMAINING_AMOUNT",
  DueCondition: "NONE DAY_OF_PAYMENT END_OF_MONTH",
  ProductCategory: "NOT_SPECIFIED CONCEPT FEE PRODUCT PRODUCT_AND_SERVICE SERVICE",
  EmailUsage: "EMPTY INVOICES NOT_SET OTHERS PAYMENTS",
  PhoneType: "EMPTY FAX LANDLINE MOBILE NOT_SET SKYPE WHATS_APP",
  Courtesy: "NONE BLANK MISS MR",
  CustomerType: "BUSINESS INDIVIDUAL",
  OpenItemStatus: "NOT_SPECIFIED COLLECTED PAID PARTIAL",
  SalesInvoiceType: "NONE CREDIT_NOTE NORMAL PAYMENT_IN_ADVANCE",
  EntryType:
    "UNDEFINED CASH_VAT_ADJUSTMENT CLOSURE_ACCOUNTING CLOSURE_EXERCISE CLOSURE_WORTH GENERAL OPENING TEMPORARY_CARRY_FORWARD",
  ThirdPartyOrigin: "CUSTOMER EMPLOYEE SUPPLIER",
  Replaceable: "ADDRESSES CONTACTS PAYMENT_TERM_LINES",
};

/** Each list of the query, with the type of its records. */
export const connections = {
  organizations: "Organization",
  accountingAccounts: "AccountingAccount",
  journalTypes: "JournalType",
  accountingExercises: "AccountingExercise",
  dimensions: "Dimension",
  taxes: "Tax",
  paymentTerms: "PaymentTerm",
  products: "Product",
  customers: "Customer",
  suppliers: "Supplier",
  salesInvoices: "SalesInvoice",
  purchaseInvoices: "PurchaseInvoice",
  accountingEntries: "AccountingEntry",
} as const;

/** The inputs of mutations. An exclamation mark is the vendor's asterisk. */
const inputs: Readonly<Record<string, string>> = {
  AddressInput:
    "name:String firstLine:String secondLine:String city:String zipCode:String province:String countryIsoCodeAlpha2:String isDefaultDeliveryAddress:Boolean",
  EmailInput: "emailAddress:String usage:EmailUsage isDefault:Boolean",
  PhoneInput: "number:String type:PhoneType isDefault:Boolean",
  ContactInput: "courtesy:Courtesy name:String surname:String jobName:String emails:[EmailInput] phones:[PhoneInput]",
  PaymentTermLineInput:
    "order:Int paymentMeanId:UUID type:CalculationType value:Decimal! condition:DueCondition day:Int payDays:[Int]",
  CustomerCreateGLDtoInput:
    "code:String socialName:String! tradeName:String documentId:String vatNumber:String customerType:CustomerType addresses:[AddressInput] contacts:[ContactInput]",
  SupplierCreateGLDtoInput:
    "code:String socialName:String! tradeName:String documentId:String vatNumber:String addresses:[AddressInput] contacts:[ContactInput]",
  CustomerUpdateGLDtoInput:
    "id:UUID! code:String socialName:String tradeName:String documentId:String vatNumber:String customerType:CustomerType addresses:[AddressInput] contacts:[ContactInput] replaceAll:[Replaceable]",
  SupplierUpdateGLDtoInput:
    "id:UUID! code:String socialName:String tradeName:String documentId:String vatNumber:String addresses:[AddressInput] contacts:[ContactInput] replaceAll:[Replaceable]",
  ProductCreateGLDtoInput:
    "category:ProductCategory code:String! name:String! lineDescription:String comments:String salesUnitPrice:Decimal salesAccountingAccountId:UUID taxGroupId:UUID",
  AccountingAccountCreateGLDtoInput: "code:String! name:String",
  SalesInvoiceLineInput:
    "productId:UUID productCode:String productName:String totalQuantity:Decimal unitPrice:Decimal firstDiscount:Decimal originId:UUID",
  SalesInvoiceCreateGLDtoInput:
    "customerId:UUID! documentDate:DateTime operationDate:DateTime operationalNumber:String externalReference:String lines:[SalesInvoiceLineInput!]! paymentTermLines:[PaymentTermLineInput]",
  SalesInvoiceDeleteGLDtoInput: "id:UUID!",
  CloseSalesInvoiceGLDtoInput: "salesInvoiceId:UUID!",
  PostSalesInvoiceGLDtoInput: "salesInvoiceId:UUID! accountingEntryDescription:String! journalTypeId:UUID!",
  CreditNoteLineInput: "productId:UUID! quantity:Decimal! unitPrice:Decimal",
  GenerateCreditNoteGLDtoInput: "id:UUID! lines:[CreditNoteLineInput]",
  VatLineInput:
    "vatPercentage:Decimal totalVat:Decimal! totalVatBase:Decimal! invoiceDate:DateTime taxId:UUID taxTreatmentId:UUID purchaseAccountingAccountId:UUID",
  PurchaseCreateGLDtoInput:
    "supplierId:UUID! invoiceDate:DateTime invoiceNumber:String operationDate:DateTime firstDueDate:DateTime totalLiquid:Decimal hasCashVat:Boolean vatLines:[VatLineInput!]!",
  PurchaseInvoiceDeleteGLDtoInput: "id:UUID!",
  PostPurchaseInvoiceGLDtoInput:
    "purchaseInvoiceId:UUID! accountingEntryDescription:String! journalTypeId:UUID! postingDate:DateTime",
  PaidAmountInput: "openItemId:UUID paidAmount:Decimal",
  SalesOpenItemSettlementGLDtoInput:
    "entryDate:DateTime! paymentMethodId:UUID! description:String documentNumber:String thirdPartyId:UUID! salesOpenItemLinkagePaidAmounts:[PaidAmountInput!]!",
  PurchaseOpenItemSettlementGLDtoInput:
    "entryDate:DateTime! paymentMethodId:UUID! description:String documentNumber:String thirdPartyId:UUID! purchaseOpenItemLinkagePaidAmounts:[PaidAmountInput!]!",
  EntryLineInput:
    "subAccountCode:String! thirdCode:String description:String debitAmount:Decimal! creditAmount:Decimal!",
  AccountingEntryCreateUsingCodesGLDtoInput:
    "date:DateTime! journalTypeCode:String! documentDate:DateTime documentNumber:String description:String accountingEntryLines:[EntryLineInput!]!",
  AccountingTrialBalanceGLDtoInput:
    "startAccountCode:String endAccountCode:String exerciseId:UUID! startDate:DateTime! endDate:DateTime! isWithoutZeroBalance:Boolean isTrialBalanceComparative:Boolean",
};

/** Each mutation, with its input and its result. */
export const mutations = {
  createCustomer: ["CustomerCreateGLDtoInput", "Customer"],
  updateCustomer: ["CustomerUpdateGLDtoInput", "Customer"],
  createSupplier: ["SupplierCreateGLDtoInput", "Supplier"],
  updateSupplier: ["SupplierUpdateGLDtoInput", "Supplier"],
  createProduct: ["ProductCreateGLDtoInput", "Product"],
  createAccountingAccount: ["AccountingAccountCreateGLDtoInput", "AccountingAccount"],
  createSalesInvoice: ["SalesInvoiceCreateGLDtoInput", "SalesInvoice"],
  deleteSalesInvoice: ["SalesInvoiceDeleteGLDtoInput", "SalesInvoice"],
  closeSalesInvoice: ["CloseSalesInvoiceGLDtoInput", "SalesInvoice"],
  postSalesInvoice: ["PostSalesInvoiceGLDtoInput", "Posting"],
  generateCreditNote: ["GenerateCreditNoteGLDtoInput", "SalesInvoice"],
  salesOpenItemSettlement: ["SalesOpenItemSettlementGLDtoInput", "Posting"],
  createPurchaseInvoice: ["PurchaseCreateGLDtoInput", "PurchaseInvoice"],
  deletePurchaseInvoice: ["PurchaseInvoiceDeleteGLDtoInput", "PurchaseInvoice"],
  postPurchaseInvoice: ["PostPurchaseInvoiceGLDtoInput", "Posting"],
  purchaseOpenItemSettlement: ["PurchaseOpenItemSettlementGLDtoInput", "Posting"],
  createAccountingEntryUsingCodes: ["AccountingEntryCreateUsingCodesGLDtoInput", "AccountingEntry"],
} as const;

const fieldsIn = (fields: string): readonly (readonly [name: string, type: string])[] =>
  fields.split(" ").map((field) => field.split(":") as [string, string]);

const block = (kind: string, name: string, fields: readonly string[]): string =>
  `${kind} ${name} { ${fields.join(" ")} }`;

const scalars = ["UUID", "DateTime", "Decimal", "String", "Int", "Boolean"];

const operationsOf = (type: string): string =>
  block("input", `${type}Operations`, [
    ...["eq", "neq", "gt", "gte", "lt", "lte"].map((name) => `${name}: ${type}`),
    ...["in", "nin"].map((name) => `${name}: [${type}]`),
    ...(type === "String" ? ["contains: String", "startsWith: String", "endsWith: String"] : []),
  ]);

/** The input that filters a field of this type. */
function filterOf(type: string): string {
  const item = /^\[(\w+)\]$/.exec(type)?.[1];
  if (item !== undefined) return objects[item] === undefined ? `${item}Operations` : `${item}Some`;
  return objects[type] === undefined ? `${type}Operations` : `${type}Filter`;
}

function sdl(): string {
  const types = Object.entries(objects).flatMap(([name, text]) => {
    const fields = fieldsIn(text);
    const sortable = fields.filter(([, type]) => !type.startsWith("["));
    return [
      block(
        "type",
        name,
        fields.map(([field, type]) => `${field}: ${type}`),
      ),
      block("input", `${name}Filter`, [
        `and: [${name}Filter!]`,
        `or: [${name}Filter!]`,
        ...fields.map(([field, type]) => `${field}: ${filterOf(type)}`),
      ]),
      block("input", `${name}Some`, [`some: ${name}Filter`]),
      block(
        "input",
        `${name}Sort`,
        sortable.map(([field, type]) => `${field}: ${objects[type] === undefined ? "SortEnumType" : `${type}Sort`}`),
      ),
      block("type", `${name}Edge`, ["cursor: String", `node: ${name}`]),
      block("type", `${name}Connection`, [
        `edges: [${name}Edge]`,
        `nodes: [${name}]`,
        "pageInfo: PageInfo",
        "totalCount: Int",
      ]),
    ];
  });
  const lists = Object.entries(connections).map(
    ([root, type]) =>
      `${root}(first: Int, after: String, where: ${type}Filter, order: [${type}Sort!]): ${type}Connection`,
  );
  const written = Object.entries(mutations).map(([name, [input, result]]) => `${name}(input: ${input}!): ${result}`);
  const balances = [
    "accountCode accountDescription",
    "balance creditAmount creditBalance debitAmount debitBalance",
  ] as const;
  return [
    "scalar UUID scalar DateTime scalar Decimal",
    ...Object.entries(enums).map(([name, words]) => block("enum", name, words.split(" "))),
    ...[...scalars, ...Object.keys(enums)].map(operationsOf),
    block("type", "PageInfo", ["endCursor: String", "hasNextPage: Boolean", "startCursor: String"]),
    ...types,
    block("type", "UserProfile", ["id: UUID", "fullName: String", "authenticationEmail: String"]),
    block("type", "SalesSetup", [
      "defaultSalesPostingInvoiceJournalTypeId: UUID",
      "defaultPurchasePostingInvoiceJournalTypeId: UUID",
    ]),
    block("type", "TrialBalanceRow", [
      ...balances[0].split(" ").map((field) => `${field}: String`),
      ...balances[1].split(" ").map((field) => `${field}: Decimal`),
    ]),
    block("type", "Posting", ["accountingEntryId: UUID", "accountingEntryNumber: Int"]),
    ...Object.entries(inputs).map(([name, text]) =>
      block(
        "input",
        name,
        fieldsIn(text).map(([field, type]) => `${field}: ${type}`),
      ),
    ),
    block("type", "Query", [
      ...lists,
      "userProfile: UserProfile",
      "organizationSalesSetupByOrgId(id: ID!): SalesSetup",
      "accountingTrialBalance(input: AccountingTrialBalanceGLDtoInput!): [TrialBalanceRow]",
    ]),
    block("type", "Mutation", written),
  ].join("\n");
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function checkScalar(schema: GraphQLSchema, name: string, isValid: (value: unknown) => boolean): void {
  const scalar = schema.getType(name) as GraphQLScalarType;
  scalar.coerceInputValue = (value) => {
    if (isValid(value)) return value;
    throw new GraphQLError(`${name} cannot represent the given value.`);
  };
}

export function openSchema(): GraphQLSchema {
  const schema = buildSchema(sdl());
  checkScalar(schema, "UUID", (value) => typeof value === "string" && uuid.test(value));
  checkScalar(schema, "DateTime", (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)));
  checkScalar(schema, "Decimal", (value) => typeof value === "number");
  return schema;
}
