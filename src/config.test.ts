import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { ConfigFault, readConfig } from "./config.ts";

const now = new Date("2026-11-15T10:00:00Z");

test("works without any setting", () => {
  const config = readConfig({}, now);
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    databaseUrl: undefined,
    allowPrivateNetwork: false,
    rateLimit: { perSecond: 100, burst: 200 },
    sandbox: { enabled: true, entries: 2000, day: "2026-11-15" },
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test("names every wrong setting at once", () => {
  const wrong = {
    PORT: "http",
    SANDBOX_DAY: "2026-02-30",
    KONTOR_MASTER_KEYS: "short",
    LOG_LEVEL: "loud",
    BASE_URL: "ftp://x",
  };
  const read = () => readConfig(wrong, now);
  expect(read).toThrow(ConfigFault);
  for (const name of Object.keys(wrong)) expect(read).toThrow(name);
});

test("reads stand-ins for target systems by slug", () => {
  expect(readConfig({ TARGET_SITE_EXAMPLE_BOOKS: "http://127.0.0.1:9/" }, now).targetSites).toEqual({
    "example-books": "http://127.0.0.1:9",
  });
});

test("keeps target systems' limits unless told otherwise", () => {
  expect(readConfig({}, now).targetLimits).toBe(true);
  expect(readConfig({ TARGET_LIMITS: "off" }, now).targetLimits).toBe(false);
  expect(() => readConfig({ TARGET_LIMITS: "no" }, now)).toThrow("TARGET_LIMITS");
});

test("one process answers unless told otherwise, and by itself not more than four do", () => {
  expect(readConfig({}, now).processes).toBe(1);
  expect(readConfig({ PROCESSES: "6" }, now).processes).toBe(6);
  expect(readConfig({ PROCESSES: "auto" }, now).processes).toBe(Math.min(4, availableParallelism()));
  expect(() => readConfig({ PROCESSES: "0" }, now)).toThrow("PROCESSES must be auto, or a whole number from 1 to 64");
});

test("takes networks as a list", () => {
  expect(readConfig({ ALLOW_PRIVATE_NETWORK: "10.0.0.0/8, 192.168.1.0/24" }, now).allowPrivateNetwork).toEqual([
    "10.0.0.0/8",
    "192.168.1.0/24",
  ]);
});

test("takes the highest rate limit without a burst of its own", () => {
  expect(readConfig({ RATE_LIMIT: "1000000" }, now).rateLimit).toEqual({ perSecond: 1_000_000, burst: 1_000_000 });
});

test("a setting's old name still works, with a notice, and gives way to the new one", () => {
  expect(readConfig({ LOOK_SECONDS: "7" }, now)).toMatchObject({
    pollSeconds: 7,
    notices: ["LOOK_SECONDS is called POLL_SECONDS now; rename the setting."],
  });
  expect(readConfig({ LOOK_SECONDS: "7", POLL_SECONDS: "9" }, now).pollSeconds).toBe(9);
  expect(readConfig({ POLL_SECONDS: "9" }, now).notices).toEqual([]);
});
