/** Reading events and deliveries in a database with ten thousand events and in one with very many. */
import { addSubscription } from "../../src/store/subscriptions.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { type Bench, type Figure, median, timed } from "../figure.ts";
import { openWorkplace, type Program, type Workplace } from "../program.ts";
import { fillConnections, fillDeliveries, fillEvents, storageIn } from "./rows.ts";

const asks = 51;
const few = 10_000;
/** The number of logs. The first has half of the events. */
const logs = 11;
const allowed = 2;
const pageSize = 100;

interface Sized {
  readonly workplace: Workplace;
  readonly program: Program;
  readonly accountKey: string;
  /** The number of events in the log that is read. */
  readonly length: number;
}

export const events: Bench = async ({ scale }) => {
  const many = Math.max(few, Math.round(10_000_000 * scale));
  const opened: Sized[] = [];
  try {
    for (const count of [few, many]) opened.push(await withEvents(count));
    const [small, large] = opened;
    if (small === undefined || large === undefined) return [];
    const figures: Figure[] = [];
    for (const [what, pathOf] of Object.entries(readings))
      figures.push(await compared({ what, pathOf, small, large, many }));
    return figures;
  } finally {
    for (const { program, workplace } of opened) {
      await program.stop();
      await workplace.remove();
    }
  }
};

const readings: Readonly<Record<string, (length: number) => string>> = {
  "first page of a log": () => `/events?limit=${pageSize}`,
  "last page of a log": (length) => `/events?limit=${pageSize}&cursor=${length - pageSize}`,
  "deliveries of a subscription": () => `/webhooks/bench/deliveries?limit=${pageSize}`,
};

async function withEvents(count: number): Promise<Sized> {
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: "1000" });
  await (await workplace.start()).stop();
  const storage = await storageIn(workplace.folder);
  const { database } = storage;
  const [tenant] = await listTenants(database);
  const tenantId = tenant?.id ?? "";
  const [read, ...others] = await fillConnections(storage, [tenantId], logs);
  if (read === undefined) throw new Error("No connection exists.");
  const length = count / 2;
  await fillEvents(database, [read.id], length);
  await fillEvents(
    database,
    others.map(({ id }) => id),
    Math.round(length / others.length),
  );
  const filters = { eventType: null, resource: null, secret: Buffer.alloc(0), callbackUrl: "http://127.0.0.1:9" };
  await addSubscription(database, {
    id: "bench",
    tenantId,
    connectionId: read.id,
    address: Buffer.alloc(0),
    ...filters,
  });
  await fillDeliveries(database, ["bench"], { each: Math.min(length, count / 20), state: "done" });
  await storage.close();
  return { workplace, program: await workplace.start(), accountKey: read.accountKey, length };
}

interface Compared {
  readonly what: string;
  readonly pathOf: (length: number) => string;
  readonly small: Sized;
  readonly large: Sized;
  readonly many: number;
}

async function compared({ what, pathOf, small, large, many }: Compared): Promise<Figure> {
  const times: { small: number; large: number }[] = [];
  for (let turn = 0; turn < asks; turn++)
    times.push({ small: await timeOf(small, pathOf), large: await timeOf(large, pathOf) });
  const less = median(times.map((each) => each.small));
  const more = median(times.map((each) => each.large));
  return {
    what: `${many} events: ${what}`,
    measured: `${(more / less).toFixed(2)} × (${more.toFixed(1)} : ${less.toFixed(1)} ms)`,
    target: `≤ ${allowed} × of ${few} (chosen here)`,
    met: more <= less * allowed,
    how: `events: two programs, the log that is read has half of all events, and a tenth of them were sent to its subscription; medians of ${asks} requests for ${pageSize} in turn, through the public API`,
  };
}

async function timeOf({ program, accountKey, length }: Sized, pathOf: (length: number) => string): Promise<number> {
  return timed(async () => {
    const answer = await program.ask(pathOf(length), accountKey);
    const { data } = (await answer.json()) as { data?: readonly unknown[] };
    if (data?.length !== pageSize)
      throw new Error(`${pathOf(length)}: ${answer.status}, ${data?.length} of ${pageSize}`);
  });
}
