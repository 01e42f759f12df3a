/** Bodies for writes: from the facts, or made from the contract's schema, the connector's writable fields and known ids. */
import type { TSchema } from "typebox";
import type { FieldTable } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { idOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import type { Known } from "./facts.ts";
import { allRows, idIn, offeredOperations, operationOf, pathParameters, valuesOf, writeHandler } from "./reading.ts";
import type { Stage } from "./stage.ts";

export function knownOf(stage: Stage): Known {
  const rows: Known["rows"] = async (list) =>
    offeredOperations(stage.facts, "list").includes(list) ? allRows(stage, list) : [];
  return {
    rows,
    id: (list, fits) => idIn(stage, list, fits),
    written: (id) => stage.notes.written.get(id),
    fresh: () => `${stage.simulator.now().toString(36).slice(-5)}${++stage.notes.count}`.toUpperCase(),
  };
}

export async function bodyFor(stage: Stage, id: OperationId): Promise<unknown> {
  const schema = operationOf(id).body;
  if (schema === undefined) return undefined;
  const request: unknown = stage.facts.requests?.[id];
  const known = knownOf(stage);
  if (typeof request === "function") return (request as (known: Known) => unknown)(known);
  if (request !== undefined) return request;
  const { writableFields, requires } = writeHandler(stage, id);
  const likes = pathParameters(id).length === 0 ? await known.rows(id.replace(/\.\w+$/, ".list") as OperationId) : [];
  return objectOf(schema, { writableFields, requires, known, likes, isTop: true, now: stage.simulator.now() });
}

/** The body as it is sent: as a form with a small file if the operation or the facts ask for one. */
export function encoded({ facts }: Stage, id: OperationId, body: unknown): unknown {
  const { multipart } = operations[id] as { readonly multipart?: string };
  if (multipart === undefined || (multipart !== "file" && !facts.withFile?.includes(id))) return body;
  const form = new FormData();
  const file = new File(["%PDF-1.4\n%%EOF\n"], "Beleg.pdf", { type: "application/pdf" });
  if (multipart === "file")
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) form.set(name, value);
  else form.set(multipart, JSON.stringify(body));
  form.set(multipart === "file" ? "file" : "files", file);
  return form;
}

interface BodyContext {
  readonly writableFields: FieldTable;
  readonly requires: readonly string[];
  readonly known: Known;
  /** Records of the same kind. The vendor accepts the values that they have. */
  readonly likes: readonly Row[];
  /** At the top level, the body must not set the record's id. */
  readonly isTop: boolean;
  readonly now: number;
}

type Shape = TSchema & {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly type?: string | readonly string[];
  readonly format?: string;
};

async function objectOf(schema: TSchema, context: BodyContext): Promise<Row> {
  const { properties = {}, required = [] } = schema as Shape;
  const names = Object.keys(properties).filter(
    (name) => name in context.writableFields || required.includes(name) || context.requires.includes(name),
  );
  const body: { [field: string]: unknown } = {};
  for (const name of names) {
    if (context.isTop && /^(?:id|invoiceId|version)$/.test(name)) continue;
    const value = await valueOf(name, properties[name] as Shape, context);
    if (value !== undefined) body[name] = value;
  }
  return body;
}

async function valueOf(name: string, schema: Shape, context: BodyContext): Promise<unknown> {
  const writable = context.writableFields[name];
  const likes = context.likes.flatMap((like) => (like[name] ?? []) as Row[]);
  const writableFields = writable === undefined || writable === true ? {} : writable;
  const below = { ...context, isTop: false, requires: [], writableFields, likes };
  if (schema.items !== undefined) {
    if (schema.items.properties === undefined) return undefined;
    const line = await objectOf(schema.items, below);
    if (!("debitCreditIndicator" in line)) return [line];
    return [
      { ...line, debitCreditIndicator: "DEBIT" },
      { ...line, debitCreditIndicator: "CREDIT" },
    ];
  }
  if (schema.properties !== undefined) return objectOf(schema, below);
  const values = valuesOf(schema);
  // New records do not start with the status of an existing record.
  if ((values !== undefined && name !== "status") || vendorWords.has(name)) {
    const used = context.likes.map((like) => like[name]).find((value) => typeof value === "string");
    if (values === undefined || (typeof used === "string" && values.includes(used))) return used;
  }
  if (values !== undefined) return ["EUR", "COMPANY"].find((usual) => values.includes(usual)) ?? values[0];
  if (name in references) return referenceOf(name, context.known);
  if (schema.format === "date-time") return dayFor(name, context.now);
  if (schema.type === "boolean") return true;
  if (schema.type === "string") return texts[name] ?? `Probe ${context.known.fresh()}`;
  return numbers[name] ?? 10;
}

/** Free text in the contract, but the vendor accepts only certain values. */
const vendorWords = new Set(["journalCode", "lineAmountTypes", "taxCode", "taxRule", "taxType", "unitName"]);

const dayFor = (name: string, now: number): string =>
  `${new Date(now + (name === "dueDate" ? 30 * 86_400_000 : 0)).toISOString().slice(0, 10)}T00:00:00Z`;

const texts: Readonly<Record<string, string>> = {
  bic: "XMPLDEFFXXX",
  countryCode: "DE",
  currency: "EUR",
  email: "info@neuland.example",
  iban: "DE00000000000000000000",
  postalCode: "12345",
  website: "https://neuland.example",
};
const numbers: Readonly<Record<string, number>> = {
  quantity: 2,
  unitAmount: 10.5,
  exchangeRate: 1,
  taxRatePercentage: 0,
};

/** Fields that refer to other records: the lists to look in, and the field to take (the id by default). */
const references: Readonly<Record<string, readonly [lists: readonly OperationId[], field?: string]>> = {
  accountCode: [["accounts.list"], "code"],
  accountId: [["accounts.list"]],
  accountNumber: [["accounts.list"], "number"],
  contactId: [["customers.list", "contacts.list"]],
  customerId: [["customers.list", "contacts.list"]],
  invoiceId: [["invoices.list"]],
  itemId: [["items.list"]],
  paymentTermId: [["paymentTerms.list"]],
  projectId: [["projects.list"]],
  supplierId: [["suppliers.list", "contacts.list"]],
  taxCode: [["taxRates.list"], "code"],
};

async function referenceOf(name: string, known: Known): Promise<unknown> {
  const [lists = [], field] = references[name] ?? [];
  for (const list of lists) {
    const [row] = await known.rows(list);
    if (row !== undefined) return field === undefined ? idOf(row) : row[field];
  }
  return undefined;
}
