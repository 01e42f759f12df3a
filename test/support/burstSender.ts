/** Sends the same request many times at once, in a process of its own. See burst.ts. */
import type { Burst, BurstResponse } from "./burst.ts";

const { url, times, headers, form } = JSON.parse(process.argv[2] ?? "") as Burst;

async function send(): Promise<BurstResponse> {
  const init =
    form === undefined ? { headers } : { headers, method: "POST" as const, body: new URLSearchParams({ ...form }) };
  const response = await fetch(url, { ...init, redirect: "manual" });
  return { location: response.headers.get("location"), text: await response.text() };
}

const responses = await Promise.all(Array.from({ length: times }, send));
process.send?.(responses, () => process.disconnect());
