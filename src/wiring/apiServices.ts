/** How many services answer requests on this database, for what they share. */
import { hostname } from "node:os";
import { countApiServices, keepWorker, removeWorker, type WorkerRow } from "../store/workers.ts";
import type { Storage } from "./storage.ts";

export interface ApiServices {
  /** This one included. */
  count(): number;
  leave(): Promise<void>;
}

const signOfLifeEvery = 3000;

/** All processes of a service join with the same id, and count once. */
export async function joinServices(
  { database, log }: Pick<Storage, "database" | "log">,
  own: Pick<WorkerRow, "id" | "processId">,
): Promise<ApiServices> {
  const self = { ...own, role: "api", host: hostname() } as const;
  const onFault = (err: unknown): void => log.warn({ err }, "could not say that this process is alive");
  let count = 1;
  let underWay = Promise.resolve();
  const look = async (): Promise<void> => {
    await keepWorker(database, self);
    count = Math.max(1, await countApiServices(database));
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
