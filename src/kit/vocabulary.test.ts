import { Type } from "typebox";
import { expect, test } from "vitest";
import { encoder } from "./encode.ts";
import { valuesSpelledBy, vocabulary } from "./vocabulary.ts";

const states = vocabulary({ open: "OPEN", late: "OVERDUE", reminded: "OVERDUE", free: ["TAXFREE", "EXEMPT"] });

test("omits an unknown value and names it", () => {
  const read = states.read(({ state }: { state: string | null }) => state);
  expect([read({ state: "late" }), read({ state: "frozen" }), read({ state: null })]).toEqual([
    "OVERDUE",
    undefined,
    undefined,
  ]);
  expect([read.unread({ state: "frozen" }), read.unread({ state: null }), read.unread({ state: "" })]).toEqual([
    "frozen",
    undefined,
    undefined,
  ]);
});

test("omits a value without a counterpart silently, and still names an unknown one", () => {
  const read = states.read(({ state }: { state: string }) => state, ["secret"]);
  expect([read({ state: "secret" }), read.unread({ state: "secret" }), read.unread({ state: "frozen" })]).toEqual([
    undefined,
    undefined,
    "frozen",
  ]);
});

test("translates a filter into all of the vendor's values, also for several of ours", () => {
  expect(states.toVendor("OVERDUE", "status")).toEqual(["late", "reminded"]);
  expect(states.toVendor("OPEN, OVERDUE", "status")).toEqual(["open", "late", "reminded"]);
});

test("refuses an unknown value with its field and the valid values", () => {
  expect(() => states.toVendor("PAID", "status")).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      message: "This target system has no status PAID. Use one of OPEN, OVERDUE, TAXFREE, EXEMPT.",
      details: expect.objectContaining({ field: "status" }),
    }),
  );
});

test("writes the first of the vendor's values and reads the first of ours", () => {
  expect([states.write("OVERDUE", "status"), states.write("EXEMPT", "status")]).toEqual(["late", "free"]);
  expect(states.toContract("free")).toBe("TAXFREE");
});

test("reads values that cannot be written, and refuses to write them", () => {
  const writable = states.except("OVERDUE");
  expect(writable.words).toEqual(["OPEN", "TAXFREE", "EXEMPT"]);
  expect(() => writable.write("OVERDUE", "status")).toThrow("no status OVERDUE");
});

test("encodes the vendor's value, and names the full field in a refusal", () => {
  const line = encoder<{ state: string }>({ state: states.as("State", "Name") });
  expect(line({ state: "OPEN" })).toEqual({ State: { Name: "open" } });
  expect(() => line({ state: "NEW" }, "lines")).toThrow("no lines.state NEW");
  const unsent = encoder<{ state: string }>({ state: states.checkOnly });
  expect(unsent({ state: "OPEN" })).toEqual({});
  expect(() => unsent({ state: "NEW" }, "lines")).toThrow("no lines.state NEW");
});

test("derives the table from the contract's values and a spelling", () => {
  const field = Type.Union([Type.Literal("PARTLY_PAID"), Type.Literal("PAID")]);
  const table = valuesSpelledBy({ ...field, enum: ["PARTLY_PAID", "PAID"] }, (ours) => ours.toLowerCase());
  expect(table).toEqual({ partly_paid: "PARTLY_PAID", paid: "PAID" });
});
