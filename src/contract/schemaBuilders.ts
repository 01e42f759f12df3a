/**
 * The TypeBox builders that Kontor uses, with TypeBox's types and the same JSON Schema output. Importing the originals would
 * make every process load 300 more files at start and keep them in memory.
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
  // Not a JSON Schema keyword. Defined as non-enumerable, so that it is not serialised.
  Optional: (schema: TSchema) => Object.defineProperty({ ...schema }, optional, { value: true }),
  Unknown: () => ({}),
  Unsafe: (schema: TSchema) => schema,
};

export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
