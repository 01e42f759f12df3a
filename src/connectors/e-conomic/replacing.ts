/** Changes at vendors whose PUT takes the place of all there is: what is to stay is read just before, and sent along. */

import type { WriteHandler } from "../contract/connector.ts";
import type { Encoded } from "./encode.ts";
import { type WriteDescription, write } from "./writing.ts";

export interface ReplaceDescription<Input extends object, Record, Native>
  extends Omit<WriteDescription<Input, Record, Native>, "method" | "path" | "prepare" | "body" | "repeatable"> {
  /** Where the record is, by the ids in our path. */
  readonly path: (ids: Readonly<globalThis.Record<string, string>>) => string;
  /** What the vendor tells but does not take, and what is gone unless it is sent: not sent along. */
  readonly left?: readonly string[];
}

/** `replace({ path: ({ contactId }) => …, left: ["balance"], encoder, map })` */
export const replace = <Input extends object, Record, Native>({
  path,
  left = [],
  ...described
}: ReplaceDescription<Input, Record, Native>): WriteHandler<Input, Record> =>
  write<Input, Record, Native>({
    ...described,
    method: "PUT",
    path: ({ ids }) => path(ids),
    repeatable: true,
    prepare: ({ ids }, session) => session.read(path(ids)),
    body: (encoded, current) => merged(without(sendable(current) as Encoded, left), encoded),
  });

const without = (record: Encoded, names: readonly string[]): Encoded =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** A record as it can be sent: without nulls, and without addresses, which a vendor makes itself. */
export function sendable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sendable);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const sent = sendable(inner);
    const isAddress = typeof sent === "string" && sent.startsWith("https://");
    const isEmpty = sent === null || (isObject(sent) && Object.keys(sent).length === 0);
    return isAddress || isEmpty ? [] : [[name, sent] as const];
  });
  return Object.fromEntries(kept);
}

const isObject = (value: unknown): value is Encoded =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is said of an object is added to what it has; a list takes the place of another. */
export function merged(known: Encoded, more: Encoded): Encoded {
  const both = Object.entries(more).map(([name, value]) => {
    const before = known[name];
    return [name, isObject(before) && isObject(value) ? { ...before, ...value } : value] as const;
  });
  return { ...known, ...Object.fromEntries(both) };
}
