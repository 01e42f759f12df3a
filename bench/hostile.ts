/** The memory that fifty concurrent responses of a hostile vendor take (R10). */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "./connection.ts";
import type { Bench, Figure } from "./figure.ts";
import { memoryOf, type Neighbour, openWorkplace, type Program, startNeighbour, type Workplace } from "./program.ts";
import { vendorPage } from "./vendorPage.ts";

interface Extent {
  readonly waves: number;
  /** The number of concurrent reads. */
  readonly atOnce: number;
  /** The factor of normal lists before the measurement, for a process that is already in use. */
  readonly rounds: number;
}

const fullExtent: Extent = { waves: 3, atOnce: 50, rounds: 10 };

export const hostile: Bench = () => hostileIn(fullExtent);

export async function hostileIn(extent: Extent): Promise<readonly Figure[]> {
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: "1000" });
  const page = join(workplace.folder, "page.json");
  await writeFile(page, await vendorPage());
  const vendor = await startNeighbour("hostileVendor", [page]);
  try {
    const settings = { TARGET_SITE_SANDBOX_KEY: vendor.url };
    const busy = await attacked(await workplace.start(settings), { ...extent, vendor, workplace });
    const idle = await attacked(await workplace.start(settings), { ...extent, rounds: 0, vendor, workplace });
    return figuresOf(extent, busy, idle);
  } finally {
    vendor.stop();
    await workplace.remove();
  }
}

interface Attack extends Extent {
  readonly vendor: Neighbour;
  readonly workplace: Workplace;
}

/** Measures in a new process, or in one that has read so many normal lists that its heap has reached its usual size. */
async function attacked(program: Program, { vendor, workplace, rounds, ...extent }: Attack) {
  const accountKey = await connect(workplace.folder, "sandbox-key");
  const idle = memoryOf(program.process);
  vendor.process.send(false);
  await warmUp(program, { ...extent, rounds }, accountKey);
  vendor.process.send(true);
  const seen = await attack(program, accountKey, extent);
  await program.stop();
  return { idle, ...seen };
}

type Seen = Awaited<ReturnType<typeof attacked>>;

function figuresOf({ waves, atOnce, rounds }: Extent, busy: Seen, idle: Seen): Figure[] {
  const answers = Object.entries(busy.statuses).map(([status, count]) => `${count} × ${status}`);
  const how = `hostile: ${waves} waves of ${atOnce} reads at once through the public API; the vendor, in another process, sends endless data, a gzip bomb, JSON with a million keys, JSON 100,000 levels deep, and JSON just below the limits of width and size; Kontor's peak resident memory, sampled every 5 ms, of a process that has just started (idle), and of another one above its level after ${rounds * atOnce} normal lists (busy; above its level before these: + ${(busy.most - busy.idle).toFixed(0)} MB) (answers: ${answers.join(", ")}; slowest ${(busy.slowest / 1000).toFixed(1)} s)`;
  const figure = (from: string, { before, most }: Seen): Figure => ({
    what: `hostile: ${atOnce} at once, from ${from}`,
    measured: `+ ${(most - before).toFixed(0)} MB`,
    target: "≤ + 100 MB",
    met: most - before <= 100,
    how,
  });
  return [figure("busy", busy), figure("idle", idle)];
}

/** Reads normal lists until the heap of the process has reached its usual size. */
export async function warmUp(
  { ask }: Program,
  { atOnce, rounds }: Pick<Extent, "atOnce" | "rounds"> = fullExtent,
  accountKey?: string,
): Promise<void> {
  const read = () => ask("/accounting/journalEntries?limit=100", accountKey).then((answer) => answer.arrayBuffer());
  for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: atOnce }, read));
}

async function attack(program: Program, accountKey: string, { waves, atOnce }: Pick<Extent, "waves" | "atOnce">) {
  const before = memoryOf(program.process);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(program.process))), 5);
  const statuses: Record<number, number> = {};
  let slowest = 0;
  const read = async (): Promise<void> => {
    const began = performance.now();
    const answer = await program.ask("/accounting/journalEntries?limit=100", accountKey);
    await answer.arrayBuffer();
    slowest = Math.max(slowest, performance.now() - began);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  };
  for (let wave = 0; wave < waves; wave++) await Promise.all(Array.from({ length: atOnce }, read));
  clearInterval(watch);
  return { before, most, statuses, slowest };
}
