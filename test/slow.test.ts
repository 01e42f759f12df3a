/** Senders that drip, and the end of the service while it is busy. */
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "../src/core/tenants.ts";
import { openSandbox } from "../src/sandbox/sandbox.ts";
import { listTenants } from "../src/store/tenants.ts";
import { type Service, startService } from "./service.ts";

const post = "POST /accounting/bills HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
/** What is sent at once, and what then follows byte by byte; the same bytes begin again when they are used up. */
const drips: Readonly<Record<string, { first: string; then: string }>> = {
  silence: { first: "", then: "" },
  "a line": { first: "", then: `GET /${"a".repeat(1000)}` },
  headers: { first: "GET /accounting/units HTTP/1.1\r\nhost: a\r\n", then: "x-slow: yes\r\n" },
  "a body": { first: `${post}content-length: 10000\r\n\r\n`, then: " " },
  chunks: { first: `${post}transfer-encoding: chunked\r\n\r\n`, then: "1\r\n \r\n" },
  "a second request": { first: "GET /health HTTP/1.1\r\nhost: a\r\n\r\n", then: "GET / HTTP/1.1\r\n" },
  "a body for a neighbour": {
    first: "PUT /sandbox/v1/behaviour HTTP/1.1\r\nhost: a\r\ncontent-length: 99\r\n\r\n",
    then: " ",
  },
};

/** Milliseconds until the other side has closed. */
function drip(url: string, { first, then }: { first: string; then: string }): Promise<number> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  return new Promise((resolve) => {
    const socket: Socket = connect({ host: hostname, port: Number(port) });
    let sent = 0;
    const timer = setInterval(() => then !== "" && socket.write(then[sent++ % then.length] ?? ""), 250);
    socket.on("connect", () => socket.write(first));
    socket.on("error", () => {});
    socket.resume().on("close", () => {
      clearInterval(timer);
      resolve(performance.now() - began);
    });
  });
}

test("who drips is cut off within ten seconds, and nobody else notices", async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const kinds = Object.values(drips);
  let open = 0;
  const sockets = Array.from({ length: 210 }, (_, index) => {
    open++;
    return drip(service.url, kinds[index % kinds.length] ?? { first: "", then: "" }).finally(() => open--);
  });
  const waits: number[] = [];
  while (open > 0) {
    const began = performance.now();
    expect((await service.ask("units.list")).status).toBe(200);
    waits.push(performance.now() - began);
    await pause(20);
  }
  const lifetimes = await Promise.all(sockets);
  const worst = Object.keys(drips).map((kind, at) => ({
    kind,
    lifetime: Math.max(...lifetimes.filter((_, index) => index % kinds.length === at)),
  }));
  expect(worst.filter(({ lifetime }) => lifetime > 10_000)).toEqual([]);
  expect(waits.length).toBeGreaterThan(50);
  expect(waits.toSorted((some, other) => some - other)[Math.floor(waits.length / 2)]).toBeLessThan(250);
}, 40_000);

/** A connection whose target system takes its time. */
async function slowConnection(
  { house, url }: Service,
  delay_ms: number,
): Promise<{ accountKey: string; token: string }> {
  const { database, vault, config } = house;
  const token = await (await openSandbox({ pool: database, ...config.sandbox })).issueToken("Langsam");
  const [tenant] = await listTenants(database);
  const accountKey = await createConnection(database, vault, {
    ...{ tenantId: tenant?.id ?? "", targetSystem: "sandbox-key", credentials: { apiKey: token } },
    ...{ environment: "production", company: "bergblick" },
  });
  await fetch(`${url}/sandbox/v1/behaviour`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ delay_ms }),
  });
  return { accountKey, token };
}

test("requests in flight are answered before the service ends", async () => {
  const service = await startService();
  const { accountKey } = await slowConnection(service, 1000);
  const answers = Array.from({ length: 30 }, () => service.ask("units.list", { accountKey }));
  const { database } = service.house;
  const taken = () => database.query("SELECT max(minute_count) AS count FROM sandbox.tokens");
  await expect.poll(async () => (await taken()).rows[0] as unknown, { timeout: 5000 }).toEqual({ count: 30 });
  const began = performance.now();
  await service.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expect(fetch(`${service.url}/health`)).rejects.toThrow("fetch failed");
});

test("under load, every request that found the service open is answered", async () => {
  const service = await startService();
  const { accountKey } = await slowConnection(service, 20);
  const headers = { "x-api-key": service.keys.apiKey, "x-account-key": accountKey };
  const outcomes: (number | string)[] = [];
  const visit = async (dispatcher: Agent): Promise<boolean> => {
    try {
      const answer = await request(`${service.url}/accounting/units`, { headers, dispatcher });
      await answer.body.dump();
      outcomes.push(answer.statusCode);
      return true;
    } catch (error) {
      outcomes.push(String((error as { code?: string }).code));
      return false;
    }
  };
  const visitors = Array.from({ length: 8 }, async () => {
    const dispatcher = new Agent({ connections: 1 });
    while (await visit(dispatcher));
    await dispatcher.destroy();
  });
  await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBeGreaterThan(100);
  await service.stop();
  await Promise.all(visitors);
  // Each visitor's last one comes to a closed door; none before it is refused or cut off.
  expect(outcomes.filter((outcome) => outcome !== 200)).toEqual(visitors.map(() => "ECONNREFUSED"));
});
