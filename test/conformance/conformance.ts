/**
 * The conformance suite: one call in a connector's test file, one test for each check and operation. The connector runs
 * in the real service, with a real database and over real HTTP, opposite the simulator of its vendor.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkExchanges } from "../specs/check.ts";
import { checks } from "./checks.ts";
import { excusing } from "./excuses.ts";
import type { Facts } from "./facts.ts";
import { withHint } from "./hints.ts";
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

    describe.each(checks.filter(({ each }) => each(facts).length > 0))("$name", ({ each, run }) => {
      test.each(each(facts))("%s", async (one) => {
        const findings = excuses.left(await run(onStage(), one));
        expect(findings, lines(findings.map((finding) => withHint(facts, finding)))).toEqual([]);
      });
    });

    test("every excuse is needed", () => {
      expect(excuses.idle()).toEqual([]);
    });

    const spec = specOf(facts);
    const skipped = typeof spec === "string" ? ` (skipped: ${spec})` : "";
    test.skipIf(typeof spec === "string")(`agrees with the vendor's own description${skipped}`, async () => {
      const findings = typeof spec === "string" ? [] : await spec(onStage().exchanges());
      expect(findings, lines(findings)).toEqual([]);
    });
  });
}

/** For the message: a list is cut short there. */
const lines = (findings: readonly string[]): string => `\n${findings.join("\n")}\n`;

/** How what went over the wire is compared with the vendor's description; a text says why it is not. */
function specOf({ spec, description }: Facts): NonNullable<Facts["spec"]> | string {
  if (spec !== undefined) return spec;
  const folder = process.env["VENDOR_DESCRIPTIONS"];
  if (folder === undefined) return "no specs given";
  if (description === undefined) return "the vendor has none";
  return (exchanges) => {
    const { checked, differences, idle } = checkExchanges(folder, description, exchanges);
    const none = checked === 0 ? ["the description speaks of nothing that went over the wire"] : [];
    return [...none, ...differences, ...idle.map((reason) => `excuse: nothing needs "${reason}" any more`)];
  };
}
