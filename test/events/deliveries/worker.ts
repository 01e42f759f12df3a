/** Runs only a deliverer: `DATABASE_URL=… worker.ts <lease seconds> <most in parallel> <deadline in ms>`. */

import { flushCompileCache } from "node:module";
import { startDeliverer } from "../../../src/core/delivering/deliverer.ts";
import { openHttpClient } from "../../../src/core/outbound/client.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";
import { rigVault } from "./rig.ts";

const [leaseSeconds, most, deadlineMs] = process.argv.slice(2).map(Number);
const url = process.env["DATABASE_URL"] ?? "";
const database = openDatabase({ url, connections: 5, onLost: () => {} });
const outbound = openHttpClient({ allowPrivate: true });
const deliverer = startDeliverer({
  database,
  outbound,
  vault: rigVault(),
  now: Date.now,
  random: Math.random,
  batches: (targetSystem) => targetSystem === "batching",
  onFault: (error) => process.send?.({ fault: String(error) }),
  onLeaseLost: (refused) => process.send?.({ refused }),
  ...(leaseSeconds !== undefined && { leaseSeconds }),
  ...(most !== undefined && { maxInFlight: most }),
  ...(deadlineMs !== undefined && { deadlineMs }),
});
process.send?.({ running: true });
// Write the cache now, because this process will be killed and its successors use the cache.
flushCompileCache();
const stop = async (): Promise<void> => {
  await deliverer.stop();
  await outbound.close();
  await database.end();
  process.exit();
};
process.once("SIGTERM", () => void stop());
// The parent process has ended.
process.once("disconnect", () => process.exit());
