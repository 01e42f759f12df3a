/** From whatever was thrown to an exit code and a text that says what to do. */

import { ConfigFault } from "../config.ts";
import { MasterKeyMissing } from "../core/secrets/masterKeys.ts";
import { scrubText } from "../core/secrets/scrubText.ts";
import { CannotDo, exitCodes, WrongUsage } from "./command.ts";

export interface Complaint {
  readonly exitCode: number;
  readonly text: string;
}

export function complaintAbout(error: unknown): Complaint {
  if (error instanceof WrongUsage) return { exitCode: exitCodes.wrongUsage, text: error.message };
  if (error instanceof ConfigFault)
    return { exitCode: exitCodes.wrongUsage, text: `The settings are not right.\n${indent(error.message)}` };
  if (error instanceof CannotDo || error instanceof MasterKeyMissing)
    return { exitCode: exitCodes.failed, text: error.message };
  return { exitCode: exitCodes.failed, text: reasonOf(error) };
}

/** Why something failed, without secrets and without a stack. */
export function reasonOf(error: unknown): string {
  const known = databaseReasons[String((error as { code?: unknown }).code)];
  if (known !== undefined) return scrubText(known(error as Refused));
  // Node tries several addresses at once and reports all of them in one error that says nothing itself.
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

const checkUrl = "Check DATABASE_URL, and that the database runs.";

const databaseReasons: Readonly<Record<string, (error: Refused) => string>> = {
  ECONNREFUSED: ({ address, port }) => `Nothing answers at ${address ?? "the address"}:${port ?? ""}. ${checkUrl}`,
  ENOTFOUND: ({ message }) => `The host is not known (${message}). ${checkUrl}`,
  EAI_AGAIN: ({ message }) => `The host could not be looked up (${message}). ${checkUrl}`,
  "28P01": ({ message }) => `The database refused the password (${message}). ${checkUrl}`,
  "28000": ({ message }) => `The database refused us (${message}). ${checkUrl}`,
  "3D000": ({ message }) => `${message}. Make it with createdb, or correct DATABASE_URL.`,
  "42501": ({ message }) => `The database user may not do this (${message}). It must own its database.`,
};

/** A port that cannot be listened on. */
export function portComplaint(error: unknown, { host, port }: { host: string; port: number }): CannotDo | undefined {
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (syscall !== "listen" && syscall !== "getaddrinfo") return undefined;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is used by another program. Set PORT to a free one, for example: PORT=${port + 1} npm start`,
    EACCES: `Port ${port} on ${host} is not allowed for this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to 127.0.0.1 for this machine alone, or 0.0.0.0 for all.`,
    ENOTFOUND: `The name ${host} is not known. Set HOST to an address such as 127.0.0.1.`,
  };
  const reason = reasons[code ?? ""];
  return reason === undefined ? undefined : new CannotDo(reason, { cause: error });
}

const indent = (text: string): string => text.replaceAll(/^/gm, "  ");
