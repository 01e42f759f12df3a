/** From whatever was thrown to an exit code and a text that says what to do. */

import { ConfigFault } from "../config.ts";
import { MasterKeyMissing } from "../core/secrets/masterKeys.ts";
import { reasonOf } from "../wiring/checks/reason.ts";
import { CannotDo, type Complaint, exitCodes, WrongUsage } from "./command.ts";
import { ProcessFailed } from "./processes.ts";

export function complaintAbout(error: unknown): Complaint {
  if (error instanceof WrongUsage) return { exitCode: exitCodes.wrongUsage, text: error.message };
  if (error instanceof ConfigFault)
    return { exitCode: exitCodes.wrongUsage, text: `The settings are not right.\n${indent(error.message)}` };
  if (error instanceof ProcessFailed) return error.complaint;
  if (error instanceof CannotDo || error instanceof MasterKeyMissing)
    return { exitCode: exitCodes.failed, text: error.message };
  return { exitCode: exitCodes.failed, text: reasonOf(error) };
}

/** A port that cannot be listened on. */
export function portComplaint(error: unknown, { host, port }: { host: string; port: number }): CannotDo | undefined {
  const { code, syscall } = error as { code?: string; syscall?: string };
  // "bind" where another process listens for this one.
  if (syscall !== "listen" && syscall !== "bind" && syscall !== "getaddrinfo") return undefined;
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
