import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { patience } from "./test/faults/scale.ts";
import { LongFirst } from "./test/longFirst.ts";
import { isInNpm, systemChromium } from "./test/support/chromium.ts";

const hasBrowser = isInNpm || systemChromium() !== undefined;
if (!hasBrowser)
  process.stderr.write(
    `skipped: *.browser.test.ts (npm has no Chromium for ${process.arch}; install Chromium on this machine to run them)\n`,
  );

// Tests start programs in TypeScript many times: the second time nothing is read again. As bin/kontor.js does it.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/kontor");

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "simulators/**/*.test.ts", "connector-template/**/*.test.ts"],
    exclude: [
      ...configDefaults.exclude,
      ...(hasBrowser ? [] : ["**/*.browser.test.ts"]),
      // Opposite real programs: `npm run test:live` (test/live/run.ts).
      ...(process.env["LIVE"] === undefined ? ["**/*.live.test.ts"] : []),
      // Programs that are killed, flooded and soaked: `npm run test:faults` (test/faults/run.ts), and `npm run faults`.
      ...(process.env["FAULTS"] === undefined ? ["**/*.faults.test.ts"] : []),
    ],
    globalSetup: "test/setup.ts",
    testTimeout: patience(60_000),
    hookTimeout: 60_000,
    // No module keeps anything that another file's tests could see, and reading all of them takes a second each time.
    isolate: false,
    // More than there are processors in the smallest machine: many files wait for timers, browsers and other processes.
    maxWorkers: 4,
    // More room for what comes and goes: a worker collects its garbage less often, which was a twentieth of its time.
    execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=16"],
    sequence: { sequencer: LongFirst },
    // Node reads TypeScript itself; nothing here needs what Vite would make of it, which takes a fifth of a single file's time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
