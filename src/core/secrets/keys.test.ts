import { expect, test } from "vitest";
import { hashKey, isKey, newKey } from "./keys.ts";

test("makes keys with a kind, 160 random bits and a checksum", () => {
  const key = newKey("api");
  expect(key.text).toMatch(/^kapi_[0-9a-z]{32}[0-9a-z]{7}$/);
  expect(isKey("api", key.text)).toBe(true);
  expect(isKey("account", key.text)).toBe(false);
  expect(newKey("api").text).not.toBe(key.text);
});

test("rejects a mistyped, truncated or extended key", () => {
  const { text } = newKey("account");
  const swapped = text.slice(0, 10) + (text[10] === "a" ? "b" : "a") + text.slice(11);
  for (const wrong of ["", swapped, text.slice(0, -1), `${text}0`, text.toUpperCase(), ` ${text}`])
    expect(isKey("account", wrong), wrong).toBe(false);
});

test("stores the SHA-256 of the key, and a hint that does not reveal it", () => {
  const { text, hash, hint } = newKey("api");
  expect(hash).toEqual(hashKey(text));
  expect(hash).toHaveLength(32);
  expect(hint).toHaveLength(9);
});
