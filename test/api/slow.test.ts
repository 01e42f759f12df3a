/** Senders that drip (R11), and stopping the service while it is busy (R6). */

import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { type Service, startService } from "../support/service.ts";

const post = "POST /accounting/bills HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
/** Text that is sent at once, and text that follows byte by byte and repeats at its end. */
const drips: Readonly<Record<string, { first: string; rest: string }>> = {
  silence: { first: "", rest: "" },
  "a line": { first: "", rest: `GET /${"a".repeat(1000)}` },
  headers: { first: "GET /accounting/units HTTP/1.1\r\nhost: a\r\n", rest: "x-slow: yes\r\n" },
  "a body": { first: `${post}content-length: 10000\r\n\r\n`, rest: " " },
  chunks: { first: `${post}transfer-encoding: chunked\r\n\r\n`, rest: "1\r\n \r\n" },
  "a second request": { first: "GET /health HTTP/1.1\r\nhost: a\r\n\r\n", rest: "GET / HTTP/1.1\r\n" },
  "a body for a neighbour": {
    first: "PUT /sandbox/v1/behaviour HTTP/1.1\r\nhost: a\r\ncontent-length: 99\r\n\r\n",
    rest: " ",
  },
};

/** Milliseconds until the server closes the connection. */
function drip(url: string, { first, rest }: { first: string; rest: string }): Promise<number> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  return new Promise((resolve) => {
    const socket: Socket = connect({ host: hostname, port: Number(port) });
    let sent = 0;
    const timer = setInterval(() => rest !== "" && socket.write(rest[sent++ % rest.length] ?? ""), 250);
    socket.on("connect", () => socket.write(first));
    socket.on("error", () => {});
    socket.resume().on("close", () => {
      clearInterval(timer);
      resolve(performance.now() - began);
    });
  });
}

test("cuts off senders that drip, and answers other callers meanwhile", async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const kinds = Object.values(drips);
  const open = new Set<number>();
  const sockets = Array.from({ length: scaled(2000, 210) }, (_, index) => {
    open.add(index);
    const kind = kinds[index % kinds.length] ?? { first: "", rest: "" };
    return drip(service.url, kind).finally(() => open.delete(index));
  });
  const waits: number[] = [];
  while (open.size > 0) {
    const began = performance.now();
    expect((await service.ask("units.list")).status).toBe(200);
    waits.push(performance.now() - began);
    await pause(20);
  }
  const lifetimes = await Promise.all(sockets);
  expect(waits.length).toBeGreaterThan(0);
  const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0;
  const longest = Math.max(...lifetimes) / 1000;
  reportFigure(
    "R11",
    `${sockets.length} closed within ${longest.toFixed(1)} s, others answered in ${middle.toFixed(0)} ms meanwhile`,
    longest <= 10 && middle <= 250,
  );
});
// A sender that is never cut off drips on until the test times out.

/** A connection whose target system behaves as configured. */
async function connectionThat({ storage, url }: Service, behaviour: object, name = "Langsam"): Promise<string> {
  const { database, vault, config } = storage;
  const token = await (await openSandbox({ pool: database, ...config.sandbox })).issueToken(name);
  const [tenant] = await listTenants(database);
  await fetch(`${url}/sandbox/v1/behaviour`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(behaviour),
  });
  return createConnection(database, vault, {
    tenantId: tenant?.id ?? "",
    targetSystem: "sandbox-key",
    credentials: { apiKey: token },
    environment: "production",
    company: "bergblick",
  });
}

/** Waits until the target system has received that many requests. */
async function requestsReceived({ storage }: Service, count: number, name = "Langsam"): Promise<void> {
  const query = "SELECT sum(minute_count)::int AS count FROM sandbox.tokens WHERE name = $1";
  const counted = async () => (await storage.database.query<{ count: number }>(query, [name])).rows[0];
  await expect.poll(counted).toEqual({ count });
}

test("requests in flight are answered before the service stops", async () => {
  const service = await startService();
  const accountKey = await connectionThat(service, { delay_ms: 1000 });
  const answers = Array.from({ length: 30 }, () => service.ask("units.list", { accountKey }));
  await requestsReceived(service, 30);
  await service.stop();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expect(fetch(`${service.url}/health`)).rejects.toThrow("fetch failed");
});

test("an overloaded service that stops answers waiting callers with 503 and resets no connection", async () => {
  const service = await startService();
  const slow = await connectionThat(service, { delay_ms: 20_000 });
  const quick = await connectionThat(service, { delay_ms: 20 }, "Schnell");
  const outcomes: string[] = [];
  const visitors = Array.from({ length: 60 }, async () => {
    const dispatcher = new Agent({ connections: 1 });
    for (let outcome = "200"; outcome === "200"; outcomes.push(outcome))
      outcome = await visit(service, quick, dispatcher);
    await dispatcher.destroy();
  });
  await expect.poll(() => outcomes.length, { timeout: 60_000 }).toBeGreaterThan(60);
  const waiting = Array.from({ length: 20 }, () => service.ask("units.list", { accountKey: slow }));
  await requestsReceived(service, 20);
  await service.stop();
  await Promise.all(visitors);
  // A busy machine does not finish quick calls in time either. None of their connections is reset.
  expect(outcomes.filter((outcome) => !["200", "503", "ECONNREFUSED"].includes(outcome))).toEqual([]);
  for (const { status, body } of await Promise.all(waiting))
    expect([status, body.errors?.[0]?.code]).toEqual([503, "unavailable"]);
});

/** The status, or the error code of the connection. */
async function visit({ url, keys }: Service, accountKey: string, dispatcher: Agent): Promise<string> {
  try {
    const headers = { "x-api-key": keys.apiKey, "x-account-key": accountKey };
    const answer = await request(`${url}/accounting/units`, { headers, dispatcher });
    await answer.body.dump();
    return String(answer.statusCode);
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

test("the sandbox, which shares the port, is available until the last response", async () => {
  const service = await startService();
  // Three attempts in all, the last over a connection opened after the stop began.
  const accountKey = await connectionThat(service, { delay_ms: 300, failures: [{ status: 503, times: 2 }] });
  const answer = service.ask("units.list", { accountKey });
  await requestsReceived(service, 1);
  await service.stop();
  expect((await answer).status).toBe(200);
});

test("under load, every request on an accepted connection is answered", async () => {
  const rounds = scaled(50, 1);
  let answered = 0;
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    const { outcomes, visitors, seconds } = await stopUnderLoad();
    // Only the last request of each visitor is refused; none before it is refused or cut off.
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual(Array(visitors).fill("ECONNREFUSED"));
    answered += outcomes.length - visitors;
    slowest = Math.max(slowest, seconds);
  }
  reportFigure(
    "R6",
    `${answered} answered, 0 dropped in ${rounds} stops; the slowest stop took ${slowest.toFixed(1)} s`,
    slowest <= 10,
  );
});

async function stopUnderLoad() {
  const service = await startService();
  const accountKey = await connectionThat(service, { delay_ms: 20 });
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
  await expect.poll(() => outcomes.length, { timeout: 60_000 }).toBeGreaterThan(20);
  const began = performance.now();
  await service.stop();
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(visitors);
  return { outcomes, visitors: visitors.length, seconds };
}
