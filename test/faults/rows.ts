/** What must hold under load, faults and bad input: each row, its target, and the tests that show it. */

interface Row {
  readonly what: string;
  readonly target: string;
  /** Files of tests, with a pattern of names where only some of a file are about it. */
  readonly tests: readonly (readonly [file: string, names?: string])[];
}

const deliveryFaults = "test/deliveryFaults.test.ts";

export const rows = {
  R1: {
    what: "Deliverers are killed at random, 200 times in 100,000 deliveries",
    target: "none lost, at most 3 % twice",
    tests: [[deliveryFaults, "killed again and again"]],
  },
  R2: {
    what: "Nobody is killed: deliveries a second, on two cores with everything else",
    target: "at least 3,000 a second, none twice",
    tests: [[deliveryFaults, "nobody is killed"]],
  },
  R3: {
    what: "PostgreSQL is killed five times under load",
    target: "none lost, no process ends, goes on within 3 s",
    tests: [[deliveryFaults, "PostgreSQL is killed"]],
  },
  R4: {
    what: "The process is killed at every step of a write",
    target: "one record for each write, whatever was retried",
    tests: [["test/once.test.ts", "is killed"]],
  },
  R5: {
    what: "A deliverer is stopped for three leases, then goes on",
    target: "its stale completions are refused",
    tests: [[deliveryFaults, "stopped for three leases"]],
  },
  R6: {
    what: "SIGTERM under load, 50 times",
    target: "no request in flight is dropped, ends within 10 s",
    tests: [["test/slow.test.ts", "under load|in flight|until the last answer"]],
  },
  R7: {
    what: "When deliveries are tried again: schedule, Retry-After, 410, redirects",
    target: "the exact schedule, within its bounds; no redirect followed",
    tests: [["src/core/delivering/retrySchedule.test.ts"], ["test/deliveryMoments.test.ts"]],
  },
  R8: {
    what: "One dead endpoint among 50 that are well",
    target: "p99 of the others at most twice as long",
    tests: [[deliveryFaults, "dead endpoint"]],
  },
  R9: {
    what: "Order of one record's events under R1's kills",
    target: "none out of order",
    tests: [[deliveryFaults, "killed again and again"]],
  },
  R10: {
    what: "A hostile vendor, seventeen ways",
    target: "a typed error within 30 s each, nothing of its body in our answer",
    tests: [["src/core/vendor/hostile.test.ts"]],
  },
  R11: {
    what: "2,000 senders that drip",
    target: "all closed within 10 s, others unaffected",
    tests: [["test/slow.test.ts", "drips"]],
  },
  R12: {
    what: "An access token ends: 3 processes with 100 calls each, one killed while it renews",
    target: "one refresh, no error, recovery within 5 s",
    tests: [["test/refreshProcesses.test.ts"]],
  },
  R13: {
    what: "500 writes at once with one idempotency key",
    target: "one write at the vendor, the same answer for all",
    tests: [["test/once.test.ts", "500 at once|another body"], ["test/idempotency.test.ts"]],
  },
  R14: {
    what: "A vendor's limit of 60 a minute, 5 processes, 1,000 calls",
    target: "no 429, at least nine tenths used",
    tests: [["test/vendorLimits.test.ts", "five processes"]],
  },
  R15: {
    what: "A soak of 1,000,000 requests",
    target: "less than 1 MB more per 100,000; no descriptor more",
    tests: [["test/soak.test.ts"]],
  },
  S1: {
    what: "Addresses that must not be reached, for every URL that a caller can give",
    target: "none reached",
    tests: [["test/flowAddresses.test.ts"], ["src/core/outbound/client.test.ts"]],
  },
  S2: {
    what: "Every route with another tenant's ids",
    target: "the same answer as to an unknown id",
    tests: [["test/keys.test.ts", "another tenant's ids"]],
  },
  S3: {
    what: "No key, a revoked one, another prefix, a key in the query",
    target: "all refused; a revocation holds within 1 s",
    tests: [["test/keys.test.ts", "the API key|the account key|the end of a key"]],
  },
  S4: {
    what: "Bad input: 10,000 made from the description, 5,000 mutated bytes",
    target: "no 500, every answer as described",
    tests: [["test/badInput.test.ts"], ["test/fuzzedBodies.test.ts"]],
  },
  S6: {
    what: "The master key is replaced: 10,000 credentials, 200 requests a second, killed 10 times meanwhile",
    target: "no request fails, the old key can go; what was moved to another row does not open",
    tests: [["test/masterKeyRotation.test.ts"], ["src/core/accounts/rotateMasterKey.test.ts"]],
  },
  S7: {
    what: "The database searched for planted secrets",
    target: "none found",
    tests: [["test/flowSecrets.test.ts"]],
  },
  S8: {
    what: "Planted secrets through everything that is logged or told",
    target: "none found",
    tests: [["src/core/secrets/scrubLog.test.ts"], ["src/core/secrets/secret.test.ts"]],
  },
  S9: {
    what: "A webhook secret is replaced in flight",
    target: "every delivery verifies with the old or the new one",
    tests: [["test/deliveries.test.ts", "secret"]],
  },
  S13: {
    what: "OAuth: states, PKCE, issuers and mix-ups; 50 callbacks at once",
    target: "all refused; one connection of 50",
    tests: [["test/flowSafety.test.ts"], ["test/takeover.test.ts"]],
  },
  S14: {
    what: "The hosted pages under attack in a real browser",
    target: "no script runs, no frame, no redirect off the list, no secret shown",
    tests: [["test/pagesUnderAttack.browser.test.ts"]],
  },
  S16: {
    what: "Our own rate limit across processes",
    target: "no more accepted than the limit of one, and 5 %",
    tests: [["test/rateLimits.test.ts"]],
  },
} as const satisfies Readonly<Record<string, Row>>;

export type RowId = keyof typeof rows;
