/** Memory and file descriptors do not grow during a long time of normal load (R15). */
import type { ChildProcess } from "node:child_process";
import { on, once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { startNeighbour } from "../../bench/program.ts";
import { type OpenedSide, openSide } from "../../bench/sides.ts";
import { reportFigure, scaled } from "../faults/scale.ts";

const visitors = 20;
const parts = 10;

const descriptorsOf = async ({ pid }: ChildProcess): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

/** Reads lists of a vendor with parallel visitors over connections that stay open. */
async function visit({ url, headers }: OpenedSide["side"], requests: number): Promise<void> {
  const pool = new Pool(url, { connections: visitors });
  let begun = 0;
  const visitor = async (): Promise<void> => {
    while (begun++ < requests) {
      const answer = await pool.request({ method: "GET", path: "/accounting/paymentTerms?limit=5", headers });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`A request got ${answer.statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visitor));
  await pool.close();
}

/** The growth per part, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  return above / values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
}

interface Soaked {
  readonly side: OpenedSide["side"];
  readonly held: Held;
}

async function openProgram(): Promise<Soaked> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-soak-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const page = join(folder, "page.json");
  await writeFile(page, JSON.stringify({ items: [{ id: "term-1", name: "14 days" }], total: 1 }));
  const vendor = await startNeighbour("vendor", [page]);
  onTestFinished(vendor.stop);
  // Below the ports that the system assigns, so that no other test gets this port meanwhile.
  const inspector = 20_000 + (process.pid % 10_000);
  const settings = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` };
  const { side, close } = await openSide(vendor.url, undefined, settings);
  onTestFinished(close);
  return { side, held: await openInspector(inspector) };
}

type Held = () => Promise<number>;

/**
 * Megabytes still in use after a full garbage collection, on and off the heap. The process's resident memory says less: the
 * collector is lazy if there is plenty of memory.
 */
async function openInspector(port: number): Promise<Held> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  onTestFinished(() => socket.close());
  let last = 0;
  const ask = async (method: string): Promise<Readonly<Record<string, number>>> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method }));
    for await (const [{ data }] of on(socket, "message") as AsyncIterable<[{ data: string }]>) {
      const { id: answered, result = {} } = JSON.parse(data) as { id?: number; result?: Record<string, number> };
      if (answered === id) return result;
    }
    throw new Error(`${method} was not answered.`);
  };
  return async () => {
    await ask("HeapProfiler.collectGarbage");
    const { usedSize = 0, backingStorageSize = 0 } = await ask("Runtime.getHeapUsage");
    return (usedSize + backingStorageSize) / 1e6;
  };
}

test("memory and file descriptors do not grow with the number of requests", async () => {
  const requests = scaled(1_000_000, 800);
  const { side, held } = await openProgram();
  const requestsPerPart = requests / parts / 2;
  // The first half fills permanent memory: compiled code, pools, caches.
  for (let part = 0; part < parts; part++) await visit(side, requestsPerPart);
  const before = await descriptorsOf(side.process);
  const memory: number[] = [];
  for (let part = 0; part < parts; part++) {
    await visit(side, requestsPerPart);
    memory.push(await held());
  }
  // The system releases closed sockets after a moment. A descriptor lost per connection would add 200 at any scale.
  const mostSpare = 10;
  await expect.poll(() => descriptorsOf(side.process)).toBeLessThanOrEqual(before + mostSpare);
  const added = (await descriptorsOf(side.process)) - before;
  const slope = slopeOf(memory) * (100_000 / requestsPerPart);
  // With fewer requests, most of the growth is code that is still being compiled.
  const isLong = requests >= 1_000_000;
  const last = `${memory.at(-1)?.toFixed(0)} MB held`;
  const memorySeen = isLong
    ? `${slope.toFixed(2)} MB per 100,000 (${last})`
    : `${last}, too few to judge its growth by`;
  reportFigure(
    "R15",
    `${requests} requests, ${memorySeen}, ${Math.max(0, added)} additional descriptors`,
    added <= 0 && (!isLong || slope < 1),
  );
});
