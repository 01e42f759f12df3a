/** Many people who do the same at once. A thread of their own keeps their work out of the service's event loop. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface Burst {
  readonly url: string;
  readonly times: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: the page is opened. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface BurstResponse {
  readonly status: number;
  readonly text: string;
}

export async function burst(request: Burst): Promise<readonly BurstResponse[]> {
  const worker = new Worker(new URL("./burstWorker.ts", import.meta.url), { workerData: request });
  const [responses] = (await once(worker, "message")) as [readonly BurstResponse[]];
  return responses;
}
