import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../start.ts";
import { byOffset, wholeNumber } from "./pages.ts";
import { recorded } from "./recorded.ts";
import { openRecordings } from "./recordings.ts";
import { get } from "./routes.ts";

const evidence = {
  "contacts.list/a-company.json": {
    request: { path: "/contact" },
    reply: { body: [{ id: 7, name_1: "Muster AG", country_id: 1, fax: "" }] },
  },
  "contacts.get/a-person.json": {
    request: { path: "/contact/8" },
    reply: { body: { id: 8, name_1: "Beispiel", country_id: null, fax: null } },
    further: [{ request: { path: "/country" }, reply: { body: [{ id: 1, iso: "CH" }] } }],
  },
  "invoices.list/an-invoice.json": {
    request: { path: "/kb_invoice" },
    reply: { body: [{ id: 7, contact_id: 8, total: "107.70" }] },
  },
  "items.list/wrapped-items.json": {
    request: { path: "/items.json" },
    reply: { body: { items: [{ id: 3, name: "Seil" }] } },
  },
  "items.get/a-wrapped-item.json": {
    request: { path: "/items/4.json" },
    reply: { body: { item: { id: 4, name: "Tau" } } },
  },
  "refusals/missing.json": {
    request: { path: "/contact/9" },
    reply: { status: 404, body: { error_code: 404, message: "Not Found" } },
  },
};

let folder: string;
let simulator: Simulator;
const base = "/api.recorded.example/2.0";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kontor-recorded-"));
  for (const [path, file] of Object.entries(evidence)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(file));
  }
  const simulation = recorded<"contact" | "country" | "invoice">({
    slug: "recorded-books",
    base,
    evidenceFolder: folder,
    rowsPerList: 10,
    keys: { credentials: { apiKey: "k" }, admits: ({ headers }) => headers.authorization === "Bearer k" },
    lists: {
      contact: { path: "contact", isWritable: true },
      country: { path: "country" },
      invoice: { path: "kb_invoice" },
    },
    page: (rows, { query }) => {
      const page = byOffset(rows, wholeNumber(query["offset"], 0), wholeNumber(query["limit"], 5, 100));
      return { headers: { "x-total-count": String(page.total) }, body: page.rows };
    },
    routes: () => [get("profile", () => ({ body: { name: "Recorded" } }))],
  });
  simulator = await startSimulator(simulation);
});
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});

interface Reply {
  readonly status: number;
  readonly total: string | null;
  readonly body: unknown;
}

async function call(path: string, { method = "GET", body }: { method?: string; body?: object } = {}): Promise<Reply> {
  const answer = await fetch(`${simulator.url}${base}${path}`, {
    method,
    headers: { authorization: "Bearer k", ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, total: answer.headers.get("x-total-count"), body: await answer.json() };
}

test("recorded rows fill several pages, each with its own id and with fields to the letter", async () => {
  const { body, total } = await call("/contact?limit=100");
  expect(total).toBe("10");
  const rows = body as { id: number; name_1: string; fax: string | null }[];
  expect(new Set(rows.map(({ id }) => id)).size).toBe(10);
  expect(rows.filter(({ fax }) => fax === null)).toHaveLength(5);
  expect(rows.slice(0, 2)).toEqual([
    { id: 8, name_1: "Beispiel", country_id: null, fax: null },
    { id: 7, name_1: "Muster AG", country_id: 1, fax: "" },
  ]);
  expect((await call("/contact?offset=5")).body).toHaveLength(5);
});

test("a copy refers to a copy of what the recorded row refers to", async () => {
  const { body } = await call("/kb_invoice?limit=100");
  const invoices = body as { id: number; contact_id: number; total: string }[];
  expect(invoices).toHaveLength(10);
  expect(invoices[1]).toEqual({ id: 1_000_007, contact_id: 1_000_008, total: "107.70" });
  // Contacts have fewer copies, because two of them were recorded.
  expect(invoices[5]).toEqual({ id: 5_000_007, contact_id: 8, total: "107.70" });
  for (const { contact_id: contact } of invoices) expect((await call(`/contact/${contact}`)).status).toBe(200);
});

test("a write is laid over a recorded row, can be read and changed, and is deleted", async () => {
  const created = await call("/contact", { method: "POST", body: { name_1: "Neuland" } });
  expect(created).toMatchObject({ status: 201, body: { name_1: "Neuland", country_id: null } });
  const { id } = created.body as { id: number };
  await call(`/contact/${id}`, { method: "PATCH", body: { fax: "+41" } });
  expect((await call(`/contact/${id}`)).body).toMatchObject({ id, name_1: "Neuland", fax: "+41" });
  expect((await call("/country", { method: "POST", body: {} })).status).toBe(404);
});

test("refuses as recorded, and otherwise with the body of a recorded refusal and the status in it", async () => {
  expect(await call("/contact/9")).toMatchObject({ status: 404, body: { error_code: 404, message: "Not Found" } });
  const answer = await fetch(`${simulator.url}${base}/contact`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ error_code: 401, message: "Not Found" });
});

test("a documented refusal comes before a derived one, and a recorded one before both", () => {
  const documented = { status: 401, body: { message: "documented" } };
  const { unauthorized, notFound, rateLimited } = openRecordings({
    slug: "recorded-books",
    lists: {},
    evidenceFolder: folder,
  }).refusals({ unauthorized: documented, notFound: documented });
  expect(unauthorized).toEqual(documented);
  expect(notFound.body).toEqual({ error_code: 404, message: "Not Found" });
  expect(rateLimited).toEqual({
    status: 429,
    headers: { "retry-after": "7" },
    body: { error_code: 429, message: "Not Found" },
  });
});

test("finds wrapped rows under other spellings of a path, and wraps a single record", async () => {
  const wrapped = await startSimulator(
    recorded<"items">({
      slug: "wrapped-books",
      base,
      evidenceFolder: folder,
      rowsPerList: 1,
      keys: { credentials: { apiKey: "k" }, admits: () => true },
      lists: { items: { path: "items" } },
      pathOf: (path) => path.replace(/\.json$/, ""),
      rowsIn: (body) => (body as { readonly items: unknown }).items,
      rowIn: (body) => (body as { readonly item: unknown }).item,
      single: (item) => ({ item }),
      page: (items) => ({ body: { items } }),
    }),
  );
  const read = async (path: string): Promise<unknown> => (await fetch(`${wrapped.url}${base}${path}`)).json();
  expect(await read("/items")).toMatchObject({ items: expect.arrayContaining([{ id: 3, name: "Seil" }]) });
  expect(await read("/items/4")).toEqual({ item: { id: 4, name: "Tau" } });
  await wrapped.close();
});
