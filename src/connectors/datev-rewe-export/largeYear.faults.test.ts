/** A year of a million postings, scaled down by default (see FAULTS_SCALE): memory does not grow with their number. */
import { expect, onTestFinished, test } from "vitest";
import { memoryOf, openWorkplace, type Program, processorTime } from "../../../bench/program.ts";
import { withCashSales } from "../../../simulators/datev-rewe-export/simulation.ts";
import { settingsFor } from "../../../simulators/settings.ts";
import { startSimulator } from "../../../simulators/start.ts";
import { connectEndUser } from "../../../test/conformance/connect.ts";
import { patience, scaled } from "../../../test/faults/scale.ts";
import { makeCall } from "../../../test/support/platform.ts";
import { datevReweExport } from "./connector.ts";

/** At least two of DATEV's pages. */
const postings = scaled(1_000_000, 51_000);
const year = new Date().getUTCFullYear();

/** MB more than before: batches in progress, and garbage that is not collected yet. */
const most = 150;

interface Read {
  readonly task: { readonly status?: string; readonly responseData?: readonly object[] };
  readonly total: number | undefined;
}

async function readTask({ ask }: Program, taskId: string, accountKey: string, query = ""): Promise<Read> {
  const answer = await ask(`/accounting/asyncTask/${taskId}?${query}`, accountKey);
  const { data, meta } = (await answer.json()) as { data: Read["task"]; meta?: { pagination?: { total: number } } };
  return { task: data, total: meta?.pagination?.total };
}

test("reads a year of postings in bounded memory, up to its last page", async () => {
  const simulator = await startSimulator(withCashSales(postings), { keep: 3 });
  onTestFinished(simulator.close);
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: "1000", ...settingsFor(datevReweExport, simulator) });
  onTestFinished(workplace.remove);
  const program = await workplace.start();
  onTestFinished(program.stop);
  const call = makeCall(program.url, program.demo.apiKey);
  const { vendor } = simulator;
  const accountKey = await connectEndUser({ url: program.url, call, connector: datevReweExport, vendor });
  const before = memoryOf(program.process);
  const spent = processorTime(program.process);
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(program.process))), 50);
  onTestFinished(() => clearInterval(sampling));
  const query = { fiscalYearStartDate: `${year}-01-01` };
  const { data } = await call("GET", "/accounting/journalEntries", { accountKey, query });
  const taskId = data["taskId"] ?? "";
  const state = async () => (await readTask(program, taskId, accountKey)).task.status;
  await expect.poll(state, { timeout: patience(120_000), interval: 500 }).not.toMatch(/OPEN|IN_PROGRESS/);
  const { task, total = 0 } = await readTask(program, taskId, accountKey);
  expect(task.status).toBe("SUCCESS");
  expect(total).toBeGreaterThan(postings);
  const last = await readTask(program, taskId, accountKey, `limit=5&page=${Math.ceil(total / 5)}`);
  expect(last.task.responseData?.at(-1)).toMatchObject({ id: `${year}0101-${total}`, accountId: "1000" });
  process.stdout.write(
    `${total} postings: ${(peak - before).toFixed(0)} MB more than the ${before.toFixed(0)} MB before, ${Math.round((processorTime(program.process) - spent) / 1000)} s of processor time\n`,
  );
  expect(peak - before).toBeLessThan(most);
});
