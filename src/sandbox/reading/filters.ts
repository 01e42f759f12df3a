/** Filters of lists: each parses a query parameter and turns it into a SQL condition. */
import { invalid } from "../server/errors.ts";

export interface Filter {
  /** Parses the text into a value for PostgreSQL. Its errors name the parameter. */
  readonly read: (text: string, name: string) => unknown;
  /** `value` is the placeholder of the parsed value. The row has id, position, updated_at and body. */
  readonly where: (value: string) => string;
}
type Read = Filter["read"];

const words: Read = (text, name) => {
  if (text === "" || text.includes("\0")) throw invalid(name, "must be a text that is not empty");
  return text;
};

const yesOrNo: Read = (text, name) => {
  if (text !== "true" && text !== "false") throw invalid(name, "must be true or false");
  return text === "true";
};

/** JavaScript rolls 30 February over into March. */
export function isDay(text: string): boolean {
  const read = new Date(`${text}T00:00:00Z`);
  return /^(?!0000)\d{4}-/.test(text) && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${text}T`);
}

const day: Read = (text, name) => {
  if (!isDay(text)) throw invalid(name, "must be a day such as 2026-01-31");
  return text;
};

const instant: Read = (text, name) => {
  const form = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  const read = new Date(text);
  if (form?.[1] === undefined || Number.isNaN(read.getTime()) || read.getUTCFullYear() < 1)
    throw invalid(name, "must be an instant such as 2026-01-31T08:00:00Z");
  day(form[1], name);
  return read.toISOString();
};

const field = (name: string) => `body->>'${name}'`;

/** The field equals this text. */
export const is = (name: string): Filter => ({ read: words, where: (value) => `${field(name)} = ${value}` });

/** The field equals one of its possible values. */
export const among = (name: string, list: string): Filter => ({
  read: (text, parameter) => {
    if (!list.split(" ").includes(text)) throw invalid(parameter, `must be one of ${list.replaceAll(" ", ", ")}`);
    return text;
  },
  where: (value) => `${field(name)} = ${value}`,
});

/** For rows that have a column for the field. */
export const marked: Filter = { read: words, where: (value) => `client_reference = ${value}` };

export const anyOf = (name: string): Filter => ({
  read: words,
  where: (value) => `${field(name)} = ANY (string_to_array(${value}, ','))`,
});

export const from = (name: string): Filter => ({ read: day, where: (value) => `${field(name)} >= ${value}` });

export const active: Filter = {
  read: yesOrNo,
  where: (value) => `(${field("status")} = 'active') = ${value}::boolean`,
};

export const updatedSince: Filter = { read: instant, where: (value) => `updated_at >= ${value}::timestamptz` };
export const provisional: Filter = {
  read: yesOrNo,
  where: (value) => `(body->>'is_provisional')::boolean = ${value}::boolean`,
};

/** A period ends with the latest entry, so that books that nobody has touched for a year still show entries. */
const latest = "(SELECT max(transaction_date) FROM sandbox.entries WHERE company = $1)";
const periods = { current_year: `date_trunc('year', ${latest})`, twelve_months: `${latest} - interval '12 months'` };
export const recent: Filter = {
  read: (text, name) => {
    if (!Object.hasOwn(periods, text)) throw invalid(name, `must be one of ${Object.keys(periods).join(", ")}`);
    return text;
  },
  where: (value) =>
    `transaction_date >= CASE ${value}::text WHEN 'current_year' THEN ${periods.current_year} ELSE ${periods.twelve_months} END`,
};

export const transactionDateFrom: Filter = { read: day, where: (value) => `transaction_date >= ${value}::date` };

/** The database may have the C locale, which only knows the upper-case letters of English. */
const small = (sql: string) => `lower(${sql} COLLATE "und-x-icu")`;

/** A nested field has this text, case-insensitive. */
export const anywhere = (path: string): Filter => ({
  read: words,
  where: (value) =>
    `EXISTS (SELECT FROM jsonb_path_query(body, '${path}') AS found WHERE ${small("(found #>> '{}')")} = ${small(`${value}::text`)})`,
});

/** A payment can settle several invoices. */
export const paying: Filter = {
  read: words,
  where: (value) => `body->'payment_lines' @> jsonb_build_array(jsonb_build_object('invoice_id', ${value}::text))`,
};

export const personOrCompany: Filter = {
  read: words,
  where: (value) => `${small(`${value}::text`)} IN (SELECT ${small(`(${field("company_name")})`)} UNION ALL
    SELECT ${small("concat_ws(' ', person->>'first_name', person->>'last_name')")}
    FROM jsonb_path_query(body, '$.contact_persons[*]') AS person)`,
};

const years = (condition: string) =>
  `(SELECT left(year.body->>'start_date', 4) FROM sandbox.records AS year
    WHERE year.company = $1 AND year.collection = 'fiscal-years' AND ${condition})`;

/** Fiscal years are named after the calendar year in which they begin. `column` is SQL for the row's year. */
export const inFiscalYear = (column: string) => ({
  fiscal_year: { read: words, where: (value: string) => `${column} = ${value}` },
  fiscal_year_start: {
    read: day,
    where: (value: string) => `${column} IN ${years(`year.body->>'start_date' = ${value}`)}`,
  },
});

/** For lists that are the same in every fiscal year, such as the chart of accounts: all rows, if the year exists. */
export const inAnyFiscalYear = {
  fiscal_year: { read: words, where: (value: string) => `${value} IN ${years("true")}` },
  fiscal_year_start: {
    read: day,
    where: (value: string) => `EXISTS ${years(`year.body->>'start_date' = ${value}`)}`,
  },
};
