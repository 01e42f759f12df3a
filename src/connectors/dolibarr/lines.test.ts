import { expect, test } from "vitest";
import { encoder } from "../../kit/encode.ts";
import { lineEncoders, priceAs } from "./lines.ts";

test("writes a description and a price under both of their names", () => {
  const encode = encoder<{ description?: string; unitAmount?: number }>({
    description: lineEncoders.description,
    unitAmount: priceAs,
  });
  expect(encode({ description: "Juin", unitAmount: 0.1 + 0.2 })).toEqual({
    desc: "Juin",
    description: "Juin",
    subprice: "0.3",
    pu_ht: "0.3",
  });
});
