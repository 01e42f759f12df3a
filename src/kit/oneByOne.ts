/** Bulk writes at vendors that take one record at a time. */
import type { WriteCall, WriteHandler } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import type { OperationId } from "../contract/operations.ts";

interface BulkInput<Entry> {
  readonly entries: readonly Entry[];
}

/**
 * `"contacts.bulk": oneByOne("contacts.create", create)` lets the task write each entry with that operation. A dry run checks
 * all entries, and shows their bodies in one request.
 */
export function oneByOne<Entry extends object, Record>(
  entryOperation: OperationId,
  create: WriteHandler<Entry, Record>,
): WriteHandler<BulkInput<Entry>, readonly Record[]> {
  return {
    entryOperation,
    fields: create.fields,
    writableFields: { entries: create.writableFields },
    requires: create.requires.map((field) => `entries.${field}`),
    rules: [
      ...(create.rules ?? []),
      "Kontor writes the entries one after the other. The task names every entry that was refused.",
    ],
    prepare: async (call, session) => {
      const prepared: unknown[] = [];
      for (const [index, entry] of entryCalls(call).entries())
        try {
          prepared.push(await create.prepare?.(entry, session));
        } catch (error) {
          throw inEntry(index, error);
        }
      return prepared;
    },
    request: (call, prepared = []) => {
      const ofEntries = prepared as readonly unknown[];
      const requests = entryCalls(call).map((entry, index) => {
        try {
          return create.request(entry, ofEntries[index]);
        } catch (error) {
          throw inEntry(index, error);
        }
      });
      return { method: "POST", path: requests[0]?.path ?? "/", body: requests.map(({ body }) => body) };
    },
    // The task collects the records of the entries.
    answer: () => ({ record: [], raw: undefined }),
  };
}

const entryCalls = <Entry>({ body, ...call }: WriteCall<BulkInput<Entry>>): readonly WriteCall<Entry>[] =>
  body.entries.map((entry) => ({ ...call, body: entry }));

/** Names the entry that an error is about. */
function inEntry(index: number, error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const { field } = error.details;
  const entry = `entries[${index}]`;
  const named = field === undefined ? entry : `${entry}.${field}`;
  return new Failure(error.code, error.message, { ...error.details, field: named });
}
