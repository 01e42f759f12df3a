import { expect, test } from "vitest";
import { vocabulary } from "./vocabulary.ts";

const table = { open: "OPEN", late: "OVERDUE", reminded: "OVERDUE" } as const;

test("a word that the table lacks is left out and told", () => {
  const read = vocabulary(table).read(({ state }: { state: string | null }) => state);
  expect([read({ state: "late" }), read({ state: "frozen" }), read({ state: null })]).toEqual([
    "OVERDUE",
    undefined,
    undefined,
  ]);
  expect([read.unread({ state: "frozen" }), read.unread({ state: null })]).toEqual(["frozen", undefined]);
});

test("a table is read backwards, and what it lacks is refused with what it has", () => {
  expect(vocabulary(table).theirs("OVERDUE", "status")).toEqual(["late", "reminded"]);
  expect(() => vocabulary(table).theirs("PAID", "status")).toThrow("no status PAID; there are OPEN, OVERDUE.");
});
