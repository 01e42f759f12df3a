/** Many answers of a hostile vendor at once, and what they do to the memory of a process that works already (R10). */
import { expect, test } from "vitest";
import { hostileIn } from "../../bench/hostile.ts";
import { measured, reportFigure } from "../faults/scale.ts";

test("hostile answers at once take a bounded amount of memory", async () => {
  const [fromBusy] = await hostileIn({ waves: measured(3, 1), atOnce: measured(50, 14), rounds: measured(10, 2) });
  // Above what is aimed at, because a busy machine frees late, and far below what such answers would take.
  expect(Number(/\d+/.exec(fromBusy?.measured ?? "")?.[0])).toBeLessThan(350);
  reportFigure("R10", `${fromBusy?.measured} with ${fromBusy?.what.replace("hostile: ", "")}`, fromBusy?.met ?? false);
}, 120_000);
