/**
 * Default security headers: no caching of one caller's data for another, no content type sniffing. They are set first, so
 * that errors have them too; public responses override them.
 */
import type { FastifyInstance } from "fastify";

export const safeHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** One year, the minimum for the browsers' preload lists. */
const stayWithTls = { "strict-transport-security": "max-age=31536000" };

export function addSafeHeaders(app: FastifyInstance, isBehindTls: boolean): void {
  const headers = { ...safeHeaders, ...(isBehindTls && stayWithTls) };
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    done();
  });
}
