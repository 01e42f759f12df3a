/** Answers that nobody needs any more, until the engine has given their memory back. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Of what was made a moment ago, or of everything. */
export type Collect = (which: "minor" | "major") => void;

export function openCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { readonly type: string }) => void;
  return (type) => collect({ type });
}

export interface Garbage {
  /** So many more bytes came of an answer, which has so many by now. */
  add(bytes: number, length: number): void;
}

const most = 4 * 1024 * 1024;
/** What was read of large answers lives long enough to be taken for lasting: a megabyte of short records becomes eight. */
const mostGrown = 24 * 1024 * 1024;
/** Long texts lie outside of the heap; the bytes of answers do too, and are given back by whoever read them. */
const usedNow = (): number => {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external - arrayBuffers;
};
/**
 * Below this, an answer waits with everything else. What is looked at too often counts as what stays, which is only found
 * by looking at everything: that took lists of 200 KB a tenth of their time.
 */
const large = 512 * 1024;

/**
 * The engine looks when its own objects have used up their room, and an answer's bytes lie elsewhere: a vendor that pours
 * could have sixty megabytes of them wait. To look at what is young takes a thousandth of the time that so many bytes take to be read.
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
