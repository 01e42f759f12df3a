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

export interface Crowd {
  readonly burst: (request: Burst) => Promise<readonly BurstResponse[]>;
  readonly leave: () => void;
}

/** The process has started when this returns, so that its start takes no processor time from what is measured. */
export async function gatherCrowd(): Promise<Crowd> {
  const sender = fork(join(import.meta.dirname, "burstSender.ts"), [], { execArgv: [] });
  await once(sender, "message");
  return {
    burst: async (request) => {
      sender.send(request);
      const [responses] = (await once(sender, "message")) as [readonly BurstResponse[]];
      return responses;
    },
    leave: () => sender.disconnect(),
  };
}
