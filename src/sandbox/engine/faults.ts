/** Makes requests fail on purpose: refusals, requests that are never answered, and how many are still to fail. */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";

export interface Refused {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as it is. */
  readonly body: unknown;
}

export const refuse = (reply: FastifyReply, { status, headers = {}, body }: Refused): FastifyReply =>
  reply
    .code(status)
    .headers({
      "content-type": `${typeof body === "string" ? "text/html" : "application/json"}; charset=utf-8`,
      ...headers,
    })
    .send(typeof body === "string" ? body : JSON.stringify(body));

/** Leaves a request unanswered until the server closes, which it could not do while the request is open. */
export function openHanging(app: FastifyInstance): (reply: FastifyReply) => void {
  const hanging = new Set<ServerResponse>();
  app.addHook("preClose", async () => {
    for (const response of hanging) response.destroy();
  });
  return (reply) => {
    reply.hijack();
    hanging.add(reply.raw);
    reply.raw.on("close", () => hanging.delete(reply.raw));
  };
}

/** The first fault that is left and applies, and the faults that remain after it. */
export function takeFault<Fault extends { readonly times: number }>(
  faults: readonly Fault[],
  applies: (fault: Fault) => boolean,
): { readonly fault: Fault | undefined; readonly remaining: readonly Fault[] } {
  const fault = faults.find((candidate) => candidate.times > 0 && applies(candidate));
  const remaining = faults.map((candidate) =>
    candidate === fault ? { ...candidate, times: candidate.times - 1 } : candidate,
  );
  return { fault, remaining };
}
