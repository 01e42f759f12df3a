import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { limitSlowBodies } from "./slowBodies.ts";

/** Enough grace for a busy machine, then a byte per millisecond. */
const slowBodyLimit = { graceMs: 400, bytesPerSecond: 1000 };

async function open(handle: (body: unknown) => unknown): Promise<Socket> {
  const app = Fastify({ requestTimeout: 0 });
  limitSlowBodies(app, slowBodyLimit, (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  app.post("/", async ({ body }) => handle(body));
  app.post("/unread", { onRequest: async (_request, reply) => reply.code(401).send("no") }, async () => "never");
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  const socket = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1");
  onTestFinished(async () => {
    socket.destroy();
    await app.close();
  });
  return socket;
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`;

/** Sends the pieces until the server closes or responds; returns the response and the elapsed time. */
async function send(
  socket: Socket,
  path: string,
  { pieces, bytes, everyMs }: Record<"pieces" | "bytes" | "everyMs", number>,
) {
  const started = Date.now();
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => {});
  socket.write(head(path, pieces * bytes));
  let left = pieces;
  const timer = setInterval(() => {
    if (left-- > 0 && socket.writable) socket.write("x".repeat(bytes));
  }, everyMs);
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    socket.on("data", () => {
      if (received.includes("done")) resolve();
    });
  });
  clearInterval(timer);
  return { received, milliseconds: Date.now() - started };
}

test("accepts a steady sender that takes many times the grace period", async () => {
  const socket = await open((body) => `done ${String(body).length}`);
  const { received, milliseconds } = await send(socket, "/", { pieces: 50, bytes: 800, everyMs: 30 });
  expect(received).toContain("done 40000");
  expect(milliseconds).toBeGreaterThan(3 * slowBodyLimit.graceMs);
});

test("cuts off a sender that drips its body", async () => {
  const socket = await open(() => "done");
  const { received } = await send(socket, "/", { pieces: 100_000, bytes: 1, everyMs: 10 });
  expect(received).toContain("400 Bad Request");
});

test("cuts off a sender that continues after the response, which it still receives", async () => {
  const socket = await open(() => "done");
  const { received } = await send(socket, "/unread", { pieces: 1000, bytes: 5000, everyMs: 10 });
  expect(received).toContain("401 Unauthorized");
  expect(received).not.toContain("400 Bad Request");
});
