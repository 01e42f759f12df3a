/** Recognises event streams. They stay open, so shutdown does not wait for them and metrics do not time them. */
import type { FastifyRequest } from "fastify";

export const isStream = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { isStream?: boolean } | undefined)?.isStream === true;
