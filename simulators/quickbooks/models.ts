/** The entities, the fields that queries may use, and their references. */
const lists = ["Account", "Class", "Customer", "Department", "Item", "TaxCode", "TaxRate", "Term", "Vendor"] as const;
const transactions = [
  "Bill",
  "BillPayment",
  "CreditMemo",
  "Estimate",
  "Invoice",
  "JournalEntry",
  "Payment",
  "Purchase",
  "PurchaseOrder",
  "RefundReceipt",
  "SalesReceipt",
  "VendorCredit",
] as const;
const entities = [...lists, ...transactions, "Attachable"] as const;
export type Entity = (typeof entities)[number];
/** Reports are made from postings. Deletions are reported for thirty days. */
export const tables = [...entities, "Posting", "Gone"] as const;
export type Name = (typeof tables)[number];

export const isEntity = (name: string): name is Entity => (entities as readonly string[]).includes(name);
export const isList = (name: string): boolean => (lists as readonly string[]).includes(name);
export const isTransaction = (name: string): boolean => (transactions as readonly string[]).includes(name);
export const entityAt = (path: string): Entity | undefined => entities.find((entity) => entity.toLowerCase() === path);

/** Intuit's time zone, to the second. */
export const stampAt = (at: number): string => `${new Date(at - 25_200_000).toISOString().slice(0, 19)}-07:00`;

const common = "Id MetaData.CreateTime MetaData.LastUpdatedTime";
const fields: Readonly<Partial<Record<Entity, string>>> = {
  Account: "Name AcctNum AccountType AccountSubType Classification FullyQualifiedName",
  Attachable: "FileName AttachableRef.EntityRef.Type AttachableRef.EntityRef.value",
  Bill: "Balance DueDate TotalAmt VendorRef APAccountRef SalesTermRef",
  BillPayment: "TotalAmt VendorRef APAccountRef",
  CreditMemo: "Balance CustomerRef SalesTermRef",
  Customer: "DisplayName CompanyName GivenName FamilyName PrimaryEmailAddr Balance Job",
  Estimate: "CustomerRef DueDate",
  Invoice: "Balance DueDate CustomerRef SalesTermRef",
  Item: "Name Type Sku FullyQualifiedName Taxable",
  Payment: "TotalAmt CustomerRef PaymentMethodRef PaymentRefNum",
  Purchase: "TotalAmt PaymentType",
  PurchaseOrder: "DueDate",
  RefundReceipt: "TotalAmt CustomerRef",
  SalesReceipt: "TotalAmt CustomerRef Balance",
  TaxCode: "Name Description",
  TaxRate: "Name Description AgencyRef",
  Vendor: "DisplayName CompanyName GivenName FamilyName PrimaryEmailAddr Balance",
  VendorCredit: "TotalAmt APAccountRef",
};
export function filterable(entity: Entity, field: string): boolean {
  const more = isList(entity) ? "Name FullyQualifiedName Active" : isTransaction(entity) ? "DocNumber TxnDate" : "";
  const known = `${common} ${more} ${fields[entity] ?? ""}`.toLowerCase().split(" ");
  return known.includes(field.toLowerCase());
}

/** References by field name; other fields are not checked. */
export const refs: Readonly<Record<string, Entity>> = {
  AccountRef: "Account",
  APAccountRef: "Account",
  AssetAccountRef: "Account",
  BankAccountRef: "Account",
  CCAccountRef: "Account",
  DepositToAccountRef: "Account",
  ExpenseAccountRef: "Account",
  IncomeAccountRef: "Account",
  ItemAccountRef: "Account",
  ClassRef: "Class",
  DepartmentRef: "Department",
  CustomerRef: "Customer",
  VendorRef: "Vendor",
  ItemRef: "Item",
  SalesTermRef: "Term",
  TaxCodeRef: "TaxCode",
};
export const namedBy = (entity: Entity): string =>
  entity === "Customer" || entity === "Vendor" ? "DisplayName" : "Name";

/** Required fields of new records. */
export const required: Readonly<Partial<Record<Entity, readonly string[]>>> = {
  Account: ["Name", "AccountType"],
  Item: ["Name", "Type"],
  Term: ["Name"],
  Customer: ["DisplayName"],
  Vendor: ["DisplayName"],
  Invoice: ["CustomerRef", "Line"],
  CreditMemo: ["CustomerRef", "Line"],
  Estimate: ["CustomerRef", "Line"],
  Bill: ["VendorRef", "Line"],
  VendorCredit: ["VendorRef", "Line"],
  PurchaseOrder: ["VendorRef", "Line"],
  SalesReceipt: ["Line"],
  RefundReceipt: ["Line", "DepositToAccountRef"],
  Payment: ["CustomerRef", "TotalAmt"],
  BillPayment: ["VendorRef", "TotalAmt", "Line", "PayType"],
  Purchase: ["AccountRef", "PaymentType", "Line"],
  JournalEntry: ["Line"],
};
