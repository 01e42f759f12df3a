/** Fields that a target system requires beyond the contract's minimum body, as a caller adds them. */
import { Big } from "big.js";
import type { OperationId } from "../../src/contract/operations.ts";
import { idOf, type Row } from "../../src/verify/row.ts";
import type { Chosen, SystemFacts } from "./systems.ts";

type Body = { readonly [field: string]: unknown };

export interface Completion {
  /** Adds the fields that the target system publishes as required. */
  required(id: OperationId, body: Body): Promise<Body>;
  /** Adds one of the named fields, or returns nothing if none of them is missing or known. */
  named(id: OperationId, body: Body, fields: readonly string[]): Promise<Body | undefined>;
}

export interface CompletionParts {
  readonly system: SystemFacts;
  readonly known: (name: Chosen) => Promise<string>;
  readonly cachedRows: (list: OperationId) => Promise<readonly Row[]>;
  readonly day: (ahead: number) => string;
  readonly date: (ahead: number) => string;
  readonly freshNumber: () => string;
}

export function openCompletion(parts: CompletionParts): Completion {
  const required: Completion["required"] = async (id, body) => {
    const handler = parts.system.connector.operations[id] as { requires?: readonly string[] } | undefined;
    let completed = body;
    for (const path of handler?.requires ?? []) completed = (await add(parts, id, completed, path)) ?? completed;
    return completed;
  };
  const named: Completion["named"] = async (id, body, fields) => {
    for (const path of fields) {
      const completed = await add(parts, id, body, path);
      if (completed !== undefined) return completed;
    }
    return undefined;
  };
  return { required, named };
}

/** The body with the field, or nothing if it is there already or has no value that a caller could know. */
async function add(parts: CompletionParts, id: OperationId, body: Body, path: string): Promise<Body | undefined> {
  const names = path.replaceAll(/\[\d+\]|\.\d+(?=\.|$)/g, "").split(".");
  const [name = "", named] = names;
  if (named === "taxRate") return addTaxCodes(parts, body, name);
  // A rate that several codes have is refused by the rate's name. The caller then sends one of the codes.
  const inLine = named === "taxRatePercentage" ? "taxCode" : named;
  // With a rule, the connector must find the code.
  if (inLine === "taxCode" && body["taxRule"] !== undefined) return undefined;
  if (inLine === undefined) {
    if (body[name] !== undefined) return undefined;
    const value = await valueOf(parts, id, name, body);
    return value === undefined ? undefined : { ...body, [name]: value };
  }
  const lines = body[name];
  if (!Array.isArray(lines)) return undefined;
  let isChanged = false;
  const completed: Row[] = [];
  for (const line of lines as Row[]) {
    const value = line[inLine] === undefined ? await valueOf(parts, id, inLine, line) : undefined;
    isChanged ||= value !== undefined;
    completed.push(value === undefined ? line : { ...line, [inLine]: value });
  }
  return isChanged ? { ...body, [name]: completed } : undefined;
}

/** Lines of journal entries and expenses have their code inside `taxRate`. */
async function addTaxCodes(parts: CompletionParts, body: Body, name: string): Promise<Body | undefined> {
  const lines = body[name];
  if (!Array.isArray(lines)) return undefined;
  let isChanged = false;
  const completed: Row[] = [];
  for (const line of lines as Row[]) {
    const taxRate = line["taxRate"] as Row | undefined;
    const percentage = Number(taxRate?.["taxRatePercentage"]);
    const rate =
      taxRate !== undefined && taxRate["code"] === undefined ? await taxRow(parts, "BILL", percentage) : undefined;
    isChanged ||= rate !== undefined;
    completed.push(
      rate === undefined ? line : { ...line, taxRate: { ...taxRate, id: rate["id"], code: rate["code"] } },
    );
  }
  return isChanged ? { ...body, [name]: completed } : undefined;
}

const isSale = (id: OperationId): boolean => id.startsWith("invoices.");
const isPayment = (id: OperationId): boolean => id.startsWith("payments.");

async function valueOf(parts: CompletionParts, id: OperationId, name: string, near: Row): Promise<unknown> {
  const { system, known, day, date, freshNumber } = parts;
  const code = system.codes?.[id]?.[name];
  if (code !== undefined) return code;
  switch (name) {
    case "accountId":
      if (isSale(id)) return known("revenueAccount");
      return isPayment(id) || "expenseLines" in near ? known("bankAccount") : known("expenseAccount");
    case "accountCode":
      return accountCode(parts, isSale(id) ? "revenueAccount" : "expenseAccount");
    case "incomeAccountId":
      return known("revenueAccount");
    case "itemNumber":
      return freshNumber();
    case "unitSalesPrice":
      return 100;
    case "unitName":
      return "PIECE";
    case "type":
      return "PRODUCT";
    case "taxRatePercentage":
      return system.sales.standard;
    case "itemId":
      return known("item");
    case "taxCode":
      return taxCode(parts, id, near);
    case "totalNetAmount":
      return near["quantity"] === undefined ? undefined : netOf(near);
    case "contactId":
    case "supplierId":
      return known(isSale(id) ? "customer" : "supplier");
    case "customerId":
      return known("customer");
    case "currency":
      return system.currency;
    case "dueDate":
      return day(30);
    case "billDate":
    case "invoiceDate":
    case "transactionDate":
    case "vendorCreditDate":
      return day(-2);
    case "paymentDate":
      return date(-1);
    case "billNumber":
    case "documentId":
    case "invoiceNumber":
    case "vendorCreditNumber":
      return freshNumber();
    case "description":
      return near["name"] ?? "Business case";
    case "paymentType":
      return "CASH";
    default:
      return undefined;
  }
}

const netOf = (line: Row): number =>
  new Big(Number(line["quantity"] ?? 0))
    .times(Number(line["unitAmount"] ?? 0))
    .times(100 - Number(line["totalDiscountPercentage"] ?? 0))
    .div(100)
    .toNumber();

async function accountCode({ known, cachedRows }: CompletionParts, name: Chosen): Promise<unknown> {
  const id = await known(name);
  const rows = await cachedRows("accounts.list");
  return rows.find((row) => idOf(row) === id)?.["code"];
}

async function taxCode(parts: CompletionParts, id: OperationId, near: Row): Promise<unknown> {
  const row = await taxRow(parts, isSale(id) ? "INVOICE" : "BILL", Number(near["taxRatePercentage"]));
  return row?.["code"];
}

/** The first code of this rate and direction that adds tax to the price. */
async function taxRow(
  { system, cachedRows }: CompletionParts,
  usage: "INVOICE" | "BILL",
  percentage: number,
): Promise<Row | undefined> {
  const rows = await cachedRows("taxRates.list");
  const known = system.taxCodes?.[usage]?.[percentage];
  return rows.find((row) =>
    known === undefined ? isOrdinary(row, usage) && row["percentage"] === percentage : row["code"] === known,
  );
}

const isOrdinary = (row: Row, usage: string): boolean =>
  [usage, "ALL", undefined].includes(row["usage"] as string | undefined) &&
  !["INCLUSIVE", "ZERO_TAX"].includes(String(row["type"]));
