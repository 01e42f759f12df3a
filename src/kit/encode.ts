/**
 * An encoder turns a caller's body into the vendor's: the mirror image of a mapping. Its keys are the contract's fields,
 * its values build what the vendor gets for each. The keys are the list of fields that the vendor can store.
 */
import type { AcceptedWords, FieldTable } from "../contract/connector.ts";
import { cannotStore, Failure } from "../contract/failure.ts";
import { calendarDay } from "./dates.ts";
import { decimal } from "./money.ts";
import { anyIndex, type EncodedPath, type Origin, originsOf } from "./origins.ts";

export interface Encoded {
  readonly [field: string]: unknown;
}

/** `encoder<InvoiceInput>({ contactId: fieldAs("Contact", "ContactID"), dueDate: dayAs("DueDate") })` */
export interface Encoder<Input> {
  /** `within` is the parent field, for messages about nested fields. */
  (input: Input, within?: string): Encoded;
  readonly writableFields: FieldTable;
  /** The words that the vendor accepts, for fields where it does not accept all. */
  readonly accepts: AcceptedWords;
  /** The path of each of our fields in the vendor's body. */
  readonly origins: (input: Input) => readonly Origin[];
}

/** Encodes one field. `field` is its full name for messages: `lineItems.taxCode`. */
export interface FieldEncoder<Value, Input = unknown> extends EncodedPath {
  (value: Value, input: Input, field: string): object;
  /** The fields of the object, or of the objects in the list, if the value is one. */
  readonly writableFields?: FieldTable;
  /** The words that the vendor accepts, if it does not accept all. */
  readonly words?: readonly string[];
}

type FieldEncoders<Input> = {
  readonly [Name in keyof Input]?: FieldEncoder<Exclude<Input[Name], undefined>, Input>;
};

/** `always` is merged in whichever fields are present, for values that depend on several fields. */
export function encoder<Input extends object>(
  fields: FieldEncoders<Input>,
  always: (input: Input, within?: string) => object = sentSeparately,
): Encoder<Input> {
  const steps = Object.entries(fields) as [keyof Input & string, FieldEncoder<unknown, Input>][];
  const encode = (input: Input, within?: string): Encoded => {
    const encoded: Encoded = {};
    for (const [name, field] of steps) {
      const value = input[name];
      if (value !== undefined) merge(encoded, field(value, input, within === undefined ? name : `${within}.${name}`));
    }
    merge(encoded, always(input, within));
    return encoded;
  };
  const writableFields = Object.fromEntries(steps.map(([name, field]) => [name, field.writableFields ?? true]));
  const origins = (input: Input): readonly Origin[] =>
    steps.flatMap(([name, field]) =>
      originsOf({ name, encoder: field, value: input[name], encode: () => field(input[name], input, name) }),
    );
  const accepts = Object.fromEntries(
    steps.flatMap(([name, { words }]) => (words === undefined ? [] : [[name, words]])),
  );
  return Object.assign(encode, { writableFields: writableFields as FieldTable, accepts, origins });
}

/** Several of our fields may fill one object of the vendor's body. */
export function merge(into: { [field: string]: unknown }, more: object): void {
  for (const [name, value] of Object.entries(more) as [string, unknown][]) {
    const there = into[name];
    if (isPlain(there) && isPlain(value)) merge((into[name] = { ...there }), value);
    else into[name] = value;
  }
}

const isPlain = (value: unknown): value is { [field: string]: unknown } =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A value at a path of the vendor's body. */
export const atPath = (path: readonly string[], value: unknown): object =>
  path.reduceRight((inner: unknown, name) => ({ [name]: inner }), value) as object;

/** An encoding for fields at any path: `const dayAs = encodedBy(calendarDay)`, then `dueDate: dayAs("DueDate")`. */
export const encodedBy =
  <Value>(convert: (value: Value) => unknown) =>
  (...path: readonly string[]) =>
    Object.assign((value: Value): object => atPath(path, convert(value)), { path });

/** A field without conversion, under the vendor's name: `fieldAs("Reference")`, or nested: `fieldAs("Contact", "ContactID")`. */
export const fieldAs = encodedBy((value: unknown) => value);

/** The calendar day of a timestamp: `dueDate: dayAs("DueDate")`. */
export const dayAs = encodedBy(calendarDay);

/** An amount as a JSON number, without binary rounding noise. */
export const numberAs = encodedBy((value: number) => Number(decimal(value)));

/** An amount as decimal text. */
export const decimalAs = encodedBy((value: number) => decimal(value));

/** Fields with the same encoding, each with its path: `...fieldsAs(dayAs, { dueDate: "DueDate", paidOn: "Payment.Date" })`. */
export const fieldsAs = <Encode, const Table extends Readonly<Record<string, string>>>(
  encode: (...path: readonly string[]) => Encode,
  table: Table,
): { readonly [Ours in keyof Table]: Encode } =>
  Object.fromEntries(Object.entries(table).map(([ours, path]) => [ours, encode(...path.split("."))])) as {
    readonly [Ours in keyof Table]: Encode;
  };

/** A list of objects under the vendor's name: `lineItems: listAs("line_items", line)`. */
export const listAs = <Item extends object>(name: string, item: Encoder<Item>) =>
  withPath(
    [name, anyIndex],
    nested(item, (values: readonly Item[], _input: unknown, field) => ({
      [name]: values.map((value) => item(value, field)),
    })),
  );

/** One object under the vendor's name: `address: objectAs("Address", address)`. */
export const objectAs = <Item extends object>(name: string, item: Encoder<Item>) =>
  withPath(
    [name],
    nested(item, (value: Item, _input: unknown, field) => ({ [name]: item(value, field) })),
  );

/** An object of ours whose fields the vendor keeps on the parent record: `bankAccount: inParent(account)`. */
export const inParent = <Item extends object>(item: Encoder<Item>) =>
  withPath(
    [],
    nested(item, (value: Item, _input: unknown, field) => item(value, field)),
  );

const withPath = <Encode extends object>(path: readonly string[], encode: Encode): Encode =>
  Object.assign(encode, { path });

/**
 * A list of ours for which the vendor stores one entry: `addresses: singleEntry(inParent(address))`. Further entries are refused.
 * `none` is sent for an empty list, such as `{ EmailAddress: "" }`.
 */
export const singleEntry = <Item, Input = unknown>(
  item: FieldEncoder<Item, Input>,
  none: object = {},
): FieldEncoder<readonly Item[], Input> =>
  Object.assign(
    nested(item, (values: readonly Item[], input: Input, field) => {
      const [first, ...others] = values;
      if (others.length > 0) throw invalidField(`This target system stores only one entry of ${field}.`, field);
      return first === undefined ? none : item(first, input, field);
    }),
    item.path && { path: item.path },
    item.item && { item: item.item },
  );

/**
 * An object or a list with a custom encoding, and the writable fields of an encoder:
 * `contactPersons: nested(person, (persons, input, field) => ({ ContactPersons: … }))`.
 */
export const nested = <Value, Input>(
  item: { readonly writableFields?: FieldTable } & Partial<NonNullable<EncodedPath["item"]>>,
  encode: (value: Value, input: Input, field: string) => object,
): FieldEncoder<Value, Input> =>
  Object.assign(
    (value: Value, input: Input, field: string) => encode(value, input, field),
    item.writableFields && { writableFields: item.writableFields },
    item.origins && { item: { origins: item.origins } },
  );

/** Several fields that are encoded together: `...encodedTogether(["taxRule", "taxText"], (input) => ({ taxConditions: … }))`. */
export const encodedTogether = <const Name extends string, Input>(
  names: readonly Name[],
  encode: (input: Input) => object,
): Readonly<Record<Name, FieldEncoder<unknown, Input>>> =>
  Object.fromEntries(
    names.map((name): [string, FieldEncoder<unknown, Input>] => [name, (_value, input) => encode(input)]),
  ) as Readonly<Record<Name, FieldEncoder<unknown, Input>>>;

/** A field that the vendor stores, but that is sent in the path, the query, `body` or `afterwards`: `status: sentSeparately`. */
export const sentSeparately = (): Readonly<Record<string, never>> => ({});

/** The same for an object or a list, with the writable fields of an encoder. */
export const sentSeparatelyIn = (item: { readonly writableFields: FieldTable }) => nested(item, sentSeparately);

/** A field with fixed values that are not sent; any other value is refused: `lineAmountTypes: onlyAccepts(["EXCLUSIVE"])`. */
export const onlyAccepts = (words: readonly string[], why = ""): FieldEncoder<string> =>
  Object.assign(
    (word: string, _input: unknown, field: string) => {
      if (words.includes(word)) return {};
      throw cannotStore(`This target system accepts only ${words.join(" or ")} for ${field}${why}.`, field);
    },
    { words },
  );

/** Refuses a field of the caller's body: `throw invalidField("A payment needs an invoiceId.", "paymentLines")`. */
export const invalidField = (message: string, field: string): Failure =>
  new Failure("invalid_request", message, { field });
