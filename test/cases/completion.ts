/** Fields that a target system requires beyond the contract's minimum body, as a caller adds them. */
import Big from "big.js";
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
  const [name = "", inLine] = names;
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
    case "itemId":
      return known("item");
    case "taxCode":
      return taxCode(parts, id, near);
    case "totalNetAmount":
      return new Big(Number(near["quantity"] ?? 0)).times(Number(near["unitAmount"] ?? 0)).toNumber();
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

async function accountCode({ known, cachedRows }: CompletionParts, name: Chosen): Promise<unknown> {
  const id = await known(name);
  const rows = await cachedRows("accounts.list");
  return rows.find((row) => idOf(row) === id)?.["code"];
}

/** The first code of this rate and direction that adds tax to the price. */
async function taxCode({ cachedRows }: CompletionParts, id: OperationId, near: Row): Promise<unknown> {
  const usage = isSale(id) ? "INVOICE" : "BILL";
  const rows = await cachedRows("taxRates.list");
  const found = rows.find(
    (row) =>
      row["percentage"] === near["taxRatePercentage"] &&
      [usage, "ALL", undefined].includes(row["usage"] as string | undefined) &&
      row["type"] !== "INCLUSIVE",
  );
  return found?.["code"];
}
