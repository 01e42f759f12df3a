/** A PostgreSQL server with a streaming replica, made from the embedded binaries. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedServer, startEmbedded } from "../../src/store/postgres/embedded.ts";

export interface Replicated {
  readonly primary: EmbeddedServer;
  readonly standby: EmbeddedServer;
  /** As when its machine dies. */
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  close(): Promise<void>;
}

const settings = ["fsync=off", "full_page_writes=off", "max_connections=200", "jit=off"];
/** The primary confirms a commit only when the standby has it, so that a failover loses nothing. */
const synchronous = "synchronous_standby_names=replica";

export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-replica-"));
  const primaryFolder = join(folder, "primary");
  const standbyFolder = join(folder, "standby");
  await (await startEmbedded({ folder: primaryFolder, settings })).stop();
  await mkdir(standbyFolder, { mode: 0o700 });
  await cp(join(primaryFolder, "cluster"), join(standbyFolder, "cluster"), {
    recursive: true,
    preserveTimestamps: true,
  });
  await cp(join(primaryFolder, "password"), join(standbyFolder, "password"));
  const primary = await startEmbedded({ folder: primaryFolder, settings: [...settings, synchronous] });
  const { port, password } = new URL(primary.url);
  await writeFile(join(standbyFolder, "cluster/standby.signal"), "");
  await writeFile(
    join(standbyFolder, "cluster/postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=kontor password=${password} application_name=replica'\n`,
  );
  const standby = await startEmbedded({ folder: standbyFolder, settings });
  return {
    primary,
    standby,
    killPrimary: async () => {
      const [processId] = (await readFile(join(primaryFolder, "cluster/postmaster.pid"), "utf8")).split("\n");
      process.kill(Number(processId), "SIGKILL");
    },
    promoteStandby: async () => {
      const client = new pg.Client(standby.url);
      await client.connect();
      await client.query("SELECT pg_promote()");
      await client.end();
    },
    close: async () => {
      await primary.stop();
      await standby.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
