/** A separate database and a receiver, for benchmarks of deliveries. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, migrate, openDatabase } from "../src/store/postgres/database.ts";
import { startEmbedded } from "../src/store/postgres/embedded.ts";
import { type ReceiverProcess, startReceiver } from "../test/events/deliveries/rig.ts";

export interface DeliveryRig {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly receiver: ReceiverProcess;
}

export async function withDeliveryRig<Result>(work: (rig: DeliveryRig) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-deliveries-"));
  const server = await startEmbedded({ folder });
  const database = openDatabase({ url: server.url, connections: 5, onLost: () => {} });
  const receiver = await startReceiver();
  try {
    await migrate(database);
    return await work({ database, databaseUrl: server.url, receiver });
  } finally {
    receiver.stop();
    await database.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
