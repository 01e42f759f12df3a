import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { VendorPost } from "../contract/webhooks.ts";
import { isSignedByHmac, jsonOf } from "./webhooks.ts";

const post = (headers: VendorPost["headers"], body = '{"a":1}'): VendorPost => ({
  headers,
  query: {},
  body: Buffer.from(body),
  secret: "key",
});

test("accepts an HMAC only for its bytes and its key", () => {
  const signature = createHmac("sha256", "key").update('{"a":1}').digest("base64");
  const how = { header: "x-signature", digest: "sha256", encoding: "base64" } as const;
  expect(isSignedByHmac(post({ "x-signature": signature }), how)).toBe(true);
  expect(isSignedByHmac(post({ "x-signature": signature }, '{"a":2}'), how)).toBe(false);
  expect(isSignedByHmac({ ...post({ "x-signature": signature }), secret: "other" }, how)).toBe(false);
  expect(isSignedByHmac(post({}), how)).toBe(false);
});

test("keeps all digits of an id beyond 2^53", () => {
  const posted = post({}, '{"id":9007199254740993,"ids":["1",-12345678901234567890],"total":12.5}');
  expect(jsonOf(posted)).toEqual({ id: "9007199254740993", ids: ["1", "-12345678901234567890"], total: 12.5 });
  expect(jsonOf(post({}, "{"))).toBeUndefined();
});
