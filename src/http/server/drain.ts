import { Server } from "node:net";
import { setImmediate as accepted, setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { isStream } from "./streams.ts";

/** The time between reporting "not ready" and closing the port, in which proxies stop sending requests. */
export interface DrainPeriod {
  readonly hasBegun: boolean;
  /** Resolves when the port may be closed. */
  begin(): Promise<void>;
}

export function openDrainPeriod(seconds: number): DrainPeriod {
  let period: Promise<void> | undefined;
  return {
    get hasBegun() {
      return period !== undefined;
    },
    begin: () => (period ??= pause(seconds * 1000)),
  };
}

/** Makes callers and proxies open a new connection for their next request, which may reach another service. */
export function closeConnectionsIn(period: DrainPeriod, app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    if (period.hasBegun) reply.header("connection", "close");
    return done();
  });
}

const drainMs = 5000;
/** Requests that still wait for a vendor then fail with a retryable error, before the connection is cut. */
const abortMs = 4000;
/** Time for a connection that was just accepted to send its request. */
const graceMs = 50;

/** On close, stops accepting connections, lets requests finish, then closes all connections. The signal aborts requests that take too long. */
export function drainOnClose(app: FastifyInstance): AbortSignal {
  const ending = new AbortController();
  let inFlight = 0;
  const finished = (): void => void inFlight--;
  app.addHook("onRequest", (request, reply, done) => {
    if (isStream(request)) return done();
    inFlight++;
    // Emitted exactly once per request, even if the caller disconnects.
    reply.raw.once("close", finished);
    return done();
  });
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    // Accepts pending connections first.
    await accepted();
    // Closes only the port. The HTTP server's close would also cut idle connections that are about to send a request.
    // Such requests are still answered, with a header that closes the connection afterwards.
    Server.prototype.close.call(app.server);
    const end = performance.now() + drainMs;
    const aborting = setTimeout(() => ending.abort(), abortMs);
    let quiet = 0;
    while (quiet < 2 && performance.now() < end) {
      await pause(graceMs);
      quiet = inFlight === 0 ? quiet + 1 : 0;
    }
    clearTimeout(aborting);
    app.server.closeAllConnections();
  });
  return ending.signal;
}
