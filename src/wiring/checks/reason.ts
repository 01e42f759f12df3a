import { scrubText } from "../../core/secrets/scrubText.ts";

/** Why something failed, without secrets and without a stack. */
export function reasonOf(error: unknown): string {
  const known = databaseReasons[String((error as { code?: unknown }).code)];
  if (known !== undefined) return scrubText(known(error as Refused));
  // Node tries several addresses and reports their errors in one error without a message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return scrubText(String(error));
  return scrubText(error.message || error.name);
}

interface Refused {
  readonly message: string;
  readonly address?: string;
  readonly port?: number;
  readonly syscall?: string;
}

const checkUrl = "Check DATABASE_URL, and that the database is running.";

const databaseReasons: Readonly<Record<string, (error: Refused) => string>> = {
  ECONNREFUSED: ({ address, port }) => `Nothing is listening on ${address ?? "the host"}:${port ?? ""}. ${checkUrl}`,
  ENOTFOUND: ({ message }) => `The host is unknown (${message}). ${checkUrl}`,
  EAI_AGAIN: ({ message }) => `The host could not be looked up (${message}). ${checkUrl}`,
  "28P01": ({ message }) => `The database refused the password (${message}). ${checkUrl}`,
  "28000": ({ message }) => `The database refused the connection (${message}). ${checkUrl}`,
  "3D000": ({ message }) => `${message}. Create it with createdb, or correct DATABASE_URL.`,
  "55P03": () => "Other work kept the tables locked for too long. Start again when the database is less busy.",
  "42501": ({ message }) => `The database user lacks a permission (${message}). It must own its database.`,
};
