/** Debian's PgBouncer in front of the PostgreSQL server of the test run. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../bench/program.ts";
import { waitForPort } from "./loopback.ts";

export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

export interface PgBouncer {
  /** The database's URL through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

const nobody = 65534;

export async function startPgBouncer(
  databaseUrl: string,
  poolMode: "session" | "transaction",
  /** By default, the session that was used last. */
  serverUse?: "in turn",
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-pgbouncer-"));
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const ownPort = await freePort();
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${poolMode}
server_round_robin = ${serverUse === undefined ? 0 : 1}
default_pool_size = 100
max_client_conn = 500
`,
  );
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  if (isRoot) for (const file of [folder, users, settings]) await chown(file, nobody, nobody);
  const pooler = spawn("pgbouncer", ["-q", settings], {
    stdio: "ignore",
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  await waitForPort(ownPort);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`,
    stop: async () => {
      const ended = once(pooler, "exit");
      pooler.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
