/** What Tryton's writes have in common: one call with the values, and the record read again, because only its id is told. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Encoded, Encoder } from "../../kit/encode.ts";
import { noRecord } from "../../kit/reading.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import { type Domain, existing, idOf, type Kind, lastId, one, rawOf, type Source, select } from "./conventions.ts";
import { act, contextOf, resultOf, rpc } from "./rpc.ts";
import type { Identified } from "./types.ts";

/** A reference of ours, in a field that takes any text: what a write is found by when its answer was lost. */
export const marking = (marker: string): string => `kontor:${marker}`;

/** Behind a text of the caller's, and away from it again. */
export const marked = (text: string | undefined, marker: string): string =>
  [text, marking(marker)].filter(Boolean).join(" ");
export function unmarked(text: string | null | undefined): string | undefined {
  const at = text?.lastIndexOf(marking("")) ?? -1;
  return at < 0 || /\s/.test(text?.slice(at) ?? "") ? (text ?? undefined) : text?.slice(0, at).trimEnd();
}

interface Written<Input extends object, Record, Native, Prepared>
  extends Pick<WriteDescription<Input, Record, Native>, "afterwards" | "requires" | "rules"> {
  readonly encoder: Encoder<Input>;
  /** The model that is written, where that is another than the one that is read. */
  readonly model?: string;
  /** What has to be looked up; `native` is the record that is changed. */
  readonly prepare?: (call: WriteCall<Input>, session: Session, native?: Native) => Promise<Prepared>;
  readonly values?: (encoded: Encoded, prepared: Prepared, call: WriteCall<Input>) => object;
}

interface Creation<Input extends object, Record, Native, Prepared> extends Written<Input, Record, Native, Prepared> {
  /** What is found by our reference. */
  readonly marked: (reference: string) => Domain;
  /** The records that are read for an id that was told. */
  readonly told?: (id: number) => Domain;
  readonly stub?: (id: string) => Partial<Record>;
}

interface Ready<Prepared> {
  readonly context: ReturnType<typeof contextOf>;
  readonly prepared: Prepared;
  readonly id: number;
}

const posted = { method: "POST", path: "/" } as const;
const newId = (reply: unknown): number => (resultOf(reply) as readonly number[])[0] ?? 0;

/** A new record: made in one call, found again by our reference. */
export function createOf<Input extends object, Record, Native extends Identified, Prepared = undefined>(
  kind: Kind<Record, Native>,
  about: Creation<Input, Record, Native, Prepared>,
): WriteHandler<Input, Record> {
  const { marked: found, model = kind.model, prepare, values = (encoded) => encoded, ...rest } = about;
  const { told = (id: number) => [["id", "=", id]], stub = (id: string) => ({ id }) as object } = about;
  return write<Input, Record, Native>({
    ...{ ...posted, ...rest, map: kind.map, raw: rawOf },
    prepare: async (call, session) => ({ context: contextOf(session), prepared: await prepare?.(call, session) }),
    body: (encoded, ready, call) => {
      const { context, prepared } = ready as Ready<Prepared>;
      return rpc(`model.${model}.create`, [[values(encoded, prepared, call)]], context);
    },
    record: (reply: never) => ({ id: newId(reply) }) as Native,
    readBack: async (reply: unknown, _call, session) => {
      const isFound = (reply as { readonly result?: unknown }).result === undefined;
      const domain = isFound ? [["id", "=", (reply as Identified).id]] : told(newId(reply));
      const [native] = await select<Native>(session, kind, domain);
      if (native === undefined) throw noRecord();
      return native;
    },
    stub: (reply) => stub(String(newId(reply))),
    find: async ({ marker }, session) => (await select<Native>(session, kind, found(marking(marker))))[0],
  });
}

interface Change<Input extends object, Record, Native, Prepared> extends Written<Input, Record, Native, Prepared> {
  /** The id in the model that is written. */
  readonly of?: (native: Native) => number;
}

/** Values of a record that is there: twice is the same as once. */
export function changeOf<Input extends object, Record, Native extends Identified, Prepared = undefined>(
  kind: Kind<Record, Native>,
  about: Change<Input, Record, Native, Prepared>,
): WriteHandler<Input, Record> {
  const { model = kind.model, prepare, values = (encoded) => encoded, of = ({ id }) => id, ...rest } = about;
  return write<Input, Record, Native>({
    ...{ ...posted, ...rest, map: kind.map, raw: rawOf, repeatable: true },
    prepare: async (call, session) => {
      const native = await existing<Native>(session, kind, call);
      return { context: contextOf(session), id: of(native), prepared: await prepare?.(call, session, native) };
    },
    body: (encoded, ready, call) => {
      const { context, id, prepared } = ready as Ready<Prepared>;
      return rpc(`model.${model}.write`, [[id], values(encoded, prepared, call)], context);
    },
    record: (_reply: never, call) => ({ id: idOf(lastId(call)) }) as Native,
    readBack: (_reply: never, call, session) => existing<Native>(session, kind, call),
  });
}

export const removeOf = (kind: Source, rule: string): WriteHandler<undefined, { id: string }> => ({
  ...{ fields: { id: true }, writableFields: {}, requires: [], rules: [rule] },
  prepare: async (call, session) => ({
    ...{ context: contextOf(session), id: (await existing<Identified>(session, kind, call)).id },
  }),
  request: (_call, ready) => {
    const { context, id } = ready as Ready<never>;
    return { ...posted, body: rpc(`model.${kind.model}.delete`, [[id]], context) };
  },
  answer: (_reply, call) => ({ record: { id: lastId(call) ?? "" }, raw: {} }),
  find: async (call, session) => ((await one(session, kind, idOf(lastId(call)))) === undefined ? {} : undefined),
});

/** A step after a record was made. What Tryton will not do is taken back with it: nobody asked for half of it. */
export async function orTakenBack(session: Session, model: string, id: number, step: () => Promise<void>) {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "target_rejected") throw error;
    await act(session, `model.${model}.delete`, [id]);
    throw new Failure(error.code, error.message, { ...error.details, undone: true });
  }
}
