/** Converts errors to an exit code and a message that says what to do. */

import { ConfigFault } from "../config.ts";
import { MasterKeyMissing } from "../core/secrets/masterKeys.ts";
import { BackupFault } from "../store/backup/backupFile.ts";
import { reasonOf } from "../wiring/checks/reason.ts";
import { CannotDo, type Complaint, exitCodes, WrongUsage } from "./command.ts";
import { ProcessFailed } from "./processes.ts";

export function complaintAbout(error: unknown): Complaint {
  if (error instanceof WrongUsage) return { exitCode: exitCodes.wrongUsage, text: error.message };
  if (error instanceof ConfigFault)
    return { exitCode: exitCodes.wrongUsage, text: `Invalid settings:\n${indent(error.message)}` };
  if (error instanceof ProcessFailed) return error.complaint;
  if (error instanceof CannotDo || error instanceof MasterKeyMissing || error instanceof BackupFault)
    return { exitCode: exitCodes.failed, text: error.message };
  return { exitCode: exitCodes.failed, text: reasonOf(error) };
}

/** Explains why the port cannot be opened. */
export function portComplaint(error: unknown, { host, port }: { host: string; port: number }): CannotDo | undefined {
  const { code, syscall } = error as { code?: string; syscall?: string };
  // "bind" in a cluster, where the parent process listens.
  if (syscall !== "listen" && syscall !== "bind" && syscall !== "getaddrinfo") return undefined;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Set PORT to a free port, for example: PORT=${port + 1} npm start`,
    EACCES: `This user may not open port ${port} on ${host}. Set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}. Set HOST to 127.0.0.1 for local access only, or 0.0.0.0 for all networks.`,
    ENOTFOUND: `The host name ${host} cannot be resolved. Set HOST to an address such as 127.0.0.1.`,
  };
  const reason = reasons[code ?? ""];
  return reason === undefined ? undefined : new CannotDo(reason, { cause: error });
}

const indent = (text: string): string => text.replaceAll(/^/gm, "  ");
