/** How Business Central wants to be told things. */

import type { Call, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { amount, decimal } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { remove as removed, type WriteDescription, write } from "../../kit/writing.ts";
import { key } from "./conventions.ts";
import { optionName } from "./fields.ts";
import type { Entity } from "./types.ts";

/** Amounts are numbers in JSON. */
export const amountAs = (name: string) => (value: number) => ({ [name]: amount(decimal(value)) });
export const dayAs = (name: string) => (timestamp: string) => ({ [name]: calendarDay(timestamp) });
export const wordAs = (name: string, table: Readonly<Record<string, string>>, field: string) => (ours: string) => ({
  [name]: optionName(vocabulary(table).write(ours, field)),
});

/** Where there is room for one, and the contract has a list. */
export function only<Item>(all: readonly Item[], field: string): Item | undefined {
  if (all.length > 1) throw new Failure("invalid_request", `Business Central takes one of ${field}.`, { field });
  return all[0];
}

export interface Telling<Input extends object, Record, Native>
  extends Omit<WriteDescription<Input, Record, Native>, "method" | "path" | "record" | "repeatable" | "find"> {
  /** Read again with this afterwards: answers to writes come without lines, and with totals from before them. */
  readonly expand?: string;
}

type Place = string | ((call: Call) => string);
const pathOf = (place: Place, call: Call): string => (typeof place === "string" ? `/${place}` : place(call));

function readAgain<Input extends object, Record, Native extends Entity>(
  { expand }: Telling<Input, Record, Native>,
  pathOfRecord: (native: Native, call: WriteCall<Input>) => string,
): Pick<WriteDescription<Input, Record, Native>, "readBack"> {
  if (expand === undefined) return {};
  return {
    readBack: async (native: Native, call, session) =>
      (await session.read(pathOfRecord(native, call), { $expand: expand })) as Native,
  };
}

/** Nothing that we could leave there would find it again: ids are the vendor's (resource pages, 2026-11). */
export const create = <Input extends object, Record, Native extends Entity>(
  place: Place,
  description: Telling<Input, Record, Native>,
): WriteHandler<Input, Record> =>
  write({
    ...description,
    ...readAgain(description, (native, call) => `${pathOf(place, call)}${key(native.id)}`),
    method: "POST",
    path: (call) => pathOf(place, call),
  });

/** Whoever changes a record has to say which state of it. */
export const tagOf =
  (place: (call: Call) => string) =>
  async (call: Call, session: Session): Promise<string> =>
    ((await session.read(place(call), { $select: "id" })) as Entity)["@odata.etag"] ?? "*";
export const matching = (tag: unknown) => ({ "if-match": tag as string });

/** What is not told stays as it is. */
export const change = <Input extends object, Record, Native extends Entity>(
  place: (call: Call) => string,
  description: Telling<Input, Record, Native>,
): WriteHandler<Input, Record> =>
  write({
    ...description,
    ...readAgain(description, (_native, call) => place(call)),
    method: "PATCH",
    path: place,
    prepare: tagOf(place),
    headers: (_call, tag) => matching(tag),
    repeatable: true,
  });

export const remove = (place: (call: Call) => string): WriteHandler<undefined, { id: string }> =>
  removed(place, { prepare: tagOf(place), headers: matching });

/** Work that is done on a record: `act(session, "/journals(…)", "post")`. */
export const act = (session: Session, path: string, action: string): Promise<unknown> =>
  session.send({ method: "POST", path: `${path}/Microsoft.NAV.${action}` });

/** Takes back what was made a moment ago. */
export async function discard(session: Session, path: string): Promise<void> {
  const tag = await tagOf(() => path)({ ids: {}, filters: {} }, session);
  await session.send({ method: "DELETE", path, headers: matching(tag) });
}

/** Does what is still to be done with something new; where that is refused, nothing stays behind. */
export async function orDiscard<Result>(session: Session, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && error.code === "target_rejected") await discard(session, path);
    throw error;
  }
}
