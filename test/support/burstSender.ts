/** Sends the same request many times at once, in a process of its own. See burst.ts. */
import type { Burst, BurstResponse } from "./burst.ts";

async function send({ url, headers, form }: Burst): Promise<BurstResponse> {
  const init =
    form === undefined ? { headers } : { headers, method: "POST" as const, body: new URLSearchParams({ ...form }) };
  const response = await fetch(url, { ...init, redirect: "manual" });
  return { location: response.headers.get("location"), text: await response.text() };
}

process.on("message", async (request: Burst) => {
  process.send?.(await Promise.all(Array.from({ length: request.times }, () => send(request))));
});
process.send?.("ready");
