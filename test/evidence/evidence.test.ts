/** Every body that was seen at a vendor becomes the record that the contract asks for. `docs/extend/connectors.md` says how to add one. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectors } from "../../src/connectors/index.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { casesOf, evidenceFiles, sharedReplies } from "./files.ts";
import { faultsOf, play } from "./play.ts";
import { openEvidenceVendor } from "./vendor.ts";

const outbound = openHttpClient({ allowPrivate: false });
const vendor = await openEvidenceVendor(outbound);
// What is overdue depends on the day.
beforeAll(() => vi.setSystemTime("2026-11-15T12:00:00Z"));
afterAll(async () => {
  vi.useRealTimers();
  await vendor.close();
  await outbound.close();
});

const bySlug = Object.groupBy(evidenceFiles(), ({ slug }) => slug);

describe.each(Object.entries(bySlug))("%s", (slug, files = []) => {
  const connector = connectors.find(({ id }) => id === slug);
  const shared = sharedReplies(slug);

  test.each(files.map((file) => [file.path.replace(/^.*\/evidence\//, ""), file] as const))(
    "%s",
    async (_path, file) => {
      if (connector === undefined) throw new Error(`No connector has the slug ${slug}.`);
      const faults = [...faultsOf(file, connector)];
      for (const evidence of casesOf(file.evidence)) {
        const lines = faults.length > 0 ? [] : await play(file, evidence, { connector, vendor, shared });
        faults.push(...lines.map((line) => `${[evidence.fact].flat().join("; ")}: ${line}`));
      }
      expect(faults).toEqual([]);
    },
  );
});
