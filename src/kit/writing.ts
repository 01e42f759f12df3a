/** Makes the writing operations of a connector from descriptions: the mirror image of mapping and reading. */
import type {
  Call,
  FieldTable,
  Found,
  Session,
  VendorHeaders,
  VendorQuery,
  VendorRequest,
  WriteCall,
  WriteHandler,
} from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import { calendarDay } from "./dates.ts";
import type { Mapping } from "./mapping.ts";
import { decimal } from "./money.ts";
import { found, ifFound } from "./reading.ts";

/** A body: keys are unified fields, values say what the vendor is told for them. The keys are what it can store. */
export interface Body<Input> {
  (input: Input): { [field: string]: unknown };
  readonly writableFields: FieldTable;
}

type Told<Input> = {
  readonly [Name in keyof Input]?: (value: Exclude<Input[Name], undefined>, input: Input) => object;
};

interface Nesting {
  readonly writableFields?: FieldTable;
}

export function body<Input extends object>(fields: Told<Input>): Body<Input> {
  const steps = Object.entries(fields) as [
    keyof Input & string,
    ((value: unknown, input: Input) => object) & Nesting,
  ][];
  const tell = (input: Input): { [field: string]: unknown } => {
    const told: { [field: string]: unknown } = {};
    for (const [name, say] of steps) {
      const value = input[name];
      if (value !== undefined) Object.assign(told, say(value, input));
    }
    return told;
  };
  const writableFields = Object.fromEntries(steps.map(([name, say]) => [name, say.writableFields ?? true]));
  return Object.assign(tell, { writableFields: writableFields as FieldTable });
}

/** A field as it is, under the vendor's name. */
export const as =
  (name: string) =>
  (value: unknown): object => ({ [name]: value });

/** The calendar day that a timestamp names. */
export const dayAs =
  (name: string) =>
  (timestamp: string): object => ({ [name]: calendarDay(timestamp) });

/** An amount, for vendors that take numbers of JSON, without what binary arithmetic left behind. */
export const numberAs =
  (name: string) =>
  (value: number): object => ({ [name]: Number(decimal(value)) });

/** An amount, for vendors that take decimal text. */
export const decimalAs =
  (name: string) =>
  (value: number): object => ({ [name]: decimal(value) });

/** A list of objects under the vendor's name: `lineItems: listAs("line_items", line)`. */
export const listAs = <Item extends object>(name: string, item: Body<Item>) =>
  Object.assign((values: readonly Item[]) => ({ [name]: values.map((value) => item(value)) }), {
    writableFields: item.writableFields,
  });

/** One object under the vendor's name. */
export const objectAs = <Item extends object>(name: string, item: Body<Item>) =>
  Object.assign((value: Item) => ({ [name]: item(value) }), { writableFields: item.writableFields });

export interface WriteDescription<Input extends object, Record, Native> {
  readonly method: VendorRequest["method"];
  readonly path: string | ((call: WriteCall<Input>) => string);
  readonly body: Body<Input>;
  /** What is told besides the body, such as the marker. */
  readonly also?: (call: WriteCall<Input>) => object;
  readonly query?: (call: WriteCall<Input>) => VendorQuery;
  readonly headers?: (call: WriteCall<Input>, prepared: unknown) => VendorHeaders;
  /** The name that the vendor wants around the body. */
  readonly within?: string;
  /** What the vendor wants back of what it has, such as a version: read just before, added to the body by `withPrepared`. */
  readonly prepare?: (call: WriteCall<Input>, session: Session) => Promise<unknown>;
  readonly withPrepared?: (told: object, prepared: never) => object;
  /** The record in the vendor's answer, where it is wrapped. */
  readonly record?: (reply: never) => Native | undefined;
  /**
   * What still has to be done once the vendor has it, such as adding files; gives the record as it is then. Not for
   * wrapped ones. Its steps may be repeated.
   */
  readonly afterwards?: (native: Native, call: WriteCall<Input>, session: Session) => Promise<Native>;
  /** How all of it is sent where there are files; undefined sends it as JSON. */
  readonly form?: (told: object, call: WriteCall<Input>) => VendorRequest["form"];
  readonly map: Mapping<Record, Native>;
  readonly requires?: readonly (keyof Input & string)[];
  readonly rules?: readonly string[];
  /** Twice is the same as once. */
  readonly repeatable?: true;
  /** How to find the record of an earlier attempt. */
  readonly find?: (call: WriteCall<Input>, session: Session) => Promise<Native | undefined>;
}

export function write<Input extends object, Record, Native>(
  description: WriteDescription<Input, Record, Native>,
): WriteHandler<Input, Record> {
  const { method, path, query, headers, map, find, prepare, afterwards } = description;
  const { record = (body: never): Native => body } = description;
  const nativeOf = (reply: unknown): Native => {
    const native = record(reply as never);
    if (native !== undefined) return native;
    throw new Failure("target_bad_response", "The target system did not say what it stored.");
  };
  return {
    fields: map.fields,
    writableFields: description.body.writableFields,
    requires: description.requires ?? [],
    ...(description.rules && { rules: description.rules }),
    ...(description.repeatable && { repeatable: true }),
    request: (call, prepared) => ({
      method,
      path: typeof path === "string" ? path : path(call),
      ...(query && { query: query(call) }),
      ...(headers && { headers: headers(call, prepared) }),
      ...contentOf(description, call, prepared),
    }),
    ...(prepare && { prepare }),
    answer: (reply) => found(map, nativeOf(reply)),
    ...(afterwards && {
      complete: async (reply, call, session) => afterwards(nativeOf(reply), call, session),
    }),
    ...(find && { find }),
  };
}

type Content<Input extends object> = Pick<
  WriteDescription<Input, unknown, unknown>,
  "body" | "also" | "form" | "within" | "withPrepared"
>;

function contentOf<Input extends object>(
  { body: tell, also, form, within, withPrepared }: Content<Input>,
  call: WriteCall<Input>,
  prepared: unknown,
): Pick<VendorRequest, "body" | "form"> {
  const plain = { ...tell(call.body), ...also?.(call) };
  const told = withPrepared === undefined ? plain : withPrepared(plain, prepared as never);
  const parts = form?.(told, call);
  if (parts !== undefined) return { form: parts };
  return { body: within === undefined ? told : { [within]: told } };
}

const inList = <Record>({ record, ...rest }: Found<Record>): Found<readonly Record[]> => ({
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

/**
 * A deletion; the vendor's answer, if any, is not needed. A record that is not there any more, or that is `gone`
 * although it can still be read, was deleted by an earlier attempt.
 */
export function remove(
  path: (call: Call) => string,
  gone: (native: never) => boolean = () => false,
): WriteHandler<undefined, { id: string }> {
  return {
    fields: { id: true },
    writableFields: {},
    requires: [],
    request: (call) => ({ method: "DELETE", path: path(call) }),
    answer: (_reply, { ids }) => ({ record: { id: Object.values(ids).at(-1) ?? "" }, raw: {} }),
    find: async (call, session) => {
      const native = await ifFound(session.read(path(call)));
      return native === undefined || gone(native as never) ? {} : undefined;
    },
  };
}
