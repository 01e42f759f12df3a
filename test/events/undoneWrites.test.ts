/** A draft that was stored differently is deleted again. The vendor reports it all the same, and no event is delivered (W4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connector, ListHandler } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import type { InvoiceInput } from "../../src/contract/inputs/sales.ts";
import type { Invoice } from "../../src/contract/records/sales.ts";
import type { Session } from "../../src/contract/session.ts";
import type { Notice } from "../../src/contract/webhooks.ts";
import { openSources } from "../../src/core/changes/changes.ts";
import { openPoller } from "../../src/core/changes/poller.ts";
import { writeOnce } from "../../src/core/writing/journal.ts";
import { encoder, fieldAs } from "../../src/kit/encode.ts";
import { mapping } from "../../src/kit/mapping.ts";
import { write } from "../../src/kit/writing.ts";
import { migrate } from "../../src/store/postgres/database.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Bench, connectionId, openBench, tenantId } from "../writing/once/bench.ts";

interface StoredInvoice {
  readonly id: string;
  readonly net: number;
}

/** A vendor that stores drafts, and posts webhooks. */
const vendor = {
  invoices: new Map<string, StoredInvoice>(),
  count: 0,
  /** Stores this amount, whatever the body says. */
  net: 200,
  /** What happens at the vendor before it answers. */
  beforeAnswer: async (_id: string): Promise<void> => {},
};

const invoice = mapping<Invoice, StoredInvoice>({
  invoiceId: ({ id }) => id,
  status: () => "DRAFT",
  sumNetAmount: ({ net }) => net,
});

const createInvoice = {
  ...write<InvoiceInput, Invoice, StoredInvoice>({
    method: "POST",
    path: "/invoices",
    encoder: encoder<InvoiceInput>({ contactId: fieldAs("contact"), invoiceDate: fieldAs("date") }),
    map: invoice,
  }),
  undo: (id: string, session: Session) => session.send({ method: "DELETE", path: `/invoices/${id}` }),
};

const invoices: ListHandler<never> = {
  fields: {},
  filters: [],
  orders: [],
  requires: [],
  list: async () => {
    const records = [...vendor.invoices.values()].map(invoice) as never[];
    return { records, raw: [], total: records.length };
  },
};

const connector: Connector = {
  id: "notebook",
  name: "Notebook",
  about: "A vendor whose portal accepts one webhook URL.",
  site: "https://notebook.example",
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/me",
  refusals: { message: () => undefined },
  rawData: false,
  webhooks: {
    setUp: "portal",
    resources: { INVOICE: ["CREATED", "UPDATED", "DELETED"] },
    receive: ({ body }) => ({ kind: "notices", notices: JSON.parse(body.toString("utf8")) as Notice[] }),
  },
  operations: { "invoices.list": invoices },
};
const connectors = new Map([[connector.id, connector]]);

let fresh: FreshDatabase;
let server: Loopback;
let bench: Bench;
let sources: ReturnType<typeof openSources>;
let moment = Date.now();

beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
  server = await serveHttp(async (request, response) => {
    const answer = (value: unknown): void => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    if (request.method === "DELETE") {
      vendor.invoices.delete(request.url?.split("/").at(-1) ?? "");
      return answer({});
    }
    const stored = { id: `invoice-${++vendor.count}`, net: vendor.net };
    vendor.invoices.set(stored.id, stored);
    await vendor.beforeAnswer(stored.id);
    return answer(stored);
  });
  bench = openBench(fresh.url, server.url);
  sources = openSources({
    ...bench,
    connectors,
    openSession: async () => ({}) as Session,
    pollSeconds: 300,
    now: () => moment,
    random: () => 0.5,
    isReachedBy: () => true,
    publicUrl: () => "https://kontor.example",
    webhookSecrets: { notebook: "the operator's key" },
    onFault: (error) => {
      throw error;
    },
    onGivenUp: () => {},
  });
});
afterAll(async () => {
  await bench.close();
  await server.close();
  await fresh.drop();
});

beforeEach(async () => {
  Object.assign(vendor, { invoices: new Map(), net: 200, beforeAnswer: async () => {} });
  await fresh.database.query("DELETE FROM events; DELETE FROM tenants");
  await fresh.database.query("INSERT INTO tenants (id, name) VALUES ($1, 'Example')", [tenantId]);
  await fresh.database.query(
    `INSERT INTO connections (id, tenant_id, target_system, credentials, company) VALUES ($1, $2, 'notebook', '', 'north')`,
    [connectionId, tenantId],
  );
  await fresh.database.query(
    `INSERT INTO subscriptions (id, tenant_id, connection_id, callback_url, secret, expires_at)
     VALUES ('subscription-1', $1, $2, 'https://x.example', '', now() + interval '1 day')`,
    [tenantId, connectionId],
  );
});

const body: InvoiceInput = {
  contactId: "contact-1",
  invoiceDate: "2026-11-18T00:00:00Z",
  lineItems: [{ quantity: 2, unitAmount: 100 }],
};

const create = (handler: typeof createInvoice = createInvoice) => {
  const prepared = bench.writeOf({ text: "" });
  return writeOnce(
    { ...bench, prepareWrite: async ({ call }) => ({ body: call.body, warnings: [] }) },
    { ...prepared, operation: "invoices.create", handler, call: { ...prepared.call, body } },
  );
};

async function report(eventType: Notice["eventType"], resourceId: string): Promise<void> {
  const changedAt = new Date(moment).toISOString();
  const notice: Notice = { resource: "INVOICE", eventType, resourceId, changedAt, company: "north" };
  const post = { headers: {}, query: {}, body: Buffer.from(JSON.stringify([notice])) };
  expect(await sources.reception.atPortal("notebook", undefined, post)).toEqual({ kind: "stored" });
}

/** The events in the log, each with the number of its deliveries. */
async function events(): Promise<string[]> {
  await sources.releaseChanges();
  const { rows } = await fresh.database.query<{ line: string }>(
    `SELECT event_type || ' ' || resource_id || ' ' || (SELECT count(*) FROM deliveries d WHERE d.sequence = e.sequence)
       AS line FROM events e ORDER BY sequence`,
  );
  return rows.map(({ line }) => line);
}

const lastId = (): string => `invoice-${vendor.count}`;

describe("webhooks about a draft that was deleted again", () => {
  test.each([
    ["before the vendor answers the write", true],
    ["after the draft was deleted", false],
  ])("that arrive %s are not delivered", async (_when, isEarly) => {
    vendor.net = 150;
    if (isEarly) vendor.beforeAnswer = (id) => report("CREATED", id);
    await expect(create()).rejects.toMatchObject({ code: "stored_differs", details: { undone: true } });
    if (!isEarly) await report("CREATED", lastId());
    await report("DELETED", lastId());
    expect(await events()).toEqual([]);
  });

  test("that arrive while it is deleted wait for the end", async () => {
    vendor.net = 150;
    const undo: typeof createInvoice.undo = async (id, session) => {
      await report("CREATED", id);
      expect(await events()).toEqual([]);
      return createInvoice.undo(id, session);
    };
    await expect(create({ ...createInvoice, undo })).rejects.toMatchObject({ code: "stored_differs" });
    expect(await events()).toEqual([]);
  });
});

test("a record that stays is reported once its write has ended", async () => {
  vendor.beforeAnswer = async (id) => {
    await report("CREATED", id);
    expect(await events()).toEqual([]);
  };
  await create();
  expect(await events()).toEqual([`CREATED ${lastId()} 1`]);
});

test("a change after the write does not overtake one that waits", async () => {
  vendor.beforeAnswer = (id) => report("CREATED", id);
  await create();
  await report("DELETED", lastId());
  expect(await events()).toEqual([`CREATED ${lastId()} 1`, `DELETED ${lastId()} 1`]);
});

test("a draft that cannot be deleted is reported", async () => {
  vendor.net = 150;
  vendor.beforeAnswer = (id) => report("CREATED", id);
  const undo = () => Promise.reject(new Failure("target_rejected", "no"));
  await create({ ...createInvoice, undo });
  expect(await events()).toEqual([`CREATED ${lastId()} 1`]);
});

test("other records are reported at once if their log has them, and after the write otherwise", async () => {
  await report("UPDATED", "known");
  vendor.beforeAnswer = async () => {
    await report("UPDATED", "new");
    await report("DELETED", "known");
    expect(await events()).toEqual(["UPDATED known 1", "DELETED known 1"]);
    await report("DELETED", "new");
  };
  await create();
  expect(await events()).toEqual(["UPDATED known 1", "DELETED known 1", "UPDATED new 1", "DELETED new 1"]);
});

test("a draft whose creation was delivered before its write was undone needs its deletion, too", async () => {
  vendor.net = 150;
  vendor.beforeAnswer = async (id) => {
    // As if the write took longer than changes are held.
    await fresh.database.query("UPDATE operations SET created_at = now() - interval '1 hour'");
    await report("CREATED", id);
  };
  await expect(create()).rejects.toMatchObject({ code: "stored_differs" });
  moment += 1000;
  await report("DELETED", lastId());
  expect(await events()).toEqual([`CREATED ${lastId()} 1`, `DELETED ${lastId()} 1`]);
});

test("a poll that sees the draft before it is deleted reports neither its creation nor its deletion", async () => {
  const faults: unknown[] = [];
  const poller = openPoller({
    ...bench,
    connectors,
    pollEverySeconds: 300,
    now: () => moment,
    random: () => 0.5,
    openSession: async () => ({}) as Session,
    reportChannelOf: () => ({ by: "nothing" }),
    onFault: (error) => faults.push(error),
  });
  const poll = async (): Promise<void> => {
    moment += 300_000;
    await fresh.database.query("UPDATE poll_schedule SET due_at = now()");
    await poller.begin();
    await poller.idle();
    expect(faults).toEqual([]);
  };
  await poller.schedule();
  await poll();
  vendor.net = 150;
  let snapshots = 0;
  vendor.beforeAnswer = async () => {
    await poll();
    snapshots = (await fresh.database.query("SELECT 1 FROM record_snapshots")).rowCount ?? 0;
  };
  await expect(create()).rejects.toMatchObject({ code: "stored_differs" });
  await poll();
  expect(snapshots).toBe(1);
  expect(await events()).toEqual([]);
  vendor.net = 200;
  vendor.beforeAnswer = async () => {};
  await create();
  await poll();
  expect(await events()).toEqual([`CREATED ${lastId()} 1`]);
});
