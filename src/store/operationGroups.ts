/**
 * Stores the steps of writes that are under way at the same time together. No write is sent before its own row is stored, and
 * none is answered before its own outcome is.
 */
import pg from "pg";
import { type OperationStep, type OperationWriter, storeStep, storeSteps } from "./operations.ts";
import type { Database } from "./postgres/database.ts";
import { combine } from "./postgres/together.ts";

/** The database has refused the statement, and stored nothing of it. With a lost connection, nobody knows. */
const isRefused = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === "ERROR";

/** One item may be the reason why a group is refused, and the others must not fail with it. */
const limits = { mayTryAlone: isRefused, mostTogether: 50 };

/** Longer bodies are stored alone, because a group of them would take much memory. */
const longestTogether = 32_000;

export interface OperationWriterParts {
  readonly database: Database;
  /** A connection of its own for combined steps, because the others are shared out among API keys. */
  readonly groupDatabase: Database;
}

export function openOperationWriter({ database, groupDatabase }: OperationWriterParts): OperationWriter {
  const store = combine<OperationStep, boolean>({
    ...limits,
    one: (step) => storeStep(groupDatabase, step),
    several: (steps) => storeSteps(groupDatabase, steps),
  });
  return {
    insert: (intent) => (isShort(intent.request) ? store({ intent }) : storeStep(database, { intent })),
    update: (update) => (isShort(update.answer, update.reply) ? store({ update }) : storeStep(database, { update })),
  };
}

const isShort = (...values: readonly (Buffer | undefined)[]): boolean =>
  values.every((value) => value === undefined || value.length < longestTogether);
