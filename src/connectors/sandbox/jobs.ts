/** Asynchronous jobs of the sandbox. */

import type { Job, JobReport, WriteHandler } from "../../contract/connector.ts";
import { chartOfAccount } from "../../contract/enums.ts";
import { Failure } from "../../contract/failure.ts";
import type { AsyncTask, AsyncTaskInformation } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create } from "./conventions.ts";
import { at, code, day, integer, type Shape } from "./fields.ts";
import type { BulkResult, Native, Page, Job as VendorJob } from "./types.ts";

/** Larger pages are faster but need twice the memory (measured). */
const pageSize = 50;

async function* pagesOf(job: unknown, session: Session): AsyncGenerator<readonly unknown[]> {
  const list = `${pathOf(job)}/records`;
  let read = 0;
  for (let page = 1; ; page++) {
    const { items, total } = (await session.read(list, { page, page_size: pageSize })) as Page;
    if (!Array.isArray(items) || typeof total !== "number")
      throw new Failure(
        "target_bad_response",
        "The target system's response does not contain a list of records, or no total.",
      );
    yield items;
    read += items.length;
    if (items.length === 0 || read >= total) return;
  }
}

const pathOf = (job: unknown): string => path`/jobs/${(job as VendorJob).id ?? undefined}`;

async function poll(job: unknown, session: Session): Promise<JobReport> {
  const { status, error } = (await session.read(pathOf(job))) as VendorJob;
  const state = status === "done" || status === "failed" ? status : "running";
  return { state, ...(typeof error === "string" && { faults: [error] }) };
}

export const exportJob = <Record>(map: Mapping<Record, Native>): Job<Record> => ({
  poll,
  records: async function* (job, session) {
    for await (const page of pagesOf(job, session))
      yield (page as Native[]).map((native) => ({ record: map(native), raw: native }));
  },
});

const states = vocabulary({ queued: "OPEN", running: "IN_PROGRESS", done: "SUCCESS", failed: "FAILED" });
const note = mapping<AsyncTaskInformation, VendorJob>({
  filename: () => undefined,
  timestamp: () => undefined,
  message: ({ error }) => error,
  type: () => "ERROR",
});

const taskRecord = mapping<AsyncTask, VendorJob>({
  status: states.read(({ status }) => status),
  information: nestedList(note, (job) => (job.error == null ? [] : [job])),
  responseData: () => undefined,
});

/** The task behind a record's `taskId`. */
export const task = get({ path: "/jobs/{taskId}", map: taskRecord });

/** Callers do not read more. */
const mostFaults = 100;

/** A job with many entries, each of which may fail separately. */
function bulkJob<Record>(map: Mapping<Record, Native>): Job<Record> {
  const results = pagesOf as (begun: unknown, session: Session) => AsyncGenerator<readonly BulkResult[]>;
  return {
    poll: async (begun, session) => {
      const report = await poll(begun, session);
      if (report.state !== "done") return report;
      const faults: string[] = [];
      for await (const page of results(begun, session))
        for (const { index, error } of page)
          if (error != null) faults.push(`Entry ${index + 1}: ${error.message ?? "it was refused."}`);
      const remaining = faults.length - mostFaults;
      return {
        state: "done",
        faults: remaining > 0 ? [...faults.slice(0, mostFaults), `${remaining} more entries failed.`] : faults,
      };
    },
    records: async function* (begun, session) {
      for await (const page of results(begun, session))
        yield page.flatMap(({ index, record }) =>
          record == null ? [] : [{ record: map(record), raw: record, entry: index }],
        );
    },
  };
}

/** The fields of a bulk request besides its entries. */
export const bulkFields = {
  accountNumberLength: integer,
  chartOfAccount: code(chartOfAccount),
  fiscalYearStartDate: at("fiscal_year_start", day),
};

/**
 * Starts a job: the response is the job, and its records follow later. Every entry has a separate marker, so that a job
 * that is started twice writes each entry once.
 */
export function startJob<Input extends object, Record>(
  description: Shape<Record, Input> & { readonly path: string },
): WriteHandler<Input, readonly Record[]> {
  // The job accepts or refuses each entry separately.
  const { check: _, ...start } = create(description);
  return {
    ...start,
    request: (call) => {
      const { body, ...request } = start.request(call);
      const { entries, ...header } = body as { readonly entries: readonly object[] };
      const reference = (index: number) => ({ client_reference: `${call.marker}-${index + 1}` });
      return { ...request, body: { ...header, entries: entries.map((entry, at) => ({ ...entry, ...reference(at) })) } };
    },
    answer: (job) => ({ record: [], raw: job }),
    job: bulkJob(description.map),
  };
}
