import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { createServer } from "../../web/createServer.ts";

/**
 * A door for ourselves, on a port of its own: it stays open while the public one is closed, so that requests in flight
 * still reach the mounted apps.
 */
export async function openLoopbackServer(app: FastifyInstance): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => app.routing(request, response));
  // This process's alone: where several answer, the others would be asked as well.
  const own = { host: "127.0.0.1", port: 0, exclusive: true };
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(own, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
