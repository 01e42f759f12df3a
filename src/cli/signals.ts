import { monotonicNow } from "../contract/clocks.ts";

/**
 * Graceful shutdown on SIGTERM, on Ctrl-C and when the npm process that started Kontor ends, because npm's shell does not
 * forward signals. A second signal or a timeout forces the end.
 */

/** In addition to the time in which the service only waits for proxies. */
const graceSeconds = 10;
/** Ctrl-C reaches the whole process group and npm forwards it too, so a repeat within this time is ignored. */
const repeatMs = 1000;

export interface Ending {
  readonly isRequested: boolean;
  readonly requested: Promise<void>;
}

export function listenForEnding(force: (reason: string) => void, drainSeconds = 0): Ending {
  const seconds = drainSeconds + graceSeconds;
  let requestedAt: number | undefined;
  let resolveRequested = (): void => {};
  const requested = new Promise<void>((resolve) => (resolveRequested = resolve));
  const onSignal = (): void => {
    if (requestedAt === undefined) {
      requestedAt = monotonicNow();
      setTimeout(force, seconds * 1000, `Kontor did not stop within ${seconds} seconds.`).unref();
      resolveRequested();
    } else if (monotonicNow() - requestedAt > repeatMs) force("Forced to stop.");
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  if (process.env["npm_lifecycle_event"] !== undefined) onOrphaned(onSignal);
  return {
    requested,
    get isRequested() {
      return requestedAt !== undefined;
    },
  };
}

const checkEvery = 250;

function onOrphaned(notify: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    notify();
  }, checkEvery).unref();
}
