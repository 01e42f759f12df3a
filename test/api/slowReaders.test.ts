/** Callers that request large responses and never read them use a bounded amount of memory and do not affect others. */

import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { reportFigure } from "../faults/scale.ts";
import { startService } from "../support/service.ts";
import { startVendor } from "../support/vendor.ts";

const megabyte = 1024 * 1024;

test("of twelve callers that do not read their 9 MB responses, cuts off the oldest and answers the others", async () => {
  const vendor = await startVendor();
  const large = JSON.stringify({ text: "x".repeat(9 * megabyte) });
  vendor.answer = ({ path }, response) => {
    if (!path.includes("large")) return false;
    response.setHeader("content-type", "application/json").end(large);
    return true;
  };
  const service = await startService({ TARGET_SITE_SANDBOX_KEY: vendor.url });
  const { database, vault } = service.storage;
  const [tenant] = await listTenants(database);
  const choice = { targetSystem: "sandbox-key", environment: "production", company: "bergblick" };
  const owned = { tenantId: tenant?.id ?? "", credentials: { apiKey: "key" } };
  const accountKey = await createConnection(database, vault, { ...owned, ...choice });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await service.stop();
    await vendor.close();
  });

  const body = JSON.stringify({ method: "GET", path: "/large" });
  const { hostname, port } = new URL(service.url);
  for (let count = 0; count < 12; count++) {
    const socket = connect({ host: hostname, port: Number(port) });
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write(
      [
        "POST /accounting/passThrough HTTP/1.1",
        "host: a",
        "content-type: application/json",
        `content-length: ${body.length}`,
        `x-api-key: ${service.keys.apiKey}`,
        `x-account-key: ${accountKey}`,
        "",
        body,
      ].join("\r\n"),
    );
    // Stop reading once the response has begun.
    await new Promise((resolve) => socket.once("readable", resolve));
  }
  expect((await service.ask("units.list")).status).toBe(200);
  const taken = await Promise.all(sockets.map(read));
  expect(taken.filter((bytes) => bytes > 9 * megabyte)).toHaveLength(7);
  expect(taken.slice(0, 5).every((bytes) => bytes < 9 * megabyte)).toBe(true);
  reportFigure("H10", "of 12 unread responses of 9 MB, 5 were cut off and 7 kept: at most 64 MB");
});

/** Reads until the response is complete or the server hangs up. */
function read(socket: Socket): Promise<number> {
  let bytes = 0;
  return new Promise((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 9 * megabyte) resolve(bytes);
    });
    socket.once("close", () => resolve(bytes));
    socket.resume();
  });
}
