/** Lists and single records of every connector against a bare proxy that asks the same of the same vendor. */
import { settingsFor, simulated, simulationOf } from "../simulators/settings.ts";
import { type Simulator, startSimulator } from "../simulators/start.ts";
import { connectors as all } from "../src/connectors/index.ts";
import type { Connector } from "../src/contract/connector.ts";
import { connectEndUser } from "../test/conformance/connect.ts";
import { makeCall } from "../test/platform.ts";
import { type Bench, type Figure, median } from "./figure.ts";
import { loadInTurn, type Round } from "./load.ts";
import { type Neighbour, openWorkplace, type Program, startNeighbour } from "./program.ts";

const rounds = 3;
const seconds = 0.3;
const warmUpRequests = 150;
const target = 0.8;

interface Opposite {
  readonly connector: Connector;
  readonly simulator: Simulator;
  readonly vendor: Neighbour;
}

export const connectors: Bench = async () => {
  const opposites: Opposite[] = [];
  try {
    for (const slug of simulated()) opposites.push(await oppositeOf(slug));
    const settings = opposites.map(({ connector, simulator, vendor }) =>
      settingsFor(connector, { ...simulator, url: vendor.url }),
    );
    return await withProgram(Object.assign({ TARGET_LIMITS: "off" }, ...settings), async (program) => {
      const figures: Figure[] = [];
      for (const opposite of opposites) figures.push(...(await figuresOf(program, opposite)));
      return figures;
    });
  } finally {
    for (const { simulator, vendor } of opposites) {
      vendor.stop();
      await simulator.close();
    }
  }
};

async function oppositeOf(slug: string): Promise<Opposite> {
  const connector = all.find(({ id }) => id === slug);
  if (connector === undefined) throw new Error(`There is no connector ${slug}.`);
  const simulator = await startSimulator(await simulationOf(slug), { keep: 0 });
  return { connector, simulator, vendor: await startNeighbour("replay", [simulator.url]) };
}

async function withProgram<Result>(
  settings: Readonly<Record<string, string>>,
  work: (program: Program) => Promise<Result>,
): Promise<Result> {
  const place = await openWorkplace({ SANDBOX_ENTRIES: "1000", ...settings });
  try {
    const program = await place.start();
    const result = await work(program);
    await program.stop();
    return result;
  } finally {
    await place.remove();
  }
}

async function figuresOf(program: Program, { connector, simulator, vendor }: Opposite): Promise<Figure[]> {
  const { url, demo, process } = program;
  const call = makeCall(url, demo.apiKey);
  const accountKey = await connectEndUser({ url, call, connector, vendor: simulator.vendor });
  const headers = { "x-api-key": demo.apiKey, "x-account-key": accountKey };
  const read = async (path: string) => {
    const answer = await fetch(url + path, { headers });
    return {
      status: answer.status,
      body: (await answer.json()) as { data?: readonly Readonly<Record<string, string>>[] },
    };
  };
  const [list, first] = await listOf(connector, read);
  const figures: Figure[] = [];
  for (const path of [`${list}?limit=5`, `${list}?limit=100`, ...(first === undefined ? [] : [`${list}/${first}`])]) {
    await fetch(`${vendor.url}/remember`, { method: "POST" });
    const { status, body } = await read(path);
    if (status !== 200) continue;
    const asked = await (await fetch(`${vendor.url}/remembered`)).text();
    const proxy = await startNeighbour("proxy", [vendor.url, asked]);
    const pairs = await loadInTurn(
      { proxy: { ...proxy, headers: {} }, kontor: { process, url, headers } },
      { path, rounds, seconds, warmUpRequests },
    ).finally(proxy.stop);
    const calls = (JSON.parse(asked) as unknown[]).length;
    const records = Array.isArray(body.data) ? body.data.length : 1;
    figures.push(figureOf(`${connector.name}: ${path.replace("/accounting/", "")}`, pairs, { calls, records }));
  }
  return figures;
}

/** The longest that it has of those that matter most, and the id of its first record where one can be asked for. */
async function listOf(
  { name, operations }: Connector,
  read: (path: string) => Promise<{ status: number; body: { data?: readonly Readonly<Record<string, string>>[] } }>,
): Promise<[path: string, first: string | undefined]> {
  for (const resource of ["journalEntries", "invoices", "accounts", "customers"] as const) {
    const handler = operations[`${resource}.list`];
    if (handler === undefined || !("list" in handler) || handler.requires.length > 0) continue;
    const path = `/accounting/${resource}`;
    const { status, body } = await read(`${path}?limit=5`);
    const [first] = body.data ?? [];
    if (status !== 200 || first === undefined) continue;
    return [path, `${resource}.get` in operations ? (first["id"] ?? first["invoiceId"]) : undefined];
  }
  throw new Error(`${name} has no list to measure.`);
}

type Pairs = readonly Readonly<Record<"proxy" | "kontor", Round>>[];

function figureOf(what: string, pairs: Pairs, { calls, records }: { calls: number; records: number }): Figure {
  const ratio = (of: keyof Round) => median(pairs.map(({ proxy, kontor }) => kontor[of] / proxy[of]));
  const found = ratio("perSecond");
  return {
    what,
    measured: `${found.toFixed(2)} × requests/s, ${ratio("processor").toFixed(2)} × processor (${records} records, ${calls} calls)`,
    target: `≥ ${target} ×`,
    met: found >= target,
    how: `connectors: each vendor's simulator behind a memory, so that it answers at once; the proxy asks it the same and writes the JSON again; ${rounds} rounds of ${seconds} s a side in turn, medians of the rounds' ratios`,
  };
}
