/** Makes the writing operations of a connector from descriptions: the mirror image of reading. */

import type { Call, FoundRecord, WriteCall, WriteHandler } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import { type Session, type VendorHeaders, type VendorQuery, type VendorRequest } from "../contract/session.ts";
import type { Encoded, Encoder } from "./encode.ts";
import type { Mapping } from "./mapping.ts";
import { fieldsMeant } from "./origins.ts";
import { type Path, pathOf } from "./path.ts";
import { found, ifFound } from "./reading.ts";

/** `write({ method: "POST", path: "/contacts", encoder: contactEncoder, map: contact })` */
export interface WriteDescription<Input extends object, Record, Native> {
  readonly method: VendorRequest["method"];
  readonly path: string | ((call: WriteCall<Input>, prepared: never) => string);
  readonly encoder: Encoder<Input>;
  /** What is sent besides the fields, such as the marker. */
  readonly also?: (call: WriteCall<Input>) => object;
  readonly query?: (call: WriteCall<Input>) => VendorQuery;
  readonly headers?: (call: WriteCall<Input>, prepared: never) => VendorHeaders;
  /** The name that the vendor wants around the body; a function where there is more to it than a name. */
  readonly within?: string | ((body: object, call: WriteCall<Input>) => object);
  /** What the vendor wants back of what it has, such as a version, or what has to be looked up: read just before. */
  readonly prepare?: (call: WriteCall<Input>, session: Session) => Promise<unknown>;
  /** The body, where the encoded fields alone are not: with what was prepared, or with what the call says besides. */
  body?(encoded: Encoded, prepared: unknown, call: WriteCall<Input>): object;
  /** How all of it is sent where there are files; undefined sends it as JSON. */
  readonly form?: (body: object, call: WriteCall<Input>) => VendorRequest["form"];
  /** The reply is a bare value, such as an id. */
  readonly bareReply?: true;
  /** The record in the vendor's reply, where it is wrapped or one of several. */
  readonly record?: (reply: never, call: WriteCall<Input>) => Native | undefined;
  /**
   * What still has to be done once the vendor has it, such as adding files; may give the record as it is then. Its
   * steps may be repeated.
   */
  readonly afterwards?: (native: Native, call: WriteCall<Input>, session: Session) => Promise<Native | void>;
  /** The record as it is now, for vendors whose reply to a write is less than that. After `afterwards`. */
  readonly readBack?: (reply: never, call: WriteCall<Input>, session: Session) => Promise<Native>;
  /** What is known where reading back fails, for replies that are no records, such as a bare id. */
  readonly stub?: (reply: never, call: WriteCall<Input>) => Partial<Record>;
  readonly map: Mapping<Record, Native>;
  /** What is shown as raw data, where the mapping reads more than the vendor's record. */
  readonly raw?: (native: Native) => unknown;
  /** Where each line has to have it, `lineItems.taxRateId`. */
  readonly requires?: readonly ((keyof Input & string) | `${keyof Input & string}.${string}`)[];
  readonly rules?: readonly string[];
  /** Twice is the same as once. */
  readonly repeatable?: true;
  /** How to find the record of an earlier attempt. */
  readonly find?: (call: WriteCall<Input>, session: Session) => Promise<Native | undefined>;
}

/** What is left to say where a kind of record has its address and its mapping already. */
export type Written<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "path" | "map"
>;

/** A record that was taken out of the reply already, or read after it. */
class Completed {
  readonly native: unknown;
  constructor(native: unknown) {
    this.native = native;
  }
}
const bare = (reply: unknown): unknown => (reply instanceof Completed ? reply.native : reply);

export function write<Input extends object, Record, Native>(
  description: WriteDescription<Input, Record, Native>,
): WriteHandler<Input, Record> {
  const { method, path, query, headers, map, raw, find, prepare, stub } = description;
  const { record = (body: never): Native => body } = description;
  const nativeOf = (reply: unknown, call: WriteCall<Input>): Native => {
    if (reply instanceof Completed) return reply.native as Native;
    const native = record(reply as never, call);
    if (native !== undefined) return native;
    throw new Failure("target_bad_response", "The target system did not say what it stored.");
  };
  const complete = completion(description, nativeOf);
  return {
    fields: map.fields,
    writableFields: description.encoder.writableFields,
    requires: description.requires ?? [],
    ...(description.rules && { rules: description.rules }),
    ...(description.repeatable && { repeatable: true }),
    request: (call, prepared) => ({
      method,
      path: pathOf(typeof path === "string" ? path : (asked) => path(asked, prepared as never), call),
      ...(query && { query: query(call) }),
      ...(headers && { headers: headers(call, prepared as never) }),
      ...contentOf(description, call, prepared),
      ...(description.bareReply && { bareReply: true }),
    }),
    ...(prepare && { prepare }),
    rejectedFields: ({ body }, said) => fieldsMeant(description.encoder.origins(body), said),
    answer: (reply, call) => found(map, nativeOf(reply, call), raw),
    ...(complete && { complete }),
    ...(stub && { incomplete: (reply, call) => ({ record: stub(reply as never, call), raw: reply }) }),
    ...(find && { find: description.record === undefined ? find : asCompleted(find) }),
  };
}

/** What was found is no reply any more that the record would have to be taken out of. */
const asCompleted =
  <Input>(find: (call: WriteCall<Input>, session: Session) => Promise<unknown>) =>
  async (call: WriteCall<Input>, session: Session): Promise<Completed | undefined> => {
    const native = await find(call, session);
    return native === undefined ? undefined : new Completed(native);
  };

function completion<Input extends object, Record, Native>(
  { afterwards, readBack }: WriteDescription<Input, Record, Native>,
  nativeOf: (reply: unknown, call: WriteCall<Input>) => Native,
): WriteHandler<Input, Record>["complete"] {
  if (afterwards === undefined && readBack === undefined) return undefined;
  return async (reply, call, session) => {
    const native = afterwards && ((await afterwards(nativeOf(reply, call), call, session)) ?? nativeOf(reply, call));
    return new Completed(readBack === undefined ? native : await readBack(bare(reply) as never, call, session));
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

/** The same write where the contract answers with a list of one. */
export function asArray<Input, Record>(handler: WriteHandler<Input, Record>): WriteHandler<Input, readonly Record[]> {
  const { incomplete } = handler;
  return {
    ...handler,
    answer: (reply, call) => inList(handler.answer(reply, call)),
    ...(incomplete && { incomplete: (reply, call) => inList(incomplete(reply, call)) }),
  };
}

export interface RemoveDescription {
  /** Whether a record that can still be read counts as deleted. */
  readonly gone?: (native: never) => boolean;
  readonly prepare?: (call: Call, session: Session) => Promise<unknown>;
  readonly headers?: (prepared: never) => VendorHeaders;
  readonly rules?: readonly string[];
}

/**
 * A deletion: `remove("/invoices/{invoiceId}")`; the vendor's reply, if any, is not needed. A record that is not there any more, or
 * that is `gone` although it can still be read, was deleted by an earlier attempt.
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
      const native = await ifFound(session.read(pathOf(path, call)));
      return native === undefined || gone(native as never) ? {} : undefined;
    },
  };
}
