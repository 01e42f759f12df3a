/**
 * What makes answers safe behind anything: no cache keeps one caller's books for the next, no browser guesses a type. Set
 * before anything else happens, so that refusals have them too; who answers with something public says otherwise.
 */
import type { FastifyInstance } from "fastify";

export const safeHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** A year, as browsers' lists ask for. */
const stayWithTls = { "strict-transport-security": "max-age=31536000" };

export function addSafeHeaders(app: FastifyInstance, isBehindTls: boolean): void {
  const headers = { ...safeHeaders, ...(isBehindTls && stayWithTls) };
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    done();
  });
}
