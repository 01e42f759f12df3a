import { Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const drainMs = 5000;
/** What a caller who was let in just before may need to say what it wants. */
const lastWords = 50;

/** Lets nobody in any more, lets those who are in finish, and then hangs up. */
export function drainOnClose(app: FastifyInstance): void {
  let inFlight = 0;
  app.addHook("onRequest", async (_request, reply) => {
    inFlight++;
    // Comes once for every request, also when the caller hangs up.
    reply.raw.once("close", () => inFlight--);
  });
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    // Only the port: the server's own close would also hang up on callers that are about to send the next request.
    // They are answered, and told to open another connection for the one after.
    Server.prototype.close.call(app.server);
    const end = performance.now() + drainMs;
    let quiet = 0;
    while (quiet < 2 && performance.now() < end) {
      await pause(lastWords);
      quiet = inFlight === 0 ? quiet + 1 : 0;
    }
    app.server.closeAllConnections();
  });
}
