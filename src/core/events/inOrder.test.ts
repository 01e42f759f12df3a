import { describe, expect, test } from "vitest";
import type { Change } from "./change.ts";
import { inOrder, type RecordHistory, recordNameOf, unknownRecord } from "./inOrder.ts";

const change = (eventType: Change["eventType"], second = 10, more: Partial<Change> = {}): Change => ({
  eventType,
  resource: "INVOICE",
  resourceId: "7",
  changedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
  ...more,
});
const history = (facts: Partial<RecordHistory>) =>
  new Map([[recordNameOf(change("CREATED")), { ...unknownRecord, ...facts }]]);
const typesOf = (changes: readonly Change[]) => changes.map(({ eventType }) => eventType);
const at = (second: number) => change("UPDATED", second).changedAt;

describe("a vendor's notices", () => {
  test("of a new record begin with its creation, whichever is posted first", () => {
    const known = history({ isTracked: true });
    expect(typesOf(inOrder([change("UPDATED"), change("CREATED")], "vendor", known))).toEqual(["CREATED", "UPDATED"]);
    expect(typesOf(inOrder([change("CREATED"), change("UPDATED")], "vendor", known))).toEqual(["CREATED", "UPDATED"]);
  });

  test("of a record that a poll has seen keep their type", () => {
    const known = history({ isTracked: true, isKnown: true });
    expect(typesOf(inOrder([change("UPDATED"), change("DELETED")], "vendor", known))).toEqual(["UPDATED", "DELETED"]);
  });

  test("keep their type if not all records are known", () => {
    expect(typesOf(inOrder([change("UPDATED")], "vendor", history({})))).toEqual(["UPDATED"]);
  });

  test("after a deletion create the record again", () => {
    const known = history({ isTracked: true, isKnown: true, lastType: "DELETED" });
    expect(typesOf(inOrder([change("CREATED"), change("UPDATED")], "vendor", known))).toEqual(["CREATED", "UPDATED"]);
  });

  test("that a poll has reported are left out, and later ones are not", () => {
    const known = history({ isKnown: true, isTracked: true, pollAt: at(10), lastType: "UPDATED" });
    expect(typesOf(inOrder([change("UPDATED", 10), change("UPDATED", 11)], "vendor", known))).toEqual(["UPDATED"]);
  });

  test("of a creation that a poll has reported are left out", () => {
    const known = history({ isKnown: true, isTracked: true, isCreated: true, pollAt: at(5), lastType: "CREATED" });
    expect(typesOf(inOrder([change("CREATED", 10), change("UPDATED", 11)], "vendor", known))).toEqual(["UPDATED"]);
  });
});

describe("the changes that a sweep finds", () => {
  test("are left out if the vendor has reported them in the same second", () => {
    const known = history({ isKnown: true, isTracked: true, vendorAt: at(10), lastType: "UPDATED" });
    expect(inOrder([change("UPDATED", 10)], "poll", known)).toEqual([]);
    expect(typesOf(inOrder([change("UPDATED", 11)], "poll", known))).toEqual(["UPDATED"]);
  });

  test("are reported if the record has no time of its own, because a later notice may have been lost", () => {
    const known = history({ isKnown: true, isTracked: true, vendorAt: at(20), lastType: "UPDATED" });
    expect(typesOf(inOrder([change("UPDATED", 10, { isUndated: true })], "poll", known))).toEqual(["UPDATED"]);
  });

  test("do not repeat the creation of a record without a time of its own", () => {
    const known = history({ isTracked: true, isCreated: true, vendorAt: at(20), lastType: "CREATED" });
    expect(inOrder([change("CREATED", 10, { isUndated: true })], "poll", known)).toEqual([]);
  });

  test("are updates if the creation was reported", () => {
    const known = history({ isTracked: true, isCreated: true, vendorAt: at(5), lastType: "CREATED" });
    expect(typesOf(inOrder([change("CREATED", 10)], "poll", known))).toEqual(["UPDATED"]);
  });

  test("leave out a deletion that the vendor has reported", () => {
    const known = history({ isKnown: true, isTracked: true, vendorAt: at(5), lastType: "DELETED" });
    expect(inOrder([change("DELETED", 10)], "poll", known)).toEqual([]);
  });

  test("are all reported where the vendor reports nothing", () => {
    const known = history({ isKnown: true, isTracked: true, pollAt: at(10), lastType: "UPDATED" });
    expect(typesOf(inOrder([change("UPDATED", 10), change("DELETED", 10)], "poll", known))).toEqual([
      "UPDATED",
      "DELETED",
    ]);
  });
});
