/** R21: lists that change while their pages are read, and lists longer than a vendor's window. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lexwareOffice } from "../../simulators/lexware-office/simulation.ts";
import { reportFigure } from "../faults/scale.ts";
import { type IdleRig, openIdleVendors } from "../support/idleVendors.ts";
import type { Fields, Request } from "../support/platform.ts";

/** More than the vendor's search window of 10,000. */
const purchases = 10_300;

let rig: IdleRig;
const accountKeys = new Map<string, string>();
beforeAll(async () => {
  const targetSystems = ["xero", "quickbooks", "e-conomic", "lexware-office"];
  const simulations = { "lexware-office": lexwareOffice({ purchases }) };
  rig = await openIdleVendors(targetSystems, {}, { simulations });
  for (const targetSystem of targetSystems) accountKeys.set(targetSystem, (await rig.connect(targetSystem)).accountKey);
});
afterAll(() => rig.close());

const call = async (targetSystem: string, method: string, path: string, request: Request = {}) => {
  const accountKey = accountKeys.get(targetSystem) ?? "";
  return rig.call(method, `/accounting/${path}`, { accountKey, ...request });
};

const page = async (targetSystem: string, path: string, query: Fields) => {
  const reply = await call(targetSystem, "GET", path, { query });
  expect(reply.status, reply.text).toBe(200);
  return { ids: reply.rows.map(idOf), total: reply.meta.pagination?.["total"] };
};
const idOf = (row: Fields): string => row["id"] ?? row["invoiceId"] ?? "";

/** Reads all pages, and calls `between` after each. */
async function walk(targetSystem: string, path: string, query: Fields, between?: (ids: readonly string[]) => unknown) {
  const pages: string[][] = [];
  for (let number = 1; ; number++) {
    const { ids } = await page(targetSystem, path, { ...query, page: String(number) });
    if (ids.length === 0) return pages.flat();
    pages.push(ids);
    await between?.(ids);
  }
}

const twice = (ids: readonly string[]): readonly string[] => ids.filter((id, at) => ids.indexOf(id) !== at);

interface ChangingList {
  readonly targetSystem: string;
  readonly path: string;
  /** Whether new records come last, so that no page repeats a record. */
  readonly newComeLast: boolean;
}

const body = { companyName: "Nachzügler Nirgends", contactType: "COMPANY" };
const lists: readonly ChangingList[] = [
  { targetSystem: "xero", path: "customers", newComeLast: false },
  { targetSystem: "quickbooks", path: "customers", newComeLast: true },
  { targetSystem: "e-conomic", path: "customers", newComeLast: true },
];

describe.each(lists)("$targetSystem", ({ targetSystem, path, newComeLast }) => {
  test("changed and new records do not shift the pages", async () => {
    const { vendor } = rig.simulatorOf(targetSystem);
    const before = (await walk(targetSystem, path, { limit: "100" })).toSorted();
    expect(before.length).toBeGreaterThan(40);
    let number = 0;
    let added = "";
    const seen = await walk(targetSystem, path, { limit: "10" }, async (ids) => {
      number += 1;
      // One record is on a page that was read, the other one maybe not.
      for (const id of [ids[3], before[number * 7]]) if (id !== undefined) vendor.touch(id);
      if (number !== 2) return;
      const created = await call(targetSystem, "POST", path, { body });
      expect(created.status, created.text).toBe(201);
      added = idOf(created.data);
    });
    const others = seen.filter((id) => id !== added);
    expect([...new Set(others)].toSorted()).toEqual(before);
    if (!newComeLast) return;
    expect(twice(seen)).toEqual([]);
    expect(seen.at(-1)).toBe(added);
  });
});

describe("lexware-office, beyond the vendor's window", () => {
  const longLists = "lexware-office";

  test("every bill is listed once, also while bills change", async () => {
    const { vendor } = rig.simulatorOf(longLists);
    let total: number | undefined;
    let count = 0;
    const seen = await walk(longLists, "bills", { limit: "100" }, async (ids) => {
      count += 1;
      if (count % 10 === 0) vendor.touch(ids[0] ?? "");
      total ??= (await page(longLists, "bills", { limit: "5" })).total;
    });
    expect(seen.length).toBeGreaterThan(purchases);
    expect(twice(seen.toSorted())).toEqual([]);
    expect(seen).toHaveLength(total ?? 0);
    reportFigure("R21", `${seen.length} bills in ${count} pages beyond a window of 10000, each once`);
    const newestFirst = { orderField: "createdDate", orderDir: "DESC", limit: "5" };
    expect((await page(longLists, "bills", newestFirst)).ids).toContain(seen.at(-1));
    const last = String(Math.ceil(seen.length / 5));
    expect((await page(longLists, "bills", { ...newestFirst, page: last })).ids).toContain(seen[0]);
  });

  test("a page past the end is empty, however far", async () => {
    for (const list of ["bills", "invoices", "contacts", "items", "payments"])
      for (const number of ["150", "3000"])
        expect(await page(longLists, list, { limit: "100", page: number })).toMatchObject({ ids: [] });
  });

  test("an order that the vendor cannot split is refused beyond the window, with the remedy", async () => {
    const query = { orderField: "billDate", limit: "100", page: "100" };
    expect((await page(longLists, "bills", query)).ids).toHaveLength(100);
    const reply = await call(longLists, "GET", "bills", { query: { ...query, page: "101" } });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain("no orderField, createdDate or updatedDate");
  });

  test("polls see all bills", async () => {
    const accountKey = accountKeys.get(longLists) ?? "";
    const body = { callbackUrl: "http://127.0.0.9:9/events", resource: "BILL" };
    expect((await rig.call("POST", "/webhooks", { accountKey, body })).status).toBe(201);
    const { sources } = rig.core();
    await sources.sweepVendorSubscriptions();
    await sources.renewVendorSubscriptions();
    await sources.poller.sweep();
    await sources.poller.begin();
    await sources.poller.idle();
    const { rows } = await rig.storage.database.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM record_snapshots WHERE resource = 'BILL'",
    );
    expect(rows[0]?.count).toBe((await page(longLists, "bills", { limit: "5" })).total);
  });
});
