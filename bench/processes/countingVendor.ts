/** A vendor without records that counts the polls of each second. Returns the counts by message. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const counts: Record<number, number> = {};
/** The time of each user's last request. Requests shortly after it belong to the same poll. */
const lastRequests = new Map<string, number>();
const gapMs = 5000;
const list = JSON.stringify({ items: [], page: 1, page_size: 100, total: 0 });

const server = createServer(({ headers: { authorization = "" } }, response) => {
  const now = Date.now();
  if (now - (lastRequests.get(authorization) ?? 0) > gapMs) {
    const second = Math.floor(now / 1000);
    counts[second] = (counts[second] ?? 0) + 1;
  }
  lastRequests.set(authorization, now);
  response.setHeader("content-type", "application/json").end(list);
});
process.on("message", () => process.send?.(counts));
process.on("disconnect", () => process.exit());
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
