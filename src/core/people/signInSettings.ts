/** Reads the settings of the OpenID Connect provider. */
import { type ConsoleRole, consoleRoles } from "../../store/log/consoleSessions.ts";
import { Secret } from "../secrets/secret.ts";
import type { ProviderSettings } from "./identityProvider.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The setting that lists the groups and e-mail addresses of each role. */
const roleSettings: Readonly<Record<ConsoleRole, string>> = {
  owner: "OIDC_OWNERS",
  operator: "OIDC_OPERATORS",
  support: "OIDC_SUPPORT",
  "read-only": "OIDC_READ_ONLY",
};
const required = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"];
const optional = ["OIDC_NAME", "OIDC_SCOPES", "OIDC_ROLES_CLAIM", "OIDC_TENANTS"];
const names = [...required, ...optional, ...Object.values(roleSettings)];

/** Throws an error with all faults, one a line. */
export function readSignIn(environment: Environment): ProviderSettings | undefined {
  const text = (name: string): string => environment[name]?.trim() ?? "";
  const given = Object.keys(environment).filter((name) => name.toLowerCase().startsWith("oidc_") && text(name) !== "");
  if (given.length === 0) return undefined;
  const unknown = given.filter((name) => !names.includes(name));
  const missing = required.filter((name) => text(name) === "");
  const roles = Object.fromEntries(
    consoleRoles.map((role) => [role, listOf(text(roleSettings[role])).map(plainText)]),
  ) as unknown as Record<ConsoleRole, string[]>;
  const tenants = listOf(text("OIDC_TENANTS")).map(readTenant);
  const faults = [
    ...unknown.map(
      (name) => `${name} is not a setting. The settings of the console's sign-in are ${names.join(", ")}.`,
    ),
    ...(missing.length > 0 ? [`${required.join(", ")} belong together. ${missing.join(" and ")} is missing.`] : []),
    ...(text("OIDC_ISSUER") === "" ? [] : issuerFaults(text("OIDC_ISSUER"), text("ALLOW_PRIVATE_NETWORK"))),
    ...(Object.values(roles).every((values) => values.length === 0)
      ? [`Nobody would have a role in the console. Set at least OIDC_OWNERS, such as OIDC_OWNERS=ada@operator.example.`]
      : []),
    ...[...Object.values(roleSettings), "OIDC_TENANTS"].filter((name) => !isList(text(name))).map(quoteFault),
    ...tenants.flatMap((entry) => (typeof entry === "string" ? [entry] : [])),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const issuer = text("OIDC_ISSUER");
  return {
    issuer,
    clientId: text("OIDC_CLIENT_ID"),
    clientSecret: new Secret(text("OIDC_CLIENT_SECRET")),
    name: text("OIDC_NAME") || new URL(issuer).host,
    scopes: text("OIDC_SCOPES") || "openid profile email",
    mapping: {
      claim: text("OIDC_ROLES_CLAIM") || "groups",
      roles,
      tenants: Object.fromEntries(tenants.filter((entry) => typeof entry !== "string")),
    },
  };
}

/** The entries as they are written. A list that cannot be read to its end has no entries. */
const listOf = (text: string): string[] => (entriesOf(text) ?? []).filter((entry) => entry !== "");

const isList = (text: string): boolean => entriesOf(text) !== undefined;

/** An entry that begins with a double quote may contain commas up to the closing quote; two quotes stand for one. */
function entriesOf(text: string): string[] | undefined {
  const entries: string[] = [];
  let entry = "";
  let isQuoted = false;
  for (const character of `${text},`) {
    if (character === "," && !isQuoted) {
      entries.push(entry.trim());
      entry = "";
    } else {
      entry += character;
      if (character === '"' && entry.trimStart().startsWith('"')) isQuoted = !isQuoted;
    }
  }
  return isQuoted ? undefined : entries;
}

const plainText = (entry: string): string =>
  entry.startsWith('"')
    ? entry.replace(/^"((?:[^"]|"")*)"/, (_, quoted: string) => quoted.replaceAll('""', '"'))
    : entry;

const quoteFault = (name: string): string =>
  `${name} has an opening quote without a closing one. Write a group with commas as "CN=Owners,OU=Groups", in double quotes.`;

/** Groups may contain an equals sign, ids of tenants do not. Returns the fault if it is none of both. */
function readTenant(entry: string): readonly [value: string, tenantId: string] | string {
  const at = entry.lastIndexOf("=");
  const tenantId = entry.slice(at + 1).trim();
  if (at < 1 || !/^[0-9A-Z]{26}$/.test(tenantId))
    return `OIDC_TENANTS must be a list such as partner-team=01JD0000000000000000000000, with a group or e-mail address and the id of a tenant, not "${entry}". Run "kontor tenants list" to see the ids.`;
  return [plainText(entry.slice(0, at).trim()), tenantId];
}

function issuerFaults(issuer: string, allowPrivateNetwork: string): string[] {
  const url = URL.parse(issuer);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    return [`OIDC_ISSUER must be a URL such as https://login.operator.example, not "${issuer}".`];
  if (issuer.includes("/.well-known/"))
    return [`OIDC_ISSUER must be the issuer itself: ${issuer.slice(0, issuer.indexOf("/.well-known/"))}`];
  if (url.protocol === "http:" && ["", "false"].includes(allowPrivateNetwork))
    return [
      `OIDC_ISSUER must begin with https://. A provider without TLS is only possible in a private network that ALLOW_PRIVATE_NETWORK allows.`,
    ];
  return [];
}
