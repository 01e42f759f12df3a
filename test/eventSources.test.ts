/** From a change in a target system to a signed event at a receiver, told by the vendor or looked for. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bodies } from "./bodies.ts";
import { type Listener, listenTo } from "./hearing.ts";
import { type Service, startService } from "./service.ts";

let service: Service;
const listeners: Listener[] = [];

beforeAll(async () => {
  service = await startService({ LOOK_SECONDS: "1" }, { worker: true });
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});
afterAll(() => service.stop());

async function listen(targetSystem: string, company?: string): Promise<Listener> {
  const listener = await listenTo(service, targetSystem, company);
  listeners.push(listener);
  return listener;
}

const patience = { timeout: 20_000, interval: 50 };

async function settled(listener: Listener, table: string, condition: string): Promise<void> {
  const ready = async () => {
    const statement = `SELECT FROM ${table} WHERE connection_id = $1 AND ${condition}`;
    return (await service.house.database.query(statement, [listener.connectionId])).rowCount;
  };
  await expect.poll(ready, patience).toBeGreaterThan(0);
}

const nativeReady = (listener: Listener) => settled(listener, "vendor_subscriptions", "facts IS NOT NULL");
const lookReady = (listener: Listener) => settled(listener, "looks", "seen_until IS NOT NULL");

const written = async (listener: Listener, method: string, path: string, body?: object) => {
  const { status, data, text } = await listener.call(method, path, { ...(body && { body }) });
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
  return data;
};

const seen = ({ heard }: Listener) =>
  heard.map(({ eventType, resource, resourceId }) => [eventType, resource, resourceId]);

describe.each([
  ["sandbox", "told by the vendor", nativeReady],
  ["sandbox-key", "looked for", lookReady],
] as const)("at %s, where changes are %s", (targetSystem, _how, ready) => {
  test("an invoice and a bill that are written, changed and deleted arrive in order", async () => {
    const listener = await listen(targetSystem);
    await listener.subscribe({ resource: "INVOICE" });
    await listener.subscribe({ resource: "BILL" });
    await ready(listener);
    const { invoiceId = "" } = await written(listener, "POST", "/accounting/invoices", {
      ...bodies["invoices.create"],
      invoiceNumber: `R-${targetSystem}`,
    });
    await expect.poll(() => seen(listener), patience).toEqual([["CREATED", "INVOICE", invoiceId]]);
    await written(listener, "PATCH", `/accounting/invoices/${invoiceId}`, { reference: "neu" });
    await expect.poll(() => seen(listener).slice(1), patience).toEqual([["UPDATED", "INVOICE", invoiceId]]);
    const draft = { ...bodies["bills.create"], status: "DRAFT", billNumber: `B-${targetSystem}` };
    const { id = "" } = await written(listener, "POST", "/accounting/bills", draft);
    await expect.poll(() => seen(listener).slice(2), patience).toEqual([["CREATED", "BILL", id]]);
    await written(listener, "DELETE", `/accounting/bills/${id}`);
    await expect.poll(() => seen(listener).slice(3), patience).toEqual([["DELETED", "BILL", id]]);
    expect(listener.unsigned).toBe(0);
  });
});
