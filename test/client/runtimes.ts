/** Programs other than Node.js that run JavaScript, from npm. */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const binaries = join(import.meta.dirname, "../../node_modules/.bin");

interface Runtime {
  readonly name: string;
  readonly isHere: boolean;
  /** Why it may not be here. */
  readonly missing: string;
  readonly install: (project: string, tarball: string) => Promise<unknown>;
  /** The program and its parameters, with no more permissions than the client needs. */
  readonly parameters: (host: string, settings: readonly string[]) => readonly [string, ...string[]];
  /** Serves `receive` as an HTTP server, and declares its `port` and how to `close` it. */
  readonly receiver: string;
}

const missing = `npm has none for ${process.platform} on ${process.arch}`;
const starts = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

const deno = join(binaries, "deno");
const bun = join(binaries, "bun");

export const runtimes: readonly Runtime[] = [
  {
    name: "Deno",
    isHere: starts(deno),
    missing,
    // Deno has no command that installs a tarball, but it reads what npm has installed.
    install: (project, tarball) =>
      run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: project }),
    parameters: (host, settings) => [
      deno,
      "run",
      "--no-prompt",
      // The receiver listens on a free port, which has to be allowed as 127.0.0.1 without one.
      `--allow-net=${host},127.0.0.1:0`,
      `--allow-env=${settings.join(",")}`,
    ],
    receiver: `
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, receive);
const { port } = server.addr;
const close = () => server.shutdown();`,
  },
  {
    name: "Bun",
    isHere: starts(bun),
    missing,
    install: (project, tarball) => run(bun, ["add", tarball], { cwd: project }),
    parameters: () => [bun, "run"],
    receiver: `
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: receive });
const { port } = server;
const close = () => server.stop();`,
  },
];
