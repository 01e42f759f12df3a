/**
 * Query parameters. Each has a schema and a description for OpenAPI, and `read`, which parses its text. `read` throws
 * `Unreadable` with what is expected; the pipeline turns that into a fault that names the parameter.
 */
import type { TSchema } from "typebox";
import { oneOf } from "./schema.ts";
import { Type } from "./schemaBuilders.ts";

export interface Parameter<Value = unknown> {
  readonly schema: TSchema;
  readonly meaning: string;
  readonly required?: boolean;
  readonly read: (text: string) => Value;
}

/** Thrown by `read`. The message follows the parameter's name: "limit must be ...". */
export class InvalidParameter extends Error {}

/** A calendar day without a time, `YYYY-MM-DD`. */
export type Day = string;

const longestText = 500;
/** The same rule as `hasControlCharacter`. */
export const printable = String.raw`^[^\u0000-\u001f\u007f]*$`;

function string(meaning: string, longest = longestText): Parameter<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: longest, pattern: printable }),
    meaning,
    read: (value) => {
      if (value === "") throw new InvalidParameter("must not be empty");
      if (value.length > longest) throw new InvalidParameter(`must have at most ${longest} characters`);
      if (hasControlCharacter(value)) throw new InvalidParameter("must not contain control characters");
      return value;
    },
  };
}

function choice<const Values extends string[]>(meaning: string, ...values: Values): Parameter<Values[number]> {
  return {
    schema: oneOf(...values),
    meaning,
    read: (value) => {
      const found = values.find((allowed) => allowed.toLowerCase() === value.toLowerCase());
      if (found === undefined) throw new InvalidParameter(`must be one of ${values.join(", ")}`);
      return found;
    },
  };
}

/** A filter on an enum field. The values come from the record's schema. */
function enumOf(meaning: string, field: TSchema, ...more: string[]): Parameter<string> {
  return choice(meaning, ...(field as unknown as { enum: string[] }).enum, ...more);
}

/** Also accepts other names of the same values, as clients of similar services send them, in any case. */
function withAliases<Value extends string>(
  { meaning, ...parameter }: Parameter<Value>,
  aliases: Readonly<Record<string, Value>>,
): Parameter<Value> {
  const names = Object.entries(aliases).map(([alias, value]) => `\`${alias}\` for ${value}`);
  return {
    ...parameter,
    meaning: `${meaning} Also accepts ${names.join(" and ")}.`,
    read: (value) => aliases[value.toLowerCase()] ?? parameter.read(value),
  };
}

const boolean = (meaning: string): Parameter<boolean> => ({
  schema: Type.Boolean(),
  meaning,
  read: (value) => {
    if (value !== "true" && value !== "false") throw new InvalidParameter("must be true or false");
    return value === "true";
  },
});

/** Valid calendar days from year 1 on. A pattern, so that the OpenAPI description can state the same rule. */
const calendarDay = (() => {
  const year = String.raw`(?:[1-9]\d{3}|0[1-9]\d{2}|00[1-9]\d|000[1-9])`;
  const fourth = "(?:0[48]|[2468][048]|[13579][26])";
  const leapYear = String.raw`(?:\d{2}${fourth}|${fourth}00)`;
  const long = String.raw`(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])`;
  const short = String.raw`(?:0[469]|11)-(?:0[1-9]|[12]\d|30)`;
  return String.raw`(?:${year}-(?:${long}|${short}|02-(?:0[1-9]|1\d|2[0-8]))|${leapYear}-02-29)`;
})();

const dateForm = new RegExp(
  String.raw`^(${calendarDay})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$`,
);

function date(meaning: string): Parameter<Day> {
  return {
    schema: Type.String({ format: "date", pattern: `^${calendarDay}$`, examples: ["2026-01-01"] }),
    meaning,
    read: (value) => {
      const [, found] = dateForm.exec(value) ?? [];
      if (found === undefined) throw new InvalidParameter("must be a valid date, for example 2026-01-01");
      return found;
    },
  };
}

const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const describedInstant = String.raw`^${calendarDay}(?:T${clock}(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]${clock})?)?$`;

const instantForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** A larger number would be past the year 5138 in seconds, so it must be milliseconds. */
const secondsEnd = 1e11;
const latestInstant = Date.UTC(9999, 11, 31);

const instant = (meaning: string): Parameter<Date> => ({
  schema: {
    type: ["string", "integer"],
    pattern: describedInstant,
    minimum: 0,
    maximum: latestInstant,
    examples: ["2026-01-31T08:00:00"],
  },
  meaning,
  read: (value) => {
    const unreadable = new InvalidParameter("must be Unix seconds or ISO 8601, for example 2026-01-31T08:00:00");
    if (/^\d+(?:\.\d+)?$/.test(value)) {
      const count = Number(value);
      const milliseconds = count > secondsEnd ? count : count * 1000;
      if (milliseconds > latestInstant) throw unreadable;
      return new Date(milliseconds);
    }
    const match = instantForm.exec(value);
    date("").read(value.slice(0, 10));
    const zoned = match?.[1] === undefined && value.includes("T") ? `${value}Z` : value;
    const read = new Date(zoned.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
    if (match === null || Number.isNaN(read.getTime())) throw unreadable;
    return read;
  },
});

export const limits = [5, 10, 20, 50, 100] as const;
export const defaultLimit = 20;
/** Beyond this page, the offsets that vendors expect overflow 32 bits. */
const lastPage = 20_000_000;

const page: Parameter<number> = {
  schema: Type.Integer({ minimum: 1, maximum: lastPage, default: 1 }),
  meaning: "The page number, starting at 1. Pages past the end are empty.",
  read: (value) => {
    const read = Number(value);
    if (!/^\d+$/.test(value) || read < 1) throw new InvalidParameter("must be a whole number, 1 or more");
    if (read > lastPage) throw new InvalidParameter(`must be at most ${lastPage}`);
    return read;
  },
};

const limit: Parameter<number> = {
  schema: Type.Integer({ enum: [...limits], default: defaultLimit }),
  meaning: "The maximum number of records per page.",
  read: (value) => {
    const found = limits.find((allowed) => String(allowed) === value);
    if (found === undefined) throw new InvalidParameter(`must be one of ${limits.join(", ")}`);
    return found;
  },
};

/** Ids and free text are sent to vendors. A control character in them is always a mistake or an attack. */
export function hasControlCharacter(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

export const parameters = { page, limit, string, choice, enumOf, withAliases, boolean, date, instant };

/** On every data operation. */
export const scopeParameters = {
  companyId: string(
    "The company's id at the target system. Overrides the company selected at sign-in for this request.",
  ),
  environmentName: string(
    "The environment at the target system that contains the company. Overrides the environment selected at sign-in for this request.",
  ),
};

/** On every read. */
export const rawDataParameter = {
  rawData: boolean("Adds the target system's original records as `rawData`, if the target system supports it."),
};

/** On every write. */
export const dryRunParameter = {
  dryRun: boolean(
    "Validates the request without sending it. The response's `data` is `{ valid, problems, request }`: each problem has a `field` and a `message` that says what is expected; `request` is what would be sent to the target system.",
  ),
};

export const pathParameter = { schema: string("").schema };

/** PostgreSQL cannot store NUL, and an unpaired surrogate is not valid UTF-8. */
export const isStorable = (value: string): boolean => !value.includes("\0") && value.isWellFormed();
