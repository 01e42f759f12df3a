/**
 * The conformance suite: one call in a connector's test file makes one test per check and operation. The connector runs
 * in the real service, with a real database, and talks over HTTP to the simulator of its vendor. When all tests run, a third
 * of the subjects of some checks takes part; `npm test -- <slug>` and `npm run test:faults` test all of them.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulatorSlugs } from "../../simulators/settings.ts";
import { compareTypes, listSeenElsewhere, unlistedFields } from "../evidence/types.ts";
import { runsAll, someOf } from "../faults/scale.ts";
import { checkExchanges } from "../specs/check.ts";
import { type Check, checks } from "./checks.ts";
import { makeExcuses } from "./excuses.ts";
import type { Facts } from "./facts.ts";
import { withHint } from "./hints.ts";
import { openStage, type Stage } from "./stage.ts";

export function conformance(facts: Facts): void {
  describe(`${facts.connector.name} conforms`, () => {
    const excuses = makeExcuses(facts.excuses);
    let stage: Stage | undefined;
    const onStage = (): Stage => {
      if (stage === undefined) throw new Error("The suite could not connect an end user.");
      return stage;
    };
    beforeAll(async () => {
      stage = await openStage(facts);
    });
    afterAll(() => stage?.close());

    describe.each(checks.filter(({ each }) => each(facts).length > 0))("$name", (check) => {
      test.each(subjectsOf(check, facts))("%s", async (subject) => {
        const findings = excuses.unexcused(await check.run(onStage(), subject));
        expect(findings, lines(findings.map((finding) => withHint(facts, finding)))).toEqual([]);
      });
    });

    test("the simulator's replies have the types that were seen", () => {
      const findings = excuses.unexcused(compareTypes(facts.simulation.slug, onStage().exchanges()).findings);
      expect(findings, lines(findings)).toEqual([]);
    });

    test("the simulator's replies have no other fields than those that were seen or are listed", () => {
      const { slug } = facts.simulation;
      if (process.env["SEEN_ELSEWHERE"] === "add") listSeenElsewhere(slug, onStage().exchanges());
      const findings = excuses.unexcused(unlistedFields(slug, onStage().exchanges()));
      expect(findings, lines(findings)).toEqual([]);
    });

    // An excuse may be for a subject that another run tests.
    test.runIf(runsAll)(
      `every excuse is needed${runsAll ? "" : " (skipped: a part of the subjects was tested)"}`,
      () => {
        expect(excuses.unused()).toEqual([]);
      },
    );

    const spec = specOf(facts);
    const skipped = typeof spec === "string" ? ` (skipped: ${spec})` : "";
    test.skipIf(typeof spec === "string")(`matches the vendor's API description${skipped}`, async () => {
      const findings = typeof spec === "string" ? [] : await spec(onStage().exchanges());
      expect(findings, lines(findings)).toEqual([]);
    });
  });
}

function subjectsOf({ each, isSampled = false }: Check, facts: Facts): readonly string[] {
  const subjects = each(facts);
  // The template has no place of its own.
  const place = Math.max(0, simulatorSlugs().indexOf(facts.simulation.slug));
  return isSampled ? someOf(subjects, place) : subjects;
}

/** Vitest truncates long lists, so the message repeats the findings as text. */
const lines = (findings: readonly string[]): string => `\n${findings.join("\n")}\n`;

/** Compares the recorded traffic with the vendor's published API description. A string says why it cannot be compared. */
function specOf({ spec, description }: Facts): NonNullable<Facts["spec"]> | string {
  if (spec !== undefined) return spec;
  const folder = process.env["VENDOR_DESCRIPTIONS"];
  if (folder === undefined) return "VENDOR_DESCRIPTIONS is not set";
  if (description === undefined) return "the vendor publishes no API description";
  return (exchanges) => {
    const { checked, differences, idle } = checkExchanges(folder, description, exchanges);
    const none = checked === 0 ? ["the description covers none of the recorded requests"] : [];
    return [...none, ...differences, ...idle.map((reason) => `excuse: "${reason}" is no longer needed`)];
  };
}
