/** What of a value a schema has a place for. Only for answers that the serialiser stumbles over. */

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
}

interface Fitting {
  /** Undefined where nothing of it fits. */
  readonly value: unknown;
  /** Where something was left out: `[3].lineItems[0].quantity`. */
  readonly faults: readonly string[];
}

export function fitting(schema: object, value: unknown, place = ""): Fitting {
  const { type, properties, items } = schema as Schema;
  if (value === undefined || value === null || type === undefined) return { value, faults: [] };
  if (items !== undefined) return Array.isArray(value) ? fittingItems(items, value, place) : unfit(place);
  if (properties !== undefined) return isObject(value) ? fittingFields(properties, value, place) : unfit(place);
  return [type].flat().some((one) => isOf(one, value)) ? { value, faults: [] } : unfit(place);
}

const unfit = (place: string): Fitting => ({ value: undefined, faults: [place] });

function fittingItems(schema: object, values: readonly unknown[], place: string): Fitting {
  const all = values.map((value, index) => fitting(schema, value, `${place}[${index}]`));
  return {
    value: all.filter(({ value }) => value !== undefined && value !== null).map(({ value }) => value),
    faults: all.flatMap(({ faults }) => faults),
  };
}

function fittingFields(properties: Readonly<Record<string, object>>, value: object, place: string): Fitting {
  const all = Object.entries(value).map(
    ([field, inner]) => [field, fitting(properties[field] ?? {}, inner, `${place}.${field}`)] as const,
  );
  return {
    value: Object.fromEntries(all.map(([field, found]) => [field, found.value])),
    faults: all.flatMap(([, { faults }]) => faults),
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && !Array.isArray(value);

/** As the serialiser takes it: it turns a number into a text, and a text that is a number into one. */
function isOf(type: string, value: unknown): boolean {
  if (type === "number" || type === "integer") return Number.isFinite(Number(value));
  if (type === "string") return typeof value !== "object";
  return type !== "boolean" || typeof value === "boolean";
}
