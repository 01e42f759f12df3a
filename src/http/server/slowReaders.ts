/**
 * Callers that do not take their answers are cut off, and what all of them leave untaken is bounded: whoever has waited
 * longest goes first, because who takes its answer is done in a moment.
 */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

export interface SlowReaderLimit {
  /** For any answer, however small. */
  readonly graceMs: number;
  /** What has to be taken on the average. */
  readonly bytesPerSecond: number;
  /** Of all answers that are not taken yet, together. */
  readonly mostBytes: number;
}

interface Untaken {
  readonly socket: Socket;
  readonly bytes: number;
}

export function limitSlowReaders(app: FastifyInstance, { graceMs, bytesPerSecond, mostBytes }: SlowReaderLimit): void {
  // The first has waited longest.
  const untaken = new Set<Untaken>();
  let total = 0;
  const forget = (one: Untaken): void => {
    if (untaken.delete(one)) total -= one.bytes;
  };
  const cut = (one: Untaken): void => {
    forget(one);
    one.socket.destroy();
  };
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = reply;
    const { socket } = request.raw;
    // All of it has been written; what the other side does not take stays with us.
    raw.once("prefinish", () => {
      // Who hung up before leaves nothing, and no event would tell again that it is gone.
      if (socket.destroyed) return;
      const one = { socket, bytes: Number(reply.getHeader("content-length") ?? 0) };
      untaken.add(one);
      total += one.bytes;
      const timer = setTimeout(cut, graceMs + (one.bytes / bytesPerSecond) * 1000, one);
      raw.once("close", () => {
        clearTimeout(timer);
        forget(one);
      });
      for (const oldest of untaken) {
        // One alone is no crowd.
        if (total <= mostBytes || oldest === one) break;
        cut(oldest);
      }
    });
    done();
  });
}
