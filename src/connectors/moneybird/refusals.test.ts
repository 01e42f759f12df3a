/** A refusal without a body, after Moneybird's OpenAPI description v2-20251223. */

import { expect, test } from "vitest";
import { refusals } from "./errors.ts";

test.each([
  ["a text", { error: "Contact ID is invalid", symbolic: { external_sales_invoice: {} } }, "Contact ID is invalid"],
  [
    "texts by field",
    { error: { price: ["can't be blank", "is not a number"] } },
    "price can't be blank, is not a number",
  ],
  ["a list of texts", { errors: ["File is required"] }, "File is required"],
  ["the bare status", 404, undefined],
])("spec: a refusal is %s", (_what, body, message) => {
  expect(refusals.message(body)).toBe(message);
});
