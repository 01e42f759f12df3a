/** How many processes answer requests beside this one, for what they share. */
import { hostname } from "node:os";
import { newId } from "../core/secrets/ids.ts";
import { countApiProcesses, keepWorker, removeWorker } from "../store/workers.ts";
import type { Storage } from "./storage.ts";

export interface ApiProcesses {
  /** This one included. */
  count(): number;
  leave(): Promise<void>;
}

const signOfLifeEvery = 3000;

export async function joinApiProcesses({ database, log }: Pick<Storage, "database" | "log">): Promise<ApiProcesses> {
  const self = { id: newId(), role: "api", host: hostname(), processId: process.pid } as const;
  const onFault = (err: unknown): void => log.warn({ err }, "could not say that this process is alive");
  let count = 1;
  let underWay = Promise.resolve();
  const look = async (): Promise<void> => {
    await keepWorker(database, self);
    count = Math.max(1, await countApiProcesses(database));
  };
  await look();
  const timer = setInterval(() => (underWay = underWay.then(look).catch(onFault)), signOfLifeEvery);
  return {
    count: () => count,
    leave: async () => {
      clearInterval(timer);
      await underWay;
      await removeWorker(database, self.id).catch(onFault);
    },
  };
}
