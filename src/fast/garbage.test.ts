import { expect, test } from "vitest";
import { openGarbage } from "./garbage.ts";

const megabyte = 1024 * 1024;

test("collects the garbage of large responses every four megabytes, and ignores small responses", () => {
  const collected: string[] = [];
  const garbage = openGarbage(
    (which) => collected.push(which),
    () => 0,
  );
  for (let responses = 0; responses < 100; responses++) garbage.add(megabyte / 5, megabyte / 5);
  expect(collected).toEqual([]);
  for (let pieces = 1; pieces < 4; pieces++) garbage.add(megabyte, pieces * megabyte);
  expect(collected).toEqual([]);
  garbage.add(megabyte, 4 * megabyte);
  expect(collected).toEqual(["minor"]);
  garbage.add(4 * megabyte, 4 * megabyte);
  expect(collected).toEqual(["minor", "minor"]);
});

test("runs a full collection when the heap has grown with large responses", () => {
  const collected: string[] = [];
  let used = 100 * megabyte;
  const garbage = openGarbage(
    (which) => {
      collected.push(which);
      if (which === "major") used = 60 * megabyte;
    },
    () => used,
  );
  const read = (grown: number): void => {
    used += grown * megabyte;
    garbage.add(4 * megabyte, 4 * megabyte);
  };
  read(0);
  read(7);
  expect(collected).toEqual(["minor", "minor"]);
  read(1);
  expect(collected).toEqual(["minor", "minor", "minor", "major"]);
  read(7);
  expect(collected.slice(4)).toEqual(["minor"]);
});

test("counts long strings, which are stored outside the heap", () => {
  const collected: string[] = [];
  const garbage = openGarbage((which) => collected.push(which));
  garbage.add(4 * megabyte, 4 * megabyte);
  const text = Buffer.alloc(60 * megabyte, "x").toString("latin1");
  garbage.add(4 * megabyte, 4 * megabyte);
  expect(collected).toEqual(["minor", "minor", "major"]);
  expect(text).toHaveLength(60 * megabyte);
});
