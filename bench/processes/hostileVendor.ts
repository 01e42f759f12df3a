/**
 * A vendor whose responses take much memory, one kind after another. It behaves normally when a connection is checked, and
 * returns a given file until a message makes it attack.
 */

import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

const megabyte = Buffer.alloc(1_000_000, '"violet",');
const bomb = gzipSync(Buffer.alloc(300_000_000, " "));
const wide = Buffer.from(`{${Array.from({ length: 1_000_000 }, (_, index) => `"${index.toString(36)}":1`).join()}}`);
const deep = Buffer.from("[".repeat(100_000) + "]".repeat(100_000));
const almostWide = Buffer.from(`{"items":[${Array.from({ length: 120_000 }, () => '{"a":1}').join()}],"total":1}`);
const longText = Buffer.from(JSON.stringify({ items: [{ text: "x".repeat(9_000_000) }], total: 1 }));

const head = (headers: string): string => `HTTP/1.1 200 OK\r\n${headers}\r\n`;
const send =
  (body: Buffer, headers = "") =>
  (socket: Socket) => {
    socket.write(head(`content-length: ${body.length}\r\n${headers}`));
    socket.write(body);
  };

function pour(socket: Socket): void {
  socket.write(head(""));
  const more = (): void => {
    while (!socket.destroyed && socket.write(megabyte));
  };
  socket.on("drain", more);
  more();
}

const kinds = [
  pour,
  send(bomb, "content-encoding: gzip\r\n"),
  send(deep),
  send(wide),
  send(almostWide),
  send(longText),
];
const usual = send(readFileSync(process.argv[2] ?? ""));
const fine = send(Buffer.from('{"id":"1","name":"fine"}'));

let isHostile = false;
process.on("message", (message: boolean) => (isHostile = message));
let turn = 0;
const server = createServer((socket) => {
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    if (chunk.toString("latin1").includes("/me ")) return fine(socket);
    return (isHostile ? (kinds[turn++ % kinds.length] ?? fine) : usual)(socket);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
