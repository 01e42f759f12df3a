/** Compares lists that the typed client reads with the same lists read by fetch alone, in this process. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApi } from "../packages/client/src/api.ts";
import { type Bench, quartiles } from "./figure.ts";
import { startNeighbour } from "./program.ts";
import { vendorPage } from "./vendorPage.ts";

const rounds = 200;
const calls = 10;
const mostSlower = 1.05;

interface Lists {
  readonly journalEntries: { list(query: object): Promise<{ readonly data: readonly unknown[] }> };
}

export const client: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), "kontor-bench-"));
  const page = join(folder, "page.json");
  const { items } = JSON.parse(await vendorPage()) as { items: readonly unknown[] };
  await writeFile(page, JSON.stringify({ data: items, meta: {} }));
  const server = await startNeighbour("vendor", [page]);
  try {
    const keys = { "x-api-key": "bench", "x-account-key": "bench" };
    const { journalEntries } = createApi("journalEntries list*\ntasks get\nevents list", {
      baseUrl: server.url,
      apiKey: "bench",
      accountKey: "bench",
    }) as Lists;
    const sides = {
      fetch: async () => {
        const answer = await fetch(`${server.url}/accounting/journalEntries?limit=100`, { headers: keys });
        // Faster than `json()` in Node, and what the client does.
        return (JSON.parse(await answer.text()) as { data: readonly unknown[] }).data.length;
      },
      client: async () => (await journalEntries.list({ limit: 100 })).data.length,
    };
    const ratios: number[] = [];
    for (let round = -2; round < rounds; round++) {
      // Each side is first in every other round.
      const isFetchFirst = round % 2 === 0;
      const first = await timeOf(isFetchFirst ? sides.fetch : sides.client);
      const second = await timeOf(isFetchFirst ? sides.client : sides.fetch);
      if (round >= 0) ratios.push(isFetchFirst ? second / first : first / second);
    }
    const [low, ratio, high] = quartiles(ratios);
    return [
      {
        what: "a list of 100 entries through the typed client",
        measured: `${ratio.toFixed(2)} × the time with fetch alone (quartiles ${low.toFixed(2)} to ${high.toFixed(2)})`,
        target: `≤ ${mostSlower} ×`,
        met: ratio <= mostSlower,
        how: `client: median of ${rounds} rounds of ${calls} lists a side, in turn, each side first in every other round, in one process`,
      },
    ];
  } finally {
    server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

async function timeOf(call: () => Promise<number>): Promise<number> {
  const began = performance.now();
  for (let count = 0; count < calls; count++) if ((await call()) !== 100) throw new Error("The list is not complete.");
  return performance.now() - began;
}
