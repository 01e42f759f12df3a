/** What must hold under load, faults and bad input: each row, its target, and the tests that show it. */

interface Row {
  readonly what: string;
  readonly target: string;
  /** Files of tests, with a pattern of names where only some of a file are about it. */
  readonly tests: readonly (readonly [file: string, names?: string])[];
}

const deliveryFaults = "test/events/deliveries.faults.test.ts";

export const rows = {
  R1: {
    what: "Deliverers are killed at random, 200 times in 100,000 deliveries",
    target: "none lost, at most 3 % twice",
    tests: [[deliveryFaults, "killed repeatedly"]],
  },
  R2: {
    what: "Nobody is killed: deliveries a second, on two cores with everything else",
    target: "at least 3,000 a second, none twice",
    tests: [[deliveryFaults, "no process is killed"]],
  },
  R3: {
    what: "PostgreSQL is killed five times under load",
    target: "none lost, no process ends, goes on within 3 s",
    tests: [[deliveryFaults, "PostgreSQL is killed"]],
  },
  R4: {
    what: "kill -9 of the service under writes, 100 times, and at every step of a write",
    target: "one record and one event for each answered write",
    tests: [["test/writing/killedWhileWriting.faults.test.ts"], ["test/writing/once.test.ts", "is killed"]],
  },
  R5: {
    what: "A deliverer is stopped for three leases, then goes on",
    target: "its stale completions are refused",
    tests: [[deliveryFaults, "stopped for three leases"]],
  },
  R6: {
    what: "SIGTERM under load, 50 times",
    target: "no request in flight is dropped, ends within 10 s",
    tests: [["test/api/slow.test.ts", "under load|in flight|until the last answer"]],
  },
  R7: {
    what: "When deliveries are tried again: schedule, Retry-After, 410, redirects",
    target: "the exact schedule, within its bounds; no redirect followed",
    tests: [["src/core/delivering/retrySchedule.test.ts"], ["test/events/deliveryMoments.test.ts"]],
  },
  R8: {
    what: "One dead endpoint among 50 that are well",
    target: "p99 of the others at most twice as long",
    tests: [[deliveryFaults, "dead endpoint"]],
  },
  R9: {
    what: "Order of one record's events under R1's kills",
    target: "none out of order",
    tests: [[deliveryFaults, "killed repeatedly"]],
  },
  R10: {
    what: "A hostile vendor, seventeen ways",
    target: "a typed error within 30 s each, nothing of its body in our answer; at most 100 MB more with 50 at once",
    tests: [["src/core/session/hostile.test.ts"], ["test/security/hostileMemory.faults.test.ts"]],
  },
  R11: {
    what: "2,000 senders that drip",
    target: "all closed within 10 s, others unaffected",
    tests: [["test/api/slow.test.ts", "drips"]],
  },
  R12: {
    what: "An access token ends: 3 processes with 100 calls each, one killed while it renews",
    target: "one refresh, no error, recovery within 5 s",
    tests: [["test/connecting/refreshProcesses.faults.test.ts"]],
  },
  R13: {
    what: "500 writes at once with one idempotency key",
    target: "one write at the vendor, the same answer for all",
    tests: [["test/writing/once.test.ts", "500 at once|another body"], ["test/writing/idempotency.test.ts"]],
  },
  R14: {
    what: "A vendor's limit of 60 a minute, 5 processes, 1,000 calls",
    target: "no 429, at least nine tenths used",
    tests: [["test/limits/vendorLimits.test.ts", "five processes"]],
  },
  R15: {
    what: "A soak of 1,000,000 requests",
    target: "less than 1 MB more per 100,000; no descriptor more",
    tests: [["test/operating/soak.faults.test.ts"]],
  },
  S1: {
    what: "Addresses that must not be reached, for every URL that a caller can give",
    target: "none reached",
    tests: [["test/connecting/flowAddresses.test.ts"], ["src/core/outbound/client.test.ts"]],
  },
  S2: {
    what: "Every route and parameter with another tenant's ids, 10,000 tries",
    target: "the same answer as to an unknown id",
    tests: [["test/connecting/keys.test.ts", "another tenant's ids"]],
  },
  S3: {
    what: "No key, a revoked one, another prefix, a key in the query",
    target: "all refused; a revocation holds within 1 s",
    tests: [["test/connecting/keys.test.ts", "the API key|the account key|the end of a key"]],
  },
  S4: {
    what: "Bad input: 10,000 made from the description, 5,000 mutated bytes",
    target: "no 500, every answer as described",
    tests: [["test/api/badInput.test.ts"], ["test/api/fuzzedBodies.test.ts"]],
  },
  S6: {
    what: "The master key is replaced: 10,000 credentials, 200 requests a second, killed 10 times meanwhile",
    target: "no request fails, the old key can go; what was moved to another row does not open",
    tests: [["test/security/masterKeyRotation.faults.test.ts"], ["src/core/accounts/rotateMasterKey.test.ts"]],
  },
  S7: {
    what: "The database searched for planted secrets",
    target: "none found",
    tests: [["test/connecting/flowSecrets.test.ts"]],
  },
  S8: {
    what: "Planted secrets through everything that is logged or told",
    target: "none found",
    tests: [["src/core/secrets/scrubLog.test.ts"], ["src/core/secrets/secret.test.ts"]],
  },
  S9: {
    what: "A webhook secret is replaced in flight",
    target: "every delivery verifies with the old or the new one",
    tests: [["test/events/deliveries.test.ts", "secret"]],
  },
  S13: {
    what: "OAuth: states, PKCE, issuers and mix-ups; 50 callbacks at once",
    target: "all refused; one connection of 50",
    tests: [["test/connecting/flowSafety.test.ts"], ["test/events/takeover.faults.test.ts"]],
  },
  S14: {
    what: "The hosted pages under attack in a real browser",
    target: "no script runs, no frame, no redirect off the list, no secret shown",
    tests: [["test/security/pagesUnderAttack.browser.test.ts"]],
  },
  S16: {
    what: "Our own rate limit: across processes, made-up keys, proxies, networks",
    target: "no more accepted than the limit of one, and 5 %; a made-up key costs no query",
    tests: [["test/api/rateLimits.test.ts"]],
  },
  H1: {
    what: "100 kB of what a pattern could stumble over, in every text of every endpoint; logos made to be slow",
    target: "nothing holds the loop for 100 ms",
    tests: [["test/api/longTexts.test.ts"], ["src/pages/logo.test.ts"]],
  },
  H2: {
    what: "A sandbox that others reach",
    target: "off unless asked for; a password, a limit, a lid; nothing without a key adds a row but to the request log",
    tests: [["test/security/sandboxDoor.test.ts"]],
  },
  H3: {
    what: "A start with another master key than the one that sealed the database",
    target: "refused, and says which key is missing",
    tests: [["src/core/accounts/rotateMasterKey.test.ts", "says which one is missing|of no use"]],
  },
  H4: {
    what: "A tenant keeps 200 slow reads open at a vendor, or endpoints, polls, renewals and the database busy",
    target: "p99 of others at most twice as long as alone; full queues answer at once",
    tests: [
      ["test/limits/fairness.test.ts"],
      ["test/events/fairDeliveries.test.ts"],
      ["test/events/fairPolls.test.ts"],
      ["test/connecting/refreshProcesses.faults.test.ts"],
    ],
  },
  H5: {
    what: "Bytes that are not UTF-8, NUL and lone surrogates in every body and query",
    target: "400, naming the place",
    tests: [["test/api/badText.test.ts"]],
  },
  H6: {
    what: "A tenant is disabled in the middle of everything",
    target: "deliveries, polls, tasks, renewals and flows stop within 1 s, and go on afterwards",
    tests: [["test/connecting/disabledTenant.test.ts"]],
  },
  H8: {
    what: "PostgreSQL of our own is killed under the running service",
    target: "started again; 503 with Retry-After in between",
    tests: [["test/operating/databaseDies.faults.test.ts"]],
  },
  H9: {
    what: "Links of flows opened by scanners, previews and other browsers",
    target: "nothing is bound or spent but by the browser that acts",
    tests: [["test/connecting/flowSafety.test.ts", "another browser"]],
  },
  H10: {
    what: "Callers that never take their answers",
    target: "cut off; what is kept for them is bounded",
    tests: [["test/api/slowReaders.test.ts"], ["src/http/server/slowReaders.test.ts"]],
  },
  H12: {
    what: "SIGTERM to npm start, also as process 1; a server with more to do than it can",
    target: "ends cleanly within 10 s; nobody is reset",
    tests: [
      ["test/operating/start.test.ts", "SIGTERM"],
      ["test/api/slow.test.ts", "resets nobody"],
    ],
  },
  H13: {
    what: "Polls of long lists, endpoints that failed long ago, callers who hang up, calls that go on for ever",
    target: "a bounded number of ids, forgotten, ended, one deadline",
    tests: [
      ["test/events/polls.test.ts", "more records than are held in memory"],
      ["src/core/delivering/endpoints.test.ts"],
      ["test/api/hangUps.test.ts"],
    ],
  },
  H14: {
    what: "A cache in front, two hosts, sockets that say nothing, compression, slashes",
    target: "no answer that needs a key is kept or guessed at",
    tests: [["test/api/headers.test.ts"], ["test/api/varnish.test.ts"]],
  },
  H15: {
    what: "Metrics: what they tell, and to whom",
    target: "bounded labels; only with the token or at the port of their own",
    tests: [["test/api/metrics.test.ts"]],
  },
} as const satisfies Readonly<Record<string, Row>>;

export type RowId = keyof typeof rows;
