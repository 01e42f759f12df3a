import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase, tables } from "../../../test/support/database.ts";
import { sandbox } from "../../connectors/sandbox/connector.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OAuthSignIn } from "../../contract/signIn.ts";
import { disableTenant } from "../../store/tenants.ts";
import { findUpkeep } from "../../store/upkeep/connectionUpkeep.ts";
import { createConnection } from "../accounts/connection.ts";
import { createTenant } from "../accounts/tenants.ts";
import { masterKey, newMasterKey, openVault } from "../secrets/vault.ts";
import { checkConnections, renewGrants, type UpkeepDeps } from "./upkeep.ts";

const vault = openVault([masterKey(newMasterKey())]);
const hour = 3600;
const lifetime = 30 * 24 * hour;
const connector: Connector = {
  ...sandbox,
  proof: async () => proof(),
  signIn: { ...(sandbox.signIn as OAuthSignIn), unusedGrantSeconds: lifetime },
};

let fresh: FreshDatabase;
let tenantId: string;
let renewed: string[];
let checked: number;
let refusal: Error | undefined;
let faults: unknown[];

const proof = (): void => {
  checked += 1;
  if (refusal !== undefined) throw refusal;
};
const deps = (): UpkeepDeps => ({
  database: fresh.database,
  vault,
  connectors: new Map([[connector.id, connector]]),
  tokens: {
    renew: async (_connector, { id, credentials }) => {
      renewed.push(id);
      if (refusal !== undefined) throw refusal;
      await fresh.database.query("UPDATE connections SET granted_at = now() WHERE id = $1", [id]);
      return credentials;
    },
  },
  openSession: async () => ({}) as never,
  onFault: (error) => void faults.push(error),
});

beforeAll(async () => {
  fresh = await freshDatabase(tables);
});
beforeEach(async () => {
  renewed = [];
  checked = 0;
  refusal = undefined;
  faults = [];
  tenantId = await createTenant(fresh.database, "Neuland");
});
afterEach(() => fresh.database.query("DELETE FROM tenants"));
afterAll(() => fresh.drop());

async function connect(company?: string): Promise<string> {
  await createConnection(fresh.database, vault, { tenantId, targetSystem: connector.id, credentials: {}, company });
  const { rows } = await fresh.database.query<{ id: string }>("SELECT id FROM connections ORDER BY created_at DESC");
  return rows[0]?.id ?? "";
}

async function age(seconds: number): Promise<void> {
  await fresh.database.query(
    `UPDATE connections SET granted_at = granted_at - make_interval(secs => $1),
       created_at = created_at - make_interval(secs => $1)`,
    [seconds],
  );
  await fresh.database.query(
    `UPDATE connection_upkeep SET renewal_due_at = renewal_due_at - make_interval(secs => $1),
       check_due_at = check_due_at - make_interval(secs => $1)`,
    [seconds],
  );
}

describe("a grant", () => {
  test("is renewed when a third of its lifetime has passed, and not again", async () => {
    const id = await connect();
    await age(lifetime * 0.29);
    expect(await renewGrants(deps())).toBe(0);
    await age(lifetime * 0.05);
    expect(await renewGrants(deps())).toBe(1);
    expect(renewed).toEqual([id]);
    expect(await renewGrants(deps())).toBe(0);
  });

  test("of the same age has its turn at another time than the others", async () => {
    for (let count = 0; count < 40; count += 1) await connect();
    const turns: number[] = [];
    for (let step = 0; step < 10; step += 1) {
      await age(lifetime * (step === 0 ? 0.3 : 0.0035));
      let count = 0;
      for (let some = await renewGrants(deps()); some > 0; some = await renewGrants(deps())) count += some;
      turns.push(count);
    }
    expect(turns.filter((count) => count > 0).length).toBeGreaterThan(4);
  });

  test("is renewed by one of two processes", async () => {
    for (let count = 0; count < 8; count += 1) await connect();
    await age(lifetime / 2);
    await Promise.all([renewGrants(deps()), renewGrants(deps()), renewGrants(deps())]);
    expect(renewed.toSorted()).toEqual([...new Set(renewed)].toSorted());
    expect(renewed).toHaveLength(8);
  });

  test("that could not be renewed is tried again later, and the fault is stored until it succeeds", async () => {
    const id = await connect();
    await age(lifetime / 2);
    refusal = new Failure("target_unavailable", "down");
    await renewGrants(deps());
    expect(await renewGrants(deps())).toBe(0);
    expect(await findUpkeep(fresh.database, id)).toMatchObject({ failures: 1, lastFault: "target_unavailable" });
    await age(61);
    await renewGrants(deps());
    expect(await findUpkeep(fresh.database, id)).toMatchObject({ failures: 2, lastFault: "target_unavailable" });
    refusal = undefined;
    await age(121);
    await renewGrants(deps());
    expect(await findUpkeep(fresh.database, id)).toMatchObject({ failures: 0, lastFault: null });
    expect(faults).toEqual([]);
  });

  test("of a disabled tenant is left alone", async () => {
    await connect();
    await age(lifetime / 2);
    await disableTenant(fresh.database, tenantId);
    expect(await renewGrants(deps())).toBe(0);
    expect(await checkConnections(deps())).toBe(0);
  });
});

describe("a connection", () => {
  test("is checked once a day", async () => {
    const id = await connect();
    expect(await checkConnections(deps())).toBe(0);
    await age(24 * hour);
    expect(await checkConnections(deps())).toBe(1);
    expect(await checkConnections(deps())).toBe(0);
    expect((await findUpkeep(fresh.database, id))?.checkedAt).toBeInstanceOf(Date);
    await age(22 * hour);
    expect(await checkConnections(deps())).toBe(0);
    await age(2 * hour);
    expect(await checkConnections(deps())).toBe(1);
    expect(checked).toBe(2);
  });

  test("whose vendor asks to wait is checked again after that time", async () => {
    const id = await connect();
    await age(24 * hour);
    refusal = new Failure("target_rate_limited", "wait", { retryAfter: 500 });
    await checkConnections(deps());
    expect(await findUpkeep(fresh.database, id)).toMatchObject({ lastFault: "target_rate_limited", checkedAt: null });
    await age(400);
    expect(await checkConnections(deps())).toBe(0);
    await age(101);
    expect(await checkConnections(deps())).toBe(1);
  });

  test("learns the name of its company once", async () => {
    const id = await connect("kornfeld");
    await connect("unknown");
    const names = async () =>
      (await fresh.database.query("SELECT company, company_name AS name FROM connections ORDER BY company")).rows;
    let lists = 0;
    const companies: Connector["companies"] = async () => {
      lists += 1;
      return [{ id: "kornfeld", name: "Kornfeld AG" }];
    };
    const listing = { ...deps(), connectors: new Map([[connector.id, { ...connector, companies }]]) };
    for (let days = 0; days < 2; days += 1) {
      await age(24 * hour);
      expect(await checkConnections(listing)).toBe(2);
    }
    expect(await names()).toEqual([
      { company: "kornfeld", name: "Kornfeld AG" },
      { company: "unknown", name: null },
    ]);
    expect(lists).toBe(3);
    expect((await findUpkeep(fresh.database, id))?.lastFault).toBe(null);
  });
});
