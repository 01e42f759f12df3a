import { expect, test } from "vitest";
import { openGarbage } from "./garbage.ts";

const megabyte = 1024 * 1024;

test("what large answers leave is looked for after every eight megabytes of them, and usual answers change nothing", () => {
  const collected: string[] = [];
  const garbage = openGarbage((which) => collected.push(which));
  for (let answers = 0; answers < 100; answers++) garbage.add(megabyte / 5);
  expect(collected).toEqual([]);
  for (let answers = 0; answers < 7; answers++) garbage.add(megabyte);
  expect(collected).toEqual([]);
  garbage.add(megabyte);
  expect(collected).toEqual(["minor"]);
  garbage.add(8 * megabyte);
  expect(collected).toEqual(["minor", "minor"]);
});
