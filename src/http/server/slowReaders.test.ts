import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { limitSlowReaders, type SlowReaderLimit } from "./slowReaders.ts";

const size = 16 * 1024 * 1024;

interface Watched {
  readonly onHungUp?: () => void;
  /** Called before the response is sent. */
  readonly onRequest?: (socket: Socket) => Promise<unknown>;
  readonly onResponse?: () => void;
}

async function open(limit: SlowReaderLimit, watched: Watched = {}): Promise<() => Socket> {
  const app = Fastify();
  app.server.on("connection", (socket) => socket.once("close", watched.onHungUp ?? (() => {})));
  limitSlowReaders(app, limit);
  app.get("/", async (request, reply) => {
    await watched.onRequest?.(request.raw.socket);
    reply.raw.once("prefinish", watched.onResponse ?? (() => {}));
    return Buffer.alloc(size);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const address = app.server.address();
  return () => {
    const socket = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    return socket.pause();
  };
}

/** Counts the bytes received until the whole response has arrived or the server hangs up. */
async function read(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > size) socket.destroy();
  });
  socket.resume();
  await once(socket, "close");
  return bytes;
}

test("cuts off a reader that does not take its response in time", async () => {
  const hungUp = Promise.withResolvers<void>();
  const ask = await open(
    { graceMs: 300, bytesPerSecond: 1024 * size, mostBytes: 10 * size },
    { onHungUp: hungUp.resolve },
  );
  const slow = ask();
  await once(slow, "readable");
  // Only what the server had sent before it hung up arrives.
  await hungUp.promise;
  expect(await read(slow)).toBeLessThan(size);
});

test("limits the unread bytes of all readers together by cutting off the longest-waiting ones", async () => {
  const ask = await open({ graceMs: 60_000, bytesPerSecond: size, mostBytes: 3 * size });
  const slow: Socket[] = [];
  for (let count = 0; count < 6; count++) {
    const socket = ask();
    slow.push(socket);
    await once(socket, "readable");
  }
  const taken = await Promise.all(slow.map(read));
  expect(taken.map((bytes) => bytes > size)).toEqual([false, false, false, true, true, true]);
});

test("starts no timer when a caller hangs up before its response is written", async () => {
  const requested = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<void>();
  // No other timer of this process is that long.
  const graceMs = 61_234_000;
  const ask = await open(
    { graceMs, bytesPerSecond: size, mostBytes: 3 * size },
    {
      onRequest: async (socket) => {
        requested.resolve();
        await once(socket, "close");
      },
      onResponse: responded.resolve,
    },
  );
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => setTimer.mockRestore());
  const caller = ask();
  await requested.promise;
  caller.destroy();
  await responded.promise;
  expect(setTimer.mock.calls.filter(([, delay = 0]) => delay >= graceMs)).toEqual([]);
});
