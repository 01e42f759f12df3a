/**
 * Stores the steps of writes that are under way at the same time together. No write is sent before its own row is stored, and
 * none is answered before its own outcome is.
 */
import pg from "pg";
import {
  type HeldIntent,
  insertOperation,
  insertOperations,
  type OperationUpdate,
  type OperationWriter,
  updateOperation,
  updateOperations,
} from "./operations.ts";
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
  /** For groups: a connection of their own, because the others are shared out among API keys. */
  readonly groupDatabase: Database;
}

export function openOperationWriter({ database, groupDatabase }: OperationWriterParts): OperationWriter {
  const insert = combine<HeldIntent, boolean>({
    ...limits,
    one: (intent) => insertOperation(database, intent),
    several: (intents) => insertOperations(groupDatabase, intents),
  });
  const update = combine<OperationUpdate, boolean>({
    ...limits,
    one: (change) => updateOperation(database, change),
    several: (changes) => updateOperations(groupDatabase, changes),
  });
  return {
    insert: (intent) => (isShort(intent.request) ? insert(intent) : insertOperation(database, intent)),
    update: (change) => (isShort(change.answer, change.reply) ? update(change) : updateOperation(database, change)),
  };
}

const isShort = (...values: readonly (Buffer | undefined)[]): boolean =>
  values.every((value) => value === undefined || value.length < longestTogether);
