/** Servers on loopback for tests: HTTP servers, and plain sockets that can misbehave. */
import { createServer, type RequestListener } from "node:http";
import { connect, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { vi } from "vitest";

export interface Loopback {
  readonly url: string;
  readonly port: number;
  /** The number of connections so far. */
  hits(): number;
  close(): Promise<void>;
}

export const serveHttp = (listener: RequestListener): Promise<Loopback> => listening(createServer(listener));

/** Calls `answer` once a complete request head has arrived. */
export function serveSocket(answer: (socket: Socket, head: string) => void): Promise<Loopback> {
  return listening(
    createSocketServer((socket) => {
      let head = "";
      socket.on("error", () => socket.destroy());
      socket.on("data", (chunk: Buffer) => {
        head += chunk.toString("latin1");
        if (!head.includes("\r\n\r\n")) return;
        answer(socket, head);
        head = "";
      });
    }),
  );
}

/** Reads the client's first bytes, whatever the protocol, and hangs up. */
export function serveGreeting(receive: (bytes: Buffer) => void): Promise<Loopback> {
  return listening(
    createSocketServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.once("data", (bytes: Buffer) => {
        receive(bytes);
        socket.destroy();
      });
    }),
  );
}

async function listening(server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let hits = 0;
  server.on("connection", (socket: Socket) => {
    hits++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    hits: () => hits,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Waits until a program that was just started listens. */
export function waitForPort(port: number): Promise<void> {
  const tryPort = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", reject).once("connect", () => {
        socket.destroy();
        resolve();
      });
    });
  return vi.waitFor(tryPort, { timeout: 30_000 });
}
