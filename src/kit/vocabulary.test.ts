import { Type } from "typebox";
import { expect, test } from "vitest";
import { encoder } from "./encode.ts";
import { spelled, vocabulary } from "./vocabulary.ts";

const states = vocabulary({ open: "OPEN", late: "OVERDUE", reminded: "OVERDUE", free: ["TAXFREE", "EXEMPT"] });

test("a word that the table lacks is left out and named", () => {
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

test("a filter has all of the vendor's words, for several of ours as well", () => {
  expect(states.theirs("OVERDUE", "status")).toEqual(["late", "reminded"]);
  expect(states.theirs("OPEN, OVERDUE", "status")).toEqual(["open", "late", "reminded"]);
});

test("what the table lacks is refused with its field and what there is", () => {
  expect(() => states.theirs("PAID", "status")).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      message: "This target system has no status PAID; there are OPEN, OVERDUE, TAXFREE, EXEMPT.",
      details: expect.objectContaining({ field: "status" }),
    }),
  );
});

test("of several words the first is written, and of several of ours the first is read", () => {
  expect([states.write("OVERDUE", "status"), states.write("EXEMPT", "status")]).toEqual(["late", "free"]);
  expect(states.ours("free")).toBe("TAXFREE");
});

test("words that nobody can write are read, but refused", () => {
  const writable = states.except("OVERDUE");
  expect(writable.words).toEqual(["OPEN", "TAXFREE", "EXEMPT"]);
  expect(() => writable.write("OVERDUE", "status")).toThrow("no status OVERDUE");
});

test("an encoder writes the vendor's word, and a refusal names the whole field", () => {
  const line = encoder<{ state: string }>({ state: states.as("State", "Name") });
  expect(line({ state: "OPEN" })).toEqual({ State: { Name: "open" } });
  expect(() => line({ state: "NEW" }, "lines")).toThrow("no lines.state NEW");
  const unsent = encoder<{ state: string }>({ state: states.unsent });
  expect(unsent({ state: "OPEN" })).toEqual({});
  expect(() => unsent({ state: "NEW" }, "lines")).toThrow("no lines.state NEW");
});

test("the contract's own words may only be spelled otherwise", () => {
  const field = Type.Union([Type.Literal("PARTLY_PAID"), Type.Literal("PAID")]);
  const table = spelled({ ...field, enum: ["PARTLY_PAID", "PAID"] }, (ours) => ours.toLowerCase());
  expect(table).toEqual({ partly_paid: "PARTLY_PAID", paid: "PAID" });
});
