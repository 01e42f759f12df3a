/** A verification of what is on stage: asked over HTTP, with the simulator's clock. */
import type { Ask, Clock } from "../src/verify/asking.ts";
import type { Report } from "../src/verify/report.ts";
import type { Stage } from "./conformance/stage.ts";

export const askOf =
  (stage: Stage): Ask =>
  async (path, query) => {
    const { status, body, headers } = await stage.read(path, query);
    return { status, body, retryAfter: Number(headers.get("retry-after") ?? 0) };
  };

/** The simulator keeps to limits by its own clock. */
export const clockOf = (stage: Stage): Clock => ({
  now: () => stage.simulator.now(),
  wait: async (seconds: number) => stage.simulator.wait(seconds * 1000),
});

export const failsOf = ({ findings }: Report): string[] =>
  findings.filter(({ level }) => level === "fail").map(({ check, text }) => `${check}: ${text}`);
