/** Runs the verification against a stage: over HTTP, with the simulator's clock. */
import { setTimeout as pause } from "node:timers/promises";
import type { Clock, SendRequest } from "../../src/verify/asking.ts";
import type { Report } from "../../src/verify/report.ts";
import { verify } from "../../src/verify/verify.ts";
import type { Stage } from "../conformance/stage.ts";
import type { Call } from "./platform.ts";

export const askOf =
  (stage: Stage): SendRequest =>
  async (path, query) => {
    const { status, body, headers } = await stage.read(path, query);
    return { status, body, retryAfter: Number(headers.get("retry-after") ?? 0) };
  };

/** The simulator counts rate limits by its own clock. */
export const clockOf = (stage: Stage): Clock => ({
  now: () => stage.simulator.now(),
  wait: async (seconds: number) => stage.simulator.wait(seconds * 1000),
});

export const failsOf = ({ findings }: Report): string[] =>
  findings.filter(({ level }) => level === "fail").map(({ check, text }) => `${check}: ${text}`);

/** The report on a real program, in real time. */
export const reportOn = (call: Call, accountKey: string): Promise<Report> =>
  verify({
    ask: async (path, query) => {
      const { status, body, headers } = await call("GET", path, { accountKey, query });
      return { status, body, retryAfter: Number(headers.get("retry-after") ?? 0) };
    },
    clock: { now: () => Date.now(), wait: (seconds) => pause(seconds * 1000) },
  });
