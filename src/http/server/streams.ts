/** Event streams do not end by themselves. They do not delay shutdown and are not timed. */
import type { FastifyRequest } from "fastify";

export const isStream = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { isStream?: boolean } | undefined)?.isStream === true;
