import { expect, test } from "vitest";
import { theirWords, words } from "./vocabulary.ts";

const table = { open: "OPEN", late: "OVERDUE", reminded: "OVERDUE" } as const;

test("a word that the table lacks is left out and told", () => {
  const read = words(table, ({ state }: { state: string | null }) => state);
  expect([read({ state: "late" }), read({ state: "frozen" }), read({ state: null })]).toEqual([
    "OVERDUE",
    undefined,
    undefined,
  ]);
  expect([read.unread({ state: "frozen" }), read.unread({ state: null })]).toEqual(["frozen", undefined]);
});

test("a table is read backwards, and what it lacks is refused with what it has", () => {
  expect(theirWords(table, "OVERDUE", "status")).toEqual(["late", "reminded"]);
  expect(() => theirWords(table, "PAID", "status")).toThrow("no status PAID; there are OPEN, OVERDUE.");
});
