/** PUT replaces the whole record here, so a change reads the record first and sends the unchanged fields with the changed ones. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import type { Encoded } from "../../kit/encode.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";

interface ReplaceDescription<Input extends object, Record, Native>
  extends Omit<WriteDescription<Input, Record, Native>, "method" | "path" | "prepare" | "body" | "repeatable"> {
  /** The record's path, from the ids in ours. */
  readonly path: (ids: Readonly<globalThis.Record<string, string>>) => string;
  /** Fields of the current record that are not sent back: read-only ones, and those that an update clears. */
  readonly omitted?: readonly string[];
  /** Refuses a change that the vendor could not store. */
  readonly check?: (call: WriteCall<Input>, current: unknown, session: Session) => Promise<void>;
}

/** `replace({ path: ({ contactId }) => …, omitted: ["balance"], encoder, map })` */
export const replace = <Input extends object, Record, Native>({
  path,
  omitted = [],
  check,
  ...description
}: ReplaceDescription<Input, Record, Native>): WriteHandler<Input, Record> =>
  write<Input, Record, Native>({
    ...description,
    method: "PUT",
    path: ({ ids }) => path(ids),
    repeatable: true,
    prepare: async (call, session) => {
      const current = await session.read(path(call.ids));
      await check?.(call, current, session);
      return current;
    },
    body: (encoded, current) => merged(without(sendable(current) as Encoded, omitted), encoded),
  });

const without = (record: Encoded, names: readonly string[]): Encoded =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** A record as it can be sent: without nulls, and without URLs, which the vendor makes itself. */
export function sendable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sendable);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const sent = sendable(inner);
    const isUrl = typeof sent === "string" && sent.startsWith("https://");
    const isEmpty = sent === null || (isObject(sent) && Object.keys(sent).length === 0);
    return isUrl || isEmpty ? [] : [[name, sent] as const];
  });
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is Encoded =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Objects are merged one level deep; lists and plain values are replaced. */
export function merged(current: Encoded, changes: Encoded): Encoded {
  const changed = Object.entries(changes).map(([name, value]) => {
    const before = current[name];
    return [name, isObject(before) && isObject(value) ? { ...before, ...value } : value] as const;
  });
  return { ...current, ...Object.fromEntries(changed) };
}
