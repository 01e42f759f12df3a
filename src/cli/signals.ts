/**
 * SIGTERM and Ctrl-C ask for a clean end, and so does the end of the npm that started us: npm ends its shell, and the
 * shell passes nothing on. Asking again, or waiting too long, forces it.
 */

const graceMs = 10_000;
/** Ctrl-C reaches the whole group, npm passes it on as well: what comes this soon after the first is the same request. */
const sameRequest = 1000;

export interface Ending {
  readonly isAsked: boolean;
  readonly asked: Promise<void>;
}

export function listenForEnding(force: (reason: string) => void): Ending {
  let askedAt: number | undefined;
  let settle = (): void => {};
  const asked = new Promise<void>((resolve) => (settle = resolve));
  const onSignal = (): void => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      setTimeout(force, graceMs, `Kontor did not end within ${graceMs / 1000} seconds.`).unref();
      settle();
    } else if (Date.now() - askedAt > sameRequest) force("Ended by force.");
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  if (process.env["npm_lifecycle_event"] !== undefined) onOrphaned(onSignal);
  return {
    asked,
    get isAsked() {
      return askedAt !== undefined;
    },
  };
}

const checkEvery = 250;

function onOrphaned(tell: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, checkEvery).unref();
}
