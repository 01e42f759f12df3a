/** All commands, in the order of the help text. */
import manifest from "../../package.json" with { type: "json" };
import { auditCommands } from "./audit.ts";
import { backupCommands } from "./backup.ts";
import { connectionCommands, keyCommands, tenantCommands, withStorage } from "./callers.ts";
import { type Command, exitCodes, jsonOption } from "./command.ts";
import { consoleCommand } from "./console.ts";
import { doctor } from "./doctor.ts";
import { deleteTenantCommand, endTenantCommand, eraseConnectionCommand, erasuresCommand } from "./erase.ts";
import { exportCommand } from "./export.ts";
import type { Chapters } from "./help.ts";
import { serviceCommands } from "./service.ts";
import { printList } from "./table.ts";
import { verifyCommand } from "./verify.ts";

const migrate: Command = {
  name: "migrate",
  summary: "Migrate the database schema",
  details: "Every start does this too. Run it separately before a rollout.",
  run: (call) =>
    withStorage(call, async ({ migrated }) => {
      if (migrated.length === 0) call.terminal.print("The database is up to date.");
      for (const name of migrated) call.terminal.print(`Applied ${name}`);
    }),
};

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
  run: async ({ terminal }) => {
    terminal.print(manifest.version);
    return exitCodes.done;
  },
};

export const chapters: Chapters = {
  Service: [...serviceCommands, migrate],
  "Tenants, keys and connections": [
    ...tenantCommands,
    endTenantCommand,
    deleteTenantCommand,
    ...keyCommands,
    ...connectionCommands,
    exportCommand,
    eraseConnectionCommand,
    erasuresCommand,
  ],
  "Backup and restore": backupCommands,
  "Audit log": auditCommands,
  Tools: [consoleCommand, connectors, doctor, verifyCommand, version],
};

export const commands: readonly Command[] = Object.values(chapters).flat();
