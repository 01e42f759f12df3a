/** The currency of the books. */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { eConomic } from "./connector.ts";

const { list } = readsOf(eConomic);

const page = (...collection: object[]) => ({
  collection,
  pagination: { results: collection.length, maxPageSizeAllowed: 1000 },
});

describe("entries", () => {
  const year = { year: "2026", fromDate: "2026-01-01", toDate: "2026-12-31" };
  const entry = { voucherNumber: 9, date: "2026-05-01", currency: "DKK", entryType: "financeVoucher" };
  const books = (...entries: object[]) =>
    sessionWithReplies({
      "/accounting-years": page(year),
      "/accounting-years/2026/entries": page(...entries),
      "/self": { settings: { baseCurrency: "DKK" } },
    });

  test("reads the currency of the books once", async () => {
    const session = books({ ...entry, entryNumber: 1 }, { ...entry, entryNumber: 2, currency: "EUR" });
    const asked: string[] = [];
    const watched = { ...session, read: (path: string) => (asked.push(path), session.read(path)) };
    for (let turn = 0; turn < 2; turn++)
      expect((await list("journalEntries.list", watched)).records).toMatchObject([{ currency: "DKK" }]);
    expect(asked.filter((path) => path === "/self")).toHaveLength(1);
  });
});
