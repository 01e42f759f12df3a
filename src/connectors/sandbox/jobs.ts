/** Work that the sandbox does in its own time. */

import type { Job, JobReport } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import type { Page, Refusal, Text } from "./types.ts";

interface VendorJob {
  readonly id?: Text;
  readonly status?: Text;
  /** Why it failed. */
  readonly error?: Text;
}

/** How one entry of a bulk ended. */
interface Result<Native> extends Refusal {
  /** From zero, in the order of the entries. */
  readonly index: number;
  readonly record?: Native | null;
}

/** Larger pages are quicker, but live long enough to be taken for lasting, and take twice the memory (measured). */
const pageSize = 50;

async function* pagesOf(begun: unknown, session: Session): AsyncGenerator<readonly unknown[]> {
  const list = `${pathOf(begun)}/records`;
  let read = 0;
  for (let page = 1; ; page++) {
    const { items, total } = (await session.read(list, { page, page_size: pageSize })) as Page;
    if (!Array.isArray(items) || typeof total !== "number")
      throw new Failure("target_bad_response", "The target system's list has no records or no total.");
    yield items;
    read += items.length;
    if (items.length === 0 || read >= total) return;
  }
}

const pathOf = (begun: unknown): string => path`/jobs/${(begun as VendorJob).id ?? undefined}`;

async function report(begun: unknown, session: Session): Promise<JobReport> {
  const { status, error } = (await session.read(pathOf(begun))) as VendorJob;
  const state = status === "done" || status === "failed" ? status : "running";
  return { state, ...(typeof error === "string" && { faults: [error] }) };
}

export const exportJob = <Record, Native>(map: Mapping<Record, Native>): Job<Record> => ({
  poll: report,
  records: async function* (begun, session) {
    for await (const page of pagesOf(begun, session)) yield (page as Native[]).map((native) => map(native));
  },
});

/** More than that nobody reads. */
const toldFaults = 100;

/** A job that takes many entries, each of which may fail on its own. */
export function bulkJob<Record, Native>(map: Mapping<Record, Native>): Job<Record> {
  const results = pagesOf as (begun: unknown, session: Session) => AsyncGenerator<readonly Result<Native>[]>;
  return {
    poll: async (begun, session) => {
      const found = await report(begun, session);
      if (found.state !== "done") return found;
      const faults: string[] = [];
      for await (const page of results(begun, session))
        for (const { index, error } of page)
          if (error != null) faults.push(`Entry ${index + 1}: ${error.message ?? "it was refused."}`);
      const untold = faults.length - toldFaults;
      return {
        state: "done",
        faults: untold > 0 ? [...faults.slice(0, toldFaults), `${untold} more entries failed.`] : faults,
      };
    },
    records: async function* (begun, session) {
      for await (const page of results(begun, session))
        yield page.flatMap(({ record }) => (record == null ? [] : [map(record)]));
    },
  };
}
