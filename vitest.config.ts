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

// Tests start TypeScript programs many times. The cache avoids compiling them again, as in bin/kontor.js.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/kontor");

// Tests that try a part of what they can try when all tests run, try everything when they are chosen.
const isChoosing = process.argv.slice(2).some((argument) => !argument.startsWith("-") && argument !== "run");
if (isChoosing) process.env["CHOSEN_FILES"] = "yes";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "test/**/*.test.ts",
      "simulators/**/*.test.ts",
      "connector-template/**/*.test.ts",
      "packages/**/*.test.ts",
    ],
    exclude: [
      ...configDefaults.exclude,
      ...(hasBrowser ? [] : ["**/*.browser.test.ts"]),
      // Tests against real programs: `npm run test:live` (test/live/run.ts).
      ...(process.env["LIVE"] === undefined ? ["**/*.live.test.ts"] : []),
      // Tests that kill, flood and soak the program: `npm run test:faults` (test/faults/run.ts), and `npm run faults`.
      ...(process.env["FAULTS"] === undefined ? ["**/*.faults.test.ts"] : []),
    ],
    globalSetup: "test/setup.ts",
    // Limits only end what hangs: on a busy machine, tests take several times as long as on an idle one.
    testTimeout: patience(600_000),
    hookTimeout: patience(600_000),
    // Only a state that is never reached should fail, not one that a busy machine reaches late.
    expect: { poll: { timeout: 60_000 } },
    // Modules have no state that other test files could see, and loading them again takes a second per file.
    isolate: false,
    // More workers than small machines have processors, because many files wait for timers, browsers and other processes.
    maxWorkers: 4,
    // A larger young generation: garbage collection took a twentieth of a worker's time.
    execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=16"],
    sequence: { sequencer: LongFirst },
    // Node runs TypeScript itself. Vite's transformation takes a fifth of a single file's time and is not needed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
