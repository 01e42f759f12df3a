/** Xero's filter and order language: `where=Type=="ACCREC" AND Date>=DateTime(2026,01,31)`, `order=Date DESC`. */
import { comparing, type Language, orderOf, readerOf, textFunctions, type Value } from "../engine/expressions.ts";
import { row as inside } from "../engine/values.ts";
import { badQuery as fail } from "./refusals.ts";
import { instantOf, type Row } from "./wire.ts";

/** What a filter compares: times as numbers, everything absent as null. */
function plain(value: unknown): Value {
  if (typeof value === "string") return value.startsWith("/Date(") ? (instantOf(value) ?? value) : value;
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

const { equal, unequal, more, less, atLeast, atMost } = comparing;
const constants: Readonly<Record<string, Value>> = { true: true, false: false, null: null };

const language: Omit<Language, "field"> = {
  token:
    /\s*(?:"(?<text>[^"]*)"|(?<number>-?\d+(?:\.\d+)?)|(?<constant>(?:true|false|null)\b)|(?<name>\.?[a-z_]\w*(?:\.[a-z_]\w*)*)|(?<sign>==|!=|<>|>=|<=|&&|\|\||[=<>(),]))/giy,
  literals: { text: String, number: Number, constant: (written) => constants[written.toLowerCase()] ?? null },
  ...{ or: ["OR", "||"], and: ["AND", "&&"], fail },
  comparisons: {
    ...{ "==": equal, "=": equal, "!=": unequal, "<>": unequal, ">": more, "<": less, ">=": atLeast, "<=": atMost },
  },
  functions: {
    ...{ ...textFunctions, tostring: (value = "") => value, guid: (id = "") => String(id).toLowerCase() },
    datetime: (year, month, day = 1, ...clock) => {
      const [hour = 0, minute = 0, second = 0] = clock.map(Number);
      return Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, second);
    },
  },
};

/** What the names in a query are looked up in: the rows there are, whether the answer has them or not. */
export interface Vocabulary {
  readonly type: string;
  readonly sample: readonly Row[];
}

const keyIn = (from: Row, name: string) =>
  name in from ? name : Object.keys(from).find((key) => key.toLowerCase() === name.toLowerCase());

/** Names are found whatever their case, as in the language this one comes from. */
function finder({ type, sample }: Vocabulary): Language["field"] {
  return (name) => {
    const path = name.split(".");
    const [first = ""] = path;
    if (sample.length > 0 && !sample.some((row) => keyIn(row, first) !== undefined))
      throw fail(`No property or field '${first}' exists in type '${type}'`);
    const step = (value: unknown, part: string) => inside(value)[keyIn(inside(value), part) ?? ""];
    return (row) => plain(path.reduce<unknown>(step, row));
  };
}

export function chosen(all: readonly Row[], where = "", order = "", vocabulary: Vocabulary): readonly Row[] {
  const field = finder(vocabulary);
  const read = where.trim() === "" ? () => true : readerOf(where, { ...language, field });
  const list = all.filter((row) => read(row) === true);
  return order.trim() === "" ? list : list.toSorted(orderOf(order, field));
}
