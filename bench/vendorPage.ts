/** A page of journal entries in the words of the sandbox, as its own API sends it. */
import type { Program } from "./program.ts";

interface Answer {
  readonly rawData: { readonly records: readonly object[] };
  readonly meta: { readonly pagination: { readonly total: number } };
}

export async function vendorPage({ ask }: Pick<Program, "ask">): Promise<string> {
  const answer = await ask("/accounting/journalEntries?limit=100&rawData=true");
  const { rawData, meta } = (await answer.json()) as Answer;
  return JSON.stringify({ items: rawData.records, page: 1, page_size: 100, total: meta.pagination.total });
}
