import { expect, test } from "vitest";
import { openRateLimit } from "./rateLimit.ts";

function limitAt(options: { perSecond: number; burst: number }) {
  let moment = 1_000_000;
  const limit = openRateLimit({ ...options, now: () => moment });
  const takeMany = (count: number) =>
    Array.from({ length: count }, () => limit.take("a")).filter((t) => t.allowed).length;
  return { limit, takeMany, pass: (milliseconds: number) => (moment += milliseconds) };
}

test("allows a burst, then the steady rate", () => {
  const { takeMany, pass } = limitAt({ perSecond: 100, burst: 200 });
  expect(takeMany(300)).toBe(200);
  pass(1000);
  expect(takeMany(300)).toBe(100);
  pass(10_000);
  expect(takeMany(300)).toBe(200);
});

test("reports how many requests are left and when to retry", () => {
  const { limit, takeMany, pass } = limitAt({ perSecond: 1, burst: 3 });
  expect(limit.take("a")).toEqual({ allowed: true, remaining: 2, seconds: 1 });
  expect(takeMany(2)).toBe(2);
  expect(limit.take("a")).toEqual({ allowed: false, remaining: 0, seconds: 1 });
  pass(1000);
  expect(limit.take("a")).toEqual({ allowed: true, remaining: 0, seconds: 3 });
});

test("counts each caller separately", () => {
  const { limit, takeMany } = limitAt({ perSecond: 1, burst: 1 });
  expect(takeMany(2)).toBe(1);
  expect(limit.take("b").allowed).toBe(true);
});
