import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { limitSlowReaders, type SlowReaderLimit } from "./slowReaders.ts";

const size = 16 * 1024 * 1024;

interface Watched {
  readonly onHungUp?: () => void;
  /** Before it is answered. */
  readonly onAsked?: (socket: Socket) => Promise<unknown>;
  readonly onAnswered?: () => void;
}

async function open(limit: SlowReaderLimit, watched: Watched = {}): Promise<() => Socket> {
  const app = Fastify();
  app.server.on("connection", (socket) => socket.once("close", watched.onHungUp ?? (() => {})));
  limitSlowReaders(app, limit);
  app.get("/", async (request, reply) => {
    await watched.onAsked?.(request.raw.socket);
    reply.raw.once("prefinish", watched.onAnswered ?? (() => {}));
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

/** How many bytes come until the other side hangs up, or all of them. */
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

test("who does not take its answer in time is cut off", async () => {
  const hungUp = Promise.withResolvers<void>();
  const ask = await open(
    { graceMs: 300, bytesPerSecond: 1024 * size, mostBytes: 10 * size },
    { onHungUp: hungUp.resolve },
  );
  const slow = ask();
  await once(slow, "readable");
  // What the server had handed over before it hung up is all that comes.
  await hungUp.promise;
  expect(await read(slow)).toBeLessThan(size);
});

test("what all together do not take is bounded: who has waited longest is cut off", async () => {
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

test("who hung up before its answer was written is not waited for: nothing keeps the process from ending", async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const ask = await open(
    { graceMs: 60_000, bytesPerSecond: size, mostBytes: 3 * size },
    {
      onAsked: async (socket) => {
        asked.resolve();
        await once(socket, "close");
      },
      onAnswered: answered.resolve,
    },
  );
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const caller = ask();
  await asked.promise;
  caller.destroy();
  await answered.promise;
  expect(timers()).toBe(before);
});
