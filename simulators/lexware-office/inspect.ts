/** Reads a request's body field by field and notes what is wrong with it. */
import type { FastifyRequest } from "fastify";
import { parseJson } from "../engine/routes.ts";
import { isRow, type Row, text as textOf } from "../engine/values.ts";
import { type Finding, legacy, regular, type Style } from "./faults.ts";

export { isRow, type Row, textOf };

/** The body as JSON; without the right content type it is refused before anybody looks at it. */
export function bodyOf(request: FastifyRequest, style: Style): Row {
  const no = (status: number, message: string) =>
    style === "legacy" ? legacy(status, "bad_request_error", message) : regular(status, message);
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
    throw no(415, "Content type must be application/json.");
  try {
    const body = parseJson(request.body);
    if (isRow(body)) return body;
  } catch {
    // Falls through to the refusal.
  }
  throw no(400, "Malformed JSON.");
}

export interface Inspection {
  readonly row: Row;
  readonly findings: Finding[];
  /** The value, or a finding when it is null or empty. */
  need(field: string): unknown;
  text(field: string): string | undefined;
  number(field: string): number | undefined;
  oneOf(field: string, allowed: readonly unknown[]): void;
  /** When given it must look like this. */
  form(field: string, fits: (text: string) => boolean): void;
  longest(field: string, characters: number): void;
  reject(field: string, message: string, violation?: string): void;
  /** The nested object; nothing when it is absent or null. */
  inside(field: string): Inspection | undefined;
  needInside(field: string): Inspection | undefined;
  each(field: string): Inspection[];
}

export function inspect(row: Row, prefix = "", findings: Finding[] = []): Inspection {
  const path = (field: string) => `${prefix}${field}`;
  const reject: Inspection["reject"] = (field, message, violation = "INVALID") =>
    void findings.push({ field: path(field), violation, message });
  const given = (field: string) => row[field] !== null && row[field] !== undefined;
  const inspection: Inspection = {
    row,
    findings,
    reject,
    need: (field) => {
      if (!given(field)) reject(field, "darf nicht null sein", "NOTNULL");
      else if (row[field] === "") reject(field, "darf nicht leer sein", "NOTEMPTY");
      return row[field];
    },
    text: (field) => (typeof row[field] === "string" ? row[field] : undefined),
    number: (field) => (typeof row[field] === "number" ? row[field] : undefined),
    oneOf: (field, allowed) => {
      if (given(field) && !allowed.includes(row[field])) reject(field, `muss einer von ${allowed.join(", ")} sein`);
    },
    form: (field, fits) => {
      if (given(field) && !(typeof row[field] === "string" && fits(row[field]))) reject(field, "ungültiges Format");
    },
    longest: (field, characters) => {
      const value = row[field];
      if (typeof value === "string" && value.length > characters)
        reject(field, `Länge muss zwischen 0 und ${characters} sein`, "SIZE");
    },
    inside: (field) => (isRow(row[field]) ? inspect(row[field], `${path(field)}.`, findings) : undefined),
    needInside: (field) => {
      inspection.need(field);
      return inspection.inside(field);
    },
    each: (field) => {
      const list: unknown[] = Array.isArray(row[field]) ? row[field] : [];
      return list.map((item, index) => inspect(isRow(item) ? item : {}, `${path(field)}[${index}].`, findings));
    },
  };
  return inspection;
}
