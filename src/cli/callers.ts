/** Commands about tenants, their keys and their connections. */

import { setTimeout as wait } from "node:timers/promises";
import { timestampOf } from "../contract/timestamp.ts";
import { rotateMasterKey } from "../core/accounts/rotateMasterKey.ts";
import { createApiKey, createTenant } from "../core/accounts/tenants.ts";
import { hashKey } from "../core/secrets/keys.ts";
import { addKeyToFile, keepFirstKeyInFile, masterKeyFile } from "../core/secrets/masterKeys.ts";
import { revokeApiKey } from "../store/apiKeys.ts";
import { findConnection, listConnections } from "../store/connections.ts";
import { type AuditEntry, addAudit } from "../store/log/auditLog.ts";
import { setPollPace } from "../store/pollState.ts";
import type { Queryable } from "../store/postgres/database.ts";
import { disableTenant, enableTenant, listTenants } from "../store/tenants.ts";
import { openStorage, type Storage } from "../wiring/storage.ts";
import { type Call, CannotDo, type Command, exitCodes, jsonOption, WrongUsage } from "./command.ts";
import { showProgress } from "./progress.ts";
import { openLog } from "./service.ts";
import { printList } from "./table.ts";

/** Shares the database of a service that runs, or starts it for the moment. */
export async function inHouse(call: Call, work: (storage: Storage) => Promise<void>): Promise<number> {
  const config = call.readConfig();
  const storage = await openStorage({ config, log: openLog("warn"), exclusive: false });
  try {
    await work(storage);
  } finally {
    await storage.close();
  }
  return exitCodes.done;
}

/** Who may run commands on the machine has no other name. */
const auditShell = (database: Queryable, entry: Pick<AuditEntry, "tenantId" | "action" | "subject">): Promise<void> =>
  addAudit(database, { role: "shell", person: "shell", ...entry });

const seeTenants = `"kontor tenants list" shows the tenants.`;

export const tenantCommands: readonly Command[] = [
  {
    name: "tenants create",
    takes: ["name"],
    summary: "Create a tenant: a platform that may call",
    details: `Then give it a key with "kontor keys create".`,
    options: jsonOption,
    run: async (call) => {
      const name = readName(call.given[0] ?? "");
      return inHouse(call, async ({ database }) => {
        const id = await createTenant(database, name);
        await auditShell(database, { tenantId: id, action: "tenant.create", subject: name });
        if (call.options["json"] === true) return call.terminal.print(JSON.stringify({ id, name }));
        call.terminal.print(`Created the tenant ${id}.\nIts first key: npx kontor keys create ${id}`);
      });
    },
  },
  {
    name: "tenants list",
    summary: "List the tenants",
    options: jsonOption,
    run: (call) =>
      inHouse(call, async ({ database }) =>
        printList(call, {
          items: await listTenants(database),
          columns: {
            ID: ({ id }) => id,
            NAME: ({ name }) => name,
            CREATED: ({ createdAt }) => timestampOf(createdAt),
            DISABLED: ({ disabledAt }) => (disabledAt === null ? "" : timestampOf(disabledAt)),
          },
          empty: `There are no tenants yet. Create one with "kontor tenants create".`,
        }),
      ),
  },
  {
    name: "tenants disable",
    takes: ["tenant-id"],
    summary: "Refuse all calls of a tenant from now on",
    details: `Its keys stop within a second, and so does all that is done for it: deliveries, polls, tasks, renewals and flows.
Its data stays, and "kontor tenants enable" lets everything go on.`,
    run: (call) =>
      inHouse(call, async ({ database }) => {
        const [id = ""] = call.given;
        if (!(await disableTenant(database, id))) throw new CannotDo(`There is no tenant ${id}. ${seeTenants}`);
        await auditShell(database, { tenantId: id, action: "tenant.disable", subject: id });
        call.terminal.print(`Disabled the tenant ${id}.`);
      }),
  },
  {
    name: "tenants enable",
    takes: ["tenant-id"],
    summary: "Take calls of a disabled tenant again",
    details: "Everything goes on where it stopped.",
    run: (call) =>
      inHouse(call, async ({ database }) => {
        const [id = ""] = call.given;
        if (!(await enableTenant(database, id))) throw new CannotDo(`There is no tenant ${id}. ${seeTenants}`);
        await auditShell(database, { tenantId: id, action: "tenant.enable", subject: id });
        call.terminal.print(`Enabled the tenant ${id}.`);
      }),
  },
];

export const keyCommands: readonly Command[] = [
  {
    name: "keys create",
    takes: ["tenant-id"],
    summary: "Create an API key for a tenant",
    details: "The key is shown this once and is stored only as a hash.",
    options: jsonOption,
    run: (call) =>
      inHouse(call, async ({ database }) => {
        const [tenantId = ""] = call.given;
        const tenant = (await listTenants(database)).find(({ id }) => id === tenantId);
        if (tenant === undefined) throw new CannotDo(`There is no tenant ${tenantId}. ${seeTenants}`);
        if (tenant.disabledAt !== null) throw new CannotDo(`The tenant ${tenantId} is disabled, so a key is no use.`);
        const { id, apiKey } = await createApiKey(database, tenantId);
        await auditShell(database, { tenantId, action: "apiKey.create", subject: id });
        if (call.options["json"] === true) return call.terminal.print(JSON.stringify({ id, tenantId, apiKey }));
        call.terminal.print(`${apiKey}\n\nKeep it now: it is shown this once. Its id, to revoke it later: ${id}`);
      }),
  },
  {
    name: "keys revoke",
    takes: ["key-or-id"],
    summary: "Revoke an API key, by the key itself or by its id",
    details: "It stops within a second.",
    run: (call) =>
      inHouse(call, async ({ database }) => {
        const [given = ""] = call.given;
        const revoked = await revokeApiKey(database, { id: given, hash: hashKey(given) });
        if (revoked === undefined) throw new CannotDo("There is no such key, or it is revoked already.");
        await auditShell(database, { tenantId: revoked.tenantId, action: "apiKey.revoke", subject: revoked.id });
        call.terminal.print("Revoked the key.");
      }),
  },
  {
    name: "keys rotate-master",
    summary: "Seal all secrets with a new master key",
    details:
      "The service may run meanwhile. With keys in the data folder it makes a new one itself. With KONTOR_MASTER_KEYS, put the new key first, keep the old one behind it, restart every process, then run this with the same setting. It may be stopped and begun again.",
    run: (call) => inHouse(call, (storage) => rotate(call, storage)),
  },
];

/** As long as processes may go on with the keys that they know. */
const spreadsWithin = 2000;

async function rotate({ terminal }: Call, { config, database, vault, masterKeys }: Storage): Promise<void> {
  const file = config.masterKeys === undefined ? masterKeyFile(config.dataFolder) : undefined;
  const pause = () => wait(spreadsWithin);
  if (masterKeys().length === 1) {
    if (file === undefined)
      throw new CannotDo(
        "KONTOR_MASTER_KEYS has one key only. Put a new one before it, restart every process, and run this again.",
      );
    await addKeyToFile(file);
    await pause();
  }
  const [current] = masterKeys();
  if (current === undefined) throw new CannotDo("There is no master key.");
  const onProgress = showProgress(terminal, "Sealing");
  await auditShell(database, { tenantId: null, action: "masterKey.rotate", subject: current.id });
  const count = await rotateMasterKey({ database, vault, current, onProgress, pause });
  if (file !== undefined) await keepFirstKeyInFile(file);
  const then =
    file === undefined ? "Take the old key out of KONTOR_MASTER_KEYS." : "The old key is gone from the file.";
  terminal.print(`Sealed ${count} secrets with the master key ${current.id}. ${then}`);
}

export const connectionCommands: readonly Command[] = [
  {
    name: "connections list",
    summary: "List the connections of end users to target systems",
    options: { tenant: { takes: "tenant-id", about: "Only those of this tenant" }, ...jsonOption },
    run: (call) =>
      inHouse(call, async ({ database }) => {
        const { tenant } = call.options;
        printList(call, {
          items: await listConnections(database, { tenantId: typeof tenant === "string" ? tenant : undefined }),
          columns: {
            ID: ({ id }) => id,
            TENANT: ({ tenantId }) => tenantId,
            "TARGET SYSTEM": ({ targetSystem }) => targetSystem,
            STATE: ({ state }) => state,
            ENVIRONMENT: ({ environment }) => environment ?? "",
            COMPANY: ({ company }) => company ?? "",
            CREATED: ({ createdAt }) => timestampOf(createdAt),
          },
          empty: "There are no connections.",
        });
      }),
  },
  {
    name: "connections poll",
    takes: ["connection-id", "seconds"],
    summary: "Set how often a connection is polled for changes",
    details: "For what its target system does not tell by itself. 0 seconds: as usual (POLL_SECONDS).",
    run: (call) =>
      inHouse(call, async ({ database }) => {
        const [id = "", text = ""] = call.given;
        const seconds = Number(text);
        if (!/^\d+$/.test(text) || seconds > 86_400)
          throw new WrongUsage("Seconds are a whole number from 0 to 86400.");
        if (!(await setPollPace(database, id, seconds === 0 ? null : seconds)))
          throw new CannotDo("There is no such connection.");
        const tenantId = (await findConnection(database, id))?.tenantId ?? null;
        await auditShell(database, { tenantId, action: "connection.poll", subject: id });
        call.terminal.print(seconds === 0 ? "Polls it as usual." : `Polls it every ${seconds} seconds.`);
      }),
  },
];

function readName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > 200 || /\p{Cc}/u.test(name))
    throw new WrongUsage("A tenant's name is 1 to 200 characters, without line breaks.");
  return name;
}
