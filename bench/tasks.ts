/** The memory above idle that a task of the export edition takes for a long ledger. */

import { setTimeout as pause } from "node:timers/promises";
import { connect } from "./connection.ts";
import type { Bench } from "./figure.ts";
import { memoryOf, openWorkplace, type Program } from "./program.ts";

const allowed = 150;
const fullSize = 200_000;
const settings = { SANDBOX_DATE: "2026-06-30", LOG_LEVEL: "warn" };

interface Answered {
  readonly data: { readonly taskId: string; readonly status: string };
  readonly meta?: { readonly pagination?: { readonly total: number } };
}

export const tasks: Bench = async ({ entries: requested }) => {
  const entries = Math.min(requested / 4, fullSize);
  // A little more than half of the entries are of the previous year, which the task reads.
  const workplace = await openWorkplace({ ...settings, SANDBOX_ENTRIES: String(entries * 2) });
  try {
    // The first start fills the books and is not measured.
    await (await workplace.start()).stop();
    const program = await workplace.start();
    const accountKey = await connect(workplace.folder, "sandbox-export", settings);
    await pause(5000);
    const idle = memoryOf(program.process);
    const { peak, seconds, total } = await carryOut(program, accountKey);
    await program.stop();
    const note = total < fullSize ? `; a smaller run than the target's, repeat with --scale=1` : "";
    return [
      {
        what: `task of ${total} entries, memory`,
        measured: `+${(peak - idle).toFixed(0)} MB above ${idle.toFixed(0)} MB`,
        target: `≤ +${allowed} MB`,
        met: peak - idle <= allowed,
        how: `tasks: API, worker and sandbox in one process; highest of samples every 50 ms (${seconds.toFixed(0)} s${note})`,
      },
    ];
  } finally {
    await workplace.remove();
  }
};

async function carryOut({ ask, process }: Program, accountKey: string) {
  const read = async (path: string) => (await (await ask(path, accountKey)).json()) as Answered;
  const began = performance.now();
  const { taskId } = (await read("/accounting/journalEntries?fiscalYearStartDate=2025-01-01")).data;
  for (let peak = 0; ; ) {
    const { data, meta } = await read(`/accounting/asyncTask/${taskId}?limit=100`);
    for (let sample = 0; sample < 10; sample++) {
      peak = Math.max(peak, memoryOf(process));
      await pause(50);
    }
    if (data.status === "OPEN" || data.status === "IN_PROGRESS") continue;
    if (data.status !== "SUCCESS") throw new Error(`The task ended with status ${data.status}.`);
    return { peak, seconds: (performance.now() - began) / 1000, total: meta?.pagination?.total ?? 0 };
  }
}
