/**
 * Notifies open pages that there is new data; the pages then reload it themselves. One query serves all listeners of this
 * process, and without listeners there are no queries.
 */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ConsoleSession } from "../core/accounts/consoleAccess.ts";
import { hashToken } from "../core/secrets/ids.ts";
import { readLiveMark } from "../store/console/liveMark.ts";
import { findLiveSessions } from "../store/log/consoleSessions.ts";
import { config } from "./parts/requestInput.ts";
import type { ConsoleDeps } from "./parts/view.ts";

interface Sessions {
  readonly sessionFor: (request: FastifyRequest) => Promise<ConsoleSession>;
}

const intervalMs = 1000;
/** Then the browser reconnects, which checks its session again. */
const maxStreamMs = 5 * 60_000;
/** Streams of this process. Beyond this, pages poll every few seconds instead. */
const maxStreams = 200;
/** A person has fewer pages open; more would take the streams of others. */
const maxStreamsOfSession = 20;

export function addLive(app: FastifyInstance, deps: ConsoleDeps, { sessionFor }: Sessions): void {
  const { database } = deps.auth.connecting;
  /** The hash of the session of each stream. */
  const listeners = new Map<ServerResponse, Buffer>();
  const hasRoomFor = (session: Buffer): boolean =>
    listeners.size < maxStreams &&
    [...listeners.values()].filter((other) => other.equals(session)).length < maxStreamsOfSession;
  let timer: NodeJS.Timeout | undefined;
  let mark: string | undefined;

  const check = async (): Promise<void> => {
    const now = await readLiveMark(database);
    const isNew = mark !== undefined && now !== mark;
    mark = now;
    const live = await findLiveSessions(database, [...listeners.values()]);
    for (const [listener, session] of listeners) {
      // Writing an empty comment detects closed connections.
      if (live.has(session.toString("hex"))) listener.write(isNew ? "data: new\n\n" : ":\n\n");
      else listener.end();
    }
  };
  const schedule = (): void => {
    timer = setTimeout(() => void check().catch(ignore).finally(next), intervalMs);
  };
  const next = (): void => {
    timer = undefined;
    if (listeners.size > 0) schedule();
    else mark = undefined;
  };
  app.get("/console/live", { config: { ...config, isStream: true } }, async (request, reply) => {
    const { token } = await sessionFor(request);
    // Without a mark from now, rows that arrive before the first check would be missed.
    mark ??= await readLiveMark(database);
    // Nothing is awaited from here until the stream is counted, so that the limit holds for concurrent requests.
    const session = hashToken(token);
    if (!hasRoomFor(session)) return reply.code(204).send();
    const { raw } = reply.hijack();
    // A visitor who has left sends no further event, and would be counted for ever.
    if (raw.destroyed) return reply;
    raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" });
    raw.write("retry: 5000\n\n");
    listeners.set(raw, session);
    const end = setTimeout(() => raw.end(), maxStreamMs);
    raw.once("close", () => {
      clearTimeout(end);
      listeners.delete(raw);
    });
    if (timer === undefined) schedule();
    return reply;
  });
  app.addHook("onClose", async () => clearTimeout(timer));
}

/** The next check may succeed. */
const ignore = (): void => {};
