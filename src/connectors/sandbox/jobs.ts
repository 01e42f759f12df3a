/** Work that the sandbox does in its own time. */
import type { Job, JobReport, Session } from "../../contract/connector.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import type { Page, Refusal, Text } from "./vendor.ts";

interface VendorJob extends Refusal {
  readonly id?: Text;
  readonly status?: Text;
}

/** How one entry of a bulk ended. */
interface Result<Native> extends Refusal {
  readonly record?: Native | null;
}

/** A tenth of what an answer may hold, if its records are of the usual size. */
const pageSize = 500;

async function* pagesOf(session: Session, list: string): AsyncGenerator<readonly unknown[]> {
  let read = 0;
  for (let page = 1; ; page++) {
    const { items, total } = (await session.read(list, { page, page_size: pageSize })) as Page;
    if (!Array.isArray(items) || items.length === 0) return;
    yield items;
    read += items.length;
    if (read >= Number(total)) return;
  }
}

const pathOf = (list: string, begun: unknown): string => list + path`/${(begun as VendorJob).id ?? undefined}`;

async function report(session: Session, list: string, begun: unknown): Promise<JobReport> {
  const { status, error } = (await session.read(pathOf(list, begun))) as VendorJob;
  const faults = typeof error?.message === "string" ? [error.message] : undefined;
  const state = status === "done" || status === "failed" ? status : "running";
  return { state, ...(faults && { faults }) };
}

export const exportJob = <Record, Native>(map: Mapping<Record, Native>): Job<Record> => ({
  poll: (begun, session) => report(session, "/exports", begun),
  records: async function* (begun, session) {
    for await (const page of pagesOf(session, `${pathOf("/exports", begun)}/records`))
      yield (page as Native[]).map((native) => map(native));
  },
});

/** More than that nobody reads. */
const toldFaults = 100;

/** A job that takes many entries, each of which may fail on its own. */
export function bulkJob<Record, Native>(list: string, map: Mapping<Record, Native>): Job<Record> {
  const results = (begun: unknown, session: Session) =>
    pagesOf(session, `${pathOf(list, begun)}/results`) as AsyncGenerator<readonly Result<Native>[]>;
  return {
    poll: async (begun, session) => {
      const found = await report(session, list, begun);
      if (found.state !== "done") return found;
      const faults: string[] = [];
      let position = 0;
      for await (const page of results(begun, session))
        for (const { error } of page) {
          position++;
          if (error != null) faults.push(`Entry ${position}: ${error.message ?? "it was refused."}`);
        }
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
