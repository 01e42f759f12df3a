/** Jobs: ledger exports and bulk writes. The work is done when a job starts; polling reveals its end later. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { NativeRecord } from "../books/basics/types.ts";
import { exported, jobs } from "../reading/collections.ts";
import { readListRequest, shortList } from "../reading/list.ts";
import { listRecords } from "../reading/records.ts";
import { tokenOf } from "../server/authentication.ts";
import { transaction } from "../server/database.ts";
import { ApiError, conflict, errorBody, invalidField, notFound, rejected } from "../server/errors.ts";
import { json, parametersOf, queryOf } from "../server/http.ts";
import { mustBeOpen, type WriteContext, type WriteDeps, withContext } from "./context.ts";
import { nextEntry } from "./ledger.ts";
import { newId } from "./numbering.ts";
import { findBy } from "./records.ts";
import {
  checkRequired,
  clientReference,
  day,
  type Field,
  type Input,
  oneOf,
  readShape,
  type Shape,
  shape,
} from "./shapes/fields.ts";
import { create } from "./write.ts";

interface Job {
  readonly id: string;
  readonly kind: string;
  readonly polls: number;
  readonly body: JobBody;
}

interface JobBody {
  readonly client_reference: unknown;
  readonly created_at: string;
  readonly ready_after: number;
  readonly failure: string | null;
  readonly total: number;
  /** Of an export: the year, and the last entry that existed. */
  readonly year?: string;
  readonly last?: number;
  readonly results?: readonly Result[];
}

interface Result {
  readonly index: number;
  readonly status: "created" | "rejected";
  readonly [more: string]: unknown;
}

const mostEntries = 10_000;
const entries: Field = {
  read: (value, path) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > mostEntries)
      throw invalidField(path, `must be a list of 1 to ${mostEntries}`);
    return value;
  },
};
const marker = { client_reference: clientReference };
const exportShape = shape(
  {},
  { ...marker, kind: oneOf("journal-entries"), fiscal_year_start: day },
  "kind fiscal_year_start",
);
const bulkShape = shape(
  { integer: "account_number_length", text: "chart_of_account" },
  { ...marker, fiscal_year_start: day, entries },
  "account_number_length chart_of_account entries fiscal_year_start",
);

export function addJobRoutes(app: FastifyInstance, deps: WriteDeps): void {
  app.post("/exports", (request, reply) => begin(deps, [request, reply], exportShape, beginExport));
  for (const path of ["/exports", "/jobs"]) {
    addList(app, deps, path);
    app.get(`${path}/:id`, async (request, reply) => reply.send(shown(await poll(deps, request))));
    app.get(`${path}/:id/records`, (request, reply) => sendRecords(deps, request, reply));
  }
}

export function addBulkRoutes(app: FastifyInstance, deps: WriteDeps, collection: string): void {
  app.post(`/${collection}/bulk`, { bodyLimit: 50_000_000 }, (request, reply) =>
    begin(deps, [request, reply], bulkShape, (context, input, failure) =>
      beginBulk(context, collection, input, failure),
    ),
  );
  addList(app, deps, `/${collection}/bulk`);
}

const addList = (app: FastifyInstance, { pool }: WriteDeps, path: string) =>
  app.get(path, async (request, reply) => {
    const source = { collection: jobs, ids: [parametersOf(request)["company"] ?? ""] };
    return json(reply, await listRecords(pool, source, readListRequest(jobs, queryOf(request))));
  });

type Begin = (
  context: WriteContext,
  input: Input,
  failure: string | null,
) => Promise<Partial<JobBody> & { kind: string; total: number }>;

async function begin(deps: WriteDeps, [request, reply]: [FastifyRequest, FastifyReply], form: Shape, work: Begin) {
  const input = readShape(form, request.body);
  checkRequired(form, input);
  const { ready_after = 0, job_failure: failure = null } = tokenOf(request).behaviour ?? {};
  const job = await withContext(deps, request, async (context) => {
    const client_reference = input["client_reference"] ?? null;
    const known = "SELECT FROM sandbox.jobs WHERE company = $1 AND body->>'client_reference' = $2";
    const { rowCount } = await context.client.query(known, [context.company, client_reference]);
    if (rowCount !== 0) throw conflict("A job with this client_reference already exists.", "client_reference");
    const { kind, ...more } = await work(context, input, failure);
    const body: JobBody = { client_reference, created_at: context.now, ready_after, failure, ...more };
    const made: Job = { id: newId("job"), kind, polls: 0, body };
    await context.client.query("INSERT INTO sandbox.jobs (company, id, kind, body) VALUES ($1, $2, $3, $4)", [
      context.company,
      made.id,
      kind,
      JSON.stringify(body),
    ]);
    return made;
  });
  return reply.code(202).send(shown(job));
}

async function yearOf(context: WriteContext, input: Input) {
  const start = String(input["fiscal_year_start"]);
  const year = await findBy(context, "fiscal-years", "start_date", start);
  if (year === undefined) throw rejected("fiscal_year_start", "is not the first day of a fiscal year");
  return { year, start };
}

const beginExport: Begin = async (context, input) => {
  const { start } = await yearOf(context, input);
  const last = (await nextEntry(context)) - 1;
  const year = start.slice(0, 4);
  const { rows } = await context.client.query<{ total: number }>(
    "SELECT count(*)::int AS total FROM sandbox.entries WHERE company = $1 AND fiscal_year = $2",
    [context.company, year],
  );
  return { kind: "journal-entries", total: rows[0]?.total ?? 0, year, last };
};

async function beginBulk(context: WriteContext, collection: string, input: Input, failure: string | null) {
  const { year, start } = await yearOf(context, input);
  mustBeOpen(context, start, "fiscal_year_start");
  for (const field of ["account_number_length", "chart_of_account"])
    if (input[field] !== year[field]) throw rejected(field, `must be that of the fiscal year: ${String(year[field])}`);
  const bodies = input["entries"] as readonly unknown[];
  const results: Result[] = [];
  for (const [index, body] of failure === null ? bodies.entries() : [])
    results.push(await attempt(context, collection, index, body));
  return { kind: `${collection}/bulk`, total: bodies.length, results };
}

/** A refused entry does not affect the others. */
async function attempt(context: WriteContext, collection: string, index: number, body: unknown): Promise<Result> {
  await context.client.query("SAVEPOINT entry");
  try {
    const record = await create(context, collection, body);
    await context.client.query("RELEASE SAVEPOINT entry");
    return { index, status: "created", id: record.id, record };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await context.client.query("ROLLBACK TO SAVEPOINT entry");
    return { index, status: "rejected", ...errorBody(error.code, error.message, error.field) };
  }
}

function statusOf({ polls, body: { ready_after, failure } }: Job): string {
  if (polls > ready_after) return failure === null ? "done" : "failed";
  return polls === 0 ? "queued" : "running";
}

function shown(job: Job) {
  const { id, kind, polls, body } = job;
  const { client_reference, created_at, ready_after, failure, total } = body;
  const status = statusOf(job);
  const progress = Math.min(100, Math.floor((100 * polls) / (ready_after + 1)));
  return {
    id,
    kind,
    status,
    progress,
    total,
    client_reference,
    created_at,
    ...(status === "failed" && { error: failure }),
  };
}

/** Every poll advances the job. */
async function poll({ pool }: WriteDeps, request: FastifyRequest, step = 1): Promise<Job> {
  const { company = "", id = "" } = parametersOf(request);
  const { rows } = await transaction(pool, (client) =>
    client.query<Job>(
      "UPDATE sandbox.jobs SET polls = polls + $3 WHERE company = $1 AND id = $2 RETURNING id, kind, polls, body",
      [company, id.replaceAll("\0", ""), step],
    ),
  );
  const job = rows[0] ?? (await jobOfRecord(pool, company, id));
  if (job === undefined) throw notFound("job");
  return job;
}

/** The job that created a seeded record, which names it. */
async function jobOfRecord(pool: WriteDeps["pool"], company: string, id: string): Promise<Job | undefined> {
  const { rows } = await pool.query<{ collection: string; record: NativeRecord }>(
    "SELECT collection, body AS record FROM sandbox.records WHERE company = $1 AND body->>'task_id' = $2 LIMIT 1",
    [company, id.replaceAll("\0", "")],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const { collection, record } = found;
  const facts = { client_reference: null, ready_after: 0, failure: null, total: 1 };
  const results: Result[] = [{ index: 0, status: "created", id: record["id"], record }];
  return { id, kind: collection, polls: 1, body: { ...facts, created_at: String(record["created_at"]), results } };
}

async function sendRecords(deps: WriteDeps, request: FastifyRequest, reply: FastifyReply) {
  const job = await poll(deps, request, 0);
  if (statusOf(job) !== "done") throw conflict("The job is not done yet.");
  const { year = "", last = 0, results } = job.body;
  if (results) return shortList(reply, results, queryOf(request), exported.largestPage);
  // The ledger is append-only, so the entries up to the last one are unchanged.
  const filters = [
    { where: (value: string) => `fiscal_year = ${value}`, value: year },
    { where: (value: string) => `position <= ${value}::bigint`, value: last },
  ];
  const source = { collection: exported, ids: [parametersOf(request)["company"] ?? ""] };
  return json(reply, await listRecords(deps.pool, source, { ...readListRequest(exported, queryOf(request)), filters }));
}
