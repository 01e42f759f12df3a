/** Issues: each is open until its own cause is gone, whatever else succeeds meanwhile. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { appendChanges } from "../../src/core/events/eventLog.ts";
import { makeUpdateIssues } from "../../src/core/issues/update.ts";
import { transaction } from "../../src/store/postgres/database.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { openConsole } from "../support/consoleVisitor.ts";
import { serveHttp } from "../support/loopback.ts";
import { callback, openPlatform, type Platform, type Request } from "../support/platform.ts";
import { listenTo } from "../support/receivedWebhooks.ts";
import { day, type Row, type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
beforeAll(async () => {
  service = await startService({}, { worker: true });
  platform = await openPlatform(service);
});
afterAll(() => service.stop());

const company = { environment: "production", company: "bergblick" };
const call: Platform["call"] = (...request) => platform.call(...request);

async function connectionIdOf(accountKey: string): Promise<string> {
  const { data } = await call("GET", "/auth/connection", { accountKey });
  return data["id"] ?? "";
}

async function issuesOf(connectionId: string, query: Record<string, string> = {}): Promise<readonly Row[]> {
  const { rows } = await call("GET", "/tenants/issues", { query: { connectionId, ...query } });
  return rows;
}

/** Waits for the log and for the worker's next look at the causes. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 200 });

/** Waits until the worker has compared all issues with their causes. */
async function causesChecked(): Promise<void> {
  const marker = async () => {
    const { rows } = await service.storage.database.query<{ id: string }>(
      "SELECT id FROM issues WHERE kind = 'poll_failing' AND closed_at IS NOT NULL AND cause = 'checked'",
    );
    return rows.length > 0;
  };
  // An issue without a cause is closed by the next run.
  await service.storage.database.query(
    `INSERT INTO issues (kind, cause, tenant_id, count, first_seen, last_seen)
     SELECT 'poll_failing', 'checked', id, 1, now(), now() FROM tenants ORDER BY created_at LIMIT 1`,
  );
  await eventually(async () => expect(await marker()).toBe(true));
  await service.storage.database.query("DELETE FROM issues WHERE cause = 'checked'");
}

const customer = (name: string) => ({ contactType: "COMPANY", role: "CUSTOMER", companyName: name });

describe("failed requests", () => {
  test("that the target system refuses are one issue, which a success of something else does not close", async () => {
    const accountKey = await service.connect("sandbox", company);
    const id = await connectionIdOf(accountKey);
    const invoice = {
      invoiceDate: `${day}T00:00:00Z`,
      currency: "EUR",
      lineItems: [{ name: "Rad", quantity: 1, unitAmount: 10, taxRatePercentage: 19 }],
    };
    for (const contactId of ["nobody-1", "nobody-2", "nobody-3"])
      expect((await call("POST", "/accounting/invoices", { accountKey, body: { ...invoice, contactId } })).status).toBe(
        422,
      );
    await eventually(async () => {
      expect(await issuesOf(id)).toMatchObject([
        {
          kind: "requests_failing",
          title: expect.stringMatching(/^Sandbox refused 3 invoices: /),
          state: "open",
          actor: "platform",
          next: "fix",
          count: 3,
          targetSystem: "sandbox",
        },
      ]);
    });
    // Neither another operation nor another invoice shows that the cause is gone.
    const { data } = await call("POST", "/accounting/customers", { accountKey, body: customer("Rohrdommel Technik") });
    const good = { ...invoice, contactId: data["id"] };
    expect((await call("POST", "/accounting/invoices", { accountKey, body: good })).status).toBe(201);
    await causesChecked();
    expect(await issuesOf(id, { state: "open" })).toHaveLength(1);
    // An hour after the last refusal it is.
    await service.storage.database.query(
      "UPDATE issues SET last_seen = last_seen - interval '61 minutes' WHERE connection_id = $1",
      [id],
    );
    await eventually(async () => {
      expect(await issuesOf(id)).toMatchObject([{ state: "closed", closedAt: expect.any(String) }]);
    });
  });

  test("in an outage are one issue, which the first success of the same operation closes", async () => {
    const accountKey = await service.connect("sandbox", company);
    const id = await connectionIdOf(accountKey);
    await platform.sandbox.changeGrants({ behaviour: { failures: [{ status: 503, times: 20, path: "/units" }] } });
    expect((await call("GET", "/accounting/units", { accountKey })).status).toBe(503);
    await eventually(async () => {
      expect(await issuesOf(id)).toMatchObject([
        { title: expect.stringMatching(/^Reading units from Sandbox failed once: /), actor: "vendor", next: "wait" },
      ]);
    });
    await platform.sandbox.changeGrants({ behaviour: null });
    expect((await call("GET", "/accounting/taxRates", { accountKey })).status).toBe(200);
    await causesChecked();
    expect(await issuesOf(id, { state: "open" })).toHaveLength(1);
    expect((await call("GET", "/accounting/units", { accountKey })).status).toBe(200);
    await eventually(async () => expect(await issuesOf(id, { state: "open" })).toEqual([]));
  });
});

describe("a connection whose sign-in was refused", () => {
  test("is an issue until the end user signs in again", async () => {
    const accountKey = await service.connect("sandbox", company);
    const id = await connectionIdOf(accountKey);
    await platform.sandbox.changeGrants({ revoke: true });
    expect((await call("GET", "/accounting/units", { accountKey })).status).toBe(409);
    await eventually(async () => {
      expect(await issuesOf(id)).toMatchObject([
        {
          kind: "sign_in_needed",
          state: "open",
          actor: "end_user",
          next: "reconnect",
          code: "connection_needs_reauth",
        },
      ]);
    });
    const { data } = await call("POST", "/auth/reconnect", { accountKey, body: { callbackUrl: callback } });
    const browser = platform.browser();
    const back = await platform.signIn(browser, data["url"] ?? "");
    await browser.open(back.href);
    await eventually(async () => expect(await issuesOf(id)).toMatchObject([{ state: "closed" }]));
  });
});

describe("a webhook endpoint", () => {
  test("is an issue from its third failure until it accepts a delivery", async () => {
    const accountKey = await service.connect("sandbox", company);
    let status = 500;
    const endpoint = await serveHttp((_request, response) => response.writeHead(status).end());
    const subscription = await call("POST", "/webhooks", { accountKey, body: { callbackUrl: endpoint.url } });
    const subscriptionId = subscription.data["id"] ?? "";
    const open = async () => {
      const { rows } = await call("GET", "/tenants/issues", { query: { state: "open" } });
      return rows.filter((issue) => issue["subscriptionId"] === subscriptionId);
    };
    // The sandbox reports changes as soon as its subscription exists.
    await eventually(async () => {
      const { data } = await call("GET", "/auth/connection", { accountKey });
      expect(data["resources"]).toContainEqual(
        expect.objectContaining({ resource: "CUSTOMER", reportedBy: "webhook" }),
      );
    });
    const change = (name: string) => call("POST", "/accounting/customers", { accountKey, body: customer(name) });
    for (const name of ["Zaunkönig", "Zeisig", "Zilpzalp"]) expect((await change(name)).status).toBe(201);
    await eventually(async () => {
      expect(await open()).toMatchObject([
        { kind: "endpoint_failing", title: expect.stringContaining(endpoint.url), actor: "platform", next: "fix" },
      ]);
    });
    status = 200;
    await change("Ziegenmelker");
    await eventually(async () => expect(await open()).toEqual([]));
    await endpoint.close();
  });
});

describe("deliveries that were given up", () => {
  test("are an issue although their endpoint works, until they are replayed or dismissed", async () => {
    const { database } = service.storage;
    const endpoint = await serveHttp((_request, response) => response.end());
    const accountKey = await service.connect("sandbox", company);
    const id = await connectionIdOf(accountKey);
    const subscription = await call("POST", "/webhooks", {
      accountKey,
      body: { callbackUrl: `${endpoint.url}/secret-path` },
    });
    const subscriptionId = subscription.data["id"] ?? "";
    const note = (name: string) =>
      transaction(database, (client) =>
        appendChanges(client, { id, batches: false }, [
          { eventType: "CREATED", resource: "INVOICE", resourceId: name, changedAt: new Date() },
        ]),
      );
    const isDelivered = async (count: number) => {
      const { rows } = await call("GET", `/webhooks/${subscriptionId}/deliveries`, { accountKey });
      expect(rows.filter(({ state }) => state === "done")).toHaveLength(count);
    };
    // As the worker leaves a delivery after its tenth attempt.
    const giveUp = () =>
      database.query(
        "UPDATE deliveries SET state = 'failed', attempts = 10, settled_at = now() WHERE connection_id = $1",
        [id],
      );
    const states = async () => {
      const { rows } = await call("GET", "/events", { accountKey });
      return rows.filter(({ resource }) => resource === "ISSUE").map(({ eventType }) => eventType);
    };
    const givenUp = { kind: "deliveries_given_up", state: "open", actor: "platform", next: "fix", subscriptionId };

    await note("first");
    await note("second");
    await eventually(() => isDelivered(2));
    await giveUp();
    await eventually(async () =>
      expect(await issuesOf(id)).toMatchObject([
        { ...givenUp, count: 2, title: `2 deliveries to ${endpoint.url} were given up` },
      ]),
    );
    await eventually(async () => expect(await states()).toEqual(["CREATED"]));

    const replayed = await call("POST", `/webhooks/${subscriptionId}/replay`, {
      accountKey,
      body: { undelivered: true },
    });
    expect(replayed.data).toEqual({ deliveries: 2 });
    await eventually(() => isDelivered(2));
    await eventually(async () => expect(await issuesOf(id)).toMatchObject([{ state: "closed" }]));
    await eventually(async () => expect(await states()).toEqual(["CREATED", "DELETED"]));

    await giveUp();
    await eventually(async () => expect(await issuesOf(id)).toMatchObject([givenUp]));
    const client = openConsole(service);
    const operator = await client.signIn(await client.linkFor("owner", null));
    const [issue] = await issuesOf(id);
    const { text } = await operator.send(`/console/issues/${String(issue?.["id"])}/resolve`);
    expect(text).toContain("Dismissed: 2 deliveries");
    await causesChecked();
    expect(await issuesOf(id)).toMatchObject([{ state: "closed" }]);

    // Dismissed deliveries are not counted again.
    await note("third");
    await eventually(() => isDelivered(1));
    await database.query(
      "UPDATE deliveries SET state = 'failed', settled_at = now() WHERE connection_id = $1 AND state = 'done'",
      [id],
    );
    await eventually(async () => expect(await issuesOf(id)).toMatchObject([{ ...givenUp, count: 1 }]));
    await endpoint.close();
  });
});

describe("a vendor's subscription", () => {
  test("that cannot be renewed is an issue, although it has not expired yet", async () => {
    const accountKey = await service.connect("sandbox", company);
    const id = await connectionIdOf(accountKey);
    const { database } = service.storage;
    await database.query(
      `INSERT INTO vendor_subscriptions (connection_id, scope, token_hash, address, facts, attempts, last_fault, last_fault_at, due_at)
       VALUES ($1, 'renewed', sha256($2), '', '', 3, 'target_forbidden', now(), now() + interval '1 hour')`,
      [id, Buffer.from(id)],
    );
    await eventually(async () =>
      expect(await issuesOf(id)).toMatchObject([{ kind: "subscription_failing", state: "open" }]),
    );
    await database.query("UPDATE vendor_subscriptions SET attempts = 0, last_fault = NULL WHERE connection_id = $1", [
      id,
    ]);
    await eventually(async () => expect(await issuesOf(id)).toMatchObject([{ state: "closed" }]));
  });
});

describe("a write that the target system stored differently", () => {
  test("is an issue until somebody marks it as resolved", async () => {
    const accountKey = await service.connect("sandbox", company);
    const id = await connectionIdOf(accountKey);
    expect((await call("POST", "/accounting/customers", { accountKey, body: customer("Uhu Optik") })).status).toBe(201);
    // The sandbox stores everything as requested.
    await service.storage.database.query("UPDATE operations SET needs_review = true WHERE connection_id = $1", [id]);
    await eventually(async () => {
      expect(await issuesOf(id)).toMatchObject([
        { kind: "stored_differently", title: "Sandbox stored 1 customer differently than requested", state: "open" },
      ]);
    });
    const client = openConsole(service);
    const operator = await client.signIn(await client.linkFor("owner", null));
    const writes = await operator.open(`/console/writes?connection=${id}&state=differs`);
    expect(writes.text).toContain("stored differently");
    expect((await operator.open("/console/issues")).text).toContain("Sandbox stored 1 customer differently");
    const [issue] = await issuesOf(id);
    expect((await operator.send(`/console/issues/${String(issue?.["id"])}/resolve`)).text).toContain(
      "Marked as resolved",
    );
    await causesChecked();
    expect(await issuesOf(id)).toMatchObject([{ state: "closed" }]);
  });
});

describe("causes in the state of a connection", () => {
  const later = "now() + interval '1 hour'";
  const set = (statement: string, id: string) => service.storage.database.query(statement, [id]);
  const upkeep = (columns: string, values: string) => (id: string) =>
    set(
      `INSERT INTO connection_upkeep (connection_id, check_due_at, renewal_due_at, ${columns})
       VALUES ($1, ${later}, ${later}, ${values})
       ON CONFLICT (connection_id) DO UPDATE SET check_due_at = excluded.check_due_at, failures = excluded.failures,
         renewal_due_at = excluded.renewal_due_at, last_fault = excluded.last_fault, last_fault_at = excluded.last_fault_at`,
      id,
    );
  const causes = [
    {
      kind: "outcome_unknown",
      actor: "platform",
      title: "It is unknown whether Sandbox stored 1 customer",
      cause: (id: string) => set("UPDATE operations SET state = 'unknown' WHERE connection_id = $1", id),
      cure: (id: string) => set("UPDATE operations SET state = 'done' WHERE connection_id = $1", id),
    },
    {
      kind: "poll_failing",
      actor: "vendor",
      title: "from Sandbox: The target system did not respond in time",
      cause: (id: string) =>
        set(
          `UPDATE poll_schedule SET failures = 3, last_fault = 'target_timeout', last_fault_at = now(), due_at = ${later}
           WHERE connection_id = $1`,
          id,
        ),
      cure: (id: string) =>
        set("UPDATE poll_schedule SET failures = 0, last_fault = NULL WHERE connection_id = $1", id),
    },
    {
      kind: "check_failing",
      actor: "vendor",
      title: "at Sandbox fails: The target system is unreachable or returned a server error",
      cause: upkeep("failures, last_fault, last_fault_at", "3, 'target_unavailable', now()"),
      cure: upkeep("failures, last_fault, last_fault_at", "0, NULL, NULL"),
    },
    {
      kind: "consent_needed",
      actor: "end_user",
      title: "has not granted all permissions that Kontor requests from Sandbox",
      cause: (id: string) => set("UPDATE connections SET scopes = 'nothing' WHERE id = $1", id),
      cure: (id: string) => set("UPDATE connections SET scopes = NULL WHERE id = $1", id),
    },
  ];

  test("are open as long as they last", async () => {
    const accountKey = await service.connect("sandbox", company);
    const id = await connectionIdOf(accountKey);
    expect((await call("POST", "/accounting/customers", { accountKey, body: customer("Reiher") })).status).toBe(201);
    const body = { callbackUrl: "http://127.0.0.9:9/events" };
    expect((await call("POST", "/webhooks", { accountKey, body })).status).toBe(201);
    const found = async () =>
      (await issuesOf(id, { state: "open" })).map(({ kind, title, actor }) => ({ kind, title, actor }));
    const expected = causes.map(({ kind, title, actor }) => ({ kind, title: expect.stringContaining(title), actor }));
    await eventually(async () => {
      // A poll that was running meanwhile is a success.
      for (const { cause } of causes) await cause(id);
      expect(await found()).toEqual(expect.arrayContaining(expected));
    });
    for (const { cure } of causes) await cure(id);
    await eventually(async () => {
      const kinds = (await found()).map(({ kind }) => kind);
      expect(causes.filter(({ kind }) => kinds.includes(kind))).toEqual([]);
    });
  });

  test("include a grant that is about to expire", async () => {
    const { database, vault } = service.storage;
    const [tenant] = await listTenants(database);
    const endUserName = "Storch Textil";
    await createConnection(database, vault, {
      tenantId: tenant?.id ?? "",
      targetSystem: "xero",
      credentials: { accessToken: "a", refreshToken: "r" },
      endUserName,
    });
    const { rows } = await database.query<{ id: string }>("SELECT id FROM connections WHERE end_user_name = $1", [
      endUserName,
    ]);
    const id = rows[0]?.id ?? "";
    await upkeep("failures", "0")(id);
    await set("UPDATE connections SET granted_at = now() - interval '50 days' WHERE id = $1", id);
    await eventually(async () =>
      expect(await issuesOf(id)).toMatchObject([
        {
          kind: "access_expiring",
          title: "The access of Storch Textil to Xero expires soon and could not be renewed",
          actor: "end_user",
          next: "reconnect",
        },
      ]),
    );
    await set("UPDATE connections SET granted_at = now() WHERE id = $1", id);
    await eventually(async () => expect(await issuesOf(id)).toMatchObject([{ state: "closed" }]));
  });
});

describe("opening and closing", () => {
  test("are events for subscriptions that ask for them, and for no others", async () => {
    const bodies: string[] = [];
    const endpoint = await serveHttp((request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
      response.end();
    });
    const body = { callbackUrl: endpoint.url };
    expect((await call("POST", "/tenants/webhooks", { body: { ...body, resource: "ISSUE" } })).status).toBe(201);
    const accountKey = await service.connect("sandbox", company);
    const id = await connectionIdOf(accountKey);
    const listener = await listenTo(service, "sandbox");
    await listener.subscribe();
    await platform.sandbox.changeGrants({ behaviour: { failures: [{ status: 503, times: 20, path: "/journals" }] } });
    expect((await call("GET", "/accounting/journals", { accountKey })).status).toBe(503);
    const eventsOf = async (name: string) =>
      (await call("GET", name, { accountKey })).rows.filter(({ resource }) => resource === "ISSUE");
    await eventually(async () => expect(await eventsOf("/events")).toMatchObject([{ eventType: "CREATED" }]));
    await platform.sandbox.changeGrants({ behaviour: null });
    expect((await call("GET", "/accounting/journals", { accountKey })).status).toBe(200);
    await eventually(async () =>
      expect(await eventsOf("/events")).toMatchObject([{ eventType: "CREATED" }, { eventType: "DELETED" }]),
    );
    const [issue] = await issuesOf(id);
    const received = () =>
      bodies
        .map((text) => JSON.parse(text) as Record<string, string>)
        .filter(({ resourceId }) => resourceId === issue?.["id"])
        .map(({ eventType }) => eventType);
    await eventually(async () => expect(received()).toEqual(["CREATED", "DELETED"]));
    expect(listener.received.filter(({ resource }) => resource === "ISSUE")).toEqual([]);
    await listener.close();
    await endpoint.close();
  });

  describe("without a connection", () => {
    /** A tenant whose requests name an unknown account key. */
    const openTenant = async () => {
      const apiKey = await platform.newTenant();
      const call = (method: string, path: string, request: Request = {}) =>
        platform.call(method, path, { apiKey, ...request });
      const subscribe = async (callbackUrl: string) => {
        const { data } = await call("POST", "/tenants/webhooks", { body: { callbackUrl, resource: "ISSUE" } });
        return data["id"] ?? "";
      };
      const openIssues = async () => (await call("GET", "/tenants/issues", { query: { state: "open" } })).rows;
      const fail = async (list: string) =>
        expect((await call("GET", `/accounting/${list}`, { accountKey: "sk_unknown" })).status).toBe(401);
      return { call, subscribe, openIssues, fail };
    };

    /** Keeps the bodies of events that it gets, and answers with its current status. */
    const openEndpoint = async () => {
      const bodies: Record<string, string>[] = [];
      const endpoint = { url: "", status: 200, bodies, close: async () => {} };
      const server = await serveHttp((request, response) => {
        let text = "";
        request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        request.on("end", () => {
          bodies.push(JSON.parse(text) as Record<string, string>);
          response.writeHead(endpoint.status).end();
        });
      });
      endpoint.url = server.url;
      endpoint.close = server.close;
      return endpoint;
    };
    const typesOf = (bodies: readonly Record<string, string>[], id: unknown) =>
      bodies.filter(({ resourceId }) => resourceId === id).map(({ eventType }) => eventType);

    test("are events of the tenant, in order and once, and never for the endpoint that they are about", async () => {
      const { call, subscribe, openIssues, fail } = await openTenant();
      const watcher = await openEndpoint();
      const broken = await openEndpoint();
      broken.status = 500;
      const watcherId = await subscribe(watcher.url);
      const brokenId = await subscribe(broken.url);
      for (const list of ["units", "accounts", "items"]) await fail(list);
      // The reports of these issues are what the broken endpoint fails on.
      let own: Row | undefined;
      await eventually(async () => {
        own = (await openIssues()).find(({ subscriptionId }) => subscriptionId === brokenId);
        expect(own).toMatchObject({ kind: "endpoint_failing", state: "open" });
      });
      expect(own?.["connectionId"]).toBeUndefined();
      await eventually(async () => expect(typesOf(watcher.bodies, own?.["id"])).toEqual(["CREATED"]));
      const issues = (await openIssues()).map(({ id }) => id);
      expect(issues).toHaveLength(4);
      for (const id of issues) expect(typesOf(watcher.bodies, id)).toEqual(["CREATED"]);
      const fields = ["eventType", "filterDate", "resource", "resourceId"];
      for (const body of watcher.bodies) expect(Object.keys(body).toSorted()).toEqual(fields);

      broken.status = 200;
      const repaired = await call("POST", `/tenants/webhooks/${brokenId}/replay`, { body: { undelivered: true } });
      expect(repaired.data).toEqual({ deliveries: 3 });
      await eventually(async () => expect(typesOf(watcher.bodies, own?.["id"])).toEqual(["CREATED", "DELETED"]));
      const delivered = await call("GET", `/tenants/webhooks/${brokenId}/deliveries`);
      const reported = (delivered.rows as unknown as { events: { resourceId: string }[] }[]).flatMap(({ events }) =>
        events.map(({ resourceId }) => resourceId),
      );
      expect(reported).toHaveLength(3);
      expect(new Set(reported)).toEqual(new Set(issues.filter((id) => id !== own?.["id"])));
      expect(typesOf(broken.bodies, own?.["id"])).toEqual([]);

      // Replays read the tenant's log, too.
      const replay = (id: string) =>
        call("POST", `/tenants/webhooks/${id}/replay`, { body: { from: "2026-01-01T00:00:00Z" } });
      expect((await replay(watcherId)).data).toEqual({ deliveries: 5 });
      expect((await replay(brokenId)).data).toEqual({ deliveries: 3 });
      await eventually(async () =>
        expect(typesOf(watcher.bodies, own?.["id"])).toEqual(["CREATED", "DELETED", "CREATED", "DELETED"]),
      );
      await watcher.close();
      await broken.close();
    });

    test("are reported once, however many workers notice them", async () => {
      const { subscribe, openIssues, fail } = await openTenant();
      const watcher = await openEndpoint();
      await subscribe(watcher.url);
      await fail("units");
      const { database } = service.storage;
      const update = makeUpdateIssues({
        database,
        connectors: new Map(),
        expected: () => ({ scopes: [], lifetimes: [] }),
        now: Date.now,
      });
      await eventually(async () => expect(await openIssues()).toHaveLength(1));
      const [issue] = await openIssues();
      for (let round = 0; round < 5; round++) {
        // As if nobody had been told yet.
        await database.query("UPDATE issues SET reported = NULL WHERE id = $1", [issue?.["id"]]);
        await Promise.all(Array.from({ length: 4 }, update));
      }
      const { rows } = await database.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM events WHERE resource_id = $1",
        [issue?.["id"]],
      );
      // The worker's own report came before, or was one of these.
      expect(rows[0]?.count).toBeLessThanOrEqual(6);
      await eventually(async () => expect(typesOf(watcher.bodies, issue?.["id"])).toHaveLength(rows[0]?.count ?? 0));
      await watcher.close();
    });
  });
});
