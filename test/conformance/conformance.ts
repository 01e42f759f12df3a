/**
 * The conformance suite: one call in a connector's test file, one test for each check and operation. The connector runs
 * in the real service, with a real database and over real HTTP, opposite the simulator of its vendor.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checks } from "./checks.ts";
import { excusing } from "./excuses.ts";
import type { Facts } from "./facts.ts";
import { openStage, type Stage } from "./stage.ts";

export function conformance(facts: Facts): void {
  describe(`${facts.connector.name} conforms`, () => {
    const excuses = excusing(facts.excuses);
    let stage: Stage | undefined;
    const onStage = (): Stage => {
      if (stage === undefined) throw new Error("The end user could not be connected.");
      return stage;
    };
    beforeAll(async () => {
      stage = await openStage(facts);
    });
    afterAll(() => stage?.close());

    for (const { name, each, run } of checks)
      describe(name, () => {
        for (const one of each(facts))
          test(one, async () => expect(excuses.left(await run(onStage(), one))).toEqual([]));
      });

    test("every excuse is needed", () => expect(excuses.idle()).toEqual([]));
    test.skipIf(facts.spec === undefined)(
      facts.spec
        ? "agrees with the vendor's own description"
        : "agrees with the vendor's own description (skipped: no specs given)",
      async () => expect(await facts.spec?.(onStage().exchanges())).toEqual([]),
    );
  });
}
