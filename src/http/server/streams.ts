/** Answers that do not end by themselves: nobody waits for them, and how long they last says nothing. */
import type { FastifyRequest } from "fastify";

export const isStream = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { isStream?: boolean } | undefined)?.isStream === true;
