/** Writes for vendors whose records are models. The vendor returns only an id, so the record is read back. */

import type { Call, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Encoded, Encoder } from "../encode.ts";
import { noRecord } from "../reading.ts";
import { type WriteDescription, write } from "../writing.ts";
import { type Domain, idOf, lastId, type Mapped, type ModelReader, modelReads, type Numbered } from "./reading.ts";

/** How requests to the vendor are built. */
export interface ModelWriter<Caller, Question> {
  /** Facts that every request needs, such as the user and the company. */
  caller(session: Session): Promise<Caller> | Caller;
  address(caller: Caller, question: Question): string;
  body(caller: Caller, question: Question): object;
  creating(model: string, values: object): Question;
  changing(model: string, id: number, values: object): Question;
  deleting(model: string, id: number): Question;
  /** The id in the reply to a create. Undefined if the value is a record instead. */
  newId(reply: unknown): number | undefined;
}

/** Our marker in a free-text field, by which a write is found again if its response was lost. */
export const markerText = (marker: string): string => `kontor:${marker}`;

/** Appends the marker to a caller's text; `removeMarker` removes it. */
export const appendMarker = (text: string | undefined, marker: string): string =>
  [text, markerText(marker)].filter(Boolean).join(" ");
export function removeMarker(text: string | null | undefined): string | undefined {
  const at = text?.lastIndexOf(markerText("")) ?? -1;
  return at < 0 || /\s/.test(text?.slice(at) ?? "") ? (text ?? undefined) : text?.slice(0, at).trimEnd();
}

/** The fields that lines and documents of every kind may have. */
export interface LineInput {
  readonly accountId?: string;
  readonly description?: string;
  readonly dimensions?: readonly { readonly id?: string }[];
  readonly itemId?: string;
  readonly lineItemId?: string;
  readonly quantity?: number;
  readonly taxCode?: string;
  readonly unitAmount?: number;
}
export interface DocumentInput {
  readonly contactId?: string;
  readonly currency?: string;
  readonly lineItems?: readonly LineInput[];
  readonly status?: string;
}

interface Written<Input extends object, Record, Native, Prepared>
  extends Pick<WriteDescription<Input, Record, Native>, "afterwards" | "requires" | "rules" | "undo"> {
  readonly encoder: Encoder<Input>;
  /** The model to write, if it differs from the one that is read. */
  readonly model?: string;
  /** Reads what the write needs. `native` is the record to change. */
  readonly prepare?: (call: WriteCall<Input>, session: Session, native?: Native) => Promise<Prepared>;
  readonly values?: (encoded: Encoded, prepared: Prepared, call: WriteCall<Input>) => object;
}

export interface Creation<Input extends object, Record, Native, Prepared>
  extends Written<Input, Record, Native, Prepared> {
  /** Finds the record by our marker. */
  readonly marked: (reference: string) => Domain;
  /** Finds the record to read back by the id that the vendor returned. By id, by default. */
  readonly domainById?: (id: number) => Domain;
  readonly stub?: (id: string) => Partial<Record>;
}

export interface Change<Input extends object, Record, Native, Prepared>
  extends Written<Input, Record, Native, Prepared> {
  /** The id in the model to write. */
  readonly of?: (native: Native) => number;
}

interface Ready<Caller, Prepared> {
  readonly caller: Caller;
  readonly prepared: Prepared;
  readonly id: number;
}

export function modelWrites<Source extends { readonly model: string }, Caller, Question>(
  reader: ModelReader<Source>,
  writer: ModelWriter<Caller, Question>,
) {
  const { existing, readOne } = modelReads(reader);
  const { rawOf, search, includingArchived } = reader;
  const byId = (id: number): Domain => [["id", "=", id]];

  const act = async (session: Session, question: Question): Promise<void> => {
    const caller = await writer.caller(session);
    await session.send({ method: "POST", path: writer.address(caller, question), body: writer.body(caller, question) });
  };

  /** Creates a record in one call, and finds it again by our marker. */
  const createOf = <Input extends object, Record, Native extends Numbered, Prepared = undefined>(
    kind: Source & Mapped<Record, Native>,
    about: Creation<Input, Record, Native, Prepared>,
  ): WriteHandler<Input, Record> => {
    const {
      marked: found,
      model = kind.model,
      prepare,
      values = (encoded) => encoded,
      domainById = byId,
      ...rest
    } = about;
    const { stub = (id: string) => ({ id }) as object } = about;
    return write<Input, Record, Native>({
      method: "POST",
      ...rest,
      map: kind.map,
      raw: rawOf,
      path: (_call, { caller }: Ready<Caller, Prepared>) => writer.address(caller, writer.creating(model, {})),
      prepare: async (call, session) => ({
        caller: await writer.caller(session),
        prepared: await prepare?.(call, session),
      }),
      body: (encoded, ready, call) => {
        const { caller, prepared } = ready as Ready<Caller, Prepared>;
        return writer.body(caller, writer.creating(model, values(encoded, prepared, call)));
      },
      record: (reply: never) => ({ id: writer.newId(reply) ?? 0 }) as Native,
      readBack: async (reply: unknown, _call, session) => {
        const id = writer.newId(reply);
        const domain = id === undefined ? byId((reply as Numbered).id) : domainById(id);
        const [native] = await search<Native>(session, includingArchived(kind), { domain });
        if (native === undefined) throw noRecord();
        return native;
      },
      stub: (reply) => stub(String(writer.newId(reply))),
      find: async ({ marker }, session) =>
        (await search<Native>(session, kind, { domain: found(markerText(marker)), limit: 1 }))[0],
    });
  };

  /** Changes an existing record. Sending it twice has the same effect as sending it once. */
  const changeOf = <Input extends object, Record, Native extends Numbered, Prepared = undefined>(
    kind: Source & Mapped<Record, Native>,
    about: Change<Input, Record, Native, Prepared>,
  ): WriteHandler<Input, Record> => {
    const { model = kind.model, prepare, values = (encoded) => encoded, of = ({ id }) => id, ...rest } = about;
    return write<Input, Record, Native>({
      method: "POST",
      ...rest,
      map: kind.map,
      raw: rawOf,
      repeatable: true,
      path: (_call, { caller }: Ready<Caller, Prepared>) => writer.address(caller, writer.changing(model, 0, {})),
      prepare: async (call, session) => {
        const native = await existing<Native>(session, kind, lastId(call));
        return {
          caller: await writer.caller(session),
          id: of(native),
          prepared: await prepare?.(call, session, native),
        };
      },
      body: (encoded, ready, call) => {
        const { caller, id, prepared } = ready as Ready<Caller, Prepared>;
        return writer.body(caller, writer.changing(model, id, values(encoded, prepared, call)));
      },
      record: (_reply: never, call) => ({ id: idOf(lastId(call)) }) as Native,
      readBack: (_reply: never, call, session) => existing<Native>(session, kind, lastId(call)),
    });
  };

  const removeOf = (kind: Source, rule: string): WriteHandler<undefined, { id: string }> => ({
    fields: { id: true },
    writableFields: {},
    requires: [],
    rules: [rule],
    prepare: async (call: Call, session: Session) => ({
      id: (await existing<Numbered>(session, kind, lastId(call))).id,
      caller: await writer.caller(session),
    }),
    request: (_call, ready) => {
      const { caller, id } = ready as Ready<Caller, never>;
      const question = writer.deleting(kind.model, id);
      return { method: "POST", path: writer.address(caller, question), body: writer.body(caller, question) };
    },
    answer: (_reply, call) => ({ record: { id: lastId(call) ?? "" }, raw: {} }),
    find: async (call, session) => ((await readOne(session, kind, idOf(lastId(call)))) === undefined ? {} : undefined),
  });

  /** A step after a create. If the vendor rejects the step, the new record is deleted, so that no partial write remains. */
  const orTakenBack = async (session: Session, model: string, id: number, step: () => Promise<void>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "target_rejected") throw error;
      await act(session, writer.deleting(model, id));
      throw new Failure(error.code, error.message, { ...error.details, undone: true });
    }
  };

  return { createOf, changeOf, removeOf, orTakenBack };
}
