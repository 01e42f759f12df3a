/**
 * The conformance suite: one call in a connector's test file, one test for each check and operation. The connector runs
 * in the real service, with a real database and over real HTTP, opposite the simulator of its vendor.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkExchanges } from "../specs/check.ts";
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

    describe.each(checks.filter(({ each }) => each(facts).length > 0))("$name", ({ each, run }) => {
      test.each(each(facts))("%s", async (one) => {
        expectNone(excuses.left(await run(onStage(), one)));
      });
    });

    test("every excuse is needed", () => {
      expectNone(excuses.idle());
    });

    const spec = specOf(facts);
    const skipped = typeof spec === "string" ? ` (skipped: ${spec})` : "";
    test.skipIf(typeof spec === "string")(`agrees with the vendor's own description${skipped}`, async () => {
      expectNone(typeof spec === "string" ? [] : await spec(onStage().exchanges()));
    });
  });
}

/** Line by line in the message: a list is cut short there. */
const expectNone = (findings: readonly string[]): void => expect(findings, `\n${findings.join("\n")}\n`).toEqual([]);

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
