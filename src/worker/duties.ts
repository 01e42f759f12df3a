/** How a worker hears of changes in target systems. */
import type { openSources } from "../core/changes/changes.ts";
import type { Duty } from "./worker.ts";

/** `before` is waited for each time: where the service is found may have changed. */
export function sourceDuties(sources: ReturnType<typeof openSources>, before: () => Promise<void>): Duty[] {
  const duty = (every: number, run: () => Promise<unknown>): Duty => ({
    every,
    run: async () => {
      await before();
      await run();
    },
  });
  return [
    duty(1000, () => sources.looker.follow()),
    duty(60_000, () => sources.looker.review()),
    duty(500, () => sources.looker.begin()),
    duty(1000, () => sources.tend()),
    duty(10_000, () => sources.reviewVendors()),
    duty(1000, () => sources.clear()),
  ];
}
