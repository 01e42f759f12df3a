/** Forces garbage collection after large responses, so that memory is returned before V8 would collect it. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** `minor` collects the young generation, `major` the whole heap. */
export type Collect = (which: "minor" | "major") => void;

export function openCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { readonly type: string }) => void;
  return (type) => collect({ type });
}

export interface Garbage {
  /** Call it for each chunk of a response, with the bytes received and the length of the response so far. */
  add(bytes: number, length: number): void;
}

const most = 4 * 1024 * 1024;
/** Parsed data of large responses survives long enough to be promoted to the old generation, where 1 MB of short records takes 8 MB. */
const mostGrown = 8 * 1024 * 1024;
/** Long strings are outside the heap and count. Response bytes are too, but their reader releases them, so they are subtracted. */
const usedNow = (): number => {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external - arrayBuffers;
};
/**
 * Smaller responses do not trigger a collection. Each minor collection promotes live objects, and only a major collection
 * frees those; this cost a tenth of the time of lists of 200 KB.
 */
const large = 512 * 1024;

/**
 * V8 collects when its own heap fills up, but response bytes are outside the heap, so a vendor that sends endless data could
 * leave 60 MB uncollected. A minor collection takes a thousandth of the time that reading these bytes takes.
 */
export function openGarbage(collect: Collect, heapUsed = usedNow): Garbage {
  let bytes = 0;
  let least = Number.POSITIVE_INFINITY;
  return {
    add: (more, length) => {
      if (length < large) return;
      bytes += more;
      if (bytes < most) return;
      bytes = 0;
      collect("minor");
      least = Math.min(least, heapUsed());
      if (heapUsed() - least < mostGrown) return;
      collect("major");
      least = heapUsed();
    },
  };
}
