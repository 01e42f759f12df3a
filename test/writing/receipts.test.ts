/** No success without a receipt: the stored record is compared with the body, and the journal keeps what it found (W4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connector } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import type { InvoiceInput } from "../../src/contract/inputs/sales.ts";
import type { Invoice } from "../../src/contract/records/sales.ts";
import { sealCredentials } from "../../src/core/accounts/connection.ts";
import type { Write } from "../../src/core/calling/request.ts";
import { entryKey, taskKey, taskReceipts } from "../../src/core/tasks/taskReceipts.ts";
import { addDifferences, writeOnce } from "../../src/core/writing/journal.ts";
import { readLateReceipts } from "../../src/core/writing/lateReceipts.ts";
import { encoder, fieldAs, listAs } from "../../src/kit/encode.ts";
import { mapping } from "../../src/kit/mapping.ts";
import { get } from "../../src/kit/reading.ts";
import { write } from "../../src/kit/writing.ts";
import { findOperation } from "../../src/store/operations.ts";
import { migrate } from "../../src/store/postgres/database.ts";
import { type FreshDatabase, freshDatabase } from "../support/database.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Bench, connectionId, openBench, tenantId } from "./once/bench.ts";

/** A vendor that computes the tax itself: it adds its own percentage, whatever the body says. */
interface StoredInvoice {
  readonly id: string;
  readonly contact: string;
  readonly marker: string;
  readonly net: number;
  readonly tax: number;
  readonly state: string;
  readonly number?: string;
}
const stored = new Map<string, StoredInvoice>();
const vendorRules = { percentage: 19, state: "DRAFT", numbers: false };
let count = 0;

let fresh: FreshDatabase;
let vendor: Loopback;
let bench: Bench;

beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
  await fresh.database.query("INSERT INTO tenants (id, name) VALUES ($1, 'Example')", [tenantId]);
  await fresh.database.query(
    "INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ($1, $2, 'notebook', '')",
    [connectionId, tenantId],
  );
  vendor = await serveHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://vendor");
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    if (request.method === "DELETE") {
      stored.delete(pathname.split("/").at(-1) ?? "");
      answer(200, {});
      return;
    }
    if (request.method === "GET") {
      const single = stored.get(pathname.split("/").at(-1) ?? "");
      if (single !== undefined) {
        answer(200, single);
        return;
      }
      const marker = searchParams.get("marker");
      answer(200, { items: [...stored.values()].filter((invoice) => invoice.marker === marker) });
      return;
    }
    let sent = "";
    request.on("data", (chunk) => (sent += chunk));
    request.on("end", () => answer(201, store(JSON.parse(sent) as SentInvoice)));
  });
  bench = openBench(fresh.url, vendor.url);
});
afterAll(async () => {
  await bench.close();
  await vendor.close();
  await fresh.drop();
});
beforeEach(() => {
  stored.clear();
  Object.assign(vendorRules, { percentage: 19, state: "DRAFT", numbers: false });
});

interface SentInvoice {
  readonly contact: string;
  readonly marker: string;
  readonly lines: readonly { readonly quantity: number; readonly price: number }[];
}

function store({ contact, marker, lines }: SentInvoice): StoredInvoice {
  const net = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const id = `invoice-${++count}`;
  const invoice = {
    id,
    contact,
    marker,
    net,
    tax: (net * vendorRules.percentage) / 100,
    state: vendorRules.state,
    ...(vendorRules.numbers && { number: `R-${count}` }),
  };
  stored.set(id, invoice);
  return invoice;
}

const line = encoder<InvoiceInput["lineItems"][number]>({
  quantity: fieldAs("quantity"),
  unitAmount: fieldAs("price"),
});

const invoice = mapping<Invoice, StoredInvoice>({
  invoiceId: ({ id }) => id,
  invoiceNumber: ({ number }) => number,
  contactId: ({ contact }) => contact,
  status: ({ state }) => state as "DRAFT",
  sumNetAmount: ({ net }) => net,
  totalTaxAmount: ({ tax }) => tax,
  totalAmount: ({ net, tax }) => net + tax,
});

const createInvoice = write<InvoiceInput, Invoice, StoredInvoice>({
  method: "POST",
  path: "/invoices",
  encoder: encoder<InvoiceInput>({
    contactId: fieldAs("contact"),
    invoiceDate: fieldAs("date"),
    lineItems: listAs("lines", line),
    status: fieldAs("state"),
  }),
  also: ({ marker }) => ({ marker }),
  map: invoice,
  find: async ({ marker }, session) =>
    ((await session.read("/invoices", { marker })) as { items: StoredInvoice[] }).items[0],
});

const undo: NonNullable<typeof createInvoice.undo> = (id, session) =>
  session.send({ method: "DELETE", path: `/invoices/${id}` });

const body: InvoiceInput = {
  contactId: "contact-1",
  invoiceDate: "2026-11-18T00:00:00Z",
  lineItems: [{ quantity: 2, unitAmount: 100, taxRatePercentage: 19 }],
};

let keys = 0;
const newKey = (): string => `receipt-${++keys}`;

const writeOf = (key: string, handler: typeof createInvoice, sent = body, on = bench): Write => {
  const write = on.writeOf({ text: "", key });
  return {
    ...write,
    operation: "invoices.create",
    handler,
    call: { ...write.call, body: sent },
  };
};

test("a record that says what was sent is verified without a word", async () => {
  const result = await writeOnce(bench, writeOf(newKey(), createInvoice));
  expect(result.record).toMatchObject({ totalAmount: 238 });
  expect(result).not.toHaveProperty("differences");
  expect(result.warnings).toEqual([]);
});

test("a record with other amounts is a success that names the differences, also when it is repeated", async () => {
  vendorRules.percentage = 0;
  const key = newKey();
  const result = await writeOnce(bench, writeOf(key, createInvoice));
  expect(result).toMatchObject({
    record: { totalAmount: 200 },
    differences: [{ field: "totalAmount", asked: 238, stored: 200 }],
    warnings: ["Notebook stored totalAmount as 200 instead of 238."],
  });
  expect(await writeOnce(bench, writeOf(key, createInvoice))).toEqual({ ...result, replayed: true });
  expect(stored.size).toBe(1);
});

test("differences that are found later are part of the outcome", async () => {
  const key = newKey();
  const { differences: none, ...result } = await writeOnce(bench, writeOf(key, createInvoice));
  expect(none).toBeUndefined();
  const differences = [{ field: "entries[2].number", asked: "A-1", stored: "R-7" }];
  await addDifferences(bench, { connectionId, idempotencyKey: key }, differences);
  expect(await writeOnce(bench, writeOf(key, createInvoice))).toEqual({ ...result, differences, replayed: true });
});

test("a draft with another number stays, because its amounts are right", async () => {
  const numbered = {
    ...createInvoice,
    writableFields: { ...createInvoice.writableFields, invoiceNumber: true },
  } as const;
  const result = await writeOnce(bench, writeOf(newKey(), { ...numbered, undo }, { ...body, invoiceNumber: "A-1" }));
  expect(result).toMatchObject({
    differences: [{ field: "invoiceNumber", asked: "A-1", stored: null }],
    warnings: ["Notebook did not store invoiceNumber (A-1)."],
  });
  expect(stored.size).toBe(1);
});

test("a draft with other amounts is deleted again if the vendor allows it", async () => {
  vendorRules.percentage = 0;
  const key = newKey();
  const handler = { ...createInvoice, undo };
  const refusal = { code: "stored_differs", details: { undone: true, faults: [{ field: "totalAmount" }] } };
  await expect(writeOnce(bench, writeOf(key, handler))).rejects.toMatchObject(refusal);
  await expect(writeOnce(bench, writeOf(key, handler))).rejects.toMatchObject(refusal);
  expect(stored.size).toBe(0);
});

test.each([
  ["is open", { state: "OPEN" }],
  ["has a number", { numbers: true }],
])("a document that %s stays, whatever it says", async (_what, rules) => {
  Object.assign(vendorRules, { percentage: 0, ...rules });
  const result = await writeOnce(bench, writeOf(newKey(), { ...createInvoice, undo }));
  expect(result.differences).toHaveLength(1);
  expect(stored.size).toBe(1);
});

test("a draft that cannot be deleted stays, and the answer names the differences", async () => {
  vendorRules.percentage = 0;
  const handler = { ...createInvoice, undo: () => Promise.reject(new Failure("target_rejected", "no")) };
  const result = await writeOnce(bench, writeOf(newKey(), handler));
  expect(result.differences).toEqual([{ field: "totalAmount", asked: 238, stored: 200 }]);
  expect(stored.size).toBe(1);
});

test("a receipt that cannot be read is no failure", async () => {
  const complete = () => Promise.reject(new Failure("target_unavailable", "Notebook is down."));
  const result = await writeOnce(bench, writeOf(newKey(), { ...createInvoice, complete }));
  expect(result).toMatchObject({ verified: false, record: { totalAmount: 238 } });
  expect(stored.size).toBe(1);
});

test("if nothing is known of what was stored, the outcome is unknown until the record is found", async () => {
  const key = newKey();
  const handler: typeof createInvoice = {
    ...createInvoice,
    complete: () => Promise.reject(new Failure("target_unavailable", "Notebook is down.")),
    incomplete: (raw) => ({ record: {}, raw }),
  };
  const failure = await writeOnce(bench, writeOf(key, handler)).catch((error: Failure) => error);
  expect(failure).toMatchObject({ code: "outcome_unknown" });
  const repeated = await writeOnce(bench, writeOf(key, createInvoice));
  expect(repeated).toMatchObject({ record: { totalAmount: 238 } });
  expect(stored.size).toBe(1);
});

describe("a receipt that is read later", () => {
  const unread = async (percentage: number, key = newKey()): Promise<string> => {
    vendorRules.percentage = percentage;
    const complete = () => Promise.reject(new Failure("target_unavailable", "Notebook is down."));
    await writeOnce(bench, writeOf(key, { ...createInvoice, complete }));
    await fresh.database.query("UPDATE operations SET receipt_due = now() WHERE idempotency_key = $1", [key]);
    return key;
  };
  const readInvoice = get<Invoice, StoredInvoice>({ path: "/invoices/{invoiceId}", map: invoice });
  const notebook = (reading: typeof readInvoice): Connector => ({
    ...bench.writeOf({ text: "" }).connector,
    operations: { "invoices.get": reading },
  });
  const readReceipts = (reading: typeof readInvoice) =>
    readLateReceipts({
      ...bench,
      connectors: new Map([["notebook", notebook(reading)]]),
      openSession: async () => bench.writeOf({ text: "" }).openSession(),
    });
  beforeAll(async () => {
    const credentials = sealCredentials(bench.vault, connectionId, {});
    await fresh.database.query("UPDATE connections SET credentials = $1 WHERE id = $2", [credentials, connectionId]);
  });

  test("ends the doubt, and a repeated key gets the verified answer", async () => {
    const key = await unread(19);
    await readReceipts(readInvoice);
    const repeated = await writeOnce(bench, writeOf(key, createInvoice));
    expect(repeated).toMatchObject({ record: { totalAmount: 238 }, replayed: true });
    expect(repeated).not.toHaveProperty("verified");
    expect(repeated).not.toHaveProperty("differences");
  });

  test("names what was stored differently", async () => {
    const key = await unread(0);
    await readReceipts(readInvoice);
    expect(await writeOnce(bench, writeOf(key, createInvoice))).toMatchObject({
      differences: [{ field: "totalAmount", asked: 238, stored: 200 }],
    });
  });

  test("is part of the task's answer", async () => {
    const task = { id: "01K9TASK", connectionId };
    await unread(0, taskKey(task));
    expect(await taskReceipts(bench, task, body)).toEqual({ differences: [], verified: false });
    await readReceipts(readInvoice);
    const differences = [{ field: "totalAmount", asked: 238, stored: 200 }];
    expect(await taskReceipts(bench, task, body)).toEqual({ differences });
  });

  test("is part of the task's answer by its entry in the bulk body", async () => {
    const task = { id: "01K9BULK", connectionId };
    await writeOnce(bench, writeOf(entryKey(task, 0), createInvoice));
    await unread(0, entryKey(task, 1));
    const bulk = { entries: [body, body] };
    expect(await taskReceipts(bench, task, bulk)).toEqual({ differences: [], verified: false });
    await readReceipts(readInvoice);
    const differences = [{ field: "entries[1].totalAmount", asked: 238, stored: 200 }];
    expect(await taskReceipts(bench, task, bulk)).toEqual({ differences });
  });

  test("is tried again while the vendor is down", async () => {
    const key = await unread(19);
    const down = { ...readInvoice, get: () => Promise.reject(new Failure("target_unavailable", "down")) };
    await readReceipts(down);
    expect(await writeOnce(bench, writeOf(key, createInvoice))).toMatchObject({ verified: false });
    const { rows } = await fresh.database.query(
      "SELECT 1 FROM operations WHERE idempotency_key = $1 AND receipt_due > now()",
      [key],
    );
    expect(rows).toHaveLength(1);
  });
});

test.each([
  ["before", false],
  ["after", true],
])("a process that dies %s the draft is deleted leaves no draft behind", async (_when, isDeleted) => {
  vendorRules.percentage = 0;
  const key = newKey();
  const dying = openBench(fresh.url, vendor.url);
  await new Promise<void>((reached) => {
    const hang: typeof undo = async (id, session) => {
      if (isDeleted) await undo(id, session);
      reached();
      return new Promise<never>(() => {});
    };
    void writeOnce(dying, writeOf(key, { ...createInvoice, undo: hang }, body, dying));
  });
  const { rows } = await fresh.database.query<{ id: string }>("SELECT id FROM operations WHERE idempotency_key = $1", [
    key,
  ]);
  const id = rows[0]?.id ?? "";
  expect(await findOperation(bench.database, { id, connectionId })).toMatchObject({ state: "undoing" });
  await dying.close();
  // The database releases the dead process's lock a moment after its connection has ended.
  await expect
    .poll(() => writeOnce(bench, writeOf(key, { ...createInvoice, undo })).catch((error: unknown) => error))
    .toMatchObject({ code: "stored_differs" });
  expect(stored.size).toBe(0);
  expect(await findOperation(bench.database, { id, connectionId })).toMatchObject({ state: "refused" });
});

test("a body that the target system cannot store is not kept under its key, because nothing was sent", async () => {
  const key = newKey();
  const wrong = { ...body, taxRule: "REVERSE_CHARGE" as const };
  await expect(writeOnce(bench, writeOf(key, createInvoice, wrong))).rejects.toMatchObject({
    code: "cannot_store",
    details: { faults: [{ field: "taxRule" }] },
  });
  expect(stored.size).toBe(0);
  expect(await writeOnce(bench, writeOf(key, createInvoice))).toMatchObject({ record: { totalAmount: 238 } });
});
