/** Compares the last page of a long ledger with the first, through the public API. */
import type { Bench } from "./figure.ts";
import { median, timed } from "./figure.ts";
import { openWorkplace, type Program } from "./program.ts";

const asks = 51;
const fullSize = 1_000_000;

export const pages: Bench = async ({ entries }) => {
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: String(entries) });
  try {
    const began = performance.now();
    const program = await workplace.start();
    const filling = ((performance.now() - began) / 1000).toFixed(0);
    const deepest = Math.floor(entries / 100);
    const first = await page(program, 1);
    const last = await page(program, deepest);
    await program.stop();
    const ratio = last / first;
    const note = entries < fullSize ? `; a smaller run than the target's, repeat with --scale=1` : "";
    return [
      {
        what: `page ${deepest} of ${entries} entries`,
        measured: `${ratio.toFixed(2)} × page 1 (${last.toFixed(1)} : ${first.toFixed(1)} ms)`,
        target: "≤ 3 ×",
        met: ratio <= 3,
        how: `pages: median of ${asks} requests each, 100 journal entries a page, through the public API (books made in ${filling} s${note})`,
      },
    ];
  } finally {
    await workplace.remove();
  }
};

async function page({ ask }: Program, number: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < asks; turn++) {
    const took = await timed(async () => {
      const answer = await ask(`/accounting/journalEntries?limit=100&page=${number}`);
      const { data } = (await answer.json()) as { data: readonly unknown[] };
      if (data.length !== 100) throw new Error(`Page ${number} has ${data.length} records.`);
    });
    times.push(took);
  }
  return median(times);
}
