/**
 * Loaded before the program (`--import`): moves the wall clock of its process by the seconds in the file CLOCK_FILE. The
 * monotonic clock stays as it is.
 */
import { readFileSync } from "node:fs";

const file = process.env["CLOCK_FILE"] ?? "";
const rereadEveryMs = 20;
const RealDate = Date;

let shiftMs = 0;
let readAt = Number.NEGATIVE_INFINITY;
function movedNow(): number {
  if (performance.now() - readAt > rereadEveryMs) {
    shiftMs = 1000 * Number(readFileSync(file, "utf8"));
    readAt = performance.now();
  }
  return RealDate.now() + shiftMs;
}

class MovedDate extends RealDate {
  constructor(...parameters: readonly [] | readonly [number | string | Date]) {
    super(...(parameters.length === 0 ? ([movedNow()] as const) : parameters));
  }
  static override now(): number {
    return movedNow();
  }
}

globalThis.Date = new Proxy(MovedDate, {
  // More than one parameter: year, month and so on, which do not depend on the clock.
  construct: (target, parameters: readonly number[]) =>
    parameters.length > 1 ? Reflect.construct(RealDate, parameters) : Reflect.construct(target, parameters),
}) as DateConstructor;
