/** Makes the writing operations of a connector from descriptions: the mirror image of mapping and reading. */
import type {
  Call,
  FieldTable,
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
  readonly stores: FieldTable;
}

type Told<Input> = {
  readonly [Name in keyof Input]?: (value: Exclude<Input[Name], undefined>, input: Input) => object;
};

interface Nesting {
  readonly stores?: FieldTable;
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
  const stores = Object.fromEntries(steps.map(([name, say]) => [name, say.stores ?? true]));
  return Object.assign(tell, { stores: stores as FieldTable });
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
  Object.assign((values: readonly Item[]) => ({ [name]: values.map((value) => item(value)) }), { stores: item.stores });

/** One object under the vendor's name. */
export const objectAs = <Item extends object>(name: string, item: Body<Item>) =>
  Object.assign((value: Item) => ({ [name]: item(value) }), { stores: item.stores });

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
  /** What still has to be done once the vendor has it, such as adding files; tells the record as it is then. */
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
  const { method, path, query, headers, map, find, prepare } = description;
  return {
    fields: map.fields,
    stores: description.body.stores,
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
    answer: async (reply, call, session) => {
      const { record = (body: never): Native => body, afterwards } = description;
      const first = record(reply as never);
      if (first === undefined)
        throw new Failure("target_bad_response", "The target system did not say what it stored.");
      const raw = afterwards === undefined ? first : await afterwards(first, call, session);
      return found(map, raw);
    },
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

/** The same write where the contract answers with a list of one. */
export function listed<Input, Record>(handler: WriteHandler<Input, Record>): WriteHandler<Input, readonly Record[]> {
  return {
    ...handler,
    answer: async (reply, call, session) => {
      const { record, ...rest } = await handler.answer(reply, call, session);
      return { record: [record], ...rest };
    },
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
    stores: {},
    requires: [],
    request: (call) => ({ method: "DELETE", path: path(call) }),
    answer: (_reply, { ids }) => ({ record: { id: Object.values(ids).at(-1) ?? "" }, raw: {} }),
    find: async (call, session) => {
      const native = await ifFound(session.read(path(call)));
      return native === undefined || gone(native as never) ? {} : undefined;
    },
  };
}
