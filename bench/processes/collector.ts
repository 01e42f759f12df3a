/** An OpenTelemetry collector that reads spans and forgets them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  request.resume().on("end", () => response.setHeader("content-type", "application/json").end("{}"));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
