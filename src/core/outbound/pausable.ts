/** While a restored service is paused, it calls nobody: neither vendors nor receivers. */
import { Failure } from "../../contract/failure.ts";
import type { Outbound } from "./client.ts";

/** Callers try again, because the operator usually resumes the service within minutes. */
const retryAfter = 60;

export const servicePaused = (): Failure =>
  new Failure(
    "unavailable",
    "This service was restored from a backup and is paused. Its operator resumes it with: kontor resume",
    { retryAfter },
  );

export const pausable = (outbound: Outbound, isPaused: () => boolean): Outbound => ({
  ...outbound,
  fetchBytes: (request) => (isPaused() ? Promise.reject(servicePaused()) : outbound.fetchBytes(request)),
});
