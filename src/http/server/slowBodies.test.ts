import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { limitSlowBodies } from "./slowBodies.ts";

/** What a busy machine may hold us up for, and then 10 bytes for every thousandth of a second. */
const slowBodyLimit = { graceMs: 400, bytesPerSecond: 10_000 };

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

/** Sends piece after piece until the other side ends or everything is sent; says what came back, and after how long. */
async function send(
  socket: Socket,
  path: string,
  { pieces, bytes, everyMs }: Record<"pieces" | "bytes" | "everyMs", number>,
) {
  const started = Date.now();
  let heard = "";
  socket.on("data", (chunk: Buffer) => (heard += chunk.toString()));
  socket.on("error", () => {});
  socket.write(head(path, pieces * bytes));
  let left = pieces;
  const timer = setInterval(() => {
    if (left-- > 0 && socket.writable) socket.write("x".repeat(bytes));
  }, everyMs);
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    socket.on("data", () => {
      if (heard.includes("done")) resolve();
    });
  });
  clearInterval(timer);
  return { heard, milliseconds: Date.now() - started };
}

test("who sends steadily may take many times the grace", async () => {
  const socket = await open((body) => `done ${String(body).length}`);
  const { heard, milliseconds } = await send(socket, "/", { pieces: 50, bytes: 800, everyMs: 30 });
  expect(heard).toContain("done 40000");
  expect(milliseconds).toBeGreaterThan(3 * slowBodyLimit.graceMs);
});

test("who sends a body by the drop is cut off, however long the drops go on", async () => {
  const socket = await open(() => "done");
  const { heard, milliseconds } = await send(socket, "/", { pieces: 1000, bytes: 1, everyMs: 10 });
  expect(heard).toContain("400 Bad Request");
  expect(milliseconds).toBeLessThan(20 * slowBodyLimit.graceMs);
});

test("who goes on sending after the answer is cut off, too, and heard the answer", async () => {
  const socket = await open(() => "done");
  const { heard } = await send(socket, "/unread", { pieces: 1000, bytes: 5000, everyMs: 10 });
  expect(heard).toContain("401 Unauthorized");
  expect(heard).not.toContain("400 Bad Request");
});
