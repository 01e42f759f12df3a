import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ConfigFault, readConfig } from "./config.ts";

const now = new Date("2026-11-15T10:00:00Z");

test("works without any setting", () => {
  const config = readConfig({}, now);
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    databaseUrl: undefined,
    allowPrivateNetwork: false,
    assistantAttempts: 30,
    rateLimit: { perSecond: 100, burst: 200 },
    sandbox: { enabled: true, entries: 2000, day: "2026-11-15" },
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test("reports all invalid settings together", () => {
  const wrong = {
    PORT: "http",
    SANDBOX_DATE: "2026-02-30",
    KONTOR_MASTER_KEYS: "short",
    LOG_LEVEL: "loud",
    BASE_URL: "ftp://x",
  };
  const read = () => readConfig(wrong, now);
  expect(read).toThrow(ConfigFault);
  for (const name of Object.keys(wrong)) expect(read).toThrow(name);
});

test("reads substitute URLs of target systems by slug", () => {
  expect(readConfig({ TARGET_SITE_EXAMPLE_BOOKS: "http://127.0.0.1:9/" }, now).targetSites).toEqual({
    "example-books": "http://127.0.0.1:9",
  });
});

test("observes target systems' limits by default", () => {
  expect(readConfig({}, now).targetLimits).toBe(true);
  expect(readConfig({ TARGET_LIMITS: "off" }, now).targetLimits).toBe(false);
  expect(() => readConfig({ TARGET_LIMITS: "no" }, now)).toThrow("TARGET_LIMITS");
});

test("runs one process by default, and at most four with auto", () => {
  expect(readConfig({}, now).processes).toBe(1);
  expect(readConfig({ PROCESSES: "6" }, now).processes).toBe(6);
  expect(readConfig({ PROCESSES: "auto" }, now).processes).toBe(Math.min(4, availableParallelism()));
  expect(() => readConfig({ PROCESSES: "0" }, now)).toThrow("PROCESSES must be auto, or an integer from 1 to 64");
});

test("reads networks as a list", () => {
  expect(readConfig({ ALLOW_PRIVATE_NETWORK: "10.0.0.0/8, 192.168.1.0/24" }, now).allowPrivateNetwork).toEqual([
    "10.0.0.0/8",
    "192.168.1.0/24",
  ]);
});

test("accepts the highest rate limit without RATE_LIMIT_BURST", () => {
  expect(readConfig({ RATE_LIMIT: "1000000" }, now).rateLimit).toEqual({ perSecond: 1_000_000, burst: 1_000_000 });
});

test("a setting's old name still works, with a warning, and the new name takes precedence", () => {
  expect(readConfig({ LOOK_SECONDS: "7" }, now)).toMatchObject({
    pollSeconds: 7,
    warnings: [
      "The setting LOOK_SECONDS was renamed to POLL_SECONDS. Use POLL_SECONDS; the old name stops working in the next release.",
    ],
  });
  expect(readConfig({ LOOK_SECONDS: "7", POLL_SECONDS: "9" }, now).pollSeconds).toBe(9);
  expect(readConfig({ POLL_SECONDS: "9" }, now).warnings).toEqual([]);
  expect(
    readConfig({ REQUEST_LOG_BODIES: "3", SANDBOX_DAY: "2026-01-31", TARGET_ANSWER_MEGABYTES: "64" }, now),
  ).toMatchObject({
    requestBodyHours: 3,
    sandbox: { day: "2026-01-31" },
    answerMegabytes: 64,
    warnings: [
      expect.stringContaining("REQUEST_LOG_BODY_HOURS"),
      expect.stringContaining("SANDBOX_DATE"),
      expect.stringContaining("TARGET_RESPONSE_MEGABYTES"),
    ],
  });
});

test("reads secret settings from files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kontor-settings-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "secret");
  await writeFile(file, "planted-secret\n");
  const settings = { METRICS_TOKEN_FILE: file, WEBHOOK_SECRET_XERO_FILE: file, DATABASE_URL_FILE: "" };
  const { metrics, webhookSecrets, databaseUrl } = readConfig(settings, now);
  expect({ token: metrics.token, webhookSecrets, databaseUrl }).toEqual({
    token: "planted-secret",
    webhookSecrets: { xero: "planted-secret" },
    databaseUrl: undefined,
  });
  expect(() => readConfig({ METRICS_TOKEN_FILE: file, METRICS_TOKEN: "other" }, now)).toThrow(
    "Set METRICS_TOKEN or METRICS_TOKEN_FILE, not both.",
  );
  const missing = join(folder, "missing");
  expect(() => readConfig({ KONTOR_MASTER_KEYS_FILE: missing }, now)).toThrow(
    `KONTOR_MASTER_KEYS_FILE must be a file that this user can read, not "${missing}"`,
  );
});

test("sends spans only if the usual settings of OpenTelemetry name a collector", () => {
  const tracingOf = (environment: Record<string, string>) => readConfig(environment, new Date()).tracing;
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector.example:4318";
  expect(tracingOf({})).toBeUndefined();
  expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({ share: 1 });
  expect(tracingOf({ OTEL_TRACES_EXPORTER: "otlp" })).toEqual({ share: 1 });
  expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: "none" })).toBeUndefined();
  expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" })).toBeUndefined();
  const sampler = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" };
  expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, ...sampler })).toEqual({ share: 0.1 });
});

test.each([
  [{ OTEL_TRACES_EXPORTER: "zipkin" }, "OTEL_TRACES_EXPORTER is zipkin. Kontor supports otlp and none."],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "Kontor supports http/json"],
  [
    { OTEL_TRACES_EXPORTER: "otlp", OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" },
    "OTEL_TRACES_SAMPLER_ARG is 2. It must be a number from 0 to 1.",
  ],
])("refuses settings of OpenTelemetry that it does not support: %o", (environment, message) => {
  expect(() => readConfig(environment as Record<string, string>, new Date())).toThrow(message);
});

test("sends alerts by e-mail only with a server and an address", () => {
  const alertsOf = (environment: Record<string, string>) => readConfig(environment, new Date()).alerts;
  const SMTP_URL = "smtps://kontor:secret@mail.example:465";
  expect(alertsOf({})).toEqual({ webhookUrl: undefined, mail: undefined });
  expect(alertsOf({ SMTP_URL, ALERT_EMAIL_TO: "a@b.example" }).mail).toEqual({
    server: SMTP_URL,
    from: "a@b.example",
    to: "a@b.example",
  });
  expect(() => alertsOf({ ALERT_EMAIL_TO: "a@b.example" })).toThrow("SMTP_URL and ALERT_EMAIL_TO belong together.");
  expect(() => alertsOf({ SMTP_URL: "mail.example", ALERT_EMAIL_TO: "a@b.example" })).toThrow("SMTP_URL must be a URL");
});

test("reads the key of an app beside its OAuth client, also from a file, and never without the client", async () => {
  const client = { OAUTH_CLIENT_ID_TULIP_BOOKS: "us", OAUTH_CLIENT_SECRET_TULIP_BOOKS: "secret" };
  const folder = await mkdtemp(join(tmpdir(), "kontor-app-key-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "key");
  await writeFile(file, "key-of-the-app\n");
  const expected = { "tulip-books": { clientId: "us", clientSecret: "secret", appKey: "key-of-the-app" } };
  expect(readConfig({ ...client, OAUTH_APP_KEY_TULIP_BOOKS: "key-of-the-app" }, now).oauthClients).toEqual(expected);
  expect(readConfig({ ...client, OAUTH_APP_KEY_TULIP_BOOKS_FILE: file }, now).oauthClients).toEqual(expected);
  expect(() => readConfig({ OAUTH_APP_KEY_TULIP_BOOKS: "key-of-the-app" }, now)).toThrow(ConfigFault);
});
