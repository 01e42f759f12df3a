/** Makes the writing operations of a connector from descriptions: the mirror image of mapping and reading. */
import type {
  Call,
  FieldTable,
  Session,
  VendorQuery,
  VendorRequest,
  WriteCall,
  WriteHandler,
} from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import type { Mapping } from "./mapping.ts";

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
  const { method, path, body: tell, also, query, form, map, find } = description;
  const content = (call: WriteCall<Input>): Pick<VendorRequest, "body" | "form"> => {
    const told = { ...tell(call.body), ...also?.(call) };
    const parts = form?.(told, call);
    return parts === undefined ? { body: told } : { form: parts };
  };
  return {
    fields: map.fields,
    stores: tell.stores,
    requires: description.requires ?? [],
    ...(description.rules && { rules: description.rules }),
    ...(description.repeatable && { repeatable: true }),
    request: (call) => ({
      method,
      path: typeof path === "string" ? path : path(call),
      ...(query && { query: query(call) }),
      ...content(call),
    }),
    answer: (reply) => ({ record: map(reply as Native), raw: reply }),
    ...(find && { find }),
  };
}

/** The same write where the contract answers with a list of one. */
export function listed<Input, Record>(handler: WriteHandler<Input, Record>): WriteHandler<Input, readonly Record[]> {
  return {
    ...handler,
    answer: async (reply, call, session) => {
      const { record, raw } = await handler.answer(reply, call, session);
      return { record: [record], raw };
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
      try {
        return gone((await session.read(path(call))) as never) ? {} : undefined;
      } catch (error) {
        if (error instanceof Failure && error.code === "not_found") return {};
        throw error;
      }
    },
  };
}
