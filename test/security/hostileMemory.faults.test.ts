/** Many concurrent responses of a hostile vendor, and the memory of a process that is already in use (R10). */
import { expect, test } from "vitest";
import { hostileIn } from "../../bench/hostile.ts";
import { measured, reportFigure } from "../faults/scale.ts";

test("concurrent hostile responses take a bounded amount of memory", async () => {
  const [fromBusy] = await hostileIn({ waves: measured(3, 1), atOnce: measured(50, 14), rounds: measured(10, 2) });
  // A busy machine frees memory late, so the figure decides. A few unbounded responses would take more than this.
  expect(Number(/\d+/.exec(fromBusy?.measured ?? "")?.[0])).toBeLessThan(1000);
  reportFigure("R10", `${fromBusy?.measured} with ${fromBusy?.what.replace("hostile: ", "")}`, fromBusy?.met ?? false);
});
