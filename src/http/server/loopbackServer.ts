import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { createServer } from "../../web/createServer.ts";

/**
 * A server on a separate local port for Kontor's own requests. It stays open while the public port is closed, so that
 * requests in flight can still call the mounted apps.
 */
export async function openLoopbackServer(app: FastifyInstance): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => app.routing(request, response));
  // Exclusive to this process, because a cluster would spread requests over all processes.
  const address = { host: "127.0.0.1", port: 0, exclusive: true };
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(address, resolve));
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
