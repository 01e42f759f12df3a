/** The rows of docs/operate/reliability.md: a fault, its target, and the tests that prove it. */

interface Row {
  readonly what: string;
  readonly target: string;
  /** Test files, with a pattern of test names if only some tests of the file belong to the row. */
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
    what: "No process is killed: deliveries a second, with all processes on two cores",
    target: "at least 3,000 a second, none twice",
    tests: [[deliveryFaults, "no process is killed"]],
  },
  R3: {
    what: "PostgreSQL is killed five times under load",
    target: "none lost, no process ends, deliveries resume within 3 s",
    tests: [[deliveryFaults, "PostgreSQL is killed"]],
  },
  R4: {
    what: "kill -9 of the service under writes, 100 times, and at every step of a write",
    target: "one record and one event for each confirmed write",
    tests: [["test/writing/killedWhileWriting.faults.test.ts"], ["test/writing/once.test.ts", "is killed"]],
  },
  R5: {
    what: "A deliverer is stopped for three leases, then resumes",
    target: "its stale completions are refused",
    tests: [[deliveryFaults, "stopped for three leases"]],
  },
  R6: {
    what: "SIGTERM under load, 50 times",
    target: "no request in flight is dropped, ends within 10 s",
    tests: [["test/api/slow.test.ts", "under load|in flight|until the last response"]],
  },
  R7: {
    what: "Retries of deliveries: schedule, Retry-After, 410, redirects",
    target: "on schedule, within its tolerance; no redirect followed",
    tests: [["src/core/delivering/retrySchedule.test.ts"], ["test/events/deliveryMoments.test.ts"]],
  },
  R8: {
    what: "One dead endpoint among 50 healthy ones",
    target: "p99 of the others at most twice as long",
    tests: [[deliveryFaults, "dead endpoint"]],
  },
  R9: {
    what: "Order of one record's events under R1's kills",
    target: "none out of order",
    tests: [[deliveryFaults, "killed repeatedly"]],
  },
  R10: {
    what: "A hostile vendor, in seventeen ways",
    target:
      "a typed error within 30 s each, without the vendor's body in our response; at most 100 MB more with 50 at once",
    tests: [["src/core/session/hostile.test.ts"], ["test/security/hostileMemory.faults.test.ts"]],
  },
  R11: {
    what: "2,000 clients that send byte by byte",
    target: "all closed within 10 s, others unaffected",
    tests: [["test/api/slow.test.ts", "senders that drip"]],
  },
  R12: {
    what: "An access token expires: 3 processes with 100 calls each, one killed while it refreshes",
    target: "one refresh, no error, recovery within 5 s",
    tests: [["test/connecting/refreshProcesses.faults.test.ts"]],
  },
  R13: {
    what: "500 writes at once with one idempotency key",
    target: "one write at the vendor, the same response for all",
    tests: [["test/writing/once.test.ts", "500 at once|another body"], ["test/writing/idempotency.test.ts"]],
  },
  R14: {
    what: "A vendor's limit of 60 a minute, 5 processes, 1,000 calls",
    target: "no 429, at least nine tenths used",
    tests: [["test/limits/vendorLimits.test.ts", "five processes"]],
  },
  R15: {
    what: "A soak of 1,000,000 requests",
    target: "less than 1 MB more per 100,000; no more file descriptors",
    tests: [["test/operating/soak.faults.test.ts"]],
  },
  R17: {
    what: "Connections that nobody uses for 120 days, at every vendor with OAuth; grants that vendors revoke",
    target: "every grant works; a revoked grant is reported within a day",
    tests: [["test/operating/idleGrants.test.ts"], ["src/core/connecting/upkeep.test.ts"]],
  },
  R18: {
    what: "Vendors lose our subscriptions, refuse them, or lose every third notice",
    target: "every change arrives once, within the interval that the connection states; nobody is deaf and healthy",
    tests: [
      ["test/events/lostNotices.test.ts"],
      ["test/events/sweeps.test.ts"],
      ["src/core/events/inOrder.test.ts"],
      ["test/operating/idleTrial.faults.test.ts"],
    ],
  },
  R20: {
    what: "The database has a full disk, is read-only, too slow, or out of connections",
    target: "503 with Retry-After, nothing lost or doubled, well again within 1 s of the cure",
    tests: [["test/operating/databaseRefuses.test.ts"]],
  },
  R21: {
    what: "Lists longer than a vendor's window of 10,000 records; records that change and appear while pages are read",
    target: "every record once, in a stable order; a page past the end is empty",
    tests: [["test/api/longLists.faults.test.ts"]],
  },
  R22: {
    what: "Two services and two workers behind a proxy restart one by one under load; a replica takes over",
    target:
      "no failed request, nothing lost or doubled; 503 with Retry-After until the replica is promoted, at most 10 s",
    tests: [
      ["test/operating/severalMachines.faults.test.ts"],
      ["test/operating/failover.faults.test.ts"],
      ["test/operating/poolers.faults.test.ts"],
      ["test/operating/drain.test.ts"],
    ],
  },
  R19: {
    what: "The wall clocks of processes and database jump by - 60 s, + 40 days and - 1 year, and back, under load",
    target: "no caller refused, no event lost or delivered twice, schedules keep their remaining time",
    tests: [
      ["test/operating/clockJumps.faults.test.ts"],
      ["src/store/postgres/databaseClock.test.ts"],
      ["src/contract/clocks.test.ts"],
    ],
  },
  R23: {
    what: "A backup of a running service is restored elsewhere after the service was killed",
    target:
      "paused until it is resumed; waiting deliveries keep their ids, no write is repeated, lost tokens are listed",
    tests: [["test/operating/backup.faults.test.ts"], ["src/store/backup/backup.test.ts"]],
  },
  R24: {
    what: "An import of 10,000 connections; its process is killed 20 times",
    target: "no refresh token is sent twice, each connection is reported; at most four lost per kill",
    tests: [["test/connecting/importsKilled.faults.test.ts"]],
  },
  S1: {
    what: "Forbidden addresses, for every URL that a caller can supply",
    target: "none reached",
    tests: [["test/connecting/flowAddresses.test.ts"], ["src/core/outbound/client.test.ts"]],
  },
  S2: {
    what: "Every route and parameter with another tenant's ids, 10,000 tries",
    target: "the same response as for an unknown id",
    tests: [["test/connecting/keys.test.ts", "another tenant's ids"]],
  },
  S3: {
    what: "A missing key, a revoked key, another prefix, a key in the query",
    target: "all refused; a revocation takes effect within 1 s",
    tests: [["test/connecting/keys.test.ts", "the API key|the account key|revocation"]],
  },
  S4: {
    what: "Bad input: 10,000 requests made from the description, 5,000 mutated bodies",
    target: "no 500, every response matches the description",
    tests: [["test/api/badInput.test.ts"], ["test/api/fuzzedBodies.test.ts"]],
  },
  S6: {
    what: "The master key is rotated: 10,000 credentials, 200 requests a second, the rotation killed 10 times",
    target: "no request fails, the old key can be removed; a value moved to another row cannot be decrypted",
    tests: [["test/security/masterKeyRotation.faults.test.ts"], ["src/core/accounts/rotateMasterKey.test.ts"]],
  },
  S7: {
    what: "A search of the database for planted secrets",
    target: "none found",
    tests: [["test/connecting/flowSecrets.test.ts"]],
  },
  S8: {
    what: "Planted secrets in everything that is logged or returned",
    target: "none found",
    tests: [["src/core/secrets/scrubLog.test.ts"], ["src/core/secrets/secret.test.ts"]],
  },
  S9: {
    what: "A webhook secret is rotated during deliveries",
    target: "every delivery verifies with the old or the new secret",
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
    what: "Kontor's rate limit: across processes, invented keys, proxies, networks",
    target: "at most 5 % more accepted than the limit of one process; an invented key causes no query",
    tests: [["test/api/rateLimits.test.ts"]],
  },
  S17: {
    what: "An API key leaks and is revoked, while console links and sessions that were made with it exist",
    target: "all that came from it ends within 1 s, and the audit log shows it",
    tests: [["test/security/leakedKey.test.ts"]],
  },
  S18: {
    what: "A bulk replay of 1,000,000 deliveries, requested 50 times at once by one tenant",
    target:
      "counted within 1 s, one open replay per subscription, p99 of other tenants' requests at most twice as long",
    tests: [["test/events/bulkReplays.test.ts"], ["test/console/consoleReplay.test.ts", "bulk replay"]],
  },
  H1: {
    what: "100 kB of text that is slow to match, in every field of every endpoint; slow logos",
    target: "nothing blocks the event loop for 100 ms",
    tests: [["test/api/longTexts.test.ts"], ["src/pages/logo.test.ts"]],
  },
  H2: {
    what: "A sandbox that other machines can reach",
    target:
      "off by default; a password, a rate limit, a maximum size; requests without a key add rows only to the request log",
    tests: [["test/security/sandboxDoor.test.ts"]],
  },
  H3: {
    what: "A start with the wrong master key",
    target: "refused with the name of the missing key",
    tests: [
      ["src/core/accounts/rotateMasterKey.test.ts", "opens a database only with the keys|the old key is not needed"],
    ],
  },
  H4: {
    what: "A tenant keeps 200 slow reads open at a vendor, or endpoints, polls, renewals and the database busy",
    target: "p99 of other tenants at most twice as long; full queues refuse immediately",
    tests: [
      ["test/limits/fairness.test.ts"],
      ["test/events/fairDeliveries.test.ts"],
      ["test/events/fairPolls.test.ts"],
      ["test/connecting/refreshProcesses.faults.test.ts"],
    ],
  },
  H5: {
    what: "Bytes that are not UTF-8, NUL and lone surrogates in every body and query",
    target: "400 with the path of the text",
    tests: [["test/api/badText.test.ts"]],
  },
  H6: {
    what: "A tenant is disabled during its work",
    target: "deliveries, polls, tasks, renewals and flows stop within 1 s, and resume later",
    tests: [["test/connecting/disabledTenant.test.ts"]],
  },
  H8: {
    what: "The embedded PostgreSQL is killed under the running service",
    target: "restarted; 503 with Retry-After in between",
    tests: [["test/operating/databaseDies.faults.test.ts"]],
  },
  H9: {
    what: "Flow links opened by scanners, previews and other browsers",
    target: "only the browser that acts uses the link",
    tests: [["test/connecting/flowSafety.test.ts", "another browser"]],
  },
  H10: {
    what: "Callers that never read their responses",
    target: "disconnected; buffers for them are bounded",
    tests: [["test/api/slowReaders.test.ts"], ["src/http/server/slowReaders.test.ts"]],
  },
  H12: {
    what: "SIGTERM to npm start, also as process 1; an overloaded server",
    target: "ends cleanly within 10 s; no connection is reset",
    tests: [
      ["test/operating/start.test.ts", "SIGTERM"],
      ["test/api/slow.test.ts", "resets no connection"],
    ],
  },
  H13: {
    what: "Polls of long lists, endpoints that failed long ago, callers that hang up, endless calls",
    target: "a bounded number of ids, deleted, aborted, one deadline",
    tests: [
      ["test/events/polls.test.ts", "more records than are held in memory"],
      ["src/core/delivering/endpoints.test.ts"],
      ["test/api/hangUps.test.ts"],
    ],
  },
  H14: {
    what: "A cache in front, two hosts, silent sockets, compression, slashes",
    target: "no response that needs a key is cached or can be guessed",
    tests: [["test/api/headers.test.ts"], ["test/api/varnish.test.ts"]],
  },
  H15: {
    what: "Metrics: their content and access to them",
    target: "bounded labels; only with the token or on their own port",
    tests: [["test/api/metrics.test.ts"]],
  },
} as const satisfies Readonly<Record<string, Row>>;

export type RowId = keyof typeof rows;
