/**
 * Tells open pages that there is something new; what that is, they ask for themselves. One look at the database serves all
 * who listen in this process, and nobody looks when nobody listens.
 */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ConsoleSession } from "../core/accounts/consoleAccess.ts";
import { readLiveMark } from "../store/console/liveMark.ts";
import { config } from "./parts/forms.ts";
import type { ConsoleDeps } from "./parts/view.ts";

interface Ways {
  readonly sessionFor: (request: FastifyRequest) => Promise<ConsoleSession>;
}

const lookEveryMs = 2000;
/** Then the browser comes again, and shows its session again. */
const longestMs = 5 * 60_000;
/** Who comes when there are so many asks every few seconds instead. */
const mostListeners = 200;

export function addLive(app: FastifyInstance, deps: ConsoleDeps, { sessionFor }: Ways): void {
  const { database } = deps.auth.connecting;
  const listeners = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  let mark: string | undefined;

  const look = async (): Promise<void> => {
    const now = await readLiveMark(database);
    const isNew = mark !== undefined && now !== mark;
    mark = now;
    // A line that says nothing finds out who is gone.
    for (const listener of listeners) listener.write(isNew ? "data: new\n\n" : ":\n\n");
  };
  const lookAgain = (): void => {
    timer = setTimeout(() => void look().catch(ignore).finally(again), lookEveryMs);
  };
  const again = (): void => {
    timer = undefined;
    if (listeners.size > 0) lookAgain();
    else mark = undefined;
  };
  app.get("/console/live", { config: { ...config, isStream: true } }, async (request, reply) => {
    await sessionFor(request);
    // What comes from now on is new; without this, what comes before the first look would be told of by nobody.
    mark ??= await readLiveMark(database);
    if (listeners.size >= mostListeners) return reply.code(204).send();
    const { raw } = reply.hijack();
    raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" });
    raw.write("retry: 5000\n\n");
    listeners.add(raw);
    const end = setTimeout(() => raw.end(), longestMs);
    raw.once("close", () => {
      clearTimeout(end);
      listeners.delete(raw);
    });
    if (timer === undefined) lookAgain();
    return reply;
  });
  app.addHook("onClose", async () => clearTimeout(timer));
}

/** The next look may go better. */
const ignore = (): void => {};
