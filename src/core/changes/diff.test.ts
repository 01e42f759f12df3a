import { describe, expect, test } from "vitest";
import { changesIn, deletionsOf, type Snapshot, snapshotOf } from "./diff.ts";

const polledUntil = new Date("2026-03-02T12:00:00Z");
const at = new Date("2026-03-02T12:05:00Z");
const since = new Date("2026-03-02T11:58:00Z");

function snapshot(record: object): Snapshot {
  const made = snapshotOf(record as Record<string, unknown>, "id");
  if (made === undefined) throw new Error("The record has no id.");
  return made;
}

const compare = (before: object[], now: object[]) => {
  const known = new Map(before.map(snapshot).map(({ id, fingerprint }) => [id, fingerprint]));
  return changesIn(now.map(snapshot), { resource: "ITEM", at, since, polledUntil, before: known });
};
const kinds = (before: object[], now: object[]) =>
  compare(before, now).map((change) => `${change.eventType} ${change.resourceId}`);

describe("a record", () => {
  test("that was not seen before is created, and unchanged the next time", () => {
    const record = { id: "a", name: "Nagel", updatedDate: "2026-03-02T12:01:00Z" };
    expect(kinds([], [record])).toEqual(["CREATED a"]);
    expect(kinds([record], [record])).toEqual([]);
    expect(compare([], [record])[0]?.changedAt.toISOString()).toBe("2026-03-02T12:01:00.000Z");
  });

  test("with a modification time is compared by that time only", () => {
    const early = { id: "a", link: "one", updatedDate: "2026-03-02T11:00:00Z" };
    expect(kinds([early], [{ ...early, link: "two" }])).toEqual([]);
    expect(kinds([early], [{ ...early, updatedDate: "2026-03-02T12:01:00Z" }])).toEqual(["UPDATED a"]);
  });

  test("that changed again in the second of the last poll is detected", () => {
    const record = { id: "a", name: "Nagel", updatedDate: "2026-03-02T11:59:59Z" };
    expect(kinds([record], [{ ...record, name: "Schraube" }])).toEqual(["UPDATED a"]);
  });

  test("without a modification time is compared by its content, and dated by the query", () => {
    const record = { id: "a", name: "Nagel" };
    expect(kinds([record], [record])).toEqual([]);
    const [change] = compare([record], [{ id: "a", name: "Schraube" }]);
    expect(change).toMatchObject({ eventType: "UPDATED", changedAt: since });
  });

  test("has its modification time under the name that items use, too", () => {
    const item = { id: "a", name: "Nagel", lastModifiedDate: "2026-03-02T11:00:00Z" };
    expect(kinds([item], [{ ...item, name: "Schraube" }])).toEqual([]);
    const [change] = compare([item], [{ ...item, lastModifiedDate: "2026-03-02T12:01:00Z" }]);
    expect(change).toMatchObject({ eventType: "UPDATED", changedAt: new Date("2026-03-02T12:01:00Z") });
    expect(change?.isUndated).toBeUndefined();
  });

  test("that was remembered without its time has changed only if its content has", () => {
    const item = { id: "a", name: "Nagel", lastModifiedDate: "2026-03-02T11:00:00Z" };
    const { id, fingerprint } = snapshot(item);
    const before = new Map([[id, Buffer.concat([Buffer.alloc(12), fingerprint.subarray(12)])]]);
    const changes = (now: object) => changesIn([snapshot(now)], { resource: "ITEM", at, since, polledUntil, before });
    expect(changes(item)).toEqual([]);
    expect(changes({ ...item, name: "Schraube" })).toHaveLength(1);
  });

  test("without an id is ignored", () => {
    expect(snapshotOf({ name: "Nagel" }, "id")).toBeUndefined();
    expect(snapshotOf({ id: "" }, "id")).toBeUndefined();
  });
});

test("reports a record that returns to an earlier state as another change", () => {
  const [left, second] = [
    { id: "a", name: "Nagel" },
    { id: "a", name: "Schraube" },
  ].map(snapshot);
  if (left === undefined || second === undefined) throw new Error("There are two.");
  const later = new Date(at.getTime() + 1000);
  const facts = { resource: "ITEM", since, polledUntil, before: new Map([["a", left.fingerprint]]) } as const;
  const [first] = changesIn([second], { ...facts, at });
  const [again] = changesIn([second], { ...facts, at: later });
  expect(first?.mark).not.toBe(again?.mark);
  const [gone, goneAgain] = [at, later].map((moment) => deletionsOf(["a"], { resource: "ITEM", at: moment })[0]);
  expect(gone).toMatchObject({ eventType: "DELETED", resourceId: "a", changedAt: at });
  expect(gone?.mark).not.toBe(goneAgain?.mark);
});
