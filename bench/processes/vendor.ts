/** A vendor that answers every request with one file. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = readFileSync(process.argv[2] ?? "");
const headers = { "content-type": "application/json; charset=utf-8", "content-length": body.length };
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
