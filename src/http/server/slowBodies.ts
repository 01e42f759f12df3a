/** Cuts off callers that send their bodies too slowly. A steady upload may take as long as it needs. */

import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { monotonicNow } from "../../contract/clocks.ts";

export interface SlowBodyLimit {
  /** Allowed for any body, however small. */
  readonly graceMs: number;
  /** The minimum average rate. */
  readonly bytesPerSecond: number;
}

export function limitSlowBodies(
  app: FastifyInstance,
  slowBodyLimit: SlowBodyLimit,
  refuse: (socket: Socket) => void,
): void {
  const { graceMs, bytesPerSecond } = slowBodyLimit;
  app.addHook("onRequest", (request, reply, done) => {
    const { headers } = request.raw;
    if (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0)
      watch(request, reply);
    done();
  });
  const watch = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
    const { socket } = raw;
    // Injected requests have no real socket.
    const received = (): number => socket.bytesRead ?? 0;
    let start = { at: monotonicNow(), bytes: received() };
    let isAnswered = false;
    const check = (): void => {
      if (raw.complete || socket.destroyed) return;
      const earned = isAnswered ? 0 : ((received() - start.bytes) / bytesPerSecond) * 1000;
      const left = start.at + graceMs + earned - monotonicNow();
      if (left > 0) timer = setTimeout(check, Math.max(left, 100));
      else if (isAnswered) socket.destroy();
      else refuse(socket);
    };
    let timer = setTimeout(check, graceMs);
    // After the response, the rest of the body is only read for the grace period.
    reply.raw.once("finish", () => {
      start = { at: monotonicNow(), bytes: received() };
      isAnswered = true;
    });
    for (const event of ["end", "close"]) raw.once(event, () => clearTimeout(timer));
  };
}
