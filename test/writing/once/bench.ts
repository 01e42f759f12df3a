/** An invented vendor, its connector and everything that a write needs, for tests of idempotent writes. */
import { pino } from "pino";
import type { Connector, WriteHandler } from "../../../src/contract/connector.ts";
import type { Write } from "../../../src/core/calling/request.ts";
import { openHttpClient } from "../../../src/core/outbound/client.ts";
import { openIds } from "../../../src/core/secrets/ids.ts";
import { masterKey, openVault } from "../../../src/core/secrets/vault.ts";
import { createSession } from "../../../src/core/session/session.ts";
import { type JournalDeps, writeOnce } from "../../../src/core/writing/journal.ts";
import { encoder, fieldAs } from "../../../src/kit/encode.ts";
import { mapping } from "../../../src/kit/mapping.ts";
import { write } from "../../../src/kit/writing.ts";
import { openOperationWriter } from "../../../src/store/operationGroups.ts";
import { openAdvisoryLocks } from "../../../src/store/postgres/advisoryLocks.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";
import { openEndAttempt } from "../../../src/store/upkeep/endedAttempts.ts";

export interface Note {
  readonly id: string;
  readonly text: string;
}

/** The steps at which a test can kill the process. */
export type Step =
  | "before intent"
  | "after intent"
  | "before sending"
  | "after the vendor answered"
  | "before the answer goes out";

const notes = mapping<Note, Note>({ id: ({ id }) => id, text: ({ text }) => text });

export const createNote: WriteHandler<{ text: string }, Note> = write({
  method: "POST",
  path: "/notes",
  encoder: encoder<{ text: string }>({ text: fieldAs("text") }),
  also: ({ marker }) => ({ marker }),
  map: notes,
  find: async ({ marker }, session) => ((await session.read("/notes", { marker })) as { items: Note[] }).items[0],
});

const connector: Connector = {
  id: "notebook",
  name: "Notebook",
  about: "A vendor that exists only in tests.",
  site: "http://notebook.example",
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/",
  refusals: { message: () => undefined },
  rawData: false,
  operations: {},
};

/** Called at each step. A write waits for what is returned after its intent. */
export type At = (step: Step) => void | Promise<void>;

export interface Bench extends JournalDeps {
  /** Writes a note and calls `at` at each step. */
  writeNote(wanted: { text: string; key?: string; handler?: typeof createNote }, at?: At): ReturnType<typeof writeOnce>;
  writeOf(wanted: { text: string; key?: string; handler?: typeof createNote }, at?: At): Write;
  close(): Promise<void>;
}

export const connectionId = "connection-1";
export const tenantId = "tenant-1";
const key = Buffer.alloc(32, 7).toString("base64");

/** A vendor that cannot be asked for an earlier write. */
const { find: _, ...createBlindNote } = createNote;

export { createBlindNote };

/** For a database that already has the tables, the tenant and the connection. */
export function openBench(databaseUrl: string, vendorUrl: string, lockUrl = databaseUrl): Bench {
  const database = openDatabase({ url: databaseUrl, connections: 5, onLost: () => {} });
  const keeperPool = openDatabase({ url: lockUrl, connections: 1, onLost: () => {} });
  const outbound = openHttpClient({ allowPrivate: true });
  const deps = {
    database,
    vault: openVault([masterKey(key)]),
    advisoryLocks: openAdvisoryLocks(keeperPool),
    writer: openOperationWriter({ database, groupDatabase: database }),
    endAttempt: openEndAttempt(database),
    newOperationId: openIds(),
  };
  const writeOf: Bench["writeOf"] = ({ text, key, handler = createNote }, at = () => {}) => {
    const session = createSession({
      connector,
      outbound,
      site: vendorUrl,
      log: pino({ level: "silent" }),
      clock: Date.now,
      connection: { credentials: {} },
      limits: { deadlineMs: 1000 },
    });
    return {
      tenantId,
      connectionId,
      connector,
      scope: {},
      warnings: [],
      idempotencyKey: key,
      operation: "contacts.create",
      handler: {
        ...(handler as Write["handler"]),
        request: (call) => (void at("before sending"), handler.request(call as never)),
        answer: (reply, call) => (void at("after the vendor answered"), handler.answer(reply, call as never)),
      },
      openSession: async () => {
        await at("after intent");
        return session;
      },
      call: { ids: {}, filters: {}, body: { text }, files: [] },
    };
  };
  return {
    ...deps,
    writeOf,
    writeNote: async (wanted, at = () => {}) => {
      void at("before intent");
      const written = await writeOnce(deps, writeOf(wanted, at));
      void at("before the answer goes out");
      return written;
    },
    close: async () => {
      await outbound.close();
      await Promise.all([database.end(), deps.advisoryLocks.close()]);
    },
  };
}
