/** Fills a ledger of SANDBOX_ENTRIES (a million by default) and compares its last pages with its first. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { openSandbox } from "../src/sandbox/sandbox.ts";
import { openDatabase } from "../src/store/database.ts";
import { startEmbedded } from "../src/store/embedded.ts";

const entries = Number(process.env["SANDBOX_ENTRIES"] ?? 1_000_000);
const folder = await mkdtemp(join(tmpdir(), "kontor-bench-"));
const server = await startEmbedded({ folder });
const pool = openDatabase({ url: server.url, connections: 5, onLost: () => {} });
try {
  const options = { pool, day: "2026-06-15", entries };
  let peak = 0;
  const progress = () => (peak = Math.max(peak, process.memoryUsage().rss));
  const filling = await timed(() => openSandbox({ ...options, progress }));
  console.log(
    `filled ${entries} entries in ${(filling / 1000).toFixed(1)} s, peak memory ${Math.round(peak / 2 ** 20)} MB`,
  );
  console.log(`opened again in ${(await timed(() => openSandbox(options))).toFixed(1)} ms`);

  const sandbox = await openSandbox(options);
  const app = Fastify();
  await app.register(sandbox.routes, { prefix: "/sandbox" });
  const authorization = `Bearer ${await sandbox.issueToken("bench")}`;
  const read = async (query: string) => {
    const url = `/sandbox/v1/environments/production/companies/bergblick/journal-entries?page_size=100&${query}`;
    const { statusCode, body } = await app.inject({ url, headers: { authorization } });
    if (statusCode !== 200) throw new Error(body);
  };
  const pages = Math.floor(entries / 100);
  for (const query of [
    "page=1",
    `page=${pages}`,
    "page=1&fiscal_year=2026",
    `page=${Math.floor(pages / 4)}&fiscal_year=2026`,
  ])
    console.log(`${query}: ${(await median(() => read(query))).toFixed(2)} ms`);
  await app.close();
} finally {
  await pool.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 51; run++) times.push(await timed(work));
  return times.sort((a, b) => a - b)[25] ?? 0;
}
