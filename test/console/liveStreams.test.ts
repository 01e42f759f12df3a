/** The limits of the console's live streams, with real connections. */
import { get, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let visitors: readonly Visitor[];
/** The streams that the server has not ended. */
const open = new Set<IncomingMessage>();
beforeAll(async () => {
  service = await startService();
  const consoleClient = openConsole(service);
  const signIn = async () => consoleClient.signIn(await consoleClient.linkFor("owner", null));
  visitors = await Promise.all(Array.from({ length: 12 }, signIn));
});
afterEach(() => closeAll());
afterAll(() => service.stop());

const closeAll = (): void => {
  for (const stream of open) stream.destroy();
  open.clear();
};

/** Asks for a stream, which stays open, and returns the status. */
const listen = (visitor: Visitor | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { cookie: visitor?.cookie, "user-agent": "Firefox" };
    const request = get(`${service.url}/console/live`, { headers, agent: false });
    request.on("error", reject);
    request.once("response", (response) => {
      if (response.statusCode === 200) open.add(response);
      response.on("error", () => {});
      response.once("close", () => open.delete(response));
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });

const listenOften = (visitor: Visitor | undefined, times: number) =>
  Promise.all(Array.from({ length: times }, () => listen(visitor)));

/** The server notices the end of earlier streams late, so a full house may take several attempts. */
const openStreams = async (attempt: () => Promise<unknown>): Promise<number> => {
  closeAll();
  await attempt();
  return open.size;
};

test("a session has at most 20 streams, however many it opens at once, and others still get theirs", async () => {
  const statuses = await listenOften(visitors[0], 30);
  expect(open.size).toBe(20);
  expect(statuses.filter((status) => status === 204)).toHaveLength(10);
  expect(await listen(visitors[1])).toBe(200);
});

test("a process has at most 200 streams, and closed ones make room", async () => {
  const everyone = () => Promise.all(visitors.map((visitor) => listenOften(visitor, 20)));
  await expect.poll(() => openStreams(everyone)).toBe(200);
  expect(await listen(visitors[0])).toBe(204);
  const [first] = open;
  first?.destroy();
  await expect
    .poll(async () => (await Promise.all(visitors.map((visitor) => listen(visitor)))).includes(200))
    .toBe(true);
});

test("requests that are given up before their stream begins are not counted", async () => {
  for (let count = 0; count < 300; count++) {
    const request = get(`${service.url}/console/live`, { headers: { cookie: visitors[0]?.cookie }, agent: false });
    request.on("error", () => {});
    request.once("socket", (socket) => socket.once("connect", () => setImmediate(() => request.destroy())));
    if (count % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => openStreams(() => listenOften(visitors[0], 20))).toBe(20);
});
