import { describe, expect, test } from "vitest";
import { type ErrorKind, graphQlRefusals } from "./refusals.ts";

const kinds: Readonly<Record<string, ErrorKind>> = {
  rule: "rule",
  missing: "missing",
  forbidden: "forbidden",
  token: "credentials",
  field: "schema",
  down: "outage",
};

const refusals = graphQlRefusals({
  kindOf: ({ message }) => kinds[message ?? ""] ?? "rule",
  fieldsOf: ({ extensions }) => extensions?.details?.split("|") ?? [],
  otherMessage: (body) => (body as { readonly text?: string }).text,
});

const failed = (...messages: readonly string[]) => ({
  errors: messages.map((message) => ({ message })),
  data: { createWine: null },
});

describe("a reply with errors and the status 200", () => {
  test.each([
    ["a rule of business", "rule", 422],
    ["a missing record", "missing", 404],
    ["a missing right", "forbidden", 403],
    ["a dead token", "token", 401],
    ["a request that does not fit the schema", "field", 400],
    ["an outage", "down", 500],
  ])("stands for %s", (_what, message, status) => {
    expect(refusals.status?.(failed(message), 200)).toBe(status);
  });

  test("has the status of its most serious error", () => {
    expect(refusals.status?.(failed("rule", "forbidden"), 200)).toBe(403);
    expect(refusals.status?.(failed("rule", "field", "missing"), 200)).toBe(400);
  });

  test("leaves open what happened if there is a result beside the errors", () => {
    const body = { errors: [{ message: "rule" }], data: { createWine: { id: "7" } } };
    expect(refusals.status?.(body, 200)).toBe(500);
  });

  test("has each message once, and the fields", () => {
    expect(refusals.message(failed("rule", "missing", "rule"))).toBe("rule missing");
    const body = { errors: [{ message: "rule", extensions: { details: "label|year" } }] };
    expect(refusals.fields?.(body)).toEqual(["label", "year"]);
  });
});

test("a request that does not fit the schema is no mistake of the caller", () => {
  expect(refusals.status?.({ errors: [{ message: "field" }] }, 400)).toBe(400);
  expect(refusals.codes).toEqual({ 400: "target_bad_response" });
});

test.each([
  ["a reply without errors", { data: { wines: null } }, 200],
  ["an empty list of errors", { errors: [], data: {} }, 200],
  ["a server error", { errors: [{ message: "rule" }] }, 503],
  ["a body that is no object", "<html>", 502],
])("%s keeps its status", (_what, body, status) => {
  expect(refusals.status?.(body, status)).toBeUndefined();
});

test("a body of a gateway has its own message", () => {
  expect(refusals.message({ text: "no key" })).toBe("no key");
});
