/** Filters, refusals and webhooks. `net` is Pogoe/EConomic.NET at fdd22ab, `schema` the vendor's schemas (2026-08). */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWith } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { VendorRequest } from "../../contract/session.ts";
import { eConomic } from "./connector.ts";

const { list } = readsOf(eConomic);
const newer = "https://apis.e-conomic.com";
const page = (...collection: object[]) => ({
  collection,
  pagination: { results: collection.length, maxPageSizeAllowed: 1000 },
});
const nothing = page();

describe("filters", () => {
  const asked = async (id: OperationId, filters: object) => {
    const queries: unknown[] = [];
    const session = sessionWith({
      read: async (path, query) => (queries.push([path, query]), path.startsWith(newer) ? { items: [] } : nothing),
      readWithHeaders: async (path, query) => (queries.push([path, query]), { body: nothing, headers: {} }),
    });
    await list(id, session, { filters });
    return queries;
  };

  test("net: dollars, parentheses, asterisks and commas are escaped, square brackets are not", async () => {
    const [[, query]] = (await asked("customers.list", { name: "A (B) [C], $5*" })) as [[string, { filter: string }]];
    expect(query.filter).toBe("name$eq:A $(B$) [C]$, $$5$*");
  });

  test("net: lastModifiedAt is sent in seconds in both generations", async () => {
    const lastModifiedAt = new Date("2026-08-14T09:30:00.500Z");
    expect(await asked("items.list", { lastModifiedAt })).toMatchObject([
      ["/products", { filter: "lastUpdated$gte:2026-08-14T09:30:00Z" }],
    ]);
    expect(await asked("accounts.list", { lastModifiedAt })).toMatchObject([
      [`${newer}/accountsapi/v7.0.0/Accounts`, { filter: "lastUpdated$gte:2026-08-14T09:30:00Z" }],
    ]);
  });

  test("lastModifiedAt of journal entries reads the years from its day on", async () => {
    const [first] = await asked("journalEntries.list", { lastModifiedAt: new Date("2024-05-06T07:08:09Z") });
    expect(first).toMatchObject(["/accounting-years", { filter: "toDate$gte:2024-05-06" }]);
  });

  test("journal entries begin with the calendar year by default", async () => {
    const [first] = await asked("journalEntries.list", {});
    expect(first).toMatchObject(["/accounting-years", { filter: `toDate$gte:${new Date().getUTCFullYear()}-01-01` }]);
  });
});

describe("refusals", () => {
  const { message } = eConomic.refusals;

  test("uses the developer hint if there is no other explanation, and has no message for other bodies", () => {
    expect(message({ message: "Access denied.", developerHint: "Check your tokens." })).toBe(
      "Access denied. Check your tokens.",
    );
    expect([message("<html>"), message(null), message({})]).toEqual([undefined, undefined, undefined]);
  });
});

describe("webhooks", () => {
  const post = (body: object, secret = "s") => ({
    headers: { "x-kontor-secret": secret },
    query: {},
    secret: "s",
    body: Buffer.from(JSON.stringify(body)),
  });

  test("refuses a post without our secret", () => {
    expect(eConomic.webhooks?.receive(post({ new: "7" }, "x"))).toEqual({ kind: "invalidSignature" });
  });

  test("schema: leaves another app's webhook for the same event alone", async () => {
    const sent: VendorRequest[] = [];
    const session = sessionWith({
      read: async () => ({ eventType: "CUSTOMER_UPDATED", url: "https://other.example/hook", objectVersion: "3" }),
      send: async (request) => void sent.push(request),
    });
    const address = { url: "https://kontor.example/hook", secret: "s", scope: {} };
    await expect(eConomic.webhooks?.subscribe?.(session, address)).rejects.toMatchObject({ code: "target_rejected" });
    await eConomic.webhooks?.unsubscribe?.(session, { facts: { url: address.url } }, address);
    expect(sent).toEqual([]);
  });
});
