/**
 * What each role may do in the console: the only place that decides it. The routes check it for every page and action, and
 * pages show a button only if its action is permitted. docs/operate/people.md has the same table.
 */

import type { ConsoleSession } from "../../core/accounts/consoleAccess.ts";
import { type ConsoleRole, consoleRoles } from "../../store/log/consoleSessions.ts";
import { sayWord, type Words } from "../texts/phrases.ts";

export interface Permission {
  /** The least powerful role that may do it. */
  readonly role: ConsoleRole;
  /** Only for people who see all tenants: for others, it does not exist. */
  readonly isForAllTenants?: boolean;
}

const everyone: Permission = { role: "read-only" };
const support: Permission = { role: "support" };
const operator: Permission = { role: "operator" };
const owner: Permission = { role: "owner" };

/** By path. */
export const pagePermissions = {
  "": everyone,
  "/issues": everyone,
  "/connections": everyone,
  "/connections/:id": everyone,
  "/connections/:id/end": operator,
  "/requests": everyone,
  "/requests/:id": everyone,
  "/writes": everyone,
  "/writes/:id": everyone,
  "/events": everyone,
  "/explorer": everyone,
  "/subscriptions": everyone,
  "/deliveries/replay": everyone,
  "/deliveries/replays/:id": everyone,
  "/deliveries": everyone,
  "/tasks": everyone,
  "/targets": everyone,
  "/targets/:id": everyone,
  "/tenants": everyone,
  "/tenants/:id": everyone,
  "/tenants/:id/style": everyone,
  "/usage": everyone,
  "/people": operator,
  "/audit": everyone,
  "/system": { role: "read-only", isForAllTenants: true },
} as const satisfies Readonly<Record<string, Permission>>;

/** By the name in the audit log. */
export const actionPermissions = {
  "connection.check": support,
  "connection.reconnectLink": support,
  "connection.end": operator,
  "accountKey.revoke": owner,
  "assistantGrant.end": operator,
  "write.reconcile": support,
  "subscription.test": support,
  "subscription.replay": support,
  "event.replay": support,
  "delivery.replayMany": support,
  "delivery.stopReplay": support,
  "subscription.renew": operator,
  "subscription.rotateSecret": owner,
  "issue.mute": support,
  "issue.resolve": operator,
  "request.bodies": support,
  "write.bodies": support,
  "explorer.send": support,
  "oauthClient.test": operator,
  "oauthClient.save": owner,
  "tenant.pageStyle": operator,
  "tenant.callbacks": owner,
  "tenant.hiddenFields": owner,
  "apiKey.create": owner,
  "apiKey.revoke": owner,
  "console.link": owner,
  "console.sessionEnded": owner,
  "tenant.create": { role: "owner", isForAllTenants: true },
  "tenant.disable": { role: "owner", isForAllTenants: true },
  "tenant.enable": { role: "owner", isForAllTenants: true },
} as const satisfies Readonly<Record<string, Permission>>;

export type PagePath = keyof typeof pagePermissions;
export type ActionName = keyof typeof actionPermissions;

type Person = Pick<ConsoleSession, "role" | "tenantId">;

const hasRole = (person: Person, { role }: Permission): boolean =>
  consoleRoles.indexOf(person.role) <= consoleRoles.indexOf(role);

export const seesAllTenants = ({ session }: { readonly session: Pick<Person, "tenantId"> }): boolean =>
  session.tenantId === null;

export type Refusal = "absent" | "role";

/** Undefined if it is permitted. */
export function refusalOf(person: Person, permission: Permission): Refusal | undefined {
  if (permission.isForAllTenants === true && person.tenantId !== null) return "absent";
  return hasRole(person, permission) ? undefined : "role";
}

/** Whether a page shows the button of an action. */
export const may = ({ session }: { readonly session: Person }, action: ActionName): boolean =>
  refusalOf(session, actionPermissions[action]) === undefined;

export const mayOpen = ({ session }: { readonly session: Person }, page: PagePath): boolean =>
  refusalOf(session, pagePermissions[page]) === undefined;

/** Says which role is needed. */
export const roleNeeded = (
  { say, session }: Pick<Words, "say"> & { readonly session: Pick<Person, "role"> },
  { role }: Permission,
): string => say("roleNeeded", { role: sayWord(say, "role", session.role), needed: sayWord(say, "role", role) });
