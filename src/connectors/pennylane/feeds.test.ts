/** Changes and deletions that the vendor reports in its feeds (reference of /changelogs, and recorded feeds). */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { ListHandler } from "../../contract/connector.ts";
import type { VendorQuery } from "../../contract/session.ts";
import { pennylane } from "./connector.ts";

beforeAll(() => vi.setSystemTime("2026-11-15T12:00:00Z"));
afterAll(() => void vi.useRealTimers());

const customers = pennylane.operations["customers.list"] as ListHandler<{ readonly id: string }>;
const recently = new Date("2026-11-14T12:00:00Z");
const longAgo = new Date("2026-10-01T12:00:00Z");

const change = (id: number, operation: string) => ({ id, operation, processed_at: "2026-11-15T00:00:00.000000Z" });
const customer = (id: number, day = "2026-11-15") => ({
  id,
  name: `Client ${id}`,
  updated_at: `${day}T00:00:00.000000Z`,
});

/** A vendor with this feed, whose list has these customers. */
function vendorOf(feed: readonly object[], list: readonly object[] = []) {
  const asked: string[] = [];
  const read = async (path: string, query: VendorQuery = {}) => {
    asked.push(`${path} ${query["filter"] ?? query["start_date"] ?? query["cursor"] ?? ""}`.trim());
    if (!path.startsWith("/changelogs/")) {
      const [{ value }] = JSON.parse(String(query["filter"] ?? '[{"field":"","value":""}]')) as [{ value: unknown }];
      const items = list.filter((row) => value === "" || (row as { id: number }).id === value);
      return { items, has_more: false, next_cursor: null };
    }
    const isFirst = query["cursor"] === undefined;
    const half = Math.ceil(feed.length / 2);
    const items = isFirst ? feed.slice(0, half) : feed.slice(half);
    return { items, has_more: isFirst && feed.length > 1, next_cursor: isFirst ? "second" : null };
  };
  return { session: sessionWith({ read }), asked };
}

const changedSince = async (since: Date, { session }: ReturnType<typeof vendorOf>) =>
  (await customers.list({ ids: {}, filters: { lastModifiedAt: since } }, session)).records.map(({ id }) => id);

test("a record is deleted if its last change says so, on any page of the feed", async () => {
  const vendor = vendorOf([change(1, "delete"), change(2, "update"), change(1, "insert"), change(2, "delete")]);
  expect(await customers.deletedSince?.(recently, vendor.session)).toEqual(["2"]);
});

test("the feed is asked for a start, or for the page after a cursor, but never for both", async () => {
  const vendor = vendorOf([change(1, "insert"), change(2, "insert")]);
  await customers.deletedSince?.(recently, vendor.session);
  expect(vendor.asked).toEqual(["/changelogs/customers 2026-11-14T12:00:00.000Z", "/changelogs/customers second"]);
});

test("a few changed records are read one by one", async () => {
  const vendor = vendorOf([change(2, "insert"), change(1, "update"), change(1, "update")], [customer(1), customer(2)]);
  expect(await changedSince(recently, vendor)).toEqual(["1", "2"]);
  expect(vendor.asked).toContain('/customers [{"field":"id","operator":"eq","value":1}]');
});

test("many changed records are found in the whole list", async () => {
  const all = Array.from({ length: 60 }, (_, index) => customer(index + 1));
  const vendor = vendorOf(
    all.slice(0, 55).map(({ id }) => change(id, "update")),
    all,
  );
  expect(await changedSince(recently, vendor)).toHaveLength(55);
  expect(vendor.asked.filter((request) => request.startsWith("/customers"))).toHaveLength(1);
});

test("the feed is not asked for what it does not keep", async () => {
  const vendor = vendorOf([change(1, "delete")], [customer(1, "2026-09-01"), customer(2, "2026-10-02")]);
  expect(await customers.deletedSince?.(longAgo, vendor.session)).toEqual([]);
  expect(await changedSince(longAgo, vendor)).toEqual(["2"]);
  expect(vendor.asked).toEqual(["/customers"]);
});
