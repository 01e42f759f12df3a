/** All commands, in the order of the help text. */
import manifest from "../../package.json" with { type: "json" };
import { findDueMigrations } from "../store/postgres/database.ts";
import { openDatabaseHandle } from "../wiring/storage.ts";
import { auditCommands } from "./audit.ts";
import { backupCommands } from "./backup.ts";
import { connectionCommands, keyCommands, tenantCommands, withStorage } from "./callers.ts";
import { type Call, type Command, exitCodes, jsonOption } from "./command.ts";
import { makeCompletionCommand } from "./completion.ts";
import { consoleCommand } from "./console.ts";
import { doctor } from "./doctor.ts";
import { deleteTenantCommand, endTenantCommand, eraseConnectionCommand, erasuresCommand } from "./erase.ts";
import { exportCommand } from "./export.ts";
import type { Chapters } from "./help.ts";
import { listKeysCommand, workCommands } from "./lists.ts";
import { openLog, serviceCommands } from "./service.ts";
import { printList, printResult } from "./table.ts";
import { verifyCommand } from "./verify.ts";

const migrate: Command = {
  name: "migrate",
  summary: "Migrate the database schema",
  details: "Every start does this too. Run it separately before a rollout.",
  options: { "dry-run": { about: "Only show which migrations are missing" }, ...jsonOption },
  run: async (call) => {
    if (call.options["dry-run"] === true) return showDueMigrations(call);
    return withStorage(call, async ({ migrated }) =>
      printResult(
        call,
        { applied: migrated },
        migrated.length === 0 ? upToDate : migrated.map((name) => `Applied ${name}`).join("\n"),
      ),
    );
  },
};

const upToDate = "The database is up to date.";

async function showDueMigrations(call: Call): Promise<number> {
  const handle = await openDatabaseHandle({ config: call.readConfig(), log: openLog("warn"), exclusive: false });
  try {
    const due = await findDueMigrations(handle.database);
    const text = due.length === 0 ? upToDate : due.map((name) => `Would apply ${name}`).join("\n");
    printResult(call, { due }, text);
  } finally {
    await handle.close();
  }
  return exitCodes.done;
}

const connectors: Command = {
  name: "connectors",
  summary: "List the target systems that this version supports",
  options: jsonOption,
  run: async (call) => {
    // Loaded on demand, so that other commands start faster.
    const { offeredConnectors } = await import("../wiring/run.ts");
    const offered = offeredConnectors(call.readConfig());
    printList(call, {
      items: offered.map(({ id, name, about, operations }) => ({
        id,
        name,
        about,
        operations: Object.keys(operations),
      })),
      columns: {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        OPERATIONS: ({ operations }) => String(operations.length),
        ABOUT: ({ about }) => about,
      },
      empty: "This version has no connectors.",
    });
    return exitCodes.done;
  },
};

const version: Command = {
  name: "version",
  summary: "Show the version",
  options: jsonOption,
  run: async (call) => {
    printResult(call, { version: manifest.version }, manifest.version);
    return exitCodes.done;
  },
};

export const chapters: Chapters = {
  Service: [...serviceCommands, migrate],
  "Tenants, keys and connections": [
    ...tenantCommands,
    endTenantCommand,
    deleteTenantCommand,
    listKeysCommand,
    ...keyCommands,
    ...connectionCommands,
    exportCommand,
    eraseConnectionCommand,
    erasuresCommand,
  ],
  "Deliveries, writes and events": workCommands,
  "Backup and restore": backupCommands,
  "Audit log": auditCommands,
  Tools: [consoleCommand, connectors, doctor, verifyCommand, makeCompletionCommand(() => commands), version],
};

export const commands: readonly Command[] = Object.values(chapters).flat();
