/**
 * Compares lists, single records, a write and a task of every connector with a proxy that sends the same requests: lists of
 * 100 and tasks with one that does nothing else, the others with one that does what small requests cannot omit.
 */
import { setTimeout as pause } from "node:timers/promises";
import { settingsFor, simulationOf, simulatorSlugs } from "../simulators/settings.ts";
import { type Simulator, startSimulator } from "../simulators/start.ts";
import { connectors as all } from "../src/connectors/index.ts";
import type { Connector } from "../src/contract/connector.ts";
import { connectEndUser } from "../test/conformance/connect.ts";
import { makeCall } from "../test/support/platform.ts";
import { type Bench, type Figure, failed } from "./figure.ts";
import { loadInTurn, type Round, type Side } from "./load.ts";
import { type Neighbour, openWorkplace, type Program, processorTime, startNeighbour } from "./program.ts";
import type { ReplayPlan } from "./replayPlan.ts";
import { configureProxy, openProxy } from "./sides.ts";
import { smallReadTargets, writeTargets } from "./small.ts";

const rounds = 4;
const seconds = 0.5;
/** Compiled code makes small requests several times faster. */
const warmUpRequests = { bare: 1000, small: 2000 };
const listTarget = 0.8;
const longList = 100;

interface Opposite {
  readonly connector: Connector;
  readonly simulator: Simulator;
  readonly vendor: Neighbour;
}

export const connectors: Bench = async ({ vendors }) => {
  const opposites: Opposite[] = [];
  const { proxy, stop } = await openProxy("");
  try {
    const slugs = simulatorSlugs().filter((slug) => vendors.length === 0 || vendors.includes(slug));
    opposites.push(...(await Promise.all(slugs.map(oppositeOf))));
    const settings = opposites.map(({ connector, simulator, vendor }) =>
      settingsFor(connector, { ...simulator, url: vendor.url }),
    );
    return await withProgram(Object.assign({ TARGET_LIMITS: "off" }, ...settings), async (program) => {
      const figures: Figure[] = [];
      for (const opposite of opposites) {
        const { name } = opposite.connector;
        const found = await figuresOf({ program, proxy }, opposite).catch((error: unknown) => [failed(name, error)]);
        for (const { what, measured } of found) console.error(`  ${what}: ${measured}`);
        figures.push(...found);
      }
      return figures;
    });
  } finally {
    await stop();
    for (const { simulator, vendor } of opposites) {
      vendor.stop();
      await simulator.close();
    }
  }
};

async function oppositeOf(slug: string): Promise<Opposite> {
  const connector = all.find(({ id }) => id === slug);
  if (connector === undefined) throw new Error(`Connector ${slug} does not exist.`);
  const simulator = await startSimulator(await simulationOf(slug), { keep: 0 });
  return { connector, simulator, vendor: await startNeighbour("replay", [simulator.url]) };
}

async function withProgram<Result>(
  settings: Readonly<Record<string, string>>,
  work: (program: Program) => Promise<Result>,
): Promise<Result> {
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: "1000", ...settings });
  try {
    const program = await workplace.start();
    const result = await work(program);
    await program.stop();
    return result;
  } finally {
    await workplace.remove();
  }
}

interface Compared {
  readonly program: Program;
  readonly proxy: Side;
}

async function figuresOf({ program, proxy }: Compared, { connector, simulator, vendor }: Opposite): Promise<Figure[]> {
  const { url, demo, process } = program;
  const call = makeCall(url, demo.apiKey);
  const accountKey = await connectEndUser({ url, call, connector, vendor: simulator.vendor });
  const headers = { "x-api-key": demo.apiKey, "x-account-key": accountKey };
  const ask = async (path: string, sent?: string) => {
    const asJson = { ...headers, "content-type": "application/json" };
    const answer = await fetch(
      url + path,
      sent === undefined ? { headers } : { method: "POST", headers: asJson, body: sent },
    );
    return { status: answer.status, body: await answer.json() };
  };
  const [list, first] = await listOf(connector, ask);
  if (list === entriesPath) await fillEntries(connector, ask);
  const requests: MeasuredRequest[] = [{ path: `${list}?limit=5` }, { path: `${list}?limit=${longList}` }];
  if (first !== undefined) requests.push({ path: `${list}/${first}` });
  const figures: Figure[] = [];
  for (const { path, sent, before } of [...requests, ...writesOf(connector)]) {
    const calling = async (body?: string) => {
      await fetch(`${vendor.url}/remember`, { method: "POST" });
      return { answer: await ask(path, body), calls: await remembered(vendor) };
    };
    // Requests left over from the previous load would be mistaken for requests of this one.
    await pause(100);
    const { calls: earlier } = await calling(before);
    const { answer, calls: later } = await calling(sent);
    if (answer.status >= 300) continue;
    // Without requests that Kontor caches for later, and without leftovers of the previous load.
    const calls = later.filter((call) => earlier.some((other) => formOf(other) === formOf(call)));
    const work = path.endsWith(`?limit=${longList}`) ? "bare" : "small";
    await configureProxy(proxy.url, { vendor: vendor.url, requests: calls, work });
    const pairs = await loadInTurn(
      { proxy, kontor: { process, url, headers } },
      { path, body: sent, rounds, seconds, warmUpRequests: warmUpRequests[work] },
    );
    const { data } = answer.body as Body;
    const records = Array.isArray(data) ? data.length : 1;
    const what = `${connector.name}: ${path.replace("/accounting/", "")}${sent === undefined ? "" : ", a write"}`;
    figures.push(figureOf(what, pairs, { calls: calls.length, records, work, isWrite: sent !== undefined }));
    // One write is enough to know the cost of writes.
    if (sent !== undefined) break;
  }
  return [...figures, ...(await taskFigures({ connector, vendor, program, proxy }, ask))];
}

interface VendorCall {
  readonly method: string;
  readonly path: string;
}

/** The requests to the vendor since recording started. */
const remembered = async (vendor: Neighbour): Promise<readonly VendorCall[]> =>
  (await (await fetch(`${vendor.url}/remembered`)).json()) as readonly VendorCall[];

/** A request without its query and ids, so that calls for other records or pages are equal. */
const formOf = ({ method, path }: VendorCall): string =>
  `${method} ${(path.split("?")[0] ?? "").replaceAll(/[^/]*\d[^/]*/g, "*")}`;

type AskOne = (path: string) => Promise<{ status: number; body: unknown }>;
const taskCount = 3;
/** A fiscal year that no books have, so that the task is empty. */
const emptyYear = "1950-01-01";

/**
 * A list that runs as a task: measured only by CPU time, because tasks wait for permits and for the vendor. It has no target,
 * because the proxy stores nothing.
 */
async function taskFigures(
  { connector: { name, operations }, vendor, program, proxy }: Pick<Opposite, "connector" | "vendor"> & Compared,
  ask: AskOne,
): Promise<Figure[]> {
  const handler = operations["journalEntries.list"];
  if (handler === undefined || !("start" in handler)) return [];
  const years = ((await ask("/accounting/fiscalYears")).body as Body).data ?? [];
  const [start = emptyYear] = years.map((year) => year["startDate"]?.slice(0, 10) ?? "").toSorted();
  const carryOut = async (year: string): Promise<number> => {
    const { data } = (await ask(`/accounting/journalEntries?fiscalYearStartDate=${year}`)).body as Task;
    for (;;) {
      const { body } = await ask(`/accounting/asyncTask/${data.taskId}?limit=100`);
      const { data: task, meta } = body as Task;
      if (task.status === "SUCCESS") return meta?.pagination?.total ?? 0;
      if (task.status !== "OPEN" && task.status !== "IN_PROGRESS")
        throw new Error(`A task of ${name} ended with status ${task.status}.`);
      await pause(50);
    }
  };
  await fetch(`${vendor.url}/remember?latest`, { method: "POST" });
  const records = await carryOut(start);
  const calls = await remembered(vendor);
  await configureProxy(proxy.url, { vendor: vendor.url, requests: calls, work: "bare" });
  const time = async (child: Program["process"], work: () => Promise<unknown>): Promise<string> => {
    await work();
    const before = processorTime(child);
    for (let turn = 0; turn < taskCount; turn++) await work();
    return ((processorTime(child) - before) / taskCount).toFixed(0);
  };
  const whole = await time(program.process, () => carryOut(start));
  const empty = await time(program.process, () => carryOut(emptyYear));
  const relayed = await time(proxy.process, async () => (await fetch(proxy.url)).arrayBuffer());
  return [
    {
      what: `${name}: journalEntries, a task`,
      measured: `${whole} ms, for ${records} records in ${calls.length} calls (${empty} ms without records; the proxy takes ${relayed} ms for the calls)`,
      target: "none, because the proxy stores nothing",
      met: true,
      how: `connectors, a task: a year of entries, ${taskCount} times one after the other, from the request to its first page; the program's CPU time including the worker`,
    },
  ];
}

interface Task {
  readonly data: { readonly taskId: string; readonly status: string };
  readonly meta?: { readonly pagination?: { readonly total: number } };
}

interface MeasuredRequest {
  readonly path: string;
  /** JSON. */
  readonly sent?: string;
  /** A variant of the body, for vendors that refuse the same record twice. */
  readonly before?: string;
}

interface Body {
  readonly data?: readonly Readonly<Record<string, string>>[];
}

type Ask = (path: string, sent?: string) => Promise<{ status: number; body: unknown }>;

const entriesPath = "/accounting/journalEntries";

/** Adds entries to books that have too few for a long list, if the connector can create them. */
async function fillEntries({ operations }: Connector, ask: Ask): Promise<void> {
  if (!("journalEntries.create" in operations) || !("accounts.list" in operations)) return;
  const rowsAt = async (path: string) => ((await ask(`${path}?limit=${longList}`)).body as Body).data ?? [];
  const accountIds = (await rowsAt("/accounting/accounts")).map(({ id = "" }) => id);
  const pairs = accountIds.flatMap((debit, index) => {
    const credit = accountIds[index + 1];
    return credit === undefined ? [] : [{ debit, credit }];
  });
  let missing = longList - (await rowsAt(entriesPath)).length;
  // Not every account can be posted to by hand.
  for (const pair of pairs) while (missing > 0 && (await isCreated(ask, pair, missing))) missing -= 1;
}

async function isCreated(
  ask: Ask,
  { debit, credit }: { readonly debit: string; readonly credit: string },
  number: number,
): Promise<boolean> {
  const line = (accountId: string, debitCreditIndicator: string) => ({
    accountId,
    debitCreditIndicator,
    totalNetAmount: 100,
    description: `Entry ${number} of the benchmark`,
  });
  const entry = {
    transactionDate: new Date().toISOString(),
    description: `Entry ${number} of the benchmark`,
    journalLineItems: [line(debit, "DEBIT"), line(credit, "CREDIT")],
  };
  const { status } = await ask(entriesPath, JSON.stringify(entry));
  return status < 300;
}

/** Writes that need no other record first. The first one that the vendor accepts is measured. */
const writesOf = ({ operations }: Connector): MeasuredRequest[] =>
  (["customers", "contacts", "suppliers"] as const)
    .filter((resource) => `${resource}.create` in operations)
    .map((resource) => ({
      path: `/accounting/${resource}`,
      sent: JSON.stringify({ contactType: "COMPANY", companyName: "Bench" }),
      before: JSON.stringify({ contactType: "COMPANY", companyName: "Before" }),
    }));

/** The longest of the most important lists, and the id of its first record if single records can be read. */
async function listOf(
  { name, operations }: Connector,
  read: AskOne,
): Promise<[path: string, first: string | undefined]> {
  for (const resource of ["journalEntries", "invoices", "accounts", "customers"] as const) {
    const handler = operations[`${resource}.list`];
    if (handler === undefined || !("list" in handler) || handler.requires.length > 0) continue;
    const path = `/accounting/${resource}`;
    const { status, body } = await read(`${path}?limit=5`);
    const [first] = (body as Body).data ?? [];
    if (status !== 200 || first === undefined) continue;
    return [path, `${resource}.get` in operations ? (first["id"] ?? first["invoiceId"]) : undefined];
  }
  throw new Error(`${name} has no list to measure.`);
}

type Pairs = readonly Readonly<Record<"proxy" | "kontor", Round>>[];

interface Measured {
  readonly calls: number;
  readonly records: number;
  readonly work: ReplayPlan["work"];
  readonly isWrite: boolean;
}

function figureOf(what: string, pairs: Pairs, { calls, records, work, isWrite }: Measured): Figure {
  // Over all rounds, because the system counts in hundredths of a second, which is coarse for a short round.
  const all = (side: keyof Pairs[number], of: keyof Round) => pairs.reduce((sum, pair) => sum + pair[side][of], 0);
  const ratio = (of: keyof Round) => all("kontor", of) / all("proxy", of);
  const found = ratio("perSecond");
  const small = isWrite ? writeTargets.perSecond : smallReadTargets.perSecond;
  const target = work === "bare" ? listTarget : small;
  const besides = {
    bare: "lists of 100: the proxy sends the same requests and serialises the JSON again",
    small:
      "the others: the proxy also looks two keys up, decrypts a secret and writes a sample of a metric, and for a write stores a row in PostgreSQL before it calls the vendor and another after the answer",
  };
  return {
    what,
    measured: `${found.toFixed(2)} × requests/s, ${ratio("processor").toFixed(2)} × processor (${records} records, ${calls} calls)`,
    target: `≥ ${target} ×`,
    met: found >= target,
    how: `connectors, ${besides[work]}; each vendor's simulator behind a cache that responds immediately; ${rounds} rounds of ${seconds} s per side, in turn, after ${warmUpRequests[work]} requests; a list of 100 has as many entries, where the connector can create them; all rounds together`,
  };
}
