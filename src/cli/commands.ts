/** All commands, in the order of the help text. */
import manifest from "../../package.json" with { type: "json" };
import { connectionCommands, inHouse, keyCommands, tenantCommands } from "./callers.ts";
import { type Command, exitCodes, jsonOption } from "./command.ts";
import { consoleCommand } from "./console.ts";
import { doctor } from "./doctor.ts";
import type { Chapters } from "./help.ts";
import { serviceCommands } from "./service.ts";
import { printList } from "./table.ts";
import { verifyCommand } from "./verify.ts";

const migrate: Command = {
  name: "migrate",
  summary: "Bring the database's tables up to date",
  details: "Every start does this too; run it on its own before a roll-out.",
  run: (call) =>
    inHouse(call, async ({ migrated }) => {
      if (migrated.length === 0) call.terminal.print("The database is up to date.");
      for (const name of migrated) call.terminal.print(`Applied ${name}`);
    }),
};

const connectors: Command = {
  name: "connectors",
  summary: "List the target systems that this version can talk to",
  options: jsonOption,
  run: async (call) => {
    // Whoever makes a key or asks for the version does not carry all connectors along.
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
  "Run it": [...serviceCommands, migrate],
  "Callers and their customers": [...tenantCommands, ...keyCommands, ...connectionCommands],
  "Look around": [consoleCommand, connectors, doctor, verifyCommand, version],
};

export const commands: readonly Command[] = Object.values(chapters).flat();
