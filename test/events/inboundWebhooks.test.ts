/** Webhooks that are set up in a vendor's developer portal, and notices that need a look-up at the vendor. */

import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connector, ListHandler } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { type Session } from "../../src/contract/session.ts";
import type { Notice, VendorPost } from "../../src/contract/webhooks.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { register } from "../../src/core/accounts/oauthClients.ts";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { openSources } from "../../src/core/changes/changes.ts";
import { pollableOf } from "../../src/core/changes/poller.ts";
import { masterKey, newMasterKey, openVault } from "../../src/core/secrets/vault.ts";
import { findRegistrations } from "../../src/store/connecting/registrations.ts";
import { addPolls } from "../../src/store/pollState.ts";
import { type Database, migrate } from "../../src/store/postgres/database.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";

const signed = (secret: string, body: Buffer) => createHmac("sha256", secret).update(body).digest("hex");
/** The connector's lookup of an ambiguous notice at the vendor. */
let lookUp: (notice: Notice, session: Session) => Promise<readonly Notice[]>;

const emptyList: ListHandler<never> = {
  fields: {},
  filters: [],
  orders: [],
  requires: [],
  list: async () => ({ records: [], raw: [] }),
};

const portalConnector: Connector = {
  id: "bureau",
  name: "Bureau",
  about: "A vendor whose portal accepts one webhook URL.",
  site: "https://bureau.example",
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/me",
  refusals: { message: () => undefined },
  rawData: false,
  webhooks: {
    setUp: "portal",
    resources: { INVOICE: ["CREATED", "UPDATED"] },
    receive: ({ headers, body, secret }: VendorPost) => {
      if (headers["signature"] !== signed(secret, body)) return { kind: "invalidSignature" };
      return { kind: "notices", notices: JSON.parse(body.toString("utf8")) as Notice[] };
    },
    lookUp: (notice, session) => lookUp(notice, session),
  },
  operations: {
    "invoices.list": emptyList,
    "items.list": emptyList,
  },
};
const connectors = new Map([[portalConnector.id, portalConnector]]);
const vault = openVault([masterKey(newMasterKey())]);
const operatorSecret = "the operator's key";
const tenantSecret = "the tenant's own key";

let testDatabase: FreshDatabase;
let database: Database;
let moment = Date.now();
const faults: unknown[] = [];
const givenUp: string[] = [];
const session = {} as Session;
const open = () =>
  openSources({
    database,
    vault,
    connectors,
    pollSeconds: 300,
    now: () => moment,
    random: Math.random,
    openSession: async () => session,
    isReachedBy: () => true,
    publicUrl: () => "https://kontor.example",
    webhookSecrets: { bureau: operatorSecret },
    onFault: (error) => faults.push(error),
    onGivenUp: (connection) => givenUp.push(connection),
  });

const people = { plain: "", other: "", own: "" };
const connections: Record<string, string> = {};

async function connect(tenant: keyof typeof people, company: string): Promise<void> {
  const wanted = { tenantId: people[tenant], targetSystem: "bureau", credentials: {}, company };
  await createConnection(database, vault, wanted);
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM connections WHERE tenant_id = $1 AND company = $2",
    [people[tenant], company],
  );
  connections[`${tenant} ${company}`] = rows[0]?.id ?? "";
}

beforeAll(async () => {
  testDatabase = await freshDatabase();
  ({ database } = testDatabase);
  await migrate(database);
  for (const name of ["plain", "other", "own"] as const) people[name] = await createTenant(database, name);
  await register(database, vault, {
    tenantId: people.own,
    targetSystem: "bureau",
    clientId: "c",
    clientSecret: "s",
    customValues: [
      { name: "region", value: "eu" },
      { name: "webhookSecret", value: tenantSecret },
    ],
  });
  for (const tenant of ["plain", "other", "own"] as const) await connect(tenant, "north");
  await connect("plain", "south");
});
afterAll(() => testDatabase.drop());

const notice = (resourceId: string, more: Partial<Notice> = {}): Notice => ({
  resource: "INVOICE",
  eventType: "CREATED",
  resourceId,
  changedAt: "2026-03-02T10:00:00+01:00",
  company: "north",
  ...more,
});

function post(notices: readonly Notice[], secret: string) {
  const body = Buffer.from(JSON.stringify(notices));
  return { headers: { signature: signed(secret, body) }, query: {}, body };
}

async function logOf(name: string): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(
    "SELECT event_type || ' ' || resource_id AS line FROM events WHERE connection_id = $1 ORDER BY sequence",
    [connections[name]],
  );
  return rows.map(({ line }) => line);
}

describe("the operator's webhook URL", () => {
  test("reaches the company's connections of all tenants without their own client, and no others", async () => {
    const { reception } = open();
    const webhook = post([notice("one"), notice("two", { company: "nowhere" })], operatorSecret);
    expect(await reception.atPortal("bureau", undefined, webhook)).toEqual({ kind: "stored" });
    expect(await logOf("plain north")).toEqual(["CREATED one"]);
    expect(await logOf("other north")).toEqual(["CREATED one"]);
    expect(await logOf("plain south")).toEqual([]);
    expect(await logOf("own north")).toEqual([]);
    const { rows } = await database.query<{ changed_at: Date }>("SELECT changed_at FROM events LIMIT 1");
    expect(rows[0]?.changed_at.toISOString()).toBe("2026-03-02T09:00:00.000Z");
  });

  test("ignores a repeated post, but records another change in the same second", async () => {
    const { reception } = open();
    const first = post([notice("three"), notice("three", { eventType: "UPDATED" })], operatorSecret);
    for (let times = 0; times < 3; times++) await reception.atPortal("bureau", undefined, first);
    const second = post([notice("three", { eventType: "UPDATED" })], operatorSecret);
    await reception.atPortal("bureau", undefined, second);
    expect((await logOf("plain north")).filter((line) => line.endsWith("three"))).toEqual([
      "CREATED three",
      "UPDATED three",
      "UPDATED three",
    ]);
  });

  test("records a numbered notice once, even if a later post repeats it with others", async () => {
    const { reception } = open();
    const first = notice("four", { number: "17" });
    const second = notice("four", { number: "18" });
    await reception.atPortal("bureau", undefined, post([first], operatorSecret));
    await reception.atPortal("bureau", undefined, post([first, second], operatorSecret));
    expect((await logOf("plain north")).filter((line) => line.endsWith("four"))).toEqual([
      "CREATED four",
      "UPDATED four",
    ]);
  });

  test("refuses posts signed with another key, and is unknown if no key is set", async () => {
    const { reception } = open();
    expect(await reception.atPortal("bureau", undefined, post([notice("x")], "wrong"))).toEqual({
      kind: "invalidSignature",
    });
    expect(await reception.atPortal("bureau", people.plain, post([notice("x")], ""))).toEqual({ kind: "unknown" });
    expect(await reception.atPortal("nowhere", undefined, post([notice("x")], ""))).toEqual({ kind: "unknown" });
    expect(await reception.atConnection("bureau", "token", post([notice("x")], ""))).toEqual({ kind: "unknown" });
    expect((await logOf("plain north")).filter((line) => line.endsWith(" x"))).toEqual([]);
  });

  test("refuses posts for a while after too many", async () => {
    const { reception } = open();
    const forged = post([notice("x")], "wrong");
    const answers = await Promise.all(
      Array.from({ length: 2000 }, () => reception.atPortal("bureau", undefined, forged)),
    );
    // While they are answered, time passes, and fifty more are allowed each second: not all of them on any machine.
    const accepted = answers.filter(({ kind }) => kind === "invalidSignature").length;
    expect(accepted).toBeGreaterThanOrEqual(500);
    expect(accepted).toBeLessThan(2000);
    expect(answers.find(({ kind }) => kind === "tooMany")).toMatchObject({ seconds: expect.any(Number) });
  });
});

describe("a tenant's webhook URL", () => {
  test("reaches only the tenant's connections, with the tenant's key, which is stored encrypted", async () => {
    const { reception } = open();
    const notices = [notice("mine")];
    expect(await reception.atPortal("bureau", people.own, post(notices, operatorSecret))).toEqual({
      kind: "invalidSignature",
    });
    expect(await reception.atPortal("bureau", people.own, post(notices, tenantSecret))).toEqual({ kind: "stored" });
    expect(await logOf("own north")).toEqual(["CREATED mine"]);
    expect(await logOf("plain north")).not.toContain("CREATED mine");
    const [registration] = await findRegistrations(database, people.own, "bureau");
    expect(registration?.customValues[0]?.name).toBe("region");
    expect(registration?.customValues[0]?.value).not.toBe("eu");
    expect(JSON.stringify(registration?.customValues)).not.toContain(tenantSecret);
  });
});

test("resources that a portal's webhook reports are swept, and others are polled", async () => {
  for (const name of ["plain north", "own north"])
    await database.query(
      `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, secret, expires_at)
       SELECT id, tenant_id, id, 'https://x.example', '', now() + interval '1 day' FROM connections WHERE id = $1`,
      [connections[name]],
    );
  const polledResources = async (operator: boolean) => {
    await database.query("DELETE FROM polls");
    await addPolls(database, pollableOf({ connectors, reportChannelOf: () => ({ by: "portal", operator }) }), "recent");
    const { rows } = await database.query<{ connection_id: string; resource: string }>(
      "SELECT connection_id, resource FROM polls WHERE NOT is_sweep ORDER BY resource",
    );
    const of = (name: string) =>
      rows.filter((row) => row.connection_id === connections[name]).map((row) => row.resource);
    return { plain: of("plain north"), own: of("own north") };
  };
  expect(await polledResources(true)).toEqual({ plain: ["ITEM"], own: ["ITEM"] });
  expect(await polledResources(false)).toEqual({ plain: ["INVOICE", "ITEM"], own: ["ITEM"] });
});

describe("an ambiguous notice", () => {
  const unclear = (id: string) => [notice(id, { company: "south", ambiguous: { kind: "touched" } })];
  const waiting = async () =>
    (await database.query<{ notice: Buffer; attempts: number }>("SELECT notice, attempts FROM ambiguous_notices")).rows;
  const south = () => logOf("plain south");

  test("is stored encrypted until the lookup, and becomes one event", async () => {
    const { reception, resolveNotices } = open();
    const webhook = post(unclear("riddle"), operatorSecret);
    await reception.atPortal("bureau", undefined, webhook);
    await reception.atPortal("bureau", undefined, webhook);
    expect(await waiting()).toHaveLength(1);
    expect((await waiting())[0]?.notice.toString("latin1")).not.toContain("riddle");
    expect(await south()).toEqual([]);
    lookUp = async ({ ambiguous: facts, ...rest }) => {
      expect(facts).toEqual({ kind: "touched" });
      return [{ ...rest, eventType: "UPDATED" }];
    };
    expect(await resolveNotices()).toBe(1);
    expect(await south()).toEqual(["UPDATED riddle"]);
    expect(await waiting()).toEqual([]);
    await reception.atPortal("bureau", undefined, webhook);
    await resolveNotices();
    expect(await south()).toEqual(["UPDATED riddle"]);
  });

  test("is looked up again for a day while the vendor is down", async () => {
    const { reception, resolveNotices } = open();
    lookUp = async () => {
      throw new Failure("target_unavailable", "Down.");
    };
    await reception.atPortal("bureau", undefined, post(unclear("later"), operatorSecret));
    expect(await resolveNotices()).toBe(1);
    expect(await resolveNotices()).toBe(0);
    expect(await waiting()).toMatchObject([{ attempts: 1 }]);
    await database.query("UPDATE ambiguous_notices SET due_at = now()");
    moment = Date.now() + 25 * 3_600_000;
    expect(await resolveNotices()).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(givenUp).toEqual([connections["plain south"]]);
    expect(faults).toEqual([]);
  });
});
