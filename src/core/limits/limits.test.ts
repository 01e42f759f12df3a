import fc from "fast-check";
import { expect, test } from "vitest";
import type { Connector, VendorLimit } from "../../contract/connector.ts";
import { backgroundLimits, type CallWindow, limitsOf, openLocalCounts } from "./limits.ts";

const limits: readonly VendorLimit[] = [
  { per: "app", calls: 10_000, seconds: 60 },
  { per: "company", calls: 60, seconds: 60 },
  { per: "company", calls: 5000, seconds: 86_400 },
  { per: "company", atOnce: 5 },
  { per: "connection", calls: 2, seconds: 1 },
];
const tulip = { id: "tulip", limits } as unknown as Connector;
const whom = { connection: "k1", client: "our-app", scope: { company: "c1" } };
const keysOf = (counted: Partial<typeof whom>): string[] =>
  limitsOf(tulip, { ...whom, ...counted }).windows.map(({ key }) => key);

test("counts each limit per connection, company or app, narrowest first", () => {
  expect(limitsOf(tulip, whom)).toEqual({
    id: expect.any(String),
    windows: [
      { per: "connection", calls: 2, seconds: 1, key: '["tulip","connection","k1",1]' },
      { per: "company", calls: 60, seconds: 60, key: '["tulip","company","our-app","","c1",60]' },
      { per: "company", calls: 5000, seconds: 86_400, key: '["tulip","company","our-app","","c1",86400]' },
      { per: "app", calls: 10_000, seconds: 60, key: '["tulip","app","our-app",60]' },
    ],
    concurrency: [{ per: "company", atOnce: 5, key: '["tulip","company","our-app","","c1"]' }],
  });
});

test("shares a company's limits between connections with the same client", () => {
  const [, minute] = keysOf({});
  expect(keysOf({ connection: "k2" })[1]).toBe(minute);
  expect(keysOf({ client: "their-app" })[1]).not.toBe(minute);
  expect(keysOf({ scope: { company: "c2" } })[1]).not.toBe(minute);
});

test("ignores company limits outside any company", () => {
  const { windows, concurrency } = limitsOf(tulip, { ...whom, scope: undefined });
  expect(windows.map(({ seconds }) => seconds)).toEqual([1, 60]);
  expect(concurrency).toEqual([]);
});

test("limits background work to four fifths of every limit, but at least one call", () => {
  const { windows, concurrency } = backgroundLimits(limitsOf(tulip, whom));
  expect(windows.map(({ calls }) => calls)).toEqual([1, 48, 4000, 8000]);
  expect(concurrency.map(({ atOnce }) => atOnce)).toEqual([4]);
});

/** Counts with a clock that the test controls. */
function counting() {
  const clock = { ms: 1_790_000_000_123 };
  return { clock, counts: openLocalCounts(() => clock.ms) };
}
const minute: CallWindow = { key: "minute", calls: 60, seconds: 60 };
const second: CallWindow = { key: "second", calls: 2, seconds: 1 };

test("grants as many calls as the vendor allows, then none until a window has passed", () => {
  const { clock, counts } = counting();
  expect(counts.take([minute], 50)).toEqual({ permits: 50, waitMs: 0 });
  expect(counts.take([minute], 50)).toEqual({ permits: 10, waitMs: 0 });
  const refused = counts.take([minute], 1);
  expect(refused.permits).toBe(0);
  // A window, the transit time of a call, and at most one part of the window.
  expect(refused.waitMs).toBeGreaterThan(63_000);
  expect(refused.waitMs).toBeLessThanOrEqual(64_000);
  clock.ms += refused.waitMs - 1;
  expect(counts.take([minute], 1).permits).toBe(0);
  clock.ms += 1;
  expect(counts.take([minute], 100).permits).toBe(60);
});

test("makes a subject with a lower limit wait until enough calls have left the window", () => {
  const { clock, counts } = counting();
  counts.take([minute], 10);
  clock.ms += 10_000;
  counts.take([minute], 45);
  const waits = [50, 40].map((calls) => counts.take([{ ...minute, calls }], 1).waitMs);
  expect(waits[0]).toBeLessThanOrEqual(54_000);
  expect(waits[1]).toBeGreaterThan(63_000);
});

test("counts a call in all windows or in none", () => {
  const { clock, counts } = counting();
  const both = [second, minute];
  expect(counts.take(both, 5).permits).toBe(2);
  for (let tries = 0; tries < 10; tries++) expect(counts.take(both, 5).permits).toBe(0);
  clock.ms += 1300;
  expect(counts.take(both, 5).permits).toBe(2);
  expect(counts.take([minute], 100).permits).toBe(56);
});

test("includes calls that the shared count has permitted", () => {
  const { counts } = counting();
  counts.add([minute], 55);
  expect(counts.take([minute], 10).permits).toBe(5);
});

test("grants no extra calls when the clock is set back", () => {
  const { clock, counts } = counting();
  counts.take([minute], 60);
  clock.ms -= 600_000;
  expect(counts.take([minute], 1).permits).toBe(0);
});

test("never allows more calls than the limit in any period, whenever they are requested", () => {
  const asking = fc.array(fc.record({ after: fc.integer({ min: 0, max: 2000 }), wanted: fc.nat(4) }), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(asking, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 7 }), (requests, calls, seconds) => {
      const { clock, counts } = counting();
      const made: number[] = [];
      for (const { after, wanted } of requests) {
        clock.ms += after;
        const { permits } = counts.take([{ key: "any", calls, seconds }], wanted);
        for (let call = 0; call < permits; call++) made.push(clock.ms);
      }
      for (const [index, moment] of made.entries()) {
        const later = made[index + calls];
        expect(later === undefined || later - moment > seconds * 1000).toBe(true);
      }
    }),
  );
});
