import { expect, test } from "vitest";
import { hashKey, isKey, newKey } from "./keys.ts";

test("a key says its kind, carries 160 random bits and is recognised by its checksum", () => {
  const key = newKey("api");
  expect(key.text).toMatch(/^kapi_[0-9a-z]{32}[0-9a-z]{7}$/);
  expect(isKey("api", key.text)).toBe(true);
  expect(isKey("account", key.text)).toBe(false);
  expect(newKey("api").text).not.toBe(key.text);
});

test("a mistyped, truncated or extended key is not one", () => {
  const { text } = newKey("account");
  const swapped = text.slice(0, 10) + (text[10] === "a" ? "b" : "a") + text.slice(11);
  for (const wrong of ["", swapped, text.slice(0, -1), `${text}0`, text.toUpperCase(), ` ${text}`])
    expect(isKey("account", wrong), wrong).toBe(false);
});

test("the stored hash is SHA-256 of the key, and the hint does not give it away", () => {
  const { text, hash, hint } = newKey("api");
  expect(hash).toEqual(hashKey(text));
  expect(hash).toHaveLength(32);
  expect(hint).toHaveLength(9);
});
