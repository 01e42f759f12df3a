/** Builds a connector's writing operations from descriptions: the mirror image of reading. */

import type { Call, FoundRecord, WriteCall, WriteHandler } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import { type Session, type VendorHeaders, type VendorQuery, type VendorRequest } from "../contract/session.ts";
import type { Encoded, Encoder } from "./encode.ts";
import { type LookupRows, type LookupUse, originalOf, readLookups, withIds, withRows } from "./lookup.ts";
import type { Mapping } from "./mapping.ts";
import { contractFieldsInError } from "./origins.ts";
import { type Path, pathOf } from "./path.ts";
import { recordResult, undefinedIfMissing } from "./reading.ts";

/** `write({ method: "POST", path: "/contacts", encoder: contactEncoder, map: contact })` */
export interface WriteDescription<Input extends object, Record, Native> {
  readonly method: VendorRequest["method"];
  readonly path: string | ((call: WriteCall<Input>, prepared: never) => string);
  readonly encoder: Encoder<Input>;
  /** Sent along with the fields, such as the marker. */
  readonly also?: (call: WriteCall<Input>) => object;
  readonly query?: (call: WriteCall<Input>) => VendorQuery;
  readonly headers?: (call: WriteCall<Input>, prepared: never) => VendorHeaders;
  /** The property that wraps the body, or a function if wrapping takes more than that. */
  readonly within?: string | ((body: object, call: WriteCall<Input>) => object);
  /** Reads what the request needs just before it is sent, such as the current version or a referenced record. */
  readonly prepare?: (call: WriteCall<Input>, session: Session) => Promise<unknown>;
  /** Builds the body from the encoded fields and what `prepare` read. The encoded fields alone by default. */
  body?(encoded: Encoded, prepared: unknown, call: WriteCall<Input>): object;
  /** The multipart form, if there are files. Undefined sends JSON. */
  readonly form?: (body: object, call: WriteCall<Input>) => VendorRequest["form"];
  /** The reply is a bare value, such as an id. */
  readonly bareReply?: true;
  /** The record in the vendor's reply, if the reply wraps it or has several. */
  readonly record?: (reply: never, call: WriteCall<Input>) => Native | undefined;
  /**
   * Further steps once the vendor has accepted the write, such as adding files. May return the record as it is then. The
   * steps may run again after a crash.
   */
  readonly afterwards?: (native: Native, call: WriteCall<Input>, session: Session) => Promise<Native | void>;
  /** Reads the record, for vendors whose reply to a write is incomplete. Runs after `afterwards`. */
  readonly readBack?: (reply: never, call: WriteCall<Input>, session: Session) => Promise<Native>;
  /** `readBack` writes nothing at the vendor, so looking up an unknown outcome may run it. */
  readonly readBackOnlyReads?: true;
  /**
   * The answer if reading back fails, for replies that are not records, such as a bare id. `known` is what `afterwards`
   * returned. With an empty answer, the outcome of the write is unknown until `find` finds the record.
   */
  readonly stub?: (reply: never, call: WriteCall<Input>, known?: Native) => Partial<Record>;
  readonly map: Mapping<Record, Native>;
  /** The raw data to show, if the mapping reads more than the vendor's record. */
  readonly raw?: (native: Native) => unknown;
  /** The vendor's short lists that its records refer to by id. */
  readonly lookups?: readonly LookupUse[];
  /** Fields that the vendor requires. For a field of every line: `lineItems.taxRateId`. */
  readonly requires?: readonly ((keyof Input & string) | `${keyof Input & string}.${string}`)[];
  readonly rules?: readonly string[];
  /** Sending it twice has the same effect as sending it once. */
  readonly repeatable?: true;
  /** Deletes the draft that this write created, if the vendor lets drafts be deleted. */
  readonly undo?: (id: string, session: Session) => Promise<unknown>;
  /** Finds the record that an earlier attempt created. */
  readonly find?: (call: WriteCall<Input>, session: Session) => Promise<Native | undefined>;
}

/** The description of a write, without the path and mapping that its resource has. */
export type ResourceWrite<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "map"
>;

/** Marks a record that was already taken from the reply or read back, so that it is not unwrapped again. */
class Completed {
  readonly native: unknown;
  constructor(native: unknown) {
    this.native = native;
  }
}

/** The reply to a write whose stored record could not be read, and what its later steps returned. */
class Known {
  readonly reply: unknown;
  readonly native: unknown;
  constructor(reply: unknown, native: unknown) {
    this.reply = reply;
    this.native = native;
  }
}

/** The result of `prepare`, and the rows of the lookups that the body refers to. */
class PreparedWithLookups {
  readonly prepared: unknown;
  readonly lookups: LookupRows;
  constructor(prepared: unknown, lookups: LookupRows) {
    this.prepared = prepared;
    this.lookups = lookups;
  }
}

const bare = (reply: unknown): unknown => (reply instanceof Completed ? reply.native : reply);

export function write<Input extends object, Record, Native>(
  description: WriteDescription<Input, Record, Native>,
): WriteHandler<Input, Record> {
  const { method, path, query, headers, map, find, stub, lookups } = description;
  const raw = description.raw ?? (lookups && originalOf);
  const prepare = lookups === undefined ? description.prepare : preparingLookups(description);
  const { record = (body: never): Native => body } = description;
  const nativeOf = (reply: unknown, call: WriteCall<Input>): Native => {
    if (reply instanceof Completed) return reply.native as Native;
    const native = record(reply as never, call);
    if (native !== undefined) return native;
    throw new Failure("target_bad_response", "The target system's reply does not contain the record that it stored.");
  };
  const complete = completion(description, nativeOf);
  const { readBack, readBackOnlyReads } = description;
  return {
    fields: map.fields,
    writableFields: description.encoder.writableFields,
    accepts: description.encoder.accepts,
    requires: description.requires ?? [],
    ...(description.undo && { undo: description.undo }),
    ...(description.rules && { rules: description.rules }),
    ...(description.repeatable && { repeatable: true }),
    request: (call, prepared) => {
      const byHandler = prepared instanceof PreparedWithLookups ? prepared.prepared : prepared;
      const content = contentOf(description, call, byHandler);
      return {
        method,
        path: pathOf(typeof path === "string" ? path : (sent) => path(sent, byHandler as never), call),
        ...(query && { query: query(call) }),
        ...(headers && { headers: headers(call, byHandler as never) }),
        ...content,
        ...(prepared instanceof PreparedWithLookups &&
          content.body !== undefined && { body: withIds(content.body, prepared.lookups) }),
        ...(description.bareReply && { bareReply: true }),
      };
    },
    ...(prepare && { prepare }),
    rejectedFields: ({ body }, rejection) => contractFieldsInError(description.encoder.origins(body), rejection),
    answer: (reply, call) => recordResult(map, nativeOf(reply, call), raw),
    ...(complete && { complete }),
    ...(stub && {
      incomplete: (reply, call) => {
        if (reply instanceof Completed) return recordResult(map, reply.native as Native, raw);
        if (!(reply instanceof Known)) return { record: stub(reply as never, call), raw: reply };
        return { record: stub(reply.reply as never, call, reply.native as Native), raw: reply.reply };
      },
    }),
    ...(readBack &&
      readBackOnlyReads && {
        findAccepted: async (reply, call, session) => new Completed(await readBack(reply as never, call, session)),
      }),
    ...(find && { find: description.record === undefined && stub === undefined ? find : asCompleted(find) }),
  };
}

/** Reads the rows of the lookups that the encoded body refers to, besides what the description prepares. */
const preparingLookups =
  <Input extends object>({
    prepare,
    ...content
  }: Content<Input> & Pick<WriteDescription<Input, unknown, unknown>, "prepare">) =>
  async (call: WriteCall<Input>, session: Session): Promise<PreparedWithLookups> => {
    const prepared = await prepare?.(call, session);
    const { body } = contentOf(content, call, prepared);
    return new PreparedWithLookups(prepared, await readLookups(body, session));
  };

/** `find` returns the record itself, not a reply that wraps it or that only has its id. */
const asCompleted =
  <Input>(find: (call: WriteCall<Input>, session: Session) => Promise<unknown>) =>
  async (call: WriteCall<Input>, session: Session): Promise<Completed | undefined> => {
    const native = await find(call, session);
    return native === undefined ? undefined : new Completed(native);
  };

function completion<Input extends object, Record, Native>(
  { afterwards, readBack, lookups }: WriteDescription<Input, Record, Native>,
  nativeOf: (reply: unknown, call: WriteCall<Input>) => Native,
): WriteHandler<Input, Record>["complete"] {
  if (afterwards === undefined && readBack === undefined && lookups === undefined) return undefined;
  const completed: NonNullable<WriteHandler<Input, Native>["complete"]> = async (reply, call, session) => {
    const native = await afterwards?.(nativeOf(reply, call), call, session);
    if (readBack === undefined) return native ?? nativeOf(reply, call);
    try {
      return await readBack(bare(reply) as never, call, session);
    } catch (error) {
      if (native === undefined || !(error instanceof Failure)) throw error;
      throw new Failure(error.code, error.message, { ...error.details, known: new Known(reply, native) });
    }
  };
  return async (reply, call, session) => {
    const native = await completed(reply, call, session);
    if (lookups === undefined) return new Completed(native);
    const [joined] = await withRows([native], lookups, session);
    return new Completed(joined);
  };
}

type Content<Input extends object> = Pick<
  WriteDescription<Input, unknown, unknown>,
  "encoder" | "also" | "body" | "form" | "within"
>;

function contentOf<Input extends object>(
  { encoder, also, body, form, within }: Content<Input>,
  call: WriteCall<Input>,
  prepared: unknown,
): Pick<VendorRequest, "body" | "form"> {
  const fields = { ...encoder(call.body), ...also?.(call) };
  const sent = body === undefined ? fields : body(fields, prepared, call);
  const parts = form?.(sent, call);
  if (parts !== undefined) return { form: parts };
  if (within === undefined) return { body: sent };
  return { body: typeof within === "string" ? { [within]: sent } : within(sent, call) };
}

const inList = <Record>({ record, ...rest }: FoundRecord<Record>): FoundRecord<readonly Record[]> => ({
  record: [record],
  ...rest,
});

/** The same write for operations whose contract answer is a list of one record. */
export function asArray<Input, Record>(handler: WriteHandler<Input, Record>): WriteHandler<Input, readonly Record[]> {
  const { incomplete } = handler;
  return {
    ...handler,
    answer: (reply, call) => inList(handler.answer(reply, call)),
    ...(incomplete && { incomplete: (reply, call) => inList(incomplete(reply, call)) }),
  };
}

export interface RemoveDescription {
  /** Whether a record that can still be read counts as deleted, such as one in the state "deleted". */
  readonly gone?: (native: never) => boolean;
  readonly prepare?: (call: Call, session: Session) => Promise<unknown>;
  readonly headers?: (prepared: never) => VendorHeaders;
  readonly rules?: readonly string[];
}

/**
 * A deletion: `remove("/invoices/{invoiceId}")`. The vendor's reply is ignored. If the record no longer exists, or is
 * `gone` although it can still be read, an earlier attempt deleted it.
 */
export function remove(
  path: Path,
  { gone = () => false, prepare, headers, rules }: RemoveDescription = {},
): WriteHandler<undefined, { id: string }> {
  return {
    fields: { id: true },
    writableFields: {},
    requires: [],
    ...(rules && { rules }),
    ...(prepare && { prepare }),
    request: (call, prepared) => ({
      method: "DELETE",
      path: pathOf(path, call),
      ...(headers && { headers: headers(prepared as never) }),
    }),
    answer: (_reply, { ids }) => ({ record: { id: Object.values(ids).at(-1) ?? "" }, raw: {} }),
    find: async (call, session) => {
      const native = await undefinedIfMissing(session.read(pathOf(path, call)));
      return native === undefined || gone(native as never) ? {} : undefined;
    },
  };
}
