/** Reads the settings from the environment into one frozen, typed object. No other file reads `process.env`. */

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import type { Retention } from "./core/accounts/retention.ts";
import { withoutTrailingSlashes } from "./core/outbound/suppliedUrl.ts";
import type { ProviderSettings } from "./core/people/identityProvider.ts";
import { readSignIn } from "./core/people/signInSettings.ts";
import { type MasterKey, masterKey } from "./core/secrets/vault.ts";

/** The operator's OAuth client for a target system. */
interface OperatorClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The key of the app, for vendors that want one with every call. */
  readonly appKey?: string;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Used by "kontor mcp": the running service, and the keys of the books that an assistant sees. */
  readonly assistant: {
    readonly url: string;
    readonly apiKey: string | undefined;
    readonly accountKey: string | undefined;
  };
  /** The public base URL for callers and browsers. Default: the address that the service listens on. */
  readonly baseUrl: string | undefined;
  /** Seconds between reporting "not ready" and closing the port, so that proxies can stop sending requests. */
  readonly drainSeconds: number;
  /** The number of processes that serve requests. */
  readonly processes: number;
  readonly dataFolder: string;
  /** Default: an embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  /** Default: a key in the data folder. */
  readonly masterKeys: readonly MasterKey[] | undefined;
  /** Whether URLs from callers may point to private networks: no, yes, or only these networks. */
  readonly allowPrivateNetwork: boolean | readonly string[];
  /** Proxies that are trusted to report the caller's IP address. */
  readonly trustProxy: readonly string[];
  readonly rateLimit: { readonly perSecond: number; readonly burst: number };
  /** Registrations, metadata documents and one-time codes of assistants, per minute and IP address. */
  readonly assistantAttempts: number;
  readonly logLevel: string;
  /** Whether spans are sent to an OpenTelemetry collector, and which share of them: the `OTEL_*` settings. */
  readonly tracing: { readonly share: number } | undefined;
  readonly metrics: {
    readonly token: string | undefined;
    readonly port: number | undefined;
    /** Whether metrics are served on the main port. Not if it is public and there is no token. */
    readonly isHere: boolean;
  };
  readonly sandbox: {
    readonly enabled: boolean;
    /** Whether it is reachable from other machines. It then has a password. */
    readonly isPublic: boolean;
    readonly entries: number;
    readonly day: string;
    /** Storage limit besides the seed data. */
    readonly megabytes: number;
  };
  /** The operator of this installation, as shown to end users. */
  readonly operator: {
    readonly name: string | undefined;
    readonly privacyUrl: string | undefined;
    readonly helpUrl: string | undefined;
  };
  /** How people sign in to the console. */
  readonly signIn: {
    /** The operator's OpenID Connect provider. */
    readonly provider: ProviderSettings | undefined;
    /** Whether links that work once sign in too. */
    readonly links: boolean;
  };
  /** Who is alerted of opened issues. */
  readonly alerts: {
    readonly webhookUrl: string | undefined;
    readonly mail: { readonly server: string; readonly from: string; readonly to: string } | undefined;
  };
  /** Substitute URLs for target systems, by slug. */
  readonly targetSites: Readonly<Record<string, string>>;
  /** Whether Kontor observes the documented rate limits of target systems. */
  readonly targetLimits: boolean;
  /** The maximum size of a target system's response, whatever its connector allows. */
  readonly answerMegabytes: number;
  /** OAuth scopes that replace those of the connector, by slug. */
  readonly oauthScopes: Readonly<Record<string, string>>;
  /** OAuth clients for tenants that have not registered their own, by slug. */
  readonly oauthClients: Readonly<Record<string, OperatorClient>>;
  /** Webhook keys from vendors' portals, by slug. */
  readonly webhookSecrets: Readonly<Record<string, string>>;
  /** Seconds between two polls for changes that are not reported by webhook. */
  readonly pollSeconds: number;
  /** Seconds between two sweeps of lists whose changes the target system reports. Default: by its limits. */
  readonly sweepSeconds: number | undefined;
  /** Whether each connection is checked once a day with a call to its target system. */
  readonly connectionChecks: boolean;
  /** How long the request log is kept. */
  readonly requestLogDays: number;
  /** How long request and response bodies are kept. 0: not at all. */
  readonly requestBodyHours: number;
  readonly retention: Retention;
  /** Remarks for the operator, printed at start. */
  readonly notices: readonly string[];
  /** Renamed settings that are still in use, logged at start and shown by `kontor doctor`. */
  readonly warnings: readonly string[];
}

/** Reports all invalid settings together, with valid values. */
export class ConfigFault extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(variables: Environment, now: Date): Config {
  const { environment: named, warnings } = withNewNames(variables);
  const { environment, faults } = withFiles(named);
  const notices: string[] = [];
  const attempt = <Value>(read: () => Value, fallback: Value): Value => {
    try {
      return read();
    } catch (error) {
      faults.push((error as Error).message);
      return fallback;
    }
  };
  const text = (name: string, fallback: string): string => environment[name]?.trim() || fallback;
  const count = (name: string, fallback: number, range: { from: number; to: number }, or = ""): number =>
    attempt(() => readCount(name, text(name, String(fallback)), range, or), fallback);

  const host = text("HOST", "127.0.0.1");
  const isPublic = !isLoopback(host);
  if (isPublic && !text("SANDBOX", ""))
    notices.push(
      "The sandbox is off because HOST is reachable from other machines. SANDBOX=on enables it with a password.",
    );
  const perSecond = count("RATE_LIMIT", 100, { from: 1, to: 1_000_000 });
  const config: Config = {
    host,
    port: count("PORT", 3000, { from: 0, to: 65_535 }),
    assistant: {
      url: text("KONTOR_URL", "http://127.0.0.1:3000"),
      apiKey: environment["KONTOR_API_KEY"]?.trim() || undefined,
      accountKey: environment["KONTOR_ACCOUNT_KEY"]?.trim() || undefined,
    },
    baseUrl: attempt(() => readUrl("BASE_URL", environment["BASE_URL"]), undefined),
    drainSeconds: count("DRAIN_SECONDS", isPublic ? usualDrainSeconds : 0, { from: 0, to: 300 }),
    processes:
      text("PROCESSES", "1") === "auto"
        ? Math.min(availableParallelism(), maxAutoProcesses)
        : count("PROCESSES", 1, { from: 1, to: 64 }, "auto, or "),
    dataFolder: resolve(text("DATA_DIR", "data")),
    databaseUrl: environment["DATABASE_URL"]?.trim() || undefined,
    databaseConnections: count("DATABASE_CONNECTIONS", 10, { from: 2, to: 1000 }),
    masterKeys: attempt(() => readMasterKeys(environment["KONTOR_MASTER_KEYS"]), undefined),
    allowPrivateNetwork: attempt(() => readNetworks(text("ALLOW_PRIVATE_NETWORK", "false")), false),
    trustProxy: attempt(() => readAddresses("TRUST_PROXY", text("TRUST_PROXY", "")), []),
    assistantAttempts: count("ASSISTANT_ATTEMPTS", 30, { from: 1, to: 1_000_000 }),
    rateLimit: {
      perSecond,
      burst: count("RATE_LIMIT_BURST", Math.min(2 * perSecond, 1_000_000), { from: 1, to: 1_000_000 }),
    },
    logLevel: attempt(() => readLevel(text("LOG_LEVEL", "info")), "info"),
    tracing: attempt(() => readTracing(environment), undefined),
    metrics: readMetrics(environment, isPublic, (name) => count(name, 0, { from: 1, to: 65_535 })),
    sandbox: {
      enabled: attempt(() => readSwitch("SANDBOX", text("SANDBOX", isPublic ? "off" : "on")), true),
      isPublic,
      megabytes: count("SANDBOX_MEGABYTES", 256, { from: 1, to: 1_000_000 }),
      entries: count("SANDBOX_ENTRIES", 2000, { from: 1000, to: 10_000_000 }),
      day: attempt(() => readDate("SANDBOX_DATE", text("SANDBOX_DATE", now.toISOString().slice(0, 10))), ""),
    },
    operator: {
      name: environment["OPERATOR_NAME"]?.trim() || undefined,
      privacyUrl: attempt(() => readUrl("OPERATOR_PRIVACY_URL", environment["OPERATOR_PRIVACY_URL"]), undefined),
      helpUrl: attempt(() => readUrl("OPERATOR_HELP_URL", environment["OPERATOR_HELP_URL"]), undefined),
    },
    signIn: {
      provider: attempt(() => readSignIn(environment), undefined),
      links: attempt(() => readLinks(environment, text("CONSOLE_LINKS", "on")), true),
    },
    alerts: attempt(() => readAlerts(environment), { webhookUrl: undefined, mail: undefined }),
    targetSites: bySlug(environment, "TARGET_SITE_", withoutTrailingSlashes),
    targetLimits: attempt(() => readSwitch("TARGET_LIMITS", text("TARGET_LIMITS", "on")), true),
    answerMegabytes: count("TARGET_RESPONSE_MEGABYTES", 32, { from: 1, to: 1024 }),
    oauthScopes: bySlug(environment, "OAUTH_SCOPES_"),
    oauthClients: attempt(() => readOAuthClients(environment), {}),
    webhookSecrets: bySlug(environment, "WEBHOOK_SECRET_"),
    pollSeconds: count("POLL_SECONDS", 300, { from: 1, to: 86_400 }),
    sweepSeconds: environment["SWEEP_SECONDS"]?.trim()
      ? count("SWEEP_SECONDS", 86_400, { from: 1, to: 604_800 })
      : undefined,
    connectionChecks: attempt(() => readSwitch("CONNECTION_CHECKS", text("CONNECTION_CHECKS", "on")), true),
    requestLogDays: count("REQUEST_LOG_DAYS", 7, { from: 0, to: 365 }),
    requestBodyHours: count("REQUEST_LOG_BODY_HOURS", 0, { from: 0, to: 720 }),
    retention: {
      auditLogDays: count("AUDIT_LOG_DAYS", 0, { from: 0, to: 36_500 }),
      endedConnectionMinutes: count("ENDED_CONNECTION_MINUTES", 30, { from: 0, to: 525_600 }),
      eventDays: count("EVENT_DAYS", 30, { from: 1, to: 365 }),
      issueDays: count("ISSUE_DAYS", 90, { from: 1, to: 3650 }),
      operationDays: count("OPERATION_DAYS", 30, { from: 2, to: 3650 }),
      taskDays: count("TASK_DAYS", 7, { from: 1, to: 7 }),
      usageDays: count("USAGE_DAYS", 400, { from: 31, to: 3650 }),
    },
    notices,
    warnings,
  };
  if (faults.length > 0) throw new ConfigFault(faults.join("\n"));
  return Object.freeze(config);
}

function readLinks(environment: Environment, value: string): boolean {
  const links = readSwitch("CONSOLE_LINKS", value);
  if (!links && !environment["OIDC_ISSUER"]?.trim())
    throw new ConfigFault("CONSOLE_LINKS is off, so nobody could sign in to the console. Set OIDC_ISSUER as well.");
  return links;
}

function readAlerts(environment: Environment): Config["alerts"] {
  const webhookUrl = readUrl("ALERT_WEBHOOK_URL", environment["ALERT_WEBHOOK_URL"]);
  const server = environment["SMTP_URL"]?.trim() ?? "";
  const to = environment["ALERT_EMAIL_TO"]?.trim() ?? "";
  if (server === "" && to === "") return { webhookUrl, mail: undefined };
  if (server === "" || to === "")
    throw new Error("SMTP_URL and ALERT_EMAIL_TO belong together. Set both to send alerts by e-mail.");
  if (!/^smtps?:$/.test(URL.parse(server)?.protocol ?? ""))
    throw new Error("SMTP_URL must be a URL such as smtps://user:password@mail.example:465.");
  return { webhookUrl, mail: { server, to, from: environment["ALERT_EMAIL_FROM"]?.trim() || to } };
}

/** OpenTelemetry's exporter reads the collector's URL and headers itself, from the same settings. */
function readTracing(environment: Environment): Config["tracing"] {
  const setting = (name: string): string => environment[name]?.trim().toLowerCase() ?? "";
  const exporter = setting("OTEL_TRACES_EXPORTER");
  if (!["", "otlp", "none"].includes(exporter))
    throw new Error(`OTEL_TRACES_EXPORTER is ${exporter}. Kontor supports otlp and none.`);
  const protocol = setting("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") || setting("OTEL_EXPORTER_OTLP_PROTOCOL");
  if (protocol === "grpc")
    throw new Error("OTEL_EXPORTER_OTLP_PROTOCOL is grpc. Kontor supports http/json, usually on port 4318.");
  const endpoint = setting("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") || setting("OTEL_EXPORTER_OTLP_ENDPOINT");
  const isOff = exporter === "none" || setting("OTEL_SDK_DISABLED") === "true";
  if (isOff || (endpoint === "" && exporter === "")) return undefined;
  if (!setting("OTEL_TRACES_SAMPLER").endsWith("traceidratio")) return { share: 1 };
  const share = Number(setting("OTEL_TRACES_SAMPLER_ARG") || 1);
  if (!(share >= 0 && share <= 1))
    throw new Error(
      `OTEL_TRACES_SAMPLER_ARG is ${setting("OTEL_TRACES_SAMPLER_ARG")}. It must be a number from 0 to 1.`,
    );
  return { share };
}

/** Renamed settings, by old name. An old name works for one release. */
const newNames: Readonly<Record<string, string>> = {
  LOOK_SECONDS: "POLL_SECONDS",
  REQUEST_LOG_BODIES: "REQUEST_LOG_BODY_HOURS",
  SANDBOX_DAY: "SANDBOX_DATE",
  TARGET_ANSWER_MEGABYTES: "TARGET_RESPONSE_MEGABYTES",
};

/** The new name takes precedence if both are set. */
function withNewNames(variables: Environment): { environment: Environment; warnings: string[] } {
  const outdated = Object.entries(newNames).filter(([oldName]) => variables[oldName] !== undefined);
  const renamed = Object.fromEntries(outdated.map(([oldName, newName]) => [newName, variables[oldName]]));
  const warnings = outdated.map(
    ([oldName, newName]) =>
      `The setting ${oldName} was renamed to ${newName}. Use ${newName}; the old name stops working in the next release.`,
  );
  return { environment: { ...renamed, ...variables }, warnings };
}

/** Secret settings, which can be read from a file: `METRICS_TOKEN_FILE` names the file with `METRICS_TOKEN`. */
const secretSettings =
  /^(?:DATABASE_URL|KONTOR_MASTER_KEYS|KONTOR_API_KEY|KONTOR_ACCOUNT_KEY|METRICS_TOKEN|ALERT_WEBHOOK_URL|SMTP_URL|OIDC_CLIENT_SECRET|OAUTH_CLIENT_SECRET_\w+|OAUTH_APP_KEY_\w+|WEBHOOK_SECRET_\w+)$/;
const fileSuffix = "_FILE";

/** Replaces each `<NAME>_FILE` of a secret setting by `<NAME>` with the file's content. */
function withFiles(variables: Environment): { environment: Environment; faults: string[] } {
  const environment: Record<string, string | undefined> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    const setting = name.endsWith(fileSuffix) ? name.slice(0, -fileSuffix.length) : undefined;
    if (setting === undefined || !secretSettings.test(setting)) {
      environment[name] ??= value;
    } else if (value) {
      if (variables[setting]) faults.push(`Set ${setting} or ${name}, not both.`);
      try {
        environment[setting] = readFileSync(value, "utf8").trim();
      } catch (error) {
        faults.push(`${name} must be a file that this user can read, not "${value}" (${(error as Error).message}).`);
      }
    }
  }
  return { environment, faults };
}

/** Long enough for a proxy that checks every second or two. A service that only this machine reaches has no proxy. */
const usualDrainSeconds = 5;

/** The maximum for `auto`, because each process takes memory and database connections. */
const maxAutoProcesses = 4;

function readCount(name: string, value: string, { from, to }: { from: number; to: number }, or: string): number {
  const read = Number(value);
  if (!/^\d+$/.test(value) || read < from || read > to)
    throw new ConfigFault(`${name} must be ${or}an integer from ${from} to ${to}, not "${value}".`);
  return read;
}

function readUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  if (!/^https?:\/\/[^/?#]+/.test(value) || !URL.canParse(value))
    throw new ConfigFault(`${name} must be a URL such as https://kontor.example, not "${value}".`);
  return withoutTrailingSlashes(value);
}

/** The URL for processes on this machine. Wildcard addresses such as 0.0.0.0 cannot be called. */
export function localUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function readMetrics(environment: Environment, isPublic: boolean, readPort: (name: string) => number) {
  const token = environment["METRICS_TOKEN"]?.trim() || undefined;
  const port = environment["METRICS_PORT"]?.trim() ? readPort("METRICS_PORT") : undefined;
  return { token, port, isHere: port === undefined && (token !== undefined || !isPublic) };
}

/** Whether the host is only reachable from this machine. */
const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

function readMasterKeys(value: string | undefined): readonly MasterKey[] | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  try {
    return value.split(",").map((key) => masterKey(key.trim()));
  } catch {
    throw new ConfigFault(
      "KONTOR_MASTER_KEYS must be a comma-separated list of 32-byte keys in base64. Create one with: openssl rand -base64 32",
    );
  }
}

function readNetworks(value: string): boolean | readonly string[] {
  if (value === "true" || value === "false") return value === "true";
  return readAddresses("ALLOW_PRIVATE_NETWORK", value, "true, false, or ");
}

function readAddresses(name: string, value: string, or = ""): readonly string[] {
  if (value === "") return [];
  const networks = value.split(",").map((network) => network.trim());
  if (!networks.every((network) => ipaddr.isValid(network) || ipaddr.isValidCIDR(network)))
    throw new ConfigFault(`${name} must be ${or}networks such as 10.0.0.0/8,192.168.1.7, not "${value}".`);
  return networks;
}

function readLevel(value: string): string {
  const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
  if (!levels.includes(value)) throw new ConfigFault(`LOG_LEVEL must be one of ${levels.join(", ")}, not "${value}".`);
  return value;
}

function readSwitch(name: string, value: string): boolean {
  if (value !== "on" && value !== "off") throw new ConfigFault(`${name} must be on or off, not "${value}".`);
  return value === "on";
}

function readDate(name: string, value: string): string {
  const read = new Date(`${value}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(read.getTime()) || !read.toISOString().startsWith(value))
    throw new ConfigFault(`${name} must be a date such as 2026-01-31, not "${value}".`);
  return value;
}

/** Reads settings per target system: `TARGET_SITE_EXAMPLE_BOOKS` applies to `example-books`. */
function bySlug(
  environment: Environment,
  prefix: string,
  read: (value: string) => string = (value) => value,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith(prefix) && value)
      found[name.slice(prefix.length).toLowerCase().replaceAll("_", "-")] = read(value.trim());
  return found;
}

function readOAuthClients(environment: Environment): Config["oauthClients"] {
  const ids = bySlug(environment, "OAUTH_CLIENT_ID_");
  const secrets = bySlug(environment, "OAUTH_CLIENT_SECRET_");
  const appKeys = bySlug(environment, "OAUTH_APP_KEY_");
  const incomplete = [...Object.keys(ids), ...Object.keys(secrets)].find((slug) => !(ids[slug] && secrets[slug]));
  if (incomplete !== undefined)
    throw new ConfigFault(`OAUTH_CLIENT_ID_… and OAUTH_CLIENT_SECRET_… must both be set for ${incomplete}.`);
  const withoutClient = Object.keys(appKeys).find((slug) => !ids[slug]);
  if (withoutClient !== undefined)
    throw new ConfigFault(`OAUTH_APP_KEY_… needs OAUTH_CLIENT_ID_… and OAUTH_CLIENT_SECRET_… for ${withoutClient}.`);
  return Object.fromEntries(
    Object.entries(ids).map(([slug, clientId]) => {
      const appKey = appKeys[slug];
      return [slug, { clientId, clientSecret: secrets[slug] ?? "", ...(appKey !== undefined && { appKey }) }];
    }),
  );
}
