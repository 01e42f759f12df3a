import { format, inspect } from "node:util";
import { expect, test } from "vitest";
import { Secret } from "./secret.ts";

const value = "tulip-4711";
const secret = new Secret(value);
/** The compiler forbids what follows; a mistake in a cast would not be stopped by it. */
const mistaken = secret as unknown as string;

test("reveals its value only when asked", () => {
  expect(secret.reveal()).toBe(value);
});

test.each([
  ["String", () => String(secret)],
  ["toString", () => secret.toString()],
  ["valueOf", () => secret.valueOf()],
  ["template", () => `${mistaken}`],
  ["concatenation", () => "" + mistaken],
  ["array join", () => [secret].join()],
  ["JSON", () => JSON.stringify(secret)],
  ["JSON, nested", () => JSON.stringify({ a: [secret] })],
  ["inspect", () => inspect(secret)],
  ["inspect with hidden properties", () => inspect({ a: secret }, { showHidden: true, depth: 9 })],
  ["format %s", () => format("%s", secret)],
  ["format %o", () => format("%o", { secret })],
  ["format %O", () => format("%O", secret)],
  ["format %j", () => format("%j", secret)],
  ["format, appended", () => format("a", secret)],
  ["error message", () => new Error(`no ${mistaken}`).message],
])("prints [secret]: %s", (_name, print) => {
  const text = print();
  expect(text).toContain("[secret]");
  expect(text).not.toContain(value);
});

test.each([
  ["own keys", () => JSON.stringify(Reflect.ownKeys(secret))],
  ["spread", () => JSON.stringify(Object.assign({}, secret))],
  ["entries", () => JSON.stringify(Object.entries(secret))],
  ["structuredClone", () => inspect(structuredClone(secret))],
])("has nothing to look at: %s", (_name, look) => {
  expect(look()).not.toContain(value);
});
