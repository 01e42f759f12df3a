/** Sends the same request many times at once, in a thread of its own. See burst.ts. */
import { parentPort, workerData } from "node:worker_threads";
import type { Burst, BurstResponse } from "./burst.ts";

const { url, times, headers, form } = workerData as Burst;

async function send(): Promise<BurstResponse> {
  const init =
    form === undefined ? { headers } : { headers, method: "POST" as const, body: new URLSearchParams({ ...form }) };
  const response = await fetch(url, { ...init, redirect: "manual" });
  return { status: response.status, text: await response.text() };
}

parentPort?.postMessage(await Promise.all(Array.from({ length: times }, send)));
