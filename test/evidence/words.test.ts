/** A word of the vendor that a mapping does not know is a warning, and not another value or nothing in silence. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { someOf } from "../faults/scale.ts";
import silent from "./silentWords.json" with { type: "json" };
import { openEvidenceVendor } from "./vendor.ts";
import { vendors } from "./vendors.ts";
import { silentFallbacks } from "./words.ts";

const outbound = openHttpClient({ allowPrivate: false });
const vendor = await openEvidenceVendor(outbound);
// What is overdue depends on the day.
beforeAll(() => vi.setSystemTime("2026-11-15T12:00:00Z"));
afterAll(async () => {
  vi.useRealTimers();
  await vendor.close();
  await outbound.close();
});

test.each(someOf(vendors).map((connector) => [connector.id, connector] as const))(
  "%s: an unknown word in a seen reply leads to a warning",
  async (slug, connector) => {
    const known = (silent as Readonly<Record<string, Readonly<Record<string, string>>>>)[slug] ?? {};
    const found = await silentFallbacks({ connector, vendor });
    expect(found, "warn about the word (kit/vocabulary.ts), or give a reason in silentWords.json").toEqual(
      Object.keys(known).toSorted(),
    );
  },
);
