/** The `resume` command: lists what a restored service waits with, and lets it work again. */

import { timestampOf } from "../contract/clocks.ts";
import type { Operation } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";
import { systemsWithRefreshTokens } from "../core/connecting/restoredConnections.ts";
import {
  type ConnectionToTry,
  findRestore,
  listConnectionsToSignIn,
  listConnectionsToTry,
  listWaitingDeliveries,
  listWritesInDoubt,
  markRecovered,
  type Restore,
  resume,
  type WaitingDeliveries,
  type WriteInDoubt,
} from "../store/backup/restored.ts";
import { transaction } from "../store/postgres/database.ts";
import { countApiServices } from "../store/workers.ts";
import type { Storage } from "../wiring/storage.ts";
import { auditShell, withStorage } from "./callers.ts";
import { type Call, CannotDo, type Command, jsonOption, WrongUsage } from "./command.ts";
import { formatTable, printable, printResult } from "./table.ts";

export const resumeCommand: Command = {
  name: "resume",
  summary: "Resume a service that was restored from a backup",
  details: `Waiting deliveries are sent with the same webhook-id as before, or dropped. Writes in doubt are looked up at the
vendor, and never sent again. The tokens of all connections are tried: a connection whose refresh token was replaced after
the backup needs a new sign-in. Stop the previous service first. Afterwards, --list shows the results.`,
  options: {
    list: { about: "Show deliveries, writes and connections, without resuming" },
    "drop-deliveries": { about: "Do not send the deliveries that wait. They can be replayed later" },
    ...jsonOption,
  },
  run: (call) =>
    withStorage(call, async (storage) => {
      const restore = await findRestore(storage.database);
      if (restore === undefined)
        throw new CannotDo("This service was not restored from a backup, so there is nothing to resume.");
      if (call.options["list"] === true) return printState(call, restore, await readState(storage));
      await resumeService(call, storage);
    }),
};

export const pauseCommand: Command = {
  name: "pause",
  takes: ["time"],
  summary: "Pause a database recovered with PostgreSQL's tools",
  details: `Run it before the service starts on a database from point-in-time recovery or pg_restore. <time> is the moment that the
database was recovered to, such as 2026-11-18T03:00:00Z. The service then starts paused, as after "kontor restore".`,
  options: jsonOption,
  run: async (call) => {
    const [text = ""] = call.arguments;
    const time = new Date(text);
    if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(time.getTime()))
      throw new WrongUsage("<time> must be a timestamp such as 2026-11-18T03:00:00Z.");
    return withStorage(call, async ({ database }) => {
      if ((await countApiServices(database)) > 0)
        throw new CannotDo("A service is running on this database. Stop it first.");
      await transaction(database, async (client) => {
        await markRecovered(client, { madeAt: time.toISOString(), version: "", readOperations: readOperations() });
        await auditShell(client, { tenantId: null, action: "service.pause" });
      });
      printResult(
        call,
        { state: "paused", recoveredTo: timestampOf(time) },
        `Paused. Start the service, and resume it with "kontor resume".`,
      );
    });
  },
};

/** Operations that only read: their tasks may run again. */
export const readOperations = (): string[] =>
  Object.entries<Operation>(operations)
    .filter(([, { method }]) => method === "GET")
    .map(([id]) => id);

interface RestoreState {
  readonly deliveries: readonly WaitingDeliveries[];
  readonly writes: readonly WriteInDoubt[];
  readonly connectionsToTry: readonly ConnectionToTry[];
  readonly connectionsToSignIn: readonly ConnectionToTry[];
}

async function readState({ database, config }: Storage): Promise<RestoreState> {
  const { offeredConnectors } = await import("../wiring/run.ts");
  return {
    deliveries: await listWaitingDeliveries(database),
    writes: await listWritesInDoubt(database),
    connectionsToTry: await listConnectionsToTry(database, systemsWithRefreshTokens(offeredConnectors(config))),
    connectionsToSignIn: await listConnectionsToSignIn(database),
  };
}

async function resumeService(call: Call, { database }: Storage): Promise<void> {
  const dropDeliveries = call.options["drop-deliveries"] === true;
  const result = await transaction(database, async (client) => {
    const resumed = await resume(client, { dropDeliveries });
    if (resumed === undefined) throw new CannotDo("The service is not paused.");
    await auditShell(client, { tenantId: null, action: "service.resume" });
    return resumed;
  });
  if (call.options["json"] === true) return call.terminal.print(JSON.stringify(result));
  const sent = dropDeliveries
    ? `Dropped ${result.dropped} deliveries. Replay them in the console or with POST …/replay if they are needed.`
    : "Waiting deliveries are sent with their webhook-id.";
  call.terminal.print(
    `Resumed. A running service starts its work within seconds. ${sent}\nRun "kontor resume --list" in a while for writes in doubt and connections that need a new sign-in.`,
  );
}

function printState(call: Call, restore: Restore, state: RestoreState): void {
  const { options, terminal } = call;
  if (options["json"] === true) return terminal.print(JSON.stringify({ ...restore, ...state }, null, 2));
  const { madeAt, resumedAt, completedAt } = restore;
  const backup = `the backup of ${timestampOf(madeAt)}`;
  if (resumedAt === null) terminal.print(`Paused since the restore of ${backup}.`);
  else if (completedAt === null)
    terminal.print(`Resumed at ${timestampOf(resumedAt)}. A worker still looks up writes and tries tokens.`);
  else terminal.print(`Resumed at ${timestampOf(resumedAt)}, and all writes and tokens were checked.`);
  section(terminal, "Deliveries that wait", deliveryRows(state.deliveries));
  section(terminal, "Writes in doubt", writeRows(state.writes));
  if (completedAt === null)
    section(terminal, "Connections whose token may have been replaced since", connectionRows(state.connectionsToTry));
  section(terminal, "Connections that need a new sign-in", connectionRows(state.connectionsToSignIn));
}

function section({ print }: Call["terminal"], title: string, rows: readonly (readonly string[])[]): void {
  print(rows.length === 0 ? `\n${title}: none` : `\n${title}:\n${formatTable(rows, "  ")}`);
}

const deliveryRows = (deliveries: readonly WaitingDeliveries[]): string[][] =>
  deliveries.map(({ deliveries: count, subscriptionId, url, oldest }) => [
    String(count),
    `subscription ${subscriptionId}`,
    url,
    `oldest ${timestampOf(oldest)}`,
  ]);

const writeRows = (writes: readonly WriteInDoubt[]): string[][] =>
  writes.map(({ id, operation, connectionId, createdAt }) => [
    id,
    operation,
    `connection ${connectionId}`,
    timestampOf(createdAt),
  ]);

const connectionRows = (connections: readonly ConnectionToTry[]): string[][] =>
  connections.map(({ id, targetSystem, tenantId, endUserName }) => [
    id,
    targetSystem,
    `tenant ${tenantId}`,
    printable(endUserName ?? ""),
  ]);
