import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { HasRoom } from "../server/room.ts";
import type { Client } from "./clients.ts";
import { derive } from "./secrets.ts";

/** Of the one user that there is. */
export interface Login {
  readonly user: string;
  readonly password: string;
  /** Shown on the login page: there is nothing behind it but invented books. */
  readonly isShown: boolean;
}

/** Where others get in, the password is made up; it is the same at every start. */
export const loginOf = (seed: Buffer, isPublic: boolean): Login => ({
  user: "demo",
  password: isPublic ? derive(seed, "password", "demo").slice(0, 24) : "demo",
  isShown: !isPublic,
});

/** What the routes share. */
export interface Server {
  readonly pool: pg.Pool;
  readonly seed: Buffer;
  readonly login: Login;
  readonly hasRoom: HasRoom;
  readonly issuer: (request: FastifyRequest) => string;
  /** The client with the addresses that the browser may be sent to. */
  readonly withRedirects: (client: Client, request: FastifyRequest) => Client;
}
