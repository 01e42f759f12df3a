/** A receiver that accepts everything and reports its counts by message: `receiver.ts [response delay in ms]`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Arrival, Seen } from "./rig.ts";

const delay = Number(process.argv[2] ?? "0");
let requests = 0;
let inversions = 0;
let goneBack = 0;
const ids = new Set<string>();
const last = new Map<string, number>();
let arrivals: Arrival[] = [];

function arrived(id: string, body: string): void {
  requests++;
  const isNew = !ids.has(id);
  if (isNew) {
    ids.add(id);
    arrivals.push({ id, at: performance.timeOrigin + performance.now() });
    if (ids.size % 100 === 0) process.send?.({ progress: ids.size });
  }
  const [, subscription = "", sequence] = id.split("_");
  const { resourceId } = JSON.parse(body) as { resourceId: string };
  const record = `${subscription}/${resourceId}`;
  const number = Number(sequence);
  if (number >= (last.get(record) ?? 0)) last.set(record, number);
  else {
    goneBack++;
    if (isNew) inversions++;
  }
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("latin1");
  request.on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    arrived(String(request.headers["webhook-id"]), body);
    if (delay > 0) setTimeout(() => response.end(), delay);
    else response.end();
  });
});
process.on("message", (request) => {
  if (request === "seen") {
    const answer: Seen = { requests, distinct: ids.size, inversions, goneBack };
    process.send?.({ answer });
  } else {
    process.send?.({ answer: arrivals });
    arrivals = [];
  }
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
