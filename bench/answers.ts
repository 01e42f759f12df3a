/** The memory that a vendor's large response takes while it is processed, relative to its size. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "./connection.ts";
import type { Bench, Figure } from "./figure.ts";
import { warmUp } from "./hostile.ts";
import { memoryOf, openWorkplace, type Program, startNeighbour } from "./program.ts";
import { vendorPage } from "./vendorPage.ts";

const answered = 10;
const wholeBytes = 3_000_000;
const allowed = 12;

export const answers: Bench = async () => {
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: "1000" });
  const file = join(workplace.folder, "answer.json");
  try {
    const body = largeBody(await vendorPage());
    await writeFile(file, body);
    const vendor = await startNeighbour("vendor", [file]);
    try {
      const program = await workplace.start({ TARGET_SITE_SANDBOX_KEY: vendor.url });
      const accountKey = await connect(workplace.folder, "sandbox-key");
      await warmUp(program);
      await pause(2000);
      const size = Buffer.byteLength(body);
      const figures = [
        await figureOf("one after the other", program, { accountKey, atOnce: 1, size }),
        await figureOf("at once", program, { accountKey, atOnce: answered, size }),
      ];
      await program.stop();
      return figures;
    } finally {
      vendor.stop();
    }
  } finally {
    await workplace.remove();
  }
};

/** The page's entries with their lines repeated until the body is large enough. */
function largeBody(page: string): string {
  const { items, ...rest } = JSON.parse(page) as { items: readonly Entry[] };
  const times = Math.ceil(wholeBytes / page.length);
  const long = ({ journal_line_items: lines, ...entry }: Entry) => ({
    ...entry,
    journal_line_items: Array.from({ length: times }, () => lines).flat(),
  });
  return JSON.stringify({ ...rest, items: items.map(long) });
}

interface Entry {
  readonly journal_line_items: readonly object[];
}

interface Load {
  readonly accountKey: string;
  readonly atOnce: number;
  readonly size: number;
}

async function figureOf(how: string, { ask, process }: Program, { accountKey, atOnce, size }: Load): Promise<Figure> {
  const before = memoryOf(process);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(process))), 5);
  const statuses = new Set<number>();
  const read = async (): Promise<void> => {
    const answer = await ask("/accounting/journalEntries?limit=100", accountKey);
    await answer.arrayBuffer();
    statuses.add(answer.status);
  };
  for (let turn = 0; turn < answered; turn += atOnce) await Promise.all(Array.from({ length: atOnce }, read));
  clearInterval(watch);
  if (statuses.size !== 1 || !statuses.has(200))
    throw new Error(`The responses had status ${[...statuses].join(", ")}.`);
  const grown = most - before;
  const inFlight = (size * atOnce) / 2 ** 20;
  return {
    what: `${answered} answers of ${(size / 2 ** 20).toFixed(1)} MB, ${how}`,
    measured: `${(grown / inFlight).toFixed(1)} × the bytes in flight (+ ${grown.toFixed(0)} MB)`,
    target: `≤ ${allowed} ×`,
    met: grown <= allowed * inFlight,
    how: `answers: a vendor returns a list with that many bytes of journal entries, read through the public API; peak resident memory, sampled every 5 ms, above the level after 500 normal lists`,
  };
}
