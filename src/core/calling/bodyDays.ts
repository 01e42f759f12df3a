/** Dates in bodies are accounting days. Callers may send a day or an instant, as in queries; handlers get one form. */
import type { TSchema } from "typebox";
import { InvalidParameter, parameters } from "../../contract/parameters.ts";

interface Schema {
  readonly format?: string;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

export function withDays(schema: TSchema | undefined, body: unknown): unknown {
  const { format, items, properties } = (schema ?? {}) as Schema;
  if (typeof body === "string") return format === undefined ? body : asDay(format, body);
  if (Array.isArray(body)) return items === undefined ? body : body.map((item) => withDays(items, item));
  if (properties === undefined || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) ? withDays(properties[name], value) : value,
    ]),
  );
}

/** Text that is not a date stays unchanged, so that validation refuses it. */
function asDay(format: string, text: string): string {
  if (format !== "date-time" && format !== "date") return text;
  try {
    const day = parameters.date("").read(text);
    parameters.instant("").read(text);
    return format === "date" ? day : `${day}T00:00:00Z`;
  } catch (error) {
    if (error instanceof InvalidParameter) return text;
    throw error;
  }
}
