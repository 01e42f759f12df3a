/** How many deliveries a second a process brings to a receiver when few wait, and when very many do. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, migrate, openDatabase } from "../../src/store/postgres/database.ts";
import { startEmbedded } from "../../src/store/postgres/embedded.ts";
import { type Receiving, startDelivererProcess, startReceiver, subscribe } from "../../test/deliveries/yard.ts";
import type { Bench } from "../figure.ts";
import { processorTime } from "../program.ts";
import { fillDeliveries, fillEvents } from "./rows.ts";

const subscriptions = 100;
const sent = 20_000;
/** The process starts meanwhile. */
const begun = 2000;
const allowed = 0.8;

export const deliveries: Bench = async ({ scale }) => {
  const many = Math.max(2 * sent, Math.round(1_000_000 * scale));
  const folder = await mkdtemp(join(tmpdir(), "kontor-deliveries-"));
  const server = await startEmbedded({ folder });
  const database = openDatabase({ url: server.url, connections: 5, onLost: () => {} });
  const receiver = await startReceiver();
  try {
    await migrate(database);
    const less = await rateWith(sent, { database, databaseUrl: server.url, receiver });
    const more = await rateWith(many, { database, databaseUrl: server.url, receiver });
    const ratio = more.rate / less.rate;
    return [
      {
        what: `${many} deliveries waiting: deliveries/s`,
        measured: `${ratio.toFixed(2)} × (${more.rate.toFixed(0)} : ${less.rate.toFixed(0)}/s; processor time ${(more.processor / less.processor).toFixed(2)} ×)`,
        target: `≥ ${allowed} × of ${sent} (chosen here)`,
        met: ratio >= allowed,
        how: `deliveries waiting: one process that delivers, ${subscriptions} subscriptions with as many due each; from the ${begun}th arrival to the ${sent}th`,
      },
    ];
  } finally {
    receiver.stop();
    await database.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

interface Yard {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly receiver: Receiving;
}

async function rateWith(waiting: number, { database, databaseUrl, receiver }: Yard) {
  const subscribed = [];
  for (let count = 0; count < subscriptions; count++)
    subscribed.push(await subscribe(database, `${receiver.url}/hook`));
  const each = waiting / subscriptions;
  await fillEvents(
    database,
    subscribed.map(({ connectionId }) => connectionId),
    each,
  );
  await fillDeliveries(
    database,
    subscribed.map(({ id }) => id),
    { each, state: "open" },
  );
  const { distinct: before } = await receiver.seen();
  const [first, last] = arrivals(receiver, [before + begun, before + sent]);
  const child = startDelivererProcess({ databaseUrl });
  const from = { at: await first, processor: processorTime(child) };
  const milliseconds = (await last) - from.at;
  const processor = processorTime(child) - from.processor;
  child.kill("SIGKILL");
  await database.query("DELETE FROM subscriptions");
  return { rate: ((sent - begun) * 1000) / milliseconds, processor };
}

/** When so many have arrived, and so many. */
function arrivals(receiver: Receiving, [few, many]: readonly [few: number, many: number]) {
  const [first, last] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  receiver.onProgress((distinct) => {
    if (distinct >= few) first.resolve(performance.now());
    if (distinct >= many) last.resolve(performance.now());
  });
  return [first.promise, last.promise] as const;
}
