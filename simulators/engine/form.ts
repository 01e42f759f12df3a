import type { FastifyRequest } from "fastify";

/** A posted form. Bodies arrive as bytes. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : "");
