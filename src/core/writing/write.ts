/**
 * Carries out a write: checks the fields that this target system requires, and then makes a dry run, starts a task, or
 * writes through the journal.
 */
import { Failure } from "../../contract/failure.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import { handlerOperationOf, operations } from "../../contract/operations.ts";
import { envelope, type OperationResult, type Write } from "../calling/request.ts";
import { dryRun } from "./dryRun.ts";
import { type JournalDeps, writeOnce } from "./journal.ts";
import { prepareWrite } from "./prepareWrite.ts";

export interface WriteDeps extends JournalDeps {
  /** Starts the task that makes the write later. */
  readonly startTask: (write: Write) => Promise<OperationResult>;
}

export const makeWrite =
  (deps: WriteDeps) =>
  async (requested: Write, isDryRun: boolean): Promise<OperationResult> => {
    checkKey(requested.idempotencyKey);
    checkRequired(requested);
    const write = { ...requested, call: { ...requested.call, body: withSides(requested) } };
    if (isDryRun) return { kind: "dryRun", envelope: await dryRun(write) };
    if (operations[write.operation].task) {
      // The task prepares the write again. What can be refused is refused at once.
      const { warnings } = await prepareWrite(write, await write.openSession());
      return deps.startTask({ ...write, warnings: [...write.warnings, ...warnings] });
    }
    const { record, warnings, differences, verified, operationId, replayed } = await writeOnce(deps, write);
    return { kind: "record", envelope: envelope(record, warnings, { differences, verified }), operationId, replayed };
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

/** By default, an expense line has the side of its expense: credit for a refund, otherwise debit. */
function withSides({ operation, call: { body } }: Write): unknown {
  if (handlerOperationOf(operation) !== "expenses.create") return body;
  const { expenseLines, ...expense } = body as ExpenseInput;
  if (expenseLines === undefined) return body;
  const debitCreditIndicator = expense.type === "REFUND" ? "CREDIT" : "DEBIT";
  return { ...expense, expenseLines: expenseLines.map((line) => ({ debitCreditIndicator, ...line })) };
}

/** The fields that a body lacks for a path such as `lineItems.taxRateId`, one for each line. An empty list is missing. */
function missingIn(value: unknown, [name = "", ...below]: readonly string[], at = ""): string[] {
  const field = at + name;
  const found = (value as Record<string, unknown> | undefined)?.[name];
  const isMissing = found === undefined || (Array.isArray(found) && found.length === 0);
  if (below.length === 0) return isMissing ? [field] : [];
  if (isMissing) return [];
  if (!Array.isArray(found)) return missingIn(found, below, `${field}.`);
  return found.flatMap((item, index) => missingIn(item, below, `${field}[${index}].`));
}
