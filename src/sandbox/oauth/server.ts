import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { Client } from "./clients.ts";

/** What the routes share. */
export interface Server {
  readonly pool: pg.Pool;
  readonly seed: Buffer;
  readonly issuer: (request: FastifyRequest) => string;
  /** The client with the addresses that the browser may be sent to. */
  readonly withRedirects: (client: Client, request: FastifyRequest) => Client;
}
