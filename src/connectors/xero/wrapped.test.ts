import { expect, test } from "vitest";
import { wrappedIn } from "./wrapped.ts";

test("wraps a record in a list under the collection's name, and takes it out again", () => {
  const { within, record, records } = wrappedIn<{ id: string }>("Notes");
  expect(within({ id: "1" })).toEqual({ Notes: [{ id: "1" }] });
  expect(record({ Notes: [{ id: "1" }] })).toEqual({ id: "1" });
  expect(record({ Notes: [] })).toBeUndefined();
  expect(records({ Notes: [{ id: "1" }, { id: "2" }] })).toEqual([{ id: "1" }, { id: "2" }]);
  expect(records(undefined)).toBeUndefined();
});
