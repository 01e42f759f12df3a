import { expect, test } from "vitest";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { bodyOf } from "./outcome.ts";

const request = { path: "/x", maxBytes: 10_000_000 };
const answerOf = (text: string) => ({ status: 200, headers: {}, bytes: Buffer.from(text) });

test("releases the bytes of a response after reading or refusing it", () => {
  const fine = answerOf(JSON.stringify({ text: "x".repeat(100_000) }));
  expect(bodyOf({} as Connector, fine, request)).toEqual({ text: "x".repeat(100_000) });
  const wide = answerOf(`[${"1,".repeat(300_000)}1]`);
  expect(() => bodyOf({ name: "Tulip Books" } as Connector, wide, request)).toThrow(Failure);
  expect([fine.bytes.length, wide.bytes.length]).toEqual([0, 0]);
});
