/** A page of journal entries as the sandbox's API sends it. */
import { openWorkplace } from "./program.ts";

interface Answer {
  readonly rawData: { readonly records: readonly object[] };
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** Starts a program to read it, once for all benchmarks of a run. */
let made: Promise<string> | undefined;
export const vendorPage = (): Promise<string> => (made ??= makePage());

async function makePage(): Promise<string> {
  const workplace = await openWorkplace();
  try {
    const { ask, stop } = await workplace.start();
    const answer = await ask("/accounting/journalEntries?limit=100&rawData=true");
    const { rawData, meta } = (await answer.json()) as Answer;
    await stop();
    return JSON.stringify({ items: rawData.records, page: 1, page_size: 100, total: meta.pagination.total });
  } finally {
    await workplace.remove();
  }
}
