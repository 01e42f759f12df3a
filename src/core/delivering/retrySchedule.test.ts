import { expect, test } from "vitest";
import { OutboundFault } from "../outbound/exchange.ts";
import { allowanceAfter, fullAllowance } from "./endpoints.ts";
import { evaluateResponse } from "./evaluateResponse.ts";
import { nextWait } from "./retrySchedule.ts";

const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const now = Date.parse("2026-11-15T12:00:00Z");

test("retries nine times, then gives up", () => {
  const waits = Array.from({ length: 10 }, (_, index) => nextWait({ attempts: index + 1, random: 0.5 }));
  expect(waits).toEqual([...schedule, undefined]);
});

test("varies each wait by at most a fifth", () => {
  for (const [index, wait] of schedule.entries()) {
    expect(nextWait({ attempts: index + 1, random: 0 })).toBeCloseTo(wait * 0.8);
    expect(nextWait({ attempts: index + 1, random: 1 })).toBeCloseTo(wait * 1.2);
  }
});

const answered = (status: number, headers: Record<string, string> = {}, text = "") => ({
  status,
  headers,
  bytes: Buffer.from(text),
});
const first = { attempts: 0, now, random: 0.5 };
const waitAfter = (retryAfter: string, attempts = 0) => {
  const { outcome } = evaluateResponse(answered(503, { "retry-after": retryAfter }), { ...first, attempts });
  return outcome.kind === "retry" ? outcome.wait : outcome.kind;
};

test.each([
  ["seconds", "60", 60],
  ["seconds before the schedule's", "2", 5],
  ["a date", "Sun, 15 Nov 2026 12:10:00 GMT", 600],
  ["a date in the past", "Sun, 15 Nov 2015 12:10:00 GMT", 5],
  ["garbage", "soon", 5],
  ["garbage with a number", "in 7 days", 5],
  ["a negative number", "-60", 5],
  ["a number of another kind", "1e9", 5],
  ["nothing", "", 5],
  ["a year", "31536000", 86_400],
  ["a date in a year", "Mon, 15 Nov 2027 12:00:00 GMT", 86_400],
])("reads Retry-After as %s", (_form, header, seconds) => {
  expect(waitAfter(header)).toBe(seconds);
});

test("makes no eleventh attempt, whatever Retry-After says", () => {
  expect(waitAfter("60", 8)).toBe(86_400);
  expect(waitAfter("60", 9)).toBe("failed");
});

test.each([
  ...[200, 201, 202, 204, 299].map((status) => [status, "done"] as const),
  ...[300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 429, 500, 503].map((status) => [status, "retry"] as const),
  [410, "gone"] as const,
])("treats status %i as %s", (status, kind) => {
  expect(evaluateResponse(answered(status), first).outcome.kind).toBe(kind);
});

test.each([
  ["nothing", undefined, "retry"],
  ["half of a 200", 200, "done"],
  ["half of a 410", 410, "gone"],
  ["half of a 500", 500, "retry"],
])("evaluates a response of which %s came back", (_what, status, kind) => {
  const fault = new OutboundFault("timeout", "There was no complete response in time.", { status });
  expect(evaluateResponse(fault, first)).toMatchObject({
    outcome: { kind },
    status,
    isHealthy: false,
    answer: "There was no complete response in time.",
  });
});

test("keeps the beginning of a response, without secrets", () => {
  const { answer } = evaluateResponse(answered(500, {}, `token=abcdef0123456789 \0 ${"x".repeat(10_000)}`), first);
  expect(answer).toHaveLength(500);
  expect(answer).not.toContain("abcdef0123456789");
  expect(answer).not.toContain("\0");
  const cut = `${"y".repeat(480)} authorization: Bearer ${"z9".repeat(100)}`;
  expect(evaluateResponse(answered(500, {}, cut), first).answer).not.toContain("z9");
});

test("halves the allowance with each failure, down to one, and raises it by one with each success", () => {
  let allowance = fullAllowance;
  const seen = Array.from({ length: 7 }, () => (allowance = allowanceAfter(allowance, false)));
  expect(seen).toEqual([16, 8, 4, 2, 1, 1, 1]);
  for (let count = 0; count < 100; count++) allowance = allowanceAfter(allowance, true);
  expect(allowance).toBe(32);
});
