import { expect, test } from "vitest";
import { openCautiousClock } from "./clocks.ts";

const day = 24 * 3_600_000;

function moved() {
  let wall = 1_000_000_000_000;
  let uptime = 5000;
  const now = openCautiousClock(
    () => wall,
    () => uptime,
  );
  return {
    now,
    wall: () => wall,
    pass: (milliseconds: number): void => {
      wall += milliseconds;
      uptime += milliseconds;
    },
    jump: (milliseconds: number): void => {
      wall += milliseconds;
    },
  };
}

test("shows the wall clock, and follows its small corrections", () => {
  const clock = moved();
  expect(clock.now()).toBe(clock.wall());
  for (let correction = 0; correction < 100; correction++) {
    clock.pass(60_000);
    clock.jump(4000);
    expect(clock.now()).toBe(clock.wall());
  }
});

test("is never later than without a jump forward, and earlier after a jump back", () => {
  const clock = moved();
  const before = clock.now();
  clock.jump(40 * day);
  clock.pass(3_600_000);
  expect(clock.now()).toBe(before + 3_600_000);
  clock.jump(-40 * day);
  expect(clock.now()).toBe(clock.wall());
  clock.jump(-365 * day);
  expect(clock.now()).toBe(clock.wall());
});

test("accepts a new time after a day", () => {
  const clock = moved();
  clock.jump(40 * day);
  clock.now();
  clock.pass(day - 1);
  expect(clock.now()).toBe(clock.wall() - 40 * day);
  clock.pass(1);
  expect(clock.now()).toBe(clock.wall());
});
