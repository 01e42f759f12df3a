/** What each role may do in the console: every page and every action, over HTTP, and the buttons that it sees. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleActions } from "../../src/console/actions.ts";
import { pagePaths } from "../../src/console/pageTable.ts";
import { actionPermissions, type Permission, pagePermissions } from "../../src/console/parts/permissions.ts";
import { type ConsoleRole, consoleRoles } from "../../src/store/log/consoleSessions.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { openConsole, type Shown, type Visitor } from "../support/consoleVisitor.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let tenantId: string;
/** Of all tenants, and of the demo tenant only. */
let visitors: Record<ConsoleRole, Visitor>;
let members: Record<ConsoleRole, Visitor>;

beforeAll(async () => {
  service = await startService();
  tenantId = (await listTenants(service.storage.database))[0]?.id ?? "";
  visitors = await signInAll(null);
  members = await signInAll(tenantId);
});
afterAll(() => service.stop());

async function signInAll(tenant: string | null): Promise<Record<ConsoleRole, Visitor>> {
  const client = openConsole(service);
  const signIn = async (role: ConsoleRole) => client.signIn(await client.linkFor(role, tenant));
  return {
    owner: await signIn("owner"),
    operator: await signIn("operator"),
    support: await signIn("support"),
    "read-only": await signIn("read-only"),
  };
}

/** The table of docs/operate/people.md, which these tests hold against the service: the roles that may do it. */
const documented = new Map(
  [
    ...readFileSync(join(import.meta.dirname, "../../docs/operate/people.md"), "utf8").matchAll(
      /^\| (?:[^|]+) \| `([\w./:-]+)`\s*\| (.+) \|$/gm,
    ),
  ].map(([, name = "", cells = ""]) => [
    name,
    consoleRoles.filter((_, index) => cells.split("|")[index]?.trim() === "yes"),
  ]),
);

/** No such object exists, so a permitted action answers 404, or shows its page. */
const pathFor = (path: string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === "id" && path.startsWith("/tenants/") ? tenantId : "nothing",
  );

const isRefusal = ({ status, text }: Shown): boolean =>
  status === 403 && /Your role is .+\. This requires the role /.test(text);

const rank = (role: ConsoleRole): number => consoleRoles.indexOf(role);
const isPermitted = (role: ConsoleRole, permission: Permission): boolean => rank(role) <= rank(permission.role);

describe.each(consoleRoles)("the role %s", (role) => {
  test.each(consoleActions.map(({ path, name }) => [path, name] as const))(
    "may post %s only if %s is permitted",
    async (path, name) => {
      const permission: Permission = actionPermissions[name];
      const answer = await visitors[role].send(`/console${pathFor(path)}`);
      expect(isRefusal(answer), answer.text).toBe(!isPermitted(role, permission));
      if (isRefusal(answer))
        expect(answer.text).toContain(`Your role is ${role}. This requires the role ${permission.role}.`);
      const ofTenant = await members[role].send(`/console${pathFor(path)}`);
      if (permission.isForAllTenants === true) expect(ofTenant.status).toBe(404);
      else expect(isRefusal(ofTenant)).toBe(!isPermitted(role, permission));
      // Actions of the tests before may have disabled the tenant, which would end its sessions.
      expect(ofTenant.status).not.toBe(401);
    },
  );

  test.each(pagePaths.map((path) => [path]))("may open /console%s only if it is permitted", async (path) => {
    const permission: Permission = pagePermissions[path];
    const answer = await visitors[role].open(`/console${pathFor(path)}`);
    expect(isRefusal(answer)).toBe(!isPermitted(role, permission));
    const ofTenant = await members[role].open(`/console${pathFor(path)}`);
    if (permission.isForAllTenants === true) expect(ofTenant.status).toBe(404);
    else expect(isRefusal(ofTenant)).toBe(!isPermitted(role, permission));
  });

  test("sees no button and no link that it may not use", async () => {
    const { rows } = await service.storage.database.query<{ id: string }>("SELECT id FROM connections LIMIT 1");
    const paths = [
      ...pagePaths.filter((path) => !path.includes(":")),
      `/tenants/${tenantId}`,
      `/connections/${rows[0]?.id}`,
    ];
    const seen = new Set<string>();
    for (const path of paths) {
      const { status, text } = await visitors[role].open(`/console${path}`);
      if (status !== 200) continue;
      for (const [, target = ""] of text.matchAll(
        /(?:<form [^>]*method="post" action|formaction)="\/console([^"?]*)"/g,
      )) {
        const action = consoleActions.find((each) => matches(each.path, target));
        // The explorer shows its form to everybody, and the reason instead of the button.
        if (action === undefined || action.name === "explorer.send") continue;
        seen.add(action.name);
        expect(isPermitted(role, actionPermissions[action.name]), `${action.name} on ${path}`).toBe(true);
      }
      for (const [, target = ""] of text.matchAll(/<a [^>]*href="\/console([^"?]*)/g)) {
        const page = pagePaths.find((each) => matches(each, target));
        if (page !== undefined) expect(isPermitted(role, pagePermissions[page]), `${target} on ${path}`).toBe(true);
      }
    }
    const hasKeys = seen.has("apiKey.create");
    const hasChecks = seen.has("connection.check");
    expect([hasKeys, hasChecks]).toEqual([role === "owner", role !== "read-only"]);
  });

  test("may do what the documentation says", () => {
    const named = Object.entries({ ...pagePermissions, ...actionPermissions } as Record<string, Permission>);
    const notForEveryone = named.filter(([, permission]) => permission.role !== "read-only");
    expect([...documented.keys()].toSorted()).toEqual(notForEveryone.map(([name]) => name).toSorted());
    for (const [name, permission] of notForEveryone)
      expect(documented.get(name)?.includes(role), name).toBe(isPermitted(role, permission));
  });
});

function matches(pattern: string, path: string): boolean {
  const steps = path.split("/");
  const patternSteps = pattern.split("/");
  return (
    steps.length === patternSteps.length &&
    patternSteps.every((step, index) => step === steps[index] || (step.startsWith(":") && steps[index] !== ""))
  );
}

test("a refused action changes nothing and is in the audit log", async () => {
  const before = (await listTenants(service.storage.database)).length;
  const { status, text } = await visitors.operator.send("/console/tenants", { name: "Neuland" });
  expect([status, text]).toEqual([403, expect.stringContaining("This requires the role owner.")]);
  expect(await listTenants(service.storage.database)).toHaveLength(before);
  const { rows } = await service.storage.database.query(
    "SELECT role, action, refused FROM audit_log ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ role: "operator", action: "tenant.create", refused: true }]);
});

test("an action that the role permits works", async () => {
  const { text } = await visitors.owner.send(`/console/tenants/${tenantId}/links`, {
    person: "Grace",
    role: "support",
  });
  const [link = ""] = /http:[^"<]+\/console\/sign-in\?link=\w+/.exec(text) ?? [];
  const grace = await openConsole(service).signIn(link);
  expect((await grace.open("/console")).text).toContain("Grace (support)");
  expect((await visitors.owner.send("/console/people/links", { person: "Bo", role: "emperor" })).status).toBe(404);
});

test("sessions of the previous release keep their rights", async () => {
  const { database } = service.storage;
  const client = openConsole(service);
  const asBefore = async (role: string, tenant: string | null) => {
    const visitor = await client.signIn(await client.linkFor("owner", tenant, `old ${role}`));
    await database.query("UPDATE console_sessions SET granted_role = NULL, role = $1 WHERE person = $2", [
      role,
      `old ${role}`,
    ]);
    return (await visitor.open("/console")).text;
  };
  expect(await asBefore("operator", null)).toContain("old operator (owner)");
  expect(await asBefore("member", tenantId)).toContain("old member (owner)");
  expect(await asBefore("viewer", tenantId)).toContain("old viewer (read-only)");
});

test("a process of the previous release grants no more than the new role", async () => {
  const { database } = service.storage;
  const { rows } = await database.query<{ granted: string; previous: string; tenant: string | null }>(
    "SELECT DISTINCT granted_role AS granted, role AS previous, tenant_id AS tenant FROM console_sessions WHERE granted_role IS NOT NULL",
  );
  const previous = rows.map(
    ({ granted, previous: role, tenant }) => `${tenant === null ? "all" : "one"} ${granted}: ${role}`,
  );
  expect(previous.toSorted()).toEqual([
    "all operator: viewer",
    "all owner: operator",
    "all read-only: viewer",
    "all support: viewer",
    "one operator: viewer",
    "one owner: member",
    "one read-only: viewer",
    "one support: viewer",
  ]);
});
