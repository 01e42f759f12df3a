/** The sandbox's fields, declared once for reading and writing. Each name is ours in snake case. */
import type { Static, TSchema } from "typebox";
import type { Address } from "../../contract/records/contacts.ts";
import type { Balance } from "../../contract/records/ledger.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { currency as currencySchema } from "../../contract/schema.ts";
import { columns, values } from "../../kit/columns.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import {
  dayAs,
  decimalAs,
  type Encoder,
  encoder,
  type FieldEncoder,
  fieldAs,
  invalidField,
  listAs,
  objectAs,
} from "../../kit/encode.ts";
import { type Mapping, mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount, balance } from "../../kit/money.ts";
import { valuesSpelledBy, vocabulary } from "../../kit/vocabulary.ts";
import type { List, Native, Posted, Text } from "./types.ts";

export interface Readable<Value> {
  readonly reader: (at: string) => (native: Native) => Value | null | undefined;
}
export interface Writable<Value, Input = unknown> {
  readonly encoder: (at: string) => FieldEncoder<Value, Input>;
}
type Field<Read, Write = unknown> = Readable<Read> & Writable<Write>;

/** A column, which a mapping reads without a function call. */
const reading = <Value>(read: (value: never) => Value) => {
  const columnsOf = columns(read as (value: unknown) => Value);
  return (at: string): ((native: Native) => Value) => columnsOf({ [at]: at })[at] as (native: Native) => Value;
};
const asItIs = (at: string): ((native: Native) => never) => values({ [at]: at })[at] as (native: Native) => never;

const property =
  (at: string) =>
  (native: Native): never =>
    native[at] as never;

const unchanged = <Value>(): Field<Value> => ({ reader: asItIs, encoder: fieldAs });
export const text = unchanged<string>();
export const flag = unchanged<boolean>();
export const texts: Readable<string[]> = { reader: reading((list: List<string>) => list?.slice()) };

const readAmount = reading(amount);
export const decimal: Field<number, number> = { reader: readAmount, encoder: decimalAs };
/** Written without conversion, for rates that callers send as text. */
export const number: Field<number> = { reader: readAmount, encoder: fieldAs };
export const integer: Field<number, number> = {
  reader: readAmount,
  encoder: (at) => (value, _input, field) => {
    if (!Number.isSafeInteger(value)) throw invalidField(`${field} must be a whole number`, field);
    return { [at]: value };
  },
};

export const day: Field<string, string> = {
  reader: reading(accountingDay),
  encoder: dayAs,
};
const moment: Readable<string> = { reader: reading(instant) };

/** The spelling of enumerated values: PARTIALLY_PAID is partially_paid, SPEND-TRANSFER is spend_transfer. */
export const spell = (ours: string): string => ours.toLowerCase().replaceAll("-", "_");
const wordAs = (at: string) => (ours: string) => ({ [at]: spell(ours) });

export const word = <Schema extends TSchema>(schema: Schema): Field<Static<Schema> & string, string> => {
  const words = vocabulary(valuesSpelledBy(schema, spell));
  // A body may have values that no record has. They are not sent.
  const encoder = (at: string) => (ours: string) =>
    words.toContract(spell(ours)) === undefined ? {} : wordAs(at)(ours);
  return { reader: (at) => words.read(property(at)), encoder };
};
/** Free text in the contract, an enumerated value in the sandbox. */
export const openWord: Field<string, string> = {
  reader: reading((word: Text) => word?.toUpperCase()),
  encoder: wordAs,
};
/** Codes keep our spelling. */
export const code = <Schema extends TSchema>(schema: Schema): Field<Static<Schema> & string> => {
  const codes = vocabulary(valuesSpelledBy(schema));
  return { reader: (at) => codes.read(property(at)), encoder: fieldAs };
};
export const currency = code(currencySchema);

/** For fields with another name in the sandbox: `debitCreditIndicator: at("side", enumValue(debitCredit))`. */
export const at = <SomeField extends Partial<Field<unknown, never>>>(
  name: string,
  { reader, encoder }: SomeField,
): SomeField =>
  ({
    ...(reader && { reader: () => reader(name) }),
    ...(encoder && { encoder: () => encoder(name) }),
  }) as unknown as SomeField;

/** A value computed from both sides of a posting. */
export const fromPosting = <Value>(read: (posted: Posted) => Value | null | undefined): Readable<Value> => ({
  reader: () => read,
});

type ReadFields<Record> = { readonly [Name in keyof Record]?: Readable<Exclude<Record[Name], undefined>> };
type WriteFields<Input> = { readonly [Name in keyof Input]?: Writable<Exclude<Input[Name], undefined>, Input> };

/** Returns an object key, because looking up any other string takes three times as long, and lists have thousands of records. */
export const snakeCase = (name: string): string =>
  Object.keys({ [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]: true })[0] ?? name;

export const mappingOf = <Record>(fields: ReadFields<Record>): Mapping<Record, Native> =>
  mapping(everyField(fields, ({ reader }, name) => reader(name)) as never);

export const encoderOf = <Input extends object>(fields: WriteFields<Input>): Encoder<Input> =>
  encoder(everyField(fields, (field, name) => field.encoder(name)) as object);

const everyField = (fields: object, make: (field: Field<unknown>, name: string) => unknown): unknown =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, make(field as Field<unknown>, snakeCase(name))]),
  );

export interface Shape<Record, Input extends object> {
  readonly map: Mapping<Record, Native>;
  readonly encoder: Encoder<Input>;
}

/** A record and the body that writes it: shared fields, fields that are only read, and fields that are only written. */
export const shape = <Record, Input extends object = Record & object>(
  both: ReadFields<Record> & WriteFields<Input>,
  read: ReadFields<Record> = {},
  written: WriteFields<Input> = {},
): Shape<Record, Input> => ({
  map: mappingOf<Record>({ ...read, ...both }),
  encoder: encoderOf<Input>({ ...both, ...written }),
});

export const eachOf = <Record>(map: Mapping<Record, Native>): Readable<Record[]> => ({
  reader: (name) => nestedList(map, property(name)),
});
export const listOf = <Record, Input extends object>({ map, encoder: item }: Shape<Record, Input>) => ({
  ...eachOf(map),
  encoder: (name: string) => listAs(name, item),
});
export const objectOf = <Record, Input extends object>({ map, encoder: item }: Shape<Record, Input>) => ({
  reader: (name: string) => nestedRecord(map, property(name)),
  encoder: (name: string) => objectAs(name, item),
});

export const identity = { id: text };
export const stamps = { createdDate: at("created_at", moment), updatedDate: at("updated_at", moment) };

export const addressLines = {
  addressLine1: text,
  addressLine2: text,
  city: text,
  countryCode: text,
  postalCode: text,
};
export const addresses = { addresses: listOf(shape<Address>({ ...addressLines, type: openWord })) };

export const lineDimensions = {
  dimensions: listOf(shape<LineDimension>({ id: text, categoryName: text, name: text })),
};

export const totals = {
  totalDiscountAmount: decimal,
  totalDiscountPercentage: decimal,
  totalGrossAmount: decimal,
  totalNetAmount: decimal,
  totalTaxAmount: decimal,
};

/** A line of a trade document. */
export const tradeLine = {
  ...totals,
  description: text,
  itemId: text,
  quantity: decimal,
  taxCode: text,
  taxRatePercentage: decimal,
  unitAmount: decimal,
  unitDiscountAmount: decimal,
  unitDiscountPercentage: decimal,
  unitName: openWord,
};

/** The difference of both sides. */
export const netAmount = {
  amount: fromPosting(({ debit, credit }) => balance(debit, credit).amount),
  debitCreditIndicator: fromPosting(({ debit, credit }) => balance(debit, credit).debitCreditIndicator),
};
const netBalance = mappingOf<Balance>(netAmount);
/** The balance of two fields: `balance: balanceOf("closing")` nets `closing_debit` and `closing_credit`. */
export const balanceOf = (prefix?: string): Readable<Balance> => {
  const [debit, credit] = prefix === undefined ? ["debit", "credit"] : [`${prefix}_debit`, `${prefix}_credit`];
  return { reader: () => nestedRecord(netBalance, (native) => ({ debit: native[debit], credit: native[credit] })) };
};
