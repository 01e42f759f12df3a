import { Type as typeBox } from "typebox";
import { expect, test } from "vitest";
import { Type } from "./schemaBuilders.ts";

/** Uses every builder, some nested. */
const schemaBy = ({ Array, Boolean, Integer, Number, Object, Optional, String, Unknown, Unsafe }: typeof Type) =>
  Object(
    {
      name: String({ minLength: 1 }),
      note: Optional(String()),
      lines: Array(Object({ amount: Number(), count: Optional(Integer({ minimum: 0 })) }), { description: "All." }),
      none: Optional(Object({})),
      flag: Boolean(),
      raw: Unknown(),
      side: Unsafe<"DEBIT" | "CREDIT">({ type: "string", enum: ["DEBIT", "CREDIT"] }),
    },
    { title: "Entry", additionalProperties: false },
  );

test("builds exactly the schemas that TypeBox's builders build", () => {
  expect(JSON.stringify(schemaBy(Type))).toBe(JSON.stringify(schemaBy(typeBox)));
});
