/**
 * What we use of TypeBox's builders: with its types, and the same plain JSON Schema. Its own are 300 files more, which every
 * process would read at its start and hold.
 */
import type { TSchema, Type as TypeBox } from "typebox";

const optional = "~optional";

const plain =
  (type: string) =>
  (options: object = {}) => ({ type, ...options });

function object(properties: Readonly<Record<string, TSchema>>, options: object = {}) {
  const required = Object.entries(properties).flatMap(([name, schema]) => (optional in schema ? [] : name));
  return { type: "object", ...(required.length > 0 && { required }), properties, ...options };
}

const builders = {
  Boolean: plain("boolean"),
  Integer: plain("integer"),
  Number: plain("number"),
  String: plain("string"),
  Array: (items: TSchema, options: object = {}) => ({ type: "array", items, ...options }),
  Object: object,
  // Not a word of JSON Schema: whoever writes the schema out does not see it.
  Optional: (schema: TSchema) => Object.defineProperty({ ...schema }, optional, { value: true }),
  Unknown: () => ({}),
  Unsafe: (schema: TSchema) => schema,
};

export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
