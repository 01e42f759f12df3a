/** A vendor that returns one file for every request, and the choices when a connection is made. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = readFileSync(process.argv[2] ?? "");
const headers = { "content-type": "application/json; charset=utf-8", "content-length": body.length };
const choices: Readonly<Record<string, string>> = { environments: "production", companies: "bergblick" };
const server = createServer(({ url = "" }, response) => {
  const [, list = ""] = /\/(environments|companies)(?:\?|$)/.exec(url) ?? [];
  if (list === "") response.writeHead(200, headers).end(body);
  else response.end(JSON.stringify({ items: [{ id: choices[list] }], total: 1 }));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
