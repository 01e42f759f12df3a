/** The query language: OData 2 as the vendor speaks it. Conditions, orders, selections, and pages that only lead on. */
import { linkTo } from "../engine/pages.ts";
import { type Answer, type Ask, Refusal } from "../engine/routes.ts";
import type { Company } from "../engine/tables.ts";
import { type Row, text } from "../engine/values.ts";
import { derived, type Model, models, type Name } from "./models.ts";
import { refusal } from "./refusals.ts";

export const bad = (message: string): Refusal => new Refusal(refusal(400, message));

const tokenForm =
  /\s*(?:(?:(datetime|guid)'([^']*)')|('(?:[^']|'')*')|(-?\d+(?:\.\d+)?)L?\b|([A-Za-z_/]\w*(?:\/\w+)*)|([(),]))/y;

type Token = { readonly kind: "literal"; readonly value: unknown } | { readonly kind: "word"; readonly word: string };

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < end) {
    const at = tokenForm.lastIndex;
    const found = tokenForm.exec(source);
    if (found === null) throw bad(`Syntax error at position ${at}.`);
    const [, type, typed = "", quoted, digits, word, sign] = found;
    if (type === "datetime")
      tokens.push({ kind: "literal", value: Date.parse(`${typed}${typed.length > 10 ? "Z" : ""}`) });
    else if (type === "guid") tokens.push({ kind: "literal", value: typed.toLowerCase() });
    else if (quoted !== undefined) tokens.push({ kind: "literal", value: quoted.slice(1, -1).replaceAll("''", "'") });
    else if (digits !== undefined) tokens.push({ kind: "literal", value: Number(digits) });
    else if (word === "true" || word === "false") tokens.push({ kind: "literal", value: word === "true" });
    else if (word === "null") tokens.push({ kind: "literal", value: null });
    else tokens.push({ kind: "word", word: word ?? sign ?? "" });
  }
  return tokens;
}

type Value = (row: Row) => unknown;

/** A moment as it is shown is a number of milliseconds. */
function comparable(value: unknown): unknown {
  const [, milliseconds] = typeof value === "string" ? (/^\/Date\((-?\d+)\)\/$/.exec(value) ?? []) : [];
  if (milliseconds !== undefined) return Number(milliseconds);
  return typeof value === "string" ? value.toLowerCase() : value;
}

const comparisons: Readonly<Record<string, (left: never, right: never) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && left > right,
  ge: (left, right) => left !== null && left >= right,
  lt: (left, right) => left !== null && left < right,
  le: (left, right) => left !== null && left <= right,
};

/** Reads from what binds least to what binds most. */
function conditionOf(source: string, { fields, path }: Model): (row: Row) => boolean {
  const tokens = tokensOf(source);
  let at = 0;
  const peek = (word: string): boolean => {
    const token = tokens[at];
    return token?.kind === "word" && token.word === word;
  };
  const take = (word: string): boolean => {
    if (!peek(word)) return false;
    at += 1;
    return true;
  };
  const need = (word: string) => {
    if (!take(word)) throw bad(`'${word}' expected at position ${at}.`);
  };
  const either = (): Value => {
    let left = both();
    while (take("or")) {
      const [one, other] = [left, both()];
      left = (row) => one(row) === true || other(row) === true;
    }
    return left;
  };
  const both = (): Value => {
    let left = negated();
    while (take("and")) {
      const [one, other] = [left, negated()];
      left = (row) => one(row) === true && other(row) === true;
    }
    return left;
  };
  const negated = (): Value => {
    if (!take("not")) return compared();
    const inner = negated();
    return (row) => inner(row) !== true;
  };
  const compared = (): Value => {
    const left = operand();
    const name = Object.keys(comparisons).find(take);
    const compare = name === undefined ? undefined : comparisons[name];
    if (compare === undefined) return left;
    const right = operand();
    return (row) => compare(comparable(left(row)) as never, comparable(right(row)) as never);
  };
  const operand = (): Value => {
    if (take("(")) {
      const inner = either();
      need(")");
      return inner;
    }
    const token = tokens[at++];
    if (token === undefined) throw bad("Expression expected at the end.");
    if (token.kind === "literal") return () => token.value;
    if (take("(")) return called(token.word);
    if (!fields.includes(token.word))
      throw bad(`No property '${token.word}' exists in type '${path}' at position ${at}.`);
    return (row) => row[token.word] ?? null;
  };
  const called = (name: string): Value => {
    const given = [operand()];
    while (take(",")) given.push(operand());
    need(")");
    const [first = () => "", second = () => ""] = given;
    const small = (value: unknown) => text(value).toLowerCase();
    if (name === "substringof") return (row) => small(second(row)).includes(small(first(row)));
    if (name === "trim") return (row) => text(first(row)).trim();
    throw bad(`Unknown function '${name}'.`);
  };
  const whole = either();
  if (at < tokens.length) throw bad(`Syntax error at position ${at}.`);
  return (row) => whole(row) === true;
}

type Books = Company<Name>;

/** With what the vendor shows beside references. */
function complete({ tables }: Books, name: Name, row: Row): Row {
  const shown: Row = {};
  for (const field of models[name].fields) {
    const rule = row[field] === undefined ? derived[field] : undefined;
    if (rule === undefined) shown[field] = row[field] ?? null;
    else {
      const [from, table, by, wanted] = rule;
      const { key } = models[table];
      const found = by === key ? tables[table].get(row[from]) : tables[table].under(by, row[from])[0];
      shown[field] = found?.[wanted] ?? null;
    }
  }
  return shown;
}

const site = "https://start.exactonline.nl/api/v1";
const addressOf = ({ id }: Books, { path, key }: Model, row: Row): string =>
  `${site}/${id}/${path}(guid'${text(row[key])}')`;

/** What was selected, with what was expanded; other collections are only addresses. */
export function show(company: Books, name: Name, row: Row, { $select = "", $expand = "" }: Ask["query"]): Row {
  const model = models[name];
  const wanted = $select === "" ? undefined : $select.split(",").map((field) => field.trim());
  const whole = complete(company, name, row);
  const uri = addressOf(company, model, row);
  const shown: Row = { __metadata: { uri, type: `Exact.Web.Api.Models.${name}` } };
  for (const field of wanted ?? model.fields) {
    const [head = "", below] = field.split("/");
    if (!model.fields.includes(head)) throw bad(`Could not find a property named '${head}' on type '${name}'.`);
    if (head !== model.lines?.field) shown[head] = whole[head];
    else if (below === undefined || $expand !== head) shown[head] = { __deferred: { uri: `${uri}/${head}` } };
  }
  const { lines } = model;
  if (lines === undefined || !$expand.split(",").includes(lines.field)) return shown;
  const inner = wanted?.flatMap((field) =>
    field.startsWith(`${lines.field}/`) ? [field.slice(lines.field.length + 1)] : [],
  );
  const rows = company.tables[lines.table].under(lines.by, row[model.key]);
  const query = { $select: (inner ?? []).join(",") };
  return { ...shown, [lines.field]: { results: rows.map((line) => show(company, lines.table, line, query)) } };
}

const order = (left: unknown, right: unknown): number => {
  const [one, other] = [comparable(left), comparable(right)] as [number, number];
  if (one === null || other === null) return one === other ? 0 : one === null ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
};

/** Sixty at a time, a thousand where whole books are read; by key, and by what was asked for before that. */
export function list({ company, query, request }: Ask<Name>, name: Name, all: readonly Row[], size = 60): Answer {
  const model = models[name];
  const { $filter, $orderby, $top, $skiptoken, $inlinecount } = query;
  const fits = $filter === undefined ? () => true : conditionOf($filter, model);
  const isDerived = $filter !== undefined || $orderby !== undefined;
  const rows = all.filter((row) => fits(isDerived ? complete(company, name, row) : row));
  const sorted = sort(rows, model, $orderby);
  const [, last = ""] = /(?:guid)?'([^']*)'$/.exec($skiptoken ?? "") ?? [];
  const from = $skiptoken === undefined ? 0 : sorted.findIndex((row) => text(row[model.key]) === last) + 1;
  const page = sorted.slice(from, from + Math.min(size, Number($top ?? size)));
  const hasMore = $top === undefined && from + page.length < sorted.length;
  const end = page.at(-1);
  const before = $orderby === undefined ? "" : `'${text(end?.[$orderby.split(/[ ,]/)[0] ?? ""])}',`;
  return {
    body: {
      d: {
        results: page.map((row) => show(company, name, row, query)),
        ...($inlinecount === "allpages" && { __count: String(sorted.length) }),
        ...(hasMore && { __next: linkTo(request.url, { $skiptoken: `${before}guid'${text(end?.[model.key])}'` }) }),
      },
    },
  };
}

function sort(rows: readonly Row[], { key, fields, path }: Model, $orderby = ""): readonly Row[] {
  const [field = "", direction = "asc"] = $orderby.split(" ");
  if (field !== "" && !fields.includes(field)) throw bad(`No property '${field}' exists in type '${path}'.`);
  const sign = direction === "desc" ? -1 : 1;
  return rows.toSorted(
    (left, right) => (field && sign * order(left[field] ?? null, right[field] ?? null)) || order(left[key], right[key]),
  );
}
