/**
 * Disconnects callers that do not read their responses, and limits the memory of all unread responses together. The oldest
 * is cut first, because a normal caller reads its response quickly.
 */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

export interface SlowReaderLimit {
  /** Allowed for any response, however small. */
  readonly graceMs: number;
  /** The minimum average read rate. */
  readonly bytesPerSecond: number;
  /** The limit for all unread responses together. */
  readonly mostBytes: number;
}

interface PendingResponse {
  readonly socket: Socket;
  readonly bytes: number;
}

export function limitSlowReaders(app: FastifyInstance, { graceMs, bytesPerSecond, mostBytes }: SlowReaderLimit): void {
  // In order of age.
  const pending = new Set<PendingResponse>();
  let total = 0;
  const forget = (response: PendingResponse): void => {
    if (pending.delete(response)) total -= response.bytes;
  };
  const cut = (response: PendingResponse): void => {
    forget(response);
    response.socket.destroy();
  };
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = reply;
    const { socket } = request.raw;
    // The whole response has been written. What the caller does not read stays in memory.
    raw.once("prefinish", () => {
      // A closed socket holds no memory and emits no further events.
      if (socket.destroyed) return;
      const response = { socket, bytes: Number(reply.getHeader("content-length") ?? 0) };
      pending.add(response);
      total += response.bytes;
      const timer = setTimeout(cut, graceMs + (response.bytes / bytesPerSecond) * 1000, response);
      raw.once("close", () => {
        clearTimeout(timer);
        forget(response);
      });
      for (const oldest of pending) {
        // The newest response is never cut.
        if (total <= mostBytes || oldest === response) break;
        cut(oldest);
      }
    });
    done();
  });
}
