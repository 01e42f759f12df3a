#!/usr/bin/env node
// Plain JavaScript that old versions of Node can run. It makes sure that the rest runs on a supported version.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import v8 from "node:v8";

const needed = 24;
const bundled = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`, import.meta.url),
);

// Memory settings that must be set before the process starts. glibc keeps freed memory per thread and raises its threshold
// after large frees (20 MB in an idle service). V8's young generation may take three times 32 MB (with 16 MB, lists take no
// longer; with 8 MB, a fifth longer).
const memory = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "262144",
  MALLOC_TRIM_THRESHOLD_: "131072",
  ...process.env,
  NODE_OPTIONS: `--max-semi-space-size=16 ${process.env.NODE_OPTIONS ?? ""}`,
};
const isService = ["start", "serve", "worker"].includes(process.argv[2]);

if (Number.parseInt(process.versions.node, 10) >= needed) {
  const isConfigured = process.env.MALLOC_ARENA_MAX !== undefined || process.connected;
  if (isService && process.platform === "linux" && !isConfigured)
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], memory);
  // Objects loaded at start are long-lived. V8 would grow the young generation for them and keep it large (40 MB).
  v8.setFlagsFromString("--semi-space-growth-factor=1");
  // Records of a slow response outlive many others. V8 would then allocate all following ones in the old generation, where
  // garbage collection is expensive (a tenth of the CPU time of lists).
  v8.setFlagsFromString("--no-allocation-site-pretenuring");
  // Compiling TypeScript takes half of the start time, so the result is cached. Enabled after the flags are set, because V8
  // rejects code that was compiled with other flags, and Node keeps a separate folder per set of flags.
  module.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/kontor", import.meta.url)));
  // Packages have the same files without types (release/build.ts), because Node runs no TypeScript below node_modules.
  const source = new URL("../src/cli.ts", import.meta.url);
  const { main } = await import(existsSync(source) ? source.href : new URL("../dist/cli.mjs", import.meta.url).href);
  await main();
} else if (existsSync(bundled)) {
  runWith(bundled);
} else {
  console.error(
    `Kontor needs Node ${needed} or newer; this is ${process.version}.\n` +
      "Run npm install in Kontor's folder, which installs a suitable version, or get it from https://nodejs.org.",
  );
  process.exitCode = 1;
}

/** Runs the program again with another Node and passes on signals and the exit code. */
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
