/** The environment, read once into one frozen, typed object. Nothing else reads `process.env`. */

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { withoutTrailingSlashes } from "./core/outbound/suppliedUrl.ts";
import { type MasterKey, masterKey } from "./core/secrets/vault.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where callers and browsers reach us. Absent: the address that we listen on. */
  readonly baseUrl: string | undefined;
  /** How many processes of this service answer requests. */
  readonly processes: number;
  readonly dataFolder: string;
  /** Absent: a PostgreSQL of our own in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  /** Absent: a key in the data folder. */
  readonly masterKeys: readonly MasterKey[] | undefined;
  /** Whether addresses that callers supply may lead into private networks: no, yes, or only these. */
  readonly allowPrivateNetwork: boolean | readonly string[];
  /** Proxies whose word on a caller's address is taken. */
  readonly trustProxy: readonly string[];
  readonly rateLimit: { readonly perSecond: number; readonly burst: number };
  readonly logLevel: string;
  readonly metrics: {
    readonly token: string | undefined;
    readonly port: number | undefined;
    /** Whether they are told at our own port: not where others reach it and nothing guards them. */
    readonly isHere: boolean;
  };
  readonly sandbox: {
    readonly enabled: boolean;
    /** Whether others than this machine reach it: then it has a password of its own. */
    readonly isPublic: boolean;
    readonly entries: number;
    readonly day: string;
    /** What it may hold beside the books that it begins with. */
    readonly megabytes: number;
  };
  /** Who runs this installation, as end users are told. */
  readonly operator: {
    readonly name: string | undefined;
    readonly privacyUrl: string | undefined;
    readonly helpUrl: string | undefined;
  };
  /** A stand-in for a target system, by slug. */
  readonly targetSites: Readonly<Record<string, string>>;
  /** Whether target systems' limits are kept, or found out by running into them. */
  readonly targetLimits: boolean;
  /** The largest answer of a target system that is read, whatever its connector would take. */
  readonly answerMegabytes: number;
  /** What to ask for at sign-in instead of what the connector does, by slug. */
  readonly oauthScopes: Readonly<Record<string, string>>;
  /** OAuth clients for every tenant that has not registered its own, by slug. */
  readonly oauthClients: Readonly<Record<string, { readonly clientId: string; readonly clientSecret: string }>>;
  /** Keys from vendors' portals, which sign what they post to the operator's address, by slug. */
  readonly webhookSecrets: Readonly<Record<string, string>>;
  /** Seconds between two polls for changes that nobody tells of. */
  readonly pollSeconds: number;
  /** How long what happened to requests can be looked up. */
  readonly requestLogDays: number;
  /** For how long their bodies can be, too. 0: no body is kept. */
  readonly requestBodyHours: number;
  /** What an operator should know of these settings. */
  readonly notices: readonly string[];
}

/** Says everything that is wrong at once, and what would be right. */
export class ConfigFault extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(given: Environment, now: Date): Config {
  const { environment, notices } = withNewNames(given);
  const faults: string[] = [];
  const attempt = <Value>(read: () => Value, instead: Value): Value => {
    try {
      return read();
    } catch (error) {
      faults.push((error as Error).message);
      return instead;
    }
  };
  const text = (name: string, otherwise: string): string => environment[name]?.trim() || otherwise;
  const count = (name: string, otherwise: number, range: { from: number; to: number }, or = ""): number =>
    attempt(() => readCount(name, text(name, String(otherwise)), range, or), otherwise);

  const host = text("HOST", "127.0.0.1");
  const isPublic = !isLoopback(host);
  if (isPublic && !text("SANDBOX", ""))
    notices.push("The sandbox is off, because HOST lets others in; SANDBOX=on brings it, with a password of its own.");
  const perSecond = count("RATE_LIMIT", 100, { from: 1, to: 1_000_000 });
  const config: Config = {
    host,
    port: count("PORT", 3000, { from: 0, to: 65_535 }),
    baseUrl: attempt(() => readUrl("BASE_URL", environment["BASE_URL"]), undefined),
    processes:
      text("PROCESSES", "1") === "auto"
        ? Math.min(availableParallelism(), mostByItself)
        : count("PROCESSES", 1, { from: 1, to: 64 }, "auto, or "),
    dataFolder: resolve(text("DATA_DIR", "data")),
    databaseUrl: environment["DATABASE_URL"]?.trim() || undefined,
    databaseConnections: count("DATABASE_CONNECTIONS", 10, { from: 2, to: 1000 }),
    masterKeys: attempt(() => readMasterKeys(environment["KONTOR_MASTER_KEYS"]), undefined),
    allowPrivateNetwork: attempt(() => readNetworks(text("ALLOW_PRIVATE_NETWORK", "false")), false),
    trustProxy: attempt(() => readAddresses("TRUST_PROXY", text("TRUST_PROXY", "")), []),
    rateLimit: {
      perSecond,
      burst: count("RATE_LIMIT_BURST", Math.min(2 * perSecond, 1_000_000), { from: 1, to: 1_000_000 }),
    },
    logLevel: attempt(() => readLevel(text("LOG_LEVEL", "info")), "info"),
    metrics: readMetrics(environment, isPublic, (name) => count(name, 0, { from: 1, to: 65_535 })),
    sandbox: {
      enabled: attempt(() => readSwitch("SANDBOX", text("SANDBOX", isPublic ? "off" : "on")), true),
      isPublic,
      megabytes: count("SANDBOX_MEGABYTES", 256, { from: 1, to: 1_000_000 }),
      entries: count("SANDBOX_ENTRIES", 2000, { from: 1000, to: 10_000_000 }),
      day: attempt(() => readDay("SANDBOX_DAY", text("SANDBOX_DAY", now.toISOString().slice(0, 10))), ""),
    },
    operator: {
      name: environment["OPERATOR_NAME"]?.trim() || undefined,
      privacyUrl: attempt(() => readUrl("OPERATOR_PRIVACY_URL", environment["OPERATOR_PRIVACY_URL"]), undefined),
      helpUrl: attempt(() => readUrl("OPERATOR_HELP_URL", environment["OPERATOR_HELP_URL"]), undefined),
    },
    targetSites: bySlug(environment, "TARGET_SITE_", withoutTrailingSlashes),
    targetLimits: attempt(() => readSwitch("TARGET_LIMITS", text("TARGET_LIMITS", "on")), true),
    answerMegabytes: count("TARGET_ANSWER_MEGABYTES", 32, { from: 1, to: 1024 }),
    oauthScopes: bySlug(environment, "OAUTH_SCOPES_"),
    oauthClients: attempt(() => readOAuthClients(environment), {}),
    webhookSecrets: bySlug(environment, "WEBHOOK_SECRET_"),
    pollSeconds: count("POLL_SECONDS", 300, { from: 1, to: 86_400 }),
    requestLogDays: count("REQUEST_LOG_DAYS", 7, { from: 0, to: 365 }),
    requestBodyHours: count("REQUEST_LOG_BODIES", 0, { from: 0, to: 720 }),
    notices,
  };
  if (faults.length > 0) throw new ConfigFault(faults.join("\n"));
  return Object.freeze(config);
}

/** Settings that were called otherwise once. */
const newNames: Readonly<Record<string, string>> = { LOOK_SECONDS: "POLL_SECONDS" };

/** An old name still works, unless the new one is set as well. */
function withNewNames(given: Environment): { environment: Environment; notices: string[] } {
  const old = Object.entries(newNames).filter(([name]) => given[name] !== undefined);
  const renamed = Object.fromEntries(old.map(([name, now]) => [now, given[name]]));
  const notices = old.map(([name, now]) => `${name} is called ${now} now; rename the setting.`);
  return { environment: { ...renamed, ...given }, notices };
}

/** Each takes memory and connections to the database: who has more cores says how many. */
const mostByItself = 4;

function readCount(name: string, value: string, { from, to }: { from: number; to: number }, or: string): number {
  const read = Number(value);
  if (!/^\d+$/.test(value) || read < from || read > to)
    throw new ConfigFault(`${name} must be ${or}a whole number from ${from} to ${to}, not "${value}".`);
  return read;
}

function readUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  if (!/^https?:\/\/[^/?#]+/.test(value) || !URL.canParse(value))
    throw new ConfigFault(`${name} must be an address such as https://kontor.example, not "${value}".`);
  return withoutTrailingSlashes(value);
}

/** Where a process on this machine reaches what listens here: an address to listen on is not always one to call. */
export function localUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function readMetrics(environment: Environment, isPublic: boolean, readPort: (name: string) => number) {
  const token = environment["METRICS_TOKEN"]?.trim() || undefined;
  const port = environment["METRICS_PORT"]?.trim() ? readPort("METRICS_PORT") : undefined;
  return { token, port, isHere: port === undefined && (token !== undefined || !isPublic) };
}

/** Whether only this machine reaches what listens there. */
const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

function readMasterKeys(value: string | undefined): readonly MasterKey[] | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  try {
    return value.split(",").map((key) => masterKey(key.trim()));
  } catch {
    throw new ConfigFault(
      "KONTOR_MASTER_KEYS must be keys of 32 bytes in base64, separated by commas; make one with: openssl rand -base64 32",
    );
  }
}

function readNetworks(value: string): boolean | readonly string[] {
  if (value === "true" || value === "false") return value === "true";
  return readAddresses("ALLOW_PRIVATE_NETWORK", value, "true, false, or ");
}

function readAddresses(name: string, value: string, otherwise = ""): readonly string[] {
  if (value === "") return [];
  const networks = value.split(",").map((network) => network.trim());
  if (!networks.every((network) => ipaddr.isValid(network) || ipaddr.isValidCIDR(network)))
    throw new ConfigFault(`${name} must be ${otherwise}networks such as 10.0.0.0/8,192.168.1.7, not "${value}".`);
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

function readDay(name: string, value: string): string {
  const read = new Date(`${value}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(read.getTime()) || !read.toISOString().startsWith(value))
    throw new ConfigFault(`${name} must be a day such as 2026-01-31, not "${value}".`);
  return value;
}

/** Values by target system: `TARGET_SITE_ACME_BOOKS` sets the value of `acme-books`. */
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
  const half = [...Object.keys(ids), ...Object.keys(secrets)].find((slug) => !(ids[slug] && secrets[slug]));
  if (half !== undefined)
    throw new ConfigFault(`OAUTH_CLIENT_ID_… and OAUTH_CLIENT_SECRET_… must both be set for ${half}.`);
  return Object.fromEntries(
    Object.entries(ids).map(([slug, clientId]) => [slug, { clientId, clientSecret: secrets[slug] ?? "" }]),
  );
}
