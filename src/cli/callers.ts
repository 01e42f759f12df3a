/** Commands about tenants, their keys and their connections. */

import { setTimeout as wait } from "node:timers/promises";
import { timestampOf } from "../contract/clocks.ts";
import type { Scopes } from "../contract/scopes.ts";
import { readScopes } from "../core/accounts/readScopes.ts";
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
import { printList, printResult } from "./table.ts";

/** Opens the database of the running service, or starts the embedded one for the duration of the command. */
export async function withStorage(call: Call, work: (storage: Storage) => Promise<void>): Promise<number> {
  const config = call.readConfig();
  const storage = await openStorage({ config, log: openLog("warn"), exclusive: false });
  try {
    await work(storage);
  } finally {
    await storage.close();
  }
  return exitCodes.done;
}

/** People with shell access are not identified further in the audit log. */
export const auditShell = (database: Queryable, entry: Omit<AuditEntry, "role">): Promise<void> =>
  addAudit(database, { role: "shell", ...entry });

const seeTenants = `Run "kontor tenants list" to see all tenants.`;

export const tenantCommands: readonly Command[] = [
  {
    name: "tenants create",
    takes: ["name"],
    summary: "Create a tenant: a platform that may use the API",
    details: `Then give it a key with "kontor keys create".`,
    options: jsonOption,
    run: async (call) => {
      const name = readName(call.arguments[0] ?? "");
      return withStorage(call, async ({ database }) => {
        const id = await createTenant(database, name);
        await auditShell(database, { tenantId: id, action: "tenant.create", subject: id, subjectName: name });
        printResult(
          call,
          { id, name },
          `Created tenant ${id}.\nCreate its first key with: npx kontor keys create ${id}`,
        );
      });
    },
  },
  {
    name: "tenants list",
    summary: "List the tenants",
    options: jsonOption,
    run: (call) =>
      withStorage(call, async ({ database }) =>
        printList(call, {
          items: await listTenants(database),
          columns: {
            ID: ({ id }) => id,
            NAME: ({ name }) => name,
            CREATED: ({ createdAt }) => timestampOf(createdAt),
            DISABLED: ({ disabledAt }) => (disabledAt === null ? "" : timestampOf(disabledAt)),
          },
          empty: `No tenants yet. Create one with "kontor tenants create".`,
        }),
      ),
  },
  {
    name: "tenants disable",
    takes: ["tenant-id"],
    summary: "Disable a tenant",
    details: `Its keys stop working within a second, and so do its deliveries, polls, tasks, token refreshes and sign-in flows.
Its data is kept. "kontor tenants enable" resumes everything.`,
    options: jsonOption,
    run: (call) =>
      withStorage(call, async ({ database }) => {
        const [id = ""] = call.arguments;
        if (!(await disableTenant(database, id))) throw new CannotDo(`Tenant ${id} does not exist. ${seeTenants}`);
        await auditShell(database, { tenantId: id, action: "tenant.disable", subject: id });
        printResult(call, { id, state: "disabled" }, `Disabled tenant ${id}.`);
      }),
  },
  {
    name: "tenants enable",
    takes: ["tenant-id"],
    summary: "Enable a disabled tenant",
    details: "Everything resumes where it stopped.",
    options: jsonOption,
    run: (call) =>
      withStorage(call, async ({ database }) => {
        const [id = ""] = call.arguments;
        if (!(await enableTenant(database, id))) throw new CannotDo(`Tenant ${id} does not exist. ${seeTenants}`);
        await auditShell(database, { tenantId: id, action: "tenant.enable", subject: id });
        printResult(call, { id, state: "enabled" }, `Enabled tenant ${id}.`);
      }),
  },
];

export const keyCommands: readonly Command[] = [
  {
    name: "keys create",
    takes: ["tenant-id"],
    summary: "Create an API key for a tenant, with or without limits",
    details: `The key is shown only once and stored as a hash. Without options it may do everything.
Scopes cannot be changed later: create another key and revoke this one.`,
    options: {
      access: { takes: "read|write", about: "read: requests that change nothing. Default: write" },
      "target-systems": { takes: "slugs", about: "Only these target systems, separated by commas" },
      resources: {
        takes: "names",
        about:
          "Only these resources, separated by commas, such as invoices,contacts. Also: auth, events, tenant, webhooks",
      },
      ...jsonOption,
    },
    run: (call) =>
      withStorage(call, async ({ database }) => {
        const [tenantId = ""] = call.arguments;
        const tenant = (await listTenants(database)).find(({ id }) => id === tenantId);
        if (tenant === undefined) throw new CannotDo(`Tenant ${tenantId} does not exist. ${seeTenants}`);
        if (tenant.disabledAt !== null)
          throw new CannotDo(`Tenant ${tenantId} is disabled. Enable it before you create a key.`);
        const scopes = await scopesIn(call);
        const { id, apiKey } = await createApiKey(database, tenantId, scopes);
        await auditShell(database, { tenantId, action: "apiKey.create", subject: id });
        printResult(
          call,
          { id, tenantId, apiKey, ...scopes },
          `${apiKey}\n\nSave the key now: it is shown only once. To revoke it later, use its id: ${id}`,
        );
      }),
  },
  {
    name: "keys revoke",
    takes: ["key-or-id"],
    summary: "Revoke an API key, by the key itself or by its id",
    details: "The key stops working within a second.",
    options: jsonOption,
    run: (call) =>
      withStorage(call, async ({ database }) => {
        const [name = ""] = call.arguments;
        const revoked = await revokeApiKey(database, { id: name, hash: hashKey(name) });
        if (revoked === undefined) throw new CannotDo("The key does not exist or is already revoked.");
        await auditShell(database, { tenantId: revoked.tenantId, action: "apiKey.revoke", subject: revoked.id });
        printResult(call, { ...revoked, state: "revoked" }, "Revoked the key.");
      }),
  },
  {
    name: "keys rotate-master",
    summary: "Encrypt all secrets with a new master key",
    details:
      "The service can keep running. With keys in the data folder, the new key is created automatically. With KONTOR_MASTER_KEYS, put the new key first, keep the old one after it, restart every process, then run this command with the same setting. It can be interrupted and run again.",
    options: jsonOption,
    run: (call) => withStorage(call, (storage) => rotate(call, storage)),
  },
];

async function scopesIn({ options }: Call): Promise<Scopes> {
  // Loaded here, because all connectors take as long to load as the rest of a command.
  const { connectors } = await import("../connectors/index.ts");
  const read = readScopes(
    {
      access: textOf(options["access"]),
      targetSystems: textOf(options["target-systems"]),
      resources: textOf(options["resources"]),
    },
    connectors.map(({ id }) => id),
  );
  if ("scopes" in read) return read.scopes;
  throw new WrongUsage(`"${read.unknown}" is unknown. Use ${read.known.join(", ")}.`);
}

const textOf = (option: string | boolean | undefined): string | undefined =>
  typeof option === "string" ? option : undefined;

/** How long running processes may keep using the keys that they have loaded. */
const reloadMs = 2000;

async function rotate(call: Call, { config, database, vault, masterKeys }: Storage): Promise<void> {
  const file = config.masterKeys === undefined ? masterKeyFile(config.dataFolder) : undefined;
  const pause = () => wait(reloadMs);
  if (masterKeys().length === 1) {
    if (file === undefined)
      throw new CannotDo(
        "KONTOR_MASTER_KEYS has only one key. Put a new key before it, restart every process, and run this command again.",
      );
    await addKeyToFile(file);
    await pause();
  }
  const [current] = masterKeys();
  if (current === undefined) throw new CannotDo("There is no master key.");
  const onProgress = call.options["json"] === true ? () => {} : showProgress(call.terminal, "Encrypting");
  await auditShell(database, { tenantId: null, action: "masterKey.rotate", subject: current.id });
  const count = await rotateMasterKey({ database, vault, current, onProgress, pause });
  if (file !== undefined) await keepFirstKeyInFile(file);
  const then =
    file === undefined ? "Remove the old key from KONTOR_MASTER_KEYS." : "The old key was removed from the file.";
  const data = { masterKeyId: current.id, encryptedSecrets: count };
  printResult(call, data, `Encrypted ${count} secrets with master key ${current.id}. ${then}`);
}

export const connectionCommands: readonly Command[] = [
  {
    name: "connections list",
    summary: "List the connections of end users to target systems",
    options: { tenant: { takes: "tenant-id", about: "Only connections of this tenant" }, ...jsonOption },
    run: (call) =>
      withStorage(call, async ({ database }) => {
        const { tenant } = call.options;
        const names = new Map((await listTenants(database)).map(({ id, name }) => [id, name]));
        printList(call, {
          items: await listConnections(database, { tenantId: typeof tenant === "string" ? tenant : undefined }),
          columns: {
            ID: ({ id }) => id,
            TENANT: ({ tenantId }) => names.get(tenantId) ?? tenantId,
            "END USER": ({ endUserName, endUserId }) => endUserName ?? endUserId ?? "",
            "TARGET SYSTEM": ({ targetSystem }) => targetSystem,
            STATE: ({ state }) => state,
            ENVIRONMENT: ({ environment }) => environment ?? "",
            COMPANY: ({ companyName, company }) => companyName ?? company ?? "",
            CREATED: ({ createdAt }) => timestampOf(createdAt),
          },
          empty: "No connections.",
        });
      }),
  },
  {
    name: "connections poll",
    takes: ["connection-id", "seconds"],
    summary: "Set how often a connection is polled for changes",
    details: "For changes that the target system does not report by webhook. 0 restores the default (POLL_SECONDS).",
    options: jsonOption,
    run: (call) =>
      withStorage(call, async ({ database }) => {
        const [id = "", text = ""] = call.arguments;
        const seconds = Number(text);
        if (!/^\d+$/.test(text) || seconds > 86_400)
          throw new WrongUsage("<seconds> must be an integer from 0 to 86400.");
        if (!(await setPollPace(database, id, seconds === 0 ? null : seconds)))
          throw new CannotDo("The connection does not exist.");
        const tenantId = (await findConnection(database, id))?.tenantId ?? null;
        await auditShell(database, { tenantId, action: "connection.poll", subject: id });
        printResult(
          call,
          { id, pollSeconds: seconds === 0 ? null : seconds },
          seconds === 0
            ? "The connection is polled at the default interval."
            : `The connection is polled every ${seconds} seconds.`,
        );
      }),
  },
];

function readName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > 200 || /\p{Cc}/u.test(name))
    throw new WrongUsage("A tenant's name must have 1 to 200 characters, without line breaks.");
  return name;
}
