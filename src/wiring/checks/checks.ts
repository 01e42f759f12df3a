/** The checks of doctor that a running service can make. */
import { monotonicNow } from "../../contract/clocks.ts";
import type { Storage } from "../storage.ts";
import {
  checkClock,
  checkDatabase,
  checkMasterKey,
  checkRestore,
  checkSessions,
  checkTables,
} from "./databaseChecks.ts";
import { bad, type Finding } from "./finding.ts";
import { checkDataFolder, checkOutbound } from "./hostChecks.ts";
import { reasonIn } from "./reason.ts";
import { checkSignIn } from "./signInCheck.ts";

/** Some checks take a while, and the results rarely change. */
const cacheMs = 30_000;

const unchecked = { en: "could not be checked.", de: "konnte nicht geprüft werden." };

export function openChecks({ database, config }: Pick<Storage, "database" | "config">): () => Promise<Finding[]> {
  const checks: Readonly<Record<string, () => Promise<Finding | undefined>>> = {
    "data folder": () => checkDataFolder(config),
    database: () => checkDatabase(database, config),
    sessions: () => checkSessions(config),
    tables: () => checkTables(database),
    "master key": () => checkMasterKey(database, config),
    restore: () => checkRestore(database),
    clock: () => checkClock(database, Date.now),
    "outbound rules": () => checkOutbound(config),
    "sign-in": () => checkSignIn(config),
  };
  const runChecks = async (): Promise<Finding[]> => {
    const findings = await Promise.all(
      Object.entries(checks).map(([subject, check]) =>
        check().catch((error: unknown) => bad(subject, unchecked, reasonIn(error))),
      ),
    );
    return findings.filter((finding) => finding !== undefined);
  };
  let last: { readonly until: number; readonly findings: Promise<Finding[]> } | undefined;
  return () => {
    if (last === undefined || last.until < monotonicNow())
      last = { until: monotonicNow() + cacheMs, findings: runChecks() };
    return last.findings;
  };
}
