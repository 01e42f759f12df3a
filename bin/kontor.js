#!/usr/bin/env node
// Plain JavaScript that old versions of Node can read: it only makes sure that the rest runs on a new one.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import v8 from "node:v8";

const needed = 24;
const bundled = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`, import.meta.url),
);

// What has to be said before the program starts, and is never given back otherwise: Linux's C library keeps freed memory for
// each thread, and for itself once large pieces were freed (20 MB of an idle service); V8 makes room of up to 32 MB, three times,
// for what comes and goes (with 16 lists take no longer; with 8 they take a fifth more).
const memory = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "262144",
  MALLOC_TRIM_THRESHOLD_: "131072",
  ...process.env,
  NODE_OPTIONS: `--max-semi-space-size=16 ${process.env.NODE_OPTIONS ?? ""}`,
};
const isService = ["start", "serve", "worker"].includes(process.argv[2]);

if (Number.parseInt(process.versions.node, 10) >= needed) {
  const isTold = process.env.MALLOC_ARENA_MAX !== undefined || process.connected;
  if (isService && process.platform === "linux" && !isTold)
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], memory);
  // What is read at the start stays: V8 would make room for as much that comes and goes, and keep the room (40 MB).
  v8.setFlagsFromString("--semi-space-growth-factor=1");
  // Records of an answer that was slow to come outlive many others; V8 would put all of the next ones where garbage is
  // dear to find, and look for it in its other threads (a tenth of the processor time of lists).
  v8.setFlagsFromString("--no-allocation-site-pretenuring");
  // Reading TypeScript takes as long as the rest of the start; the second time it need not be read again. After the flags: V8
  // refuses what was compiled under others, and Node keeps a folder for each set of them as it finds it here.
  module.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/kontor", import.meta.url)));
  const { main } = await import("../src/cli.ts");
  await main();
} else if (existsSync(bundled)) {
  runWith(bundled);
} else {
  console.error(
    `Kontor needs Node ${needed} or newer; this is ${process.version}.\n` +
      "Run npm install in Kontor's folder, which brings one along, or install it from https://nodejs.org.",
  );
  process.exitCode = 1;
}

/** Stands aside: the terminal, the signals and the exit code are the other's. */
function runWith(program) {
  const child = spawn(program, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("error", (error) => {
    console.error(`${program} cannot be run: ${error.message}`);
    process.exitCode = 1;
  });
  child.once("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
