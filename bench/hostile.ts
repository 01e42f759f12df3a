/** What fifty answers of a hostile vendor at once do to the memory of the program (R10). */
import { connect } from "./connection.ts";
import type { Bench, Figure } from "./figure.ts";
import { memoryOf, openWorkplace, type Program, startNeighbour } from "./program.ts";

interface Extent {
  readonly waves: number;
  /** Reads at once. */
  readonly atOnce: number;
  /** So many times as many lists before, for a process that works already. */
  readonly rounds: number;
}

const whole: Extent = { waves: 3, atOnce: 50, rounds: 10 };

export const hostile: Bench = () => hostileIn(whole);

export async function hostileIn({ waves, atOnce, rounds }: Extent): Promise<readonly Figure[]> {
  const place = await openWorkplace();
  const vendor = await startNeighbour("hostileVendor", []);
  try {
    const program = await place.start({ TARGET_SITE_SANDBOX_KEY: vendor.url });
    const accountKey = await connect(place.folder, "sandbox-key");
    const idle = memoryOf(program.process);
    await warmUp(program, { atOnce, rounds });
    const { before, most, statuses, slowest } = await attack(program, accountKey, { waves, atOnce });
    await program.stop();
    const seen = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    const how = `hostile: ${waves} waves of ${atOnce} reads at once through the public API; the vendor, in another process, pours without end, sends a gzip bomb, JSON a million keys wide, 100,000 deep, just below the limits of width and of size; resident memory of Kontor at most, against the same process after ${rounds * atOnce} normal lists (busy) and before them (idle: holds what the normal lists leave behind too), looked at every 5 ms (answers: ${seen.join(", ")}; slowest ${(slowest / 1000).toFixed(1)} s)`;
    const figure = (from: string, grown: number): Figure => ({
      what: `hostile: ${atOnce} at once, from ${from}`,
      measured: `+ ${grown.toFixed(0)} MB`,
      target: "≤ + 100 MB",
      met: grown <= 100,
      how,
    });
    return [figure("busy", most - before), figure("idle", most - idle)];
  } finally {
    vendor.stop();
    await place.remove();
  }
}

/** Against a process that has done some work: its heap is as large as it gets with well-behaved vendors. */
export async function warmUp(
  { ask }: Program,
  { atOnce, rounds }: Pick<Extent, "atOnce" | "rounds"> = whole,
): Promise<void> {
  const read = () => ask("/accounting/journalEntries?limit=100").then((answer) => answer.arrayBuffer());
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
