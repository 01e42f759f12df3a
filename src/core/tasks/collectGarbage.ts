/** Bytes more than before. To look each time cost a third of a large task (measured). */
const most = 64 * 2 ** 20;

/** For work that goes on for minutes: looks for garbage where the process has grown much since the work began. */
export type CollectGarbage = () => () => void;

/**
 * Such work makes garbage faster than the engine cares to collect it: the memory is there, so it is used. The engine's own
 * settings against that halve the speed of everything else (both measured).
 */
export function openGarbageCollector(collect: () => void): CollectGarbage {
  return () => {
    const before = process.memoryUsage.rss();
    return () => {
      if (process.memoryUsage.rss() - before > most) collect();
    };
  };
}
