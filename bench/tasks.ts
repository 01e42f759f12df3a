/**
 * A ledger of ENTRIES (200,000 by default) through a task of the export edition, with the API, the worker and the
 * sandbox in one process: how long it takes, and how much memory above idle. Needs /proc, so Linux.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { readConfig } from "../src/config.ts";
import { createConnection } from "../src/core/tenants.ts";
import { openHouse } from "../src/main.ts";
import { openSandbox } from "../src/sandbox/sandbox.ts";
import { readRunning } from "../src/store/runningFile.ts";
import { listTenants } from "../src/store/tenants.ts";

const wanted = Number(process.env["ENTRIES"] ?? 200_000);
const allowed = 150;
const folder = await mkdtemp(join(tmpdir(), "kontor-bench-"));
const settings = {
  DATA_DIR: folder,
  PORT: "0",
  SANDBOX_DAY: "2026-06-30",
  // A little more than half of them are of the year before.
  SANDBOX_ENTRIES: String(wanted * 2),
  ALLOW_PRIVATE_NETWORK: "true",
  LOG_LEVEL: "warn",
};

try {
  // The first start fills the books, which is not what is measured.
  await stop(await start());
  const program = await start();
  try {
    await measure(program);
  } finally {
    await stop(program);
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function start(): Promise<ChildProcess> {
  const program = join(import.meta.dirname, "..", "bin", "kontor.js");
  const environment = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings };
  const child = spawn(process.execPath, [program, "start"], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    if (/http:\/\/\S+/.test(said)) break;
  }
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function measure(program: ChildProcess): Promise<void> {
  const { url, ask } = await connect();
  await pause(5000);
  const idle = memoryOf(program);
  const began = performance.now();
  const path = "/accounting/journalEntries?fiscalYearStartDate=2025-01-01";
  const { taskId } = (await ask(`${url}${path}`)).data as { taskId: string };
  let peak = idle;
  for (;;) {
    const answer = await ask(`${url}/accounting/asyncTask/${taskId}?limit=100`);
    const { status } = answer.data as { status: string };
    for (let sample = 0; sample < 10; sample++) {
      peak = Math.max(peak, memoryOf(program));
      await pause(50);
    }
    if (status === "OPEN" || status === "IN_PROGRESS") continue;
    const seconds = (performance.now() - began) / 1000;
    const above = peak - idle;
    const met = status === "SUCCESS" && (answer.meta?.pagination?.total ?? 0) >= wanted && above <= allowed;
    console.log(`${status}: ${answer.meta?.pagination?.total} entries in ${seconds.toFixed(1)} s`);
    console.log(`memory: idle ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, ${above.toFixed(0)} MB above idle`);
    console.log(`target: ≤ ${allowed} MB above idle: ${met ? "met" : "NOT met"}`);
    process.exitCode = met ? 0 : 1;
    return;
  }
}

interface Answered {
  readonly data: unknown;
  readonly meta?: { readonly pagination?: { readonly total: number } };
}

/** A connection of the export edition, made beside the running program. */
async function connect(): Promise<{ url: string; ask: (address: string) => Promise<Answered> }> {
  const config = readConfig(settings, new Date());
  const house = await openHouse({ config, log: pino({ level: "silent" }), exclusive: false });
  const { issueToken } = await openSandbox({ pool: house.database, ...config.sandbox });
  const [tenant] = await listTenants(house.database);
  const accountKey = await createConnection(house.database, house.vault, {
    ...{
      tenantId: tenant?.id ?? "",
      targetSystem: "sandbox-export",
      credentials: { apiKey: await issueToken("Bench") },
    },
    ...{ environment: "production", company: "bergblick" },
  });
  await house.close();
  const { apiKey } = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as { apiKey: string };
  const headers = { "x-api-key": apiKey, "x-account-key": accountKey };
  const ask = async (address: string) => (await (await fetch(address, { headers })).json()) as Answered;
  return { url: (await readRunning(folder))?.localUrl ?? "", ask };
}

/** Resident memory in MB. */
function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
