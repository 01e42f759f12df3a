/** The last part of a write's way: what this target system insists on and cannot store, then dry run, task or journal. */
import type { FieldTable } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import { carriedOutBy, operations } from "../../contract/operations.ts";
import { type Answer, envelope, type Write } from "../calling/request.ts";
import { dryRun } from "./dryRun.ts";
import { type JournalDeps, writeOnce } from "./journal.ts";

export interface WriteDeps extends JournalDeps {
  /** Begins the task that makes the write later. */
  readonly startTask: (write: Write) => Promise<Answer>;
}

export const makeWrite =
  (deps: WriteDeps) =>
  async (asked: Write, isDryRun: boolean): Promise<Answer> => {
    checkKey(asked.idempotencyKey);
    checkRequired(asked);
    const lost = unwritable(asked.call.body, asked.handler.writableFields).map(
      (field) => `${asked.connector.name} cannot store ${field}; it was left out.`,
    );
    const call = { ...asked.call, body: withSides(asked) };
    const write = { ...asked, call, warnings: [...asked.warnings, ...lost] };
    if (isDryRun) return { kind: "dryRun", envelope: await dryRun(write) };
    if (operations[write.operation].task) return deps.startTask(write);
    const { record, raw: _, warnings, operationId } = await writeOnce(deps, write);
    return { kind: "record", envelope: envelope(record, warnings), operationId };
  };

const longestKey = 255;

function checkKey(key: string | undefined): void {
  if (key === undefined || (key.length <= longestKey && /^[\x21-\x7e]+$/.test(key))) return;
  throw new Failure("invalid_request", `Idempotency-Key must have 1 to ${longestKey} visible ASCII characters`, {
    field: "Idempotency-Key",
  });
}

function checkRequired({ call: { body }, connector, handler }: Write): void {
  const faults = handler.requires
    .flatMap((path) => missingIn(body, path.split(".")))
    .map((field) => ({ field, message: `${field} is required by ${connector.name}` }));
  if (faults.length === 0) return;
  throw new Failure("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
}

/** The side of an expense's line is what the expense is, unless the line says otherwise. */
function withSides({ operation, call: { body } }: Write): unknown {
  if (carriedOutBy(operation) !== "expenses.create") return body;
  const { expenseLines, ...expense } = body as ExpenseInput;
  if (expenseLines === undefined) return body;
  const debitCreditIndicator = expense.type === "REFUND" ? "CREDIT" : "DEBIT";
  return { ...expense, expenseLines: expenseLines.map((line) => ({ debitCreditIndicator, ...line })) };
}

/** Where a body lacks what a path names, `lineItems.taxRateId`: in each line that there is. A list of nothing is none. */
function missingIn(value: unknown, [name = "", ...below]: readonly string[], at = ""): string[] {
  const field = at + name;
  const found = (value as Record<string, unknown> | undefined)?.[name];
  const isMissing = found === undefined || (Array.isArray(found) && found.length === 0);
  if (below.length === 0) return isMissing ? [field] : [];
  if (isMissing) return [];
  if (!Array.isArray(found)) return missingIn(found, below, `${field}.`);
  return found.flatMap((one, index) => missingIn(one, below, `${field}[${index}].`));
}

/** The fields of a body that a target system has no place for, each once: `lineItems.taxType`. */
function unwritable(body: unknown, writableFields: FieldTable): string[] {
  if (typeof body !== "object" || body === null) return [];
  const names = Object.entries(body).flatMap(([field, value]): string[] => {
    // Every object inherits a `constructor`; what a target system stores it says itself.
    const place = Object.hasOwn(writableFields, field) ? writableFields[field] : undefined;
    if (place === undefined) return [field];
    if (place === true) return [];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => unwritable(one, place).map((below) => `${field}.${below}`));
  });
  return [...new Set(names)];
}
