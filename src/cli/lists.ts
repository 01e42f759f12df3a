/** The commands that list keys, deliveries and writes, and that follow the event log. */
import { setTimeout as wait } from "node:timers/promises";
import { timestampOf } from "../contract/clocks.ts";
import {
  type ListedEvent,
  listDeliveriesOf,
  listKeys,
  listOperationsOf,
  listRecentEvents,
  type ShellQuery,
} from "../store/console/shell.ts";
import { withStorage } from "./callers.ts";
import { type Call, type Command, jsonOption, WrongUsage } from "./command.ts";
import { printable, printList } from "./table.ts";

const ofTenant = { tenant: { takes: "tenant-id", about: "Only those of this tenant" } } as const;
const ofConnection = { connection: { takes: "connection-id", about: "Only those of this connection" } } as const;
const limitOption = { limit: { takes: "number", about: "At most this many, 1 to 1000 (50)" } } as const;

const time = (date: Date | null): string => (date === null ? "" : timestampOf(date));

export const listKeysCommand: Command = {
  name: "keys list",
  summary: "List the API keys, with their names",
  details: "The newest first. Keys are stored as hashes, so only their first characters are shown.",
  options: { ...ofTenant, ...limitOption, ...jsonOption },
  run: (call) =>
    withStorage(call, async ({ database }) =>
      printList(call, {
        items: await listKeys(database, queryOf(call)),
        columns: {
          ID: ({ id }) => id,
          NAME: ({ name }) => name ?? "",
          KEY: ({ hint }) => `${hint}…`,
          TENANT: ({ tenantName }) => tenantName,
          CREATED: ({ createdAt }) => time(createdAt),
          "LAST USED": ({ lastUsedAt }) => time(lastUsedAt),
          REVOKED: ({ revokedAt }) => time(revokedAt),
        },
        empty: `No keys. Create one with "kontor keys create".`,
      }),
    ),
};

export const workCommands: readonly Command[] = [
  {
    name: "deliveries list",
    summary: "List deliveries of events to platforms",
    details: "The newest first. The id is the webhook-id of the request.",
    options: {
      ...ofTenant,
      ...ofConnection,
      state: { takes: "state", about: "Only open, done or failed ones" },
      ...limitOption,
      ...jsonOption,
    },
    run: (call) => {
      const query = queryOf(call, ["open", "done", "failed"]);
      return withStorage(call, async ({ database }) =>
        printList(call, {
          items: await listDeliveriesOf(database, query),
          columns: {
            ID: ({ id }) => id,
            STATE: ({ state }) => state,
            ATTEMPTS: ({ attempts }) => String(attempts),
            CONNECTION: ({ connectionName, connectionId }) => connectionName ?? connectionId ?? "–",
            TENANT: ({ tenantName }) => tenantName,
            CREATED: ({ createdAt }) => time(createdAt),
            SETTLED: ({ settledAt }) => time(settledAt),
          },
          empty: "No deliveries.",
        }),
      );
    },
  },
  {
    name: "operations list",
    summary: "List writes to target systems",
    details:
      "The newest first. Writes in the state unknown can be reconciled in the console or with POST /operations/{id}/reconcile.",
    options: {
      ...ofTenant,
      ...ofConnection,
      state: { takes: "state", about: "Only writes in this state, such as unknown" },
      ...limitOption,
      ...jsonOption,
    },
    run: (call) => {
      const query = queryOf(call, ["intended", "sent", "taken", "undoing", "done", "refused", "unknown", "absent"]);
      return withStorage(call, async ({ database }) =>
        printList(call, {
          items: await listOperationsOf(database, query),
          columns: {
            ID: ({ id }) => id,
            OPERATION: ({ operation }) => operation,
            STATE: ({ state }) => state,
            CONNECTION: ({ connectionName, connectionId }) => connectionName ?? connectionId ?? "–",
            TENANT: ({ tenantName }) => tenantName,
            CREATED: ({ createdAt }) => time(createdAt),
            SETTLED: ({ settledAt }) => time(settledAt),
          },
          empty: "No writes.",
        }),
      );
    },
  },
  {
    name: "events tail",
    summary: "Show the latest events",
    details: "The oldest first, one a line. With --follow, new events are printed as they are recorded, until Ctrl-C.",
    options: {
      ...ofTenant,
      ...ofConnection,
      follow: { about: "Keep printing new events" },
      ...limitOption,
      json: { about: "Print one JSON object a line" },
    },
    run: (call) => {
      const query = queryOf(call);
      return withStorage(call, async ({ database }) => {
        const shown = new Set<string>();
        const show = (events: readonly ListedEvent[]): void => {
          for (const event of events) {
            const name = `${event.connectionId ?? event.tenantName} ${event.sequence}`;
            if (shown.has(name)) continue;
            shown.add(name);
            call.terminal.print(call.options["json"] === true ? JSON.stringify(event) : lineOf(event));
          }
        };
        show(await listRecentEvents(database, query));
        while (call.options["follow"] === true) {
          await wait(followMs);
          const since = new Date(Date.now() - lateMs);
          show(await listRecentEvents(database, { ...query, since, limit: mostFollowed }));
        }
      });
    },
  },
];

const followMs = 1000;
/** A transaction that began earlier may commit later. */
const lateMs = 60_000;
const mostFollowed = 10_000;

const lineOf = ({
  recordedAt,
  eventType,
  resource,
  resourceId,
  connectionName,
  connectionId,
  tenantName,
}: ListedEvent) =>
  [
    time(recordedAt),
    eventType,
    resource,
    printable(resourceId),
    printable(connectionName ?? connectionId ?? "–"),
    printable(tenantName),
  ].join("  ");

function queryOf({ options }: Call, states?: readonly string[]): ShellQuery {
  const textOf = (name: string): string | undefined => {
    const value = options[name];
    return typeof value === "string" ? value : undefined;
  };
  const limit = textOf("limit") ?? "50";
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1000)
    throw new WrongUsage("--limit must be an integer from 1 to 1000.");
  const state = textOf("state");
  if (state !== undefined && states?.includes(state) === false)
    throw new WrongUsage(`--state must be one of ${states.join(", ")}.`);
  return { tenantId: textOf("tenant"), connectionId: textOf("connection"), state, limit: Number(limit) };
}
