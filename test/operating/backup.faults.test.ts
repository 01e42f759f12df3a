/**
 * A backup of a running service is restored elsewhere after the service was killed: nothing is sent or called until it is
 * resumed, and no write is repeated (R23). The vendor is the sandbox of another service, behind a proxy.
 */
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import { appendChanges } from "../../src/core/events/eventLog.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { transaction } from "../../src/store/postgres/database.ts";
import { openStorage, type Storage } from "../../src/wiring/storage.ts";
import { patience, reportFigure, scaled } from "../faults/scale.ts";
import { freshDatabase } from "../support/database.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { makeCall } from "../support/platform.ts";
import { type Kontor, kontor } from "../support/process.ts";
import { day, type Service, startService } from "../support/service.ts";

type Settings = Readonly<Record<string, string>>;

/** Passes requests on to the sandbox of another service, counts them, and can keep the responses about new customers to itself. */
async function openVendor(service: Service) {
  const state = { calls: 0, keepsResponses: false, kept: 0 };
  const proxy: Loopback = await serveHttp((incoming, response) => {
    state.calls++;
    const onward = httpRequest(
      // The path begins with the host that the proxy stands in for.
      service.url + (incoming.url ?? "").replace(/^\/[^/]+/, ""),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(service.url).host } },
      (answer) => {
        // Kontor also creates its own webhook subscription at any time.
        if (state.keepsResponses && incoming.method === "POST" && incoming.url?.includes("/customers")) {
          answer.resume();
          answer.on("end", () => state.kept++);
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  onTestFinished(() => proxy.close());
  return { url: proxy.url, state };
}

/** Refuses deliveries until the test lets it accept them. */
async function openReceiver() {
  const state = { accepts: false, received: new Set<string>(), calls: 0 };
  const server = await serveHttp((incoming, response) => {
    state.calls++;
    if (state.accepts) state.received.add(String(incoming.headers["webhook-id"]));
    incoming.resume();
    response.writeHead(state.accepts ? 200 : 503).end();
  });
  onTestFinished(() => server.close());
  return { url: server.url, state };
}

async function withStorage<Result>(settings: Settings, work: (storage: Storage) => Promise<Result>): Promise<Result> {
  const storage = await openStorage({
    config: readConfig(settings, new Date()),
    log: pino({ level: "silent" }),
    exclusive: false,
  });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

async function command(parameters: readonly string[], settings: Settings) {
  const { code, out, err } = await kontor(parameters, settings).ended;
  return { code, text: out + err, out };
}

const succeeds = async (parameters: readonly string[], settings: Settings): Promise<string> => {
  const { code, text, out } = await command(parameters, settings);
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  return out;
};

async function start(settings: Settings): Promise<{ readonly program: Kontor; readonly url: string }> {
  const program = kontor(["start"], settings);
  await program.until(/is running/);
  const note = JSON.parse(await readFile(join(settings["DATA_DIR"] ?? "", "running.json"), "utf8")) as {
    localUrl: string;
  };
  onTestFinished(async () => {
    program.process.kill("SIGKILL");
    await program.ended;
  });
  return { program, url: note.localUrl };
}

const events = scaled(2000, 20);

const databases = {
  embedded: async () => ({}),
  "given by DATABASE_URL": async () => {
    const fresh = await freshDatabase();
    onTestFinished(fresh.drop);
    return { DATABASE_URL: fresh.url };
  },
} satisfies Record<string, () => Promise<Settings>>;

test.each(Object.entries(databases))(
  "a backup is restored and resumed, with a database that is %s",
  async (_name, newDatabase) => {
    const folder = await mkdtemp(join(tmpdir(), "kontor-restore-"));
    const vendorService = await startService();
    onTestFinished(async () => {
      await vendorService.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    });
    const vendor = await openVendor(vendorService);
    const receiver = await openReceiver();
    const books = await openSandbox({ pool: vendorService.storage.database, day, entries: 1000 });
    const common = {
      PORT: "0",
      LOG_LEVEL: "warn",
      SANDBOX_ENTRIES: "1000",
      SANDBOX_DATE: day,
      ALLOW_PRIVATE_NETWORK: "true",
      CONNECTION_CHECKS: "off",
      TARGET_SITE_SANDBOX: vendor.url,
      OAUTH_CLIENT_ID_SANDBOX: books.oauthClient.clientId,
      OAUTH_CLIENT_SECRET_SANDBOX: books.oauthClient.clientSecret,
    };
    const original = { ...common, DATA_DIR: join(folder, "original"), ...(await newDatabase()) };
    const copy = { ...common, DATA_DIR: join(folder, "copy"), ...(await newDatabase()) };

    // A service with two connections, deliveries that wait, and a write whose response has not arrived.
    const first = await start(original);
    onTestFinished(async () => void (await command(["tenants", "list"], original)));
    const { apiKey, kept, rotated, ids } = await withStorage(original, async ({ database, vault }) => {
      const tenantId = await createTenant(database, "Neuland");
      const connect = async (name: string): Promise<string> =>
        createConnection(database, vault, {
          tenantId,
          targetSystem: "sandbox",
          environment: "production",
          company: "bergblick",
          endUserName: name,
          credentials: { ...(await books.issueGrant(name)) },
        });
      const keys = { kept: await connect("kept"), rotated: await connect("rotated") };
      const { rows } = await database.query<{ id: string; name: string }>(
        "SELECT id, end_user_name AS name FROM connections WHERE end_user_name IS NOT NULL",
      );
      const found = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
      return {
        ...(await createApiKey(database, tenantId)),
        ...keys,
        ids: { kept: found["kept"] ?? "", rotated: found["rotated"] ?? "" },
      };
    });
    const call = makeCall(first.url, apiKey);
    const subscription = await call("POST", "/webhooks", {
      accountKey: kept,
      body: { callbackUrl: receiver.url, resource: "INVOICE" },
    });
    expect(subscription.status).toBe(201);
    await withStorage(original, ({ database }) =>
      transaction(database, (client) =>
        appendChanges(
          client,
          { id: ids.kept, batches: false },
          Array.from({ length: events }, (_, number) => ({
            eventType: "CREATED",
            resource: "INVOICE",
            resourceId: `invoice-${number}`,
            changedAt: new Date(),
          })),
        ),
      ),
    );
    await expect.poll(() => receiver.state.calls).toBeGreaterThan(0);
    vendor.state.keepsResponses = true;
    const customer = { contactType: "COMPANY", companyName: "Einmal GmbH" };
    const write = { accountKey: kept, body: customer, headers: { "idempotency-key": "only-once" } };
    const lost = call("POST", "/accounting/customers", write).catch(() => undefined);
    await expect.poll(() => vendor.state.kept).toBe(1);

    const file = join(folder, "kontor.backup");
    expect(await succeeds(["backup", file], original)).toMatch(/^Wrote \d+ rows of \d+ tables/);
    expect((await command(["backup", file], original)).text).toMatch("already exists");

    // After the backup, the service replaces a refresh token. Then it is killed.
    vendor.state.keepsResponses = false;
    await books.changeGrants({ expire: true }, { name: "rotated" });
    expect((await call("GET", "/accounting/paymentTerms", { accountKey: rotated })).status).toBe(200);
    first.program.process.kill("SIGKILL");
    await first.program.ended;
    await lost;

    const withoutKey = await command(["restore", file], copy);
    expect(withoutKey).toMatchObject({
      code: 1,
      text: expect.stringMatching(/master key [0-9a-f]{16}, which is missing/),
    });
    await cp(join(original.DATA_DIR, "master.key"), join(copy.DATA_DIR, "master.key"));
    expect(await succeeds(["restore", "--check", file], copy)).toMatch("is complete");
    expect(await succeeds(["restore", file], copy)).toMatch("The service starts paused");
    expect((await command(["restore", file], copy)).text).toMatch("The database is not empty");

    // Paused: the vendor and the receiver would accept everything, and get nothing.
    receiver.state.accepts = true;
    receiver.state.calls = 0;
    vendor.state.calls = 0;
    const second = await start(copy);
    await second.program.until(/Kontor is paused/);
    const again = makeCall(second.url, apiKey);
    expect(await (await fetch(`${second.url}/health`)).json()).toMatchObject({ status: "paused" });
    const refused = await again("GET", "/accounting/paymentTerms", { accountKey: kept });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
    expect((await again("POST", "/accounting/customers", write)).status).toBe(503);
    expect((await again("GET", "/webhooks/subscriptions", { accountKey: kept })).rows.map(({ id }) => id)).toEqual([
      subscription.data["id"],
    ]);
    expect((await command(["doctor"], copy)).text).toMatch("restore: paused since the restore");
    const listed = JSON.parse(await succeeds(["resume", "--list", "--json"], copy)) as Record<
      string,
      { id: string; deliveries: number }[]
    >;
    expect(listed["deliveries"]).toMatchObject([{ subscriptionId: subscription.data["id"], deliveries: events }]);
    expect(listed["writes"]).toHaveLength(1);
    expect(listed["connectionsToTry"]?.map(({ id }) => id)).toEqual(expect.arrayContaining([ids.kept, ids.rotated]));
    // Several runs of every duty.
    await pause(3000);
    expect([receiver.state.calls, vendor.state.calls]).toEqual([0, 0]);

    expect(await succeeds(["resume"], copy)).toMatch("Resumed.");
    const expected = Array.from({ length: events }, (_, number) => `msg_${subscription.data["id"]}_${number + 1}`);
    await expect.poll(() => receiver.state.received.size, { timeout: patience(60_000) }).toBeGreaterThanOrEqual(events);
    expect([...receiver.state.received].toSorted()).toEqual(expected.toSorted());
    const state = async () =>
      JSON.parse(await succeeds(["resume", "--list", "--json"], copy)) as Record<string, { id: string }[]>;
    await expect.poll(async () => (await state())["completedAt"], { timeout: 60_000, interval: 1000 }).not.toBeNull();
    const after = await state();
    expect(after["writes"]).toEqual([]);
    const toSignIn = after["connectionsToSignIn"]?.map(({ id }) => id);
    // The demo's connection is not known to this vendor.
    expect(toSignIn?.filter((id) => Object.values(ids).includes(id))).toEqual([ids.rotated]);

    // The write was found at the vendor, and its repetition gets the outcome.
    const repeated = await again("POST", "/accounting/customers", write);
    expect([repeated.status, repeated.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    const { rows } = await vendorService.storage.database.query(
      "SELECT FROM sandbox.records WHERE collection = 'customers' AND body::text LIKE '%Einmal GmbH%'",
    );
    expect(rows).toHaveLength(1);
    expect((await again("GET", "/accounting/paymentTerms", { accountKey: kept })).status).toBe(200);
    expect(await (await fetch(`${second.url}/health`)).json()).toMatchObject({ status: "ok" });
    expect((await command(["resume"], copy)).text).toMatch("The service is not paused.");
    second.program.process.kill("SIGTERM");
    expect((await second.program.ended).code).toBe(0);
    reportFigure(
      "R23",
      `${events} waiting deliveries sent after resume with their ids, 1 write in doubt found and not repeated, 1 of 2 connections listed for a new sign-in`,
    );
  },
);
