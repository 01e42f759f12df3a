import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { derive } from "../engine/secrets.ts";
import type { HasRoom } from "../server/room.ts";
import type { Client } from "./clients.ts";

/** Of the sandbox's one user. */
export interface Login {
  readonly user: string;
  readonly password: string;
  /** Whether the login page shows it, since it protects invented books only. */
  readonly isShown: boolean;
}

/** A public sandbox has a random password, the same at every start. */
export const loginOf = (seed: Buffer, isPublic: boolean): Login => ({
  user: "demo",
  password: isPublic ? derive(seed, "password", "demo").slice(0, 24) : "demo",
  isShown: !isPublic,
});

/** The state and settings that the routes share. */
export interface Server {
  readonly pool: pg.Pool;
  readonly seed: Buffer;
  readonly login: Login;
  readonly hasRoom: HasRoom;
  readonly issuer: (request: FastifyRequest) => string;
  /** The client with the URLs that the browser may return to. */
  readonly withRedirects: (client: Client, request: FastifyRequest) => Client;
}
