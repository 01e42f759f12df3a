/** What doctor looks at, as far as a running service can tell itself. */
import type { Storage } from "../storage.ts";
import { checkClock, checkDatabase, checkMasterKey, checkTables } from "./databaseChecks.ts";
import { bad, type Finding } from "./finding.ts";
import { checkDataFolder, checkOutbound } from "./placeChecks.ts";
import { reasonOf } from "./reason.ts";

/** Some of it takes a while and nothing changes from one moment to the next. */
const rememberedMs = 30_000;

export function openChecks({ database, config }: Pick<Storage, "database" | "config">): () => Promise<Finding[]> {
  const checks: Readonly<Record<string, () => Promise<Finding>>> = {
    "data folder": () => checkDataFolder(config),
    database: () => checkDatabase(database, config),
    tables: () => checkTables(database),
    "master key": () => checkMasterKey(database, config),
    clock: () => checkClock(database, Date.now),
    "outbound rules": () => checkOutbound(config),
  };
  const look = (): Promise<Finding[]> =>
    Promise.all(
      Object.entries(checks).map(([subject, check]) =>
        check().catch((error: unknown) => bad(subject, "could not be looked at.", reasonOf(error))),
      ),
    );
  let last: { readonly until: number; readonly findings: Promise<Finding[]> } | undefined;
  return () => {
    if (last === undefined || last.until < Date.now()) last = { until: Date.now() + rememberedMs, findings: look() };
    return last.findings;
  };
}
