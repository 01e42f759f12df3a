/** Which role a person has: the operator's settings map groups and e-mail addresses of the provider to roles. */

import type { Granted } from "../../store/log/consolePeople.ts";
import { type ConsoleRole, consoleRoles } from "../../store/log/consoleSessions.ts";

export interface RoleMapping {
  /** The claim with the person's groups or roles. Dots lead into objects: `realm_access.roles`. */
  readonly claim: string;
  /** The groups and e-mail addresses that have a role. */
  readonly roles: Readonly<Record<ConsoleRole, readonly string[]>>;
  /** The only tenant that a group or an e-mail address may see. */
  readonly tenants: Readonly<Record<string, string>>;
}

/** What the provider says about a person. */
export interface Claimed {
  readonly email: string | undefined;
  /** Whether the provider says so. */
  readonly isEmailVerified: boolean;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Why a person may not sign in. */
export type Denial = "noRole" | "emailNotVerified" | "severalTenants";

/** The most powerful of the person's roles counts. Whoever belongs to a tenant sees nothing else, whatever the role. */
export function mapRole(mapping: RoleMapping, { claims, email, isEmailVerified }: Claimed): Granted | Denial {
  const groups = valuesAt(claims, mapping.claim);
  const matches = (value: string, isTrusted: boolean): boolean =>
    groups.includes(value) || (isTrusted && email !== undefined && value.toLowerCase() === email.toLowerCase());
  const roleFor = (isTrusted: boolean): ConsoleRole | undefined =>
    consoleRoles.find((role) => mapping.roles[role].some((value) => matches(value, isTrusted)));
  const role = roleFor(isEmailVerified);
  if (role === undefined) return roleFor(true) === undefined ? "noRole" : "emailNotVerified";
  const tenantEntries = Object.entries(mapping.tenants);
  // An address that the provider has not verified gives no access, but it may limit access.
  const [tenantId, ...others] = new Set(
    tenantEntries.filter(([value]) => matches(value, true)).map(([, tenant]) => tenant),
  );
  if (others.length > 0) return "severalTenants";
  return { role, tenantId: tenantId ?? null };
}

/** The texts of a claim, which is a text or a list. */
function valuesAt(claims: Readonly<Record<string, unknown>>, path: string): string[] {
  const value = claims[path] ?? path.split(".").reduce<unknown>(memberOf, claims);
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string");
}

export const hasClaim = (claims: Readonly<Record<string, unknown>>, path: string): boolean =>
  valuesAt(claims, path).length > 0;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
