/** Many people who do the same at once. A process of their own keeps their work out of the service's event loop. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface Burst {
  readonly url: string;
  readonly times: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: the page is opened. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface BurstResponse {
  readonly location: string | null;
  readonly text: string;
}

export async function burst(request: Burst): Promise<readonly BurstResponse[]> {
  const sender = fork(join(import.meta.dirname, "burstSender.ts"), [JSON.stringify(request)], { execArgv: [] });
  const [responses] = (await once(sender, "message")) as [readonly BurstResponse[]];
  return responses;
}
