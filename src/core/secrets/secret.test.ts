import { format, inspect } from "node:util";
import { expect, test } from "vitest";
import { Secret } from "./secret.ts";

const value = "tulip-4711";
const secret = new Secret(value);
/** A template as the language does it; the compiler would not let a secret into a plain one. */
const template = (parts: TemplateStringsArray, ...values: unknown[]): string => String.raw({ raw: parts }, ...values);

test("reveals its value only when asked", () => {
  expect(secret.reveal()).toBe(value);
});

test.each([
  ["String", () => String(secret)],
  ["toString", () => secret.toString()],
  ["valueOf", () => secret.valueOf()],
  ["template", () => template`no ${secret}`],
  ["concatenation", () => "".concat(...[secret].map(String))],
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
  ["error message", () => new Error(template`no ${secret}`).message],
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
])("exposes nothing: %s", (_name, look) => {
  expect(look()).not.toContain(value);
});
