/** Bodies for writes: as the facts tell, or made from the contract's schema, what the connector stores and known ids. */
import type { TSchema } from "typebox";
import type { FieldTable } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { idOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import type { Known } from "./facts.ts";
import { idIn, namesIn, offered, operationOf, valuesOf, whole, writeHandler } from "./reading.ts";
import type { Stage } from "./stage.ts";

export function knownOf(stage: Stage): Known {
  const rows: Known["rows"] = async (list) => (offered(stage.facts, "list").includes(list) ? whole(stage, list) : []);
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
  const wanted: unknown = stage.facts.requests?.[id];
  const known = knownOf(stage);
  if (typeof wanted === "function") return (wanted as (known: Known) => unknown)(known);
  if (wanted !== undefined) return wanted;
  const { writableFields, requires } = writeHandler(stage, id);
  const likes = namesIn(id).length === 0 ? await known.rows(id.replace(/\.\w+$/, ".list") as OperationId) : [];
  return objectOf(schema, { writableFields, requires, known, likes, isTop: true, now: stage.simulator.now() });
}

/** With a small file beside it, where the facts want one. */
export function asSent({ facts }: Stage, id: OperationId, body: unknown): unknown {
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

interface Making {
  readonly writableFields: FieldTable;
  readonly requires: readonly string[];
  readonly known: Known;
  /** Records of the same kind: their words are words that the vendor knows. */
  readonly likes: readonly Row[];
  /** The record's own id is not for us to say. */
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

async function objectOf(schema: TSchema, making: Making): Promise<Row> {
  const { properties = {}, required = [] } = schema as Shape;
  const wanted = Object.keys(properties).filter(
    (name) => name in making.writableFields || required.includes(name) || making.requires.includes(name),
  );
  const body: { [field: string]: unknown } = {};
  for (const name of wanted) {
    if (making.isTop && /^(?:id|invoiceId|version)$/.test(name)) continue;
    const value = await valueOf(name, properties[name] as Shape, making);
    if (value !== undefined) body[name] = value;
  }
  return body;
}

async function valueOf(name: string, schema: Shape, making: Making): Promise<unknown> {
  const place = making.writableFields[name];
  const likes = making.likes.flatMap((like) => (like[name] ?? []) as Row[]);
  const writableFields = place === undefined || place === true ? {} : place;
  const below = { ...making, isTop: false, requires: [], writableFields, likes };
  if (schema.items !== undefined) {
    if (schema.items.properties === undefined) return undefined;
    const one = await objectOf(schema.items, below);
    if (!("debitCreditIndicator" in one)) return [one];
    return [
      { ...one, debitCreditIndicator: "DEBIT" },
      { ...one, debitCreditIndicator: "CREDIT" },
    ];
  }
  if (schema.properties !== undefined) return objectOf(schema, below);
  const values = valuesOf(schema);
  // A state is what becomes of a record, not what it begins with.
  if ((values !== undefined && name !== "status") || vendorWords.has(name)) {
    const used = making.likes.map((like) => like[name]).find((value) => typeof value === "string");
    if (values === undefined || (typeof used === "string" && values.includes(used))) return used;
  }
  if (values !== undefined) return ["EUR", "COMPANY"].find((usual) => values.includes(usual)) ?? values[0];
  if (name in references) return referenceOf(name, making.known);
  if (schema.format === "date-time") return dayFor(name, making.now);
  if (schema.type === "boolean") return true;
  if (schema.type === "string") return texts[name] ?? `Probe ${making.known.fresh()}`;
  return numbers[name] ?? 10;
}

/** Open text in the contract, but out of a list of the vendor's. */
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

/** Fields that name other records: the lists to look in, and what to take from a record. */
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
