/** Growth in bytes. Collecting every time took a third of a large task's time (measured). */
const maxGrowth = 64 * 2 ** 20;

/** For work that takes minutes: collects garbage if the process has grown much since the work began. */
export type CollectGarbage = () => () => void;

/**
 * Long tasks produce garbage faster than the engine collects it, because memory is still available. The engine's settings
 * against that halve the speed of everything else (both measured).
 */
export function openGarbageCollector(collect: () => void): CollectGarbage {
  return () => {
    const before = process.memoryUsage.rss();
    return () => {
      if (process.memoryUsage.rss() - before > maxGrowth) collect();
    };
  };
}
