import { Server } from "node:net";
import { setImmediate as accepted, setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { isStream } from "./streams.ts";

const drainMs = 5000;
/** Before that, who still waits for a vendor is told to come again; a connection that breaks says nothing. */
const tellMs = 4000;
/** What a caller who was let in just before may need to say what it wants. */
const lastWords = 50;

/** Lets nobody in any more, lets those who are in finish, and then hangs up. The signal tells who cannot finish in time. */
export function drainOnClose(app: FastifyInstance): AbortSignal {
  const ending = new AbortController();
  let inFlight = 0;
  const left = (): void => void inFlight--;
  app.addHook("onRequest", (request, reply, done) => {
    if (isStream(request)) return done();
    inFlight++;
    // Comes once for every request, also when the caller hangs up.
    reply.raw.once("close", left);
    return done();
  });
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    // Who knocked before is let in first.
    await accepted();
    // Only the port: the server's own close would also hang up on callers that are about to send the next request.
    // They are answered, and told to open another connection for the one after.
    Server.prototype.close.call(app.server);
    const end = performance.now() + drainMs;
    const telling = setTimeout(() => ending.abort(), tellMs);
    let quiet = 0;
    while (quiet < 2 && performance.now() < end) {
      await pause(lastWords);
      quiet = inFlight === 0 ? quiet + 1 : 0;
    }
    clearTimeout(telling);
    app.server.closeAllConnections();
  });
  return ending.signal;
}
