/** All commands, in the order of the help text. */
import manifest from "../../package.json" with { type: "json" };
import { findDueMigrations } from "../store/postgres/database.ts";
import { openDatabaseHandle } from "../wiring/storage.ts";
import { auditCommands } from "./audit.ts";
import { backupCommands } from "./backup.ts";
import { connectionCommands, keyCommands, tenantCommands, withStorage } from "./callers.ts";
import { type Call, CannotDo, type Command, exitCodes, jsonOption, WrongUsage } from "./command.ts";
import { makeCompletionCommand } from "./completion.ts";
import { peopleCommands } from "./console.ts";
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

const mcp: Command = {
  name: "mcp",
  summary: "Serve the tools of assistants over stdin and stdout",
  details: `For clients that start a program. The keys come from the environment: KONTOR_API_KEY and KONTOR_ACCOUNT_KEY.
--url is a running service; its POST /mcp offers the same tools over HTTP.`,
  options: { url: { takes: "url", about: "Default: KONTOR_URL, or http://127.0.0.1:3000" } },
  run: async ({ options, terminal, readConfig }) => {
    const { assistant } = readConfig();
    const { apiKey, accountKey } = assistant;
    if (apiKey === undefined || accountKey === undefined)
      throw new CannotDo("Set KONTOR_API_KEY and KONTOR_ACCOUNT_KEY in the environment of this command.");
    const given = typeof options["url"] === "string" ? options["url"] : assistant.url;
    if (!URL.canParse(given)) throw new WrongUsage(`${given} is not a URL.`);
    const service = { url: new URL("/mcp", given), apiKey, accountKey };
    // Loaded on demand, so that other commands start faster.
    const { serveStandardInput } = await import("../mcp/stdio.ts");
    await serveStandardInput(service, (error) => terminal.complain(error.message));
    return exitCodes.done;
  },
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

const postman: Command = {
  name: "postman",
  summary: "Print a Postman collection of the API",
  details: `Import it in Postman and set the variables baseUrl, apiKey and accountKey. A running service has the same at /postman.json:
kontor postman --url https://kontor.example > kontor.postman_collection.json`,
  options: { url: { takes: "url", about: "The URL of the service. Default: http://127.0.0.1:3000" }, ...jsonOption },
  run: async ({ options, terminal, readConfig }) => {
    const { describe } = await import("../reference/openapi/openapi.ts");
    const { postmanCollection } = await import("../reference/openapi/postman.ts");
    const { offeredConnectors } = await import("../wiring/run.ts");
    const baseUrl = typeof options["url"] === "string" ? options["url"] : "http://127.0.0.1:3000";
    const description = describe({ connectors: offeredConnectors(readConfig()), baseUrl });
    terminal.print(JSON.stringify(postmanCollection(description, baseUrl), null, 2));
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
  "People and audit log": [...peopleCommands, ...auditCommands],
  Tools: [connectors, postman, doctor, verifyCommand, mcp, makeCompletionCommand(() => commands), version],
};

export const commands: readonly Command[] = Object.values(chapters).flat();
