/**
 * npm run faults [kills|stops|restarts|dead …] [-- --deliveries=100000 --kills=200]
 *
 * What must hold while things break: deliverers are killed and stopped, PostgreSQL is killed, a receiver is dead. Takes some
 * minutes; the tests do the same in small.
 */
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate, openDatabase } from "../src/store/postgres/database.ts";
import { startEmbedded } from "../src/store/postgres/embedded.ts";
import {
  delays,
  killAgainAndAgain,
  type Place,
  percentile,
  restartDatabase,
  stopForAWhile,
} from "../test/deliveries/faults.ts";
import { type Figure, show } from "./figure.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { deliveries: { type: "string", default: "100000" }, kills: { type: "string", default: "200" } },
});
const deliveries = Number(values.deliveries);
const kills = Number(values.kills);

type Fault = (place: Place & { readonly folder: string }) => Promise<readonly Figure[]>;

const killed: Fault = async (place) => {
  const load = { subscriptions: 100, eventsEach: Math.ceil(deliveries / 100), kills, leaseSeconds: 5 };
  const { total, lost, twice, goneBack, killed: times, seconds } = await killAgainAndAgain(place, load);
  const share = (100 * twice) / total;
  const how = `kills: ${times} × kill -9 of a random one of 2 deliverers (32 under way each, leases of 5 s) over ${total} deliveries to ${load.subscriptions} subscriptions, ${seconds.toFixed(0)} s; the receiver counts webhook-ids, and every request, also a repeated one, that comes after something later of its record`;
  return [
    { what: "R1 lost", measured: String(lost), target: "0", met: lost === 0, how },
    { what: "R1 twice", measured: `${share.toFixed(2)} %`, target: "≤ 3 %", met: share <= 3, how },
    { what: "R9 inversions", measured: String(goneBack), target: "0", met: goneBack === 0, how },
  ];
};

const stopped: Fault = async (place) => {
  const load = { subscriptions: 20, eventsEach: 100, leaseSeconds: 5 };
  const { total, lost, refused, attempts, twice } = await stopForAWhile(place, load);
  return [
    {
      what: "R5 stale completions",
      measured: `${refused} refused, ${attempts - total} written, ${lost} lost`,
      target: "> 0 refused, 0 written, 0 lost",
      met: refused > 0 && attempts === total && lost === 0,
      how: `stops: SIGSTOP for 3 leases of 5 s while 32 requests are under way, then SIGCONT; ${total} deliveries, ${twice} sent twice`,
    },
  ];
};

const restarted: Fault = async (place) => {
  const load = { subscriptions: 20, eventsEach: Math.ceil(deliveries / 20), restarts: 5 };
  const { total, lost, exits, slowestMs, twice } = await restartDatabase(place, load);
  const how = `restarts: kill -9 of PostgreSQL ${load.restarts} times during ${total} deliveries; ready: from the moment it takes connections again to the next delivery that arrives, the slowest (${twice} sent twice)`;
  return [
    { what: "R3 lost, exits", measured: `${lost}, ${exits}`, target: "0, 0", met: lost === 0 && exits === 0, how },
    {
      what: "R3 ready again",
      measured: `${(slowestMs / 1000).toFixed(2)} s`,
      target: "≤ 3 s",
      met: slowestMs <= 3000,
      how,
    },
  ];
};

const dead: Fault = async (place) => {
  const hole = await openHole();
  const trickle = { healthy: 50, seconds: 30, perSecond: 100, deadlineMs: 20_000 };
  const before = percentile(await delays(place, trickle), 0.99);
  const beside = percentile(await delays(place, { ...trickle, deadUrl: hole.url }), 0.99);
  hole.close();
  return [
    {
      what: "R8 p99 beside a dead endpoint",
      measured: `${beside.toFixed(1)} ms, ${(beside / before).toFixed(2)} × ${before.toFixed(1)} ms`,
      target: "≤ 2 × baseline",
      met: beside <= 2 * before,
      how: `dead: ${trickle.healthy} healthy subscriptions, ${trickle.perSecond} events a second for ${trickle.seconds} s, without and with a receiver that takes 1000 deliveries and more and never answers (20 s each)`,
    },
  ];
};

/** Takes connections and says nothing. */
async function openHole() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on("error", () => {})
      .on("close", () => sockets.delete(socket))
      .resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

const faults: Readonly<Record<string, Fault>> = { kills: killed, stops: stopped, restarts: restarted, dead };
const unknown = positionals.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(", ")}. There are ${Object.keys(faults).join(", ")}.`);
  process.exit(2);
}

async function inOwnDatabase(fault: Fault): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-faults-"));
  const server = await startEmbedded({ folder });
  const database = openDatabase({ url: server.url, connections: 5, onLost: () => {} });
  try {
    await migrate(database);
    return await fault({ database, databaseUrl: server.url, folder });
  } finally {
    await database.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const figures: Figure[] = [];
for (const [name, fault] of Object.entries(faults)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`${name} …`);
  figures.push(...(await inOwnDatabase(fault)));
}
console.log(`\n${show(figures)}`);
process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
