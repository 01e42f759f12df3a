import type { FastifyInstance } from "fastify";

const patience = 5000;

/**
 * Lets requests in flight finish before the port closes. The server itself would wait for them too, but without a port:
 * a request that still has to ask a neighbour on it would fail. Requests that come meanwhile are answered, and told to
 * open a new connection for the next one.
 */
export function drainOnClose(app: FastifyInstance): void {
  let inFlight = 0;
  let onQuiet = (): void => {};
  app.addHook("onRequest", async (_request, reply) => {
    inFlight++;
    // Comes once for every request, also when the caller hangs up.
    reply.raw.once("close", () => {
      inFlight--;
      if (inFlight === 0) onQuiet();
    });
  });
  app.addHook("preClose", async () => {
    if (inFlight === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      onQuiet = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  });
}
