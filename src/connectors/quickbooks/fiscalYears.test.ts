import { afterAll, beforeAll, expect, test } from "vitest";
import { simulation } from "../../../simulators/quickbooks/simulation.ts";
import { openStage, type Stage } from "../../../test/conformance/stage.ts";
import { quickbooks } from "./connector.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ connector: quickbooks, simulation });
});
afterAll(() => stage.close());

/** QuickBooks itself reports any twelve months. The company's fiscal years begin in April. */
test.each(["trialBalance.list", "journalEntries.list"] as const)(
  "%s is empty for a fiscal year that does not exist",
  async (id) => {
    const of = async (fiscalYearStartDate: string) => (await stage.ask(id, { query: { fiscalYearStartDate } })).body;
    expect((await of("2025-04-01")).data).not.toEqual([]);
    const { data, meta } = await of("2025-01-01");
    expect({ data, pagination: meta?.pagination }).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(meta?.warnings).toContainEqual(
      expect.stringMatching(
        /has no fiscal year for fiscalYearStartDate=2025-01-01: .* begin on 04-01\. The list is empty\./,
      ),
    );
  },
);
