/** Xero's filter and order language: `where=Type=="ACCREC" AND Date>=DateTime(2026,01,31)`, `order=Date DESC`. */
import { Refusal } from "../engine/routes.ts";
import { badQuery } from "./refusals.ts";
import { instantOf, type Row } from "./wire.ts";

type Value = string | number | boolean | null;
type Reader = (row: Row) => Value;

const token =
  /\s*(?:(?<text>"[^"]*")|(?<number>-?\d+(?:\.\d+)?)|(?<name>[A-Za-z_]\w*)|(?<sign>==|!=|<>|>=|<=|&&|\|\||[=<>().,]))/gy;

interface Token {
  readonly kind: "text" | "number" | "name" | "sign" | "end";
  readonly value: string;
}

const fail = (message: string): never => {
  throw new Refusal(badQuery(message));
};

function tokens(source: string): Token[] {
  const found: Token[] = [];
  token.lastIndex = 0;
  const trimmed = source.trimEnd();
  while (token.lastIndex < trimmed.length) {
    const at = token.lastIndex;
    const groups = token.exec(trimmed)?.groups;
    if (groups === undefined) return fail(`Syntax error '${trimmed.charAt(at)}'`);
    for (const kind of ["text", "number", "name", "sign"] as const) {
      const value = groups[kind];
      if (value !== undefined) found.push({ kind, value: kind === "text" ? value.slice(1, -1) : value });
    }
  }
  return found;
}

/** What a filter compares: times as numbers, everything absent as null. */
function plain(value: unknown): Value {
  if (typeof value === "string") {
    const own = /^\/Date\((-?\d+)/.exec(value);
    return own === null ? value : Number(own[1]);
  }
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

const comparisons: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  ">": (left, right) => left !== null && right !== null && left > right,
  "<": (left, right) => left !== null && right !== null && left < right,
  ">=": (left, right) => left !== null && right !== null && left >= right,
  "<=": (left, right) => left !== null && right !== null && left <= right,
};
const spellings: Readonly<Record<string, string>> = { "=": "==", "<>": "!=" };

const onText: Readonly<Record<string, (whole: string, part: string) => Value>> = {
  contains: (whole, part) => whole.includes(part),
  startswith: (whole, part) => whole.startsWith(part),
  endswith: (whole, part) => whole.endsWith(part),
  tolower: (whole) => whole.toLowerCase(),
  toupper: (whole) => whole.toUpperCase(),
  tostring: (whole) => whole,
  trim: (whole) => whole.trim(),
};

/** Names are found whatever their case, as in the language this one comes from. */
function finder(sample: readonly Row[], type: string): (path: readonly string[]) => Reader {
  return (path) => {
    const [first = ""] = path;
    const known = sample.some((row) => Object.keys(row).some((key) => key.toLowerCase() === first.toLowerCase()));
    if (!known && sample.length > 0) fail(`No property or field '${first}' exists in type '${type}'`);
    return (row) => {
      let value: unknown = row;
      for (const step of path) {
        const inside = typeof value === "object" && value !== null ? (value as Row) : {};
        const key = step in inside ? step : Object.keys(inside).find((k) => k.toLowerCase() === step.toLowerCase());
        value = key === undefined ? null : inside[key];
      }
      return plain(value);
    };
  };
}

class Parser {
  #list: readonly Token[];
  #at = 0;
  #find: (path: readonly string[]) => Reader;

  constructor(list: readonly Token[], find: (path: readonly string[]) => Reader) {
    this.#list = list;
    this.#find = find;
  }

  whole(): Reader {
    const read = this.#either();
    if (this.#peek().kind !== "end") fail("Syntax error");
    return read;
  }

  #peek(): Token {
    return this.#list[this.#at] ?? { kind: "end", value: "" };
  }
  #next(): Token {
    const found = this.#peek();
    this.#at += 1;
    return found;
  }
  #takes(...values: string[]): boolean {
    const { kind, value } = this.#peek();
    const fits = (kind === "sign" || kind === "name") && values.includes(value.toUpperCase());
    if (fits) this.#at += 1;
    return fits;
  }
  #expect(sign: string): void {
    if (!this.#takes(sign)) fail(`'${sign}' expected`);
  }

  #either(): Reader {
    let left = this.#both();
    while (this.#takes("OR", "||")) {
      const [one, other] = [left, this.#both()];
      left = (row) => one(row) === true || other(row) === true;
    }
    return left;
  }
  #both(): Reader {
    let left = this.#comparison();
    while (this.#takes("AND", "&&")) {
      const [one, other] = [left, this.#comparison()];
      left = (row) => one(row) === true && other(row) === true;
    }
    return left;
  }
  #comparison(): Reader {
    const left = this.#operand();
    const sign = this.#peek();
    const compare = sign.kind === "sign" ? comparisons[spellings[sign.value] ?? sign.value] : undefined;
    if (compare === undefined) return left;
    this.#next();
    const right = this.#operand();
    return (row) => compare(left(row), right(row));
  }
  #operand(): Reader {
    if (this.#takes("(")) {
      const inner = this.#either();
      this.#expect(")");
      return inner;
    }
    const { kind, value } = this.#next();
    if (kind === "text") return () => value;
    if (kind === "number") return () => Number(value);
    if (kind !== "name") return fail("Expression expected");
    return this.#named(value);
  }
  #named(name: string): Reader {
    const lower = name.toLowerCase();
    if (lower === "true" || lower === "false") return () => lower === "true";
    if (lower === "null") return () => null;
    if (lower === "guid" && this.#peek().value === "(") return this.#constant(([id]) => String(id).toLowerCase());
    if (lower === "datetime") return this.#time();
    return this.#property([name]);
  }
  #time(): Reader {
    if (this.#takes(".")) {
      this.#next();
      return this.#constant(([written]) => instantOf(written) ?? fail("String was not recognized as a valid DateTime"));
    }
    return this.#constant(([year, month, day = 1, ...clock]) => {
      const [hour = 0, minute = 0, second = 0] = clock.map(Number);
      return Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, second);
    });
  }
  #constant(make: (values: Value[]) => Value): Reader {
    const value = make(this.#given().map((read) => read({})));
    return () => value;
  }
  #given(): Reader[] {
    this.#expect("(");
    const values: Reader[] = [];
    while (!this.#takes(")")) {
      values.push(this.#operand());
      this.#takes(",");
    }
    return values;
  }
  #property(path: string[]): Reader {
    if (!this.#takes(".")) return this.#find(path);
    const { value: step } = this.#next();
    const method = onText[step.toLowerCase()];
    if (method === undefined || this.#peek().value !== "(") return this.#property([...path, step]);
    const read = this.#find(path);
    const [part = () => ""] = this.#given();
    const result: Reader = (row) => {
      const whole = read(row);
      return whole === null ? null : method(String(whole), String(part(row)));
    };
    return this.#chained(result);
  }
  #chained(read: Reader): Reader {
    if (!this.#takes(".")) return read;
    const method = onText[this.#next().value.toLowerCase()] ?? fail("No applicable method exists");
    const [part = () => ""] = this.#given();
    return this.#chained((row) => method(String(read(row) ?? ""), String(part(row))));
  }
}

/** What the names in a query are looked up in: the rows there are, whether the answer has them or not. */
export interface Vocabulary {
  readonly type: string;
  readonly sample: readonly Row[];
}

export function filtered(
  list: readonly Row[],
  where: string | undefined,
  { type, sample }: Vocabulary,
): readonly Row[] {
  if (where === undefined || where.trim() === "") return list;
  const read = new Parser(tokens(where), finder(sample, type)).whole();
  return list.filter((row) => read(row) === true);
}

export function ordered(list: readonly Row[], order: string | undefined, { type, sample }: Vocabulary): readonly Row[] {
  if (order === undefined || order.trim() === "") return list;
  const find = finder(sample, type);
  const keys = order.split(",").map((part) => {
    const [path = "", direction = "ASC"] = part.trim().split(/\s+/);
    return { read: find(path.split(".")), sign: /^desc/i.test(direction) ? -1 : 1 };
  });
  return [...list].sort((left, right) => {
    for (const { read, sign } of keys) {
      const [one, other] = [read(left), read(right)];
      if (one === other) continue;
      if (one === null || other === null) return one === null ? -sign : sign;
      return one < other ? -sign : sign;
    }
    return 0;
  });
}
