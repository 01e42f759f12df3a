/** The service is killed repeatedly while it writes: every confirmed write exists once and has one event (R4). */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { freePort, openWorkplace, type Program } from "../../bench/program.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { serveHttp } from "../support/loopback.ts";

const writers = 4;

interface ReportedChange {
  readonly eventType: string;
  readonly resource: string;
  readonly resourceId: string;
}

/** Retries while the service is down. */
async function ask<Data>({ url, demo }: Program, path: string, key?: string, body?: object): Promise<Data | undefined> {
  const keys = { "x-api-key": demo.apiKey, "x-account-key": demo.accountKey, "content-type": "application/json" };
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(url + path, {
    ...sent,
    headers: { ...keys, ...(key && { "idempotency-key": key }) },
  }).catch(() => undefined);
  if (answer !== undefined && [400, 401, 404, 422].includes(answer.status)) throw new Error(await answer.text());
  if (answer?.ok !== true) return undefined;
  return ((await answer.json().catch(() => ({}))) as { data?: Data }).data;
}

async function all<Row>(program: Program, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const records = (await ask<Row[]>(program, `${path}?limit=100&page=${page}`)) ?? [];
    rows.push(...records);
    if (records.length < 100) return rows;
  }
}

async function events(program: Program): Promise<ReportedChange[]> {
  const reported: ReportedChange[] = [];
  for (let cursor = ""; ; ) {
    const page = (await ask<(ReportedChange & { id: string })[]>(program, `/events?limit=100${cursor}`)) ?? [];
    reported.push(...page);
    if (page.length < 100) return reported;
    cursor = `&cursor=${page.at(-1)?.id}`;
  }
}

test("every confirmed write exists once and has one event, whenever the service is killed", async () => {
  const kills = scaled(100, 2);
  const receiver = await serveHttp((_request, response) => void response.end());
  const PORT = String(await freePort());
  const workplace = await openWorkplace({ SANDBOX_ENTRIES: "1000", POLL_SECONDS: "1", PORT });
  let program = await workplace.start();
  onTestFinished(async () => {
    await program.stop();
    await workplace.remove();
    await receiver.close();
  });
  const create = async (name: string): Promise<string> => {
    for (;;) {
      const made = await ask<{ id: string }>(program, "/accounting/customers", name, {
        contactType: "COMPANY",
        companyName: name,
      });
      if (made !== undefined) return made.id;
      await pause(50);
    }
  };
  const created = async (): Promise<string[]> =>
    (await events(program))
      .filter(({ eventType, resource }) => eventType === "CREATED" && resource === "CUSTOMER")
      .map(({ resourceId }) => resourceId);
  await ask(program, "/webhooks", undefined, { callbackUrl: receiver.url, resource: "CUSTOMER" });
  // Wait for the first poll, which only sets the baseline.
  const early = new Set<string>();
  const receivedCount = async (): Promise<number> => {
    early.add(await create(`Vorher-${early.size}`));
    return (await created()).length;
  };
  await expect.poll(receivedCount, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0);

  const ids = new Map<string, string>();
  const end = new AbortController();
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !end.signal.aborted; count++) {
      const name = `Kunde-${writer}-${count}`;
      ids.set(name, await create(name));
    }
  };
  const writing = Array.from({ length: writers }, (_, writer) => write(writer));
  for (let killed = 0; killed < kills; killed++) {
    const before = ids.size;
    await expect.poll(() => ids.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 2 * Math.random());
    await pause(300 * Math.random());
    const ended = once(program.process, "exit");
    program.process.kill("SIGKILL");
    await ended;
    program = await workplace.start();
  }
  end.abort();
  await Promise.all(writing);

  const customers = await all<{ id: string; companyName?: string }>(program, "/accounting/customers");
  const ours = customers.filter(({ companyName = "" }) => companyName.startsWith("Kunde-"));
  expect(ours.map(({ id }) => id).toSorted()).toEqual([...ids.values()].toSorted());
  await expect
    .poll(async () => (await created()).filter((id) => !early.has(id)).toSorted(), { timeout: 60_000, interval: 500 })
    .toEqual([...ids.values()].toSorted());
  reportFigure("R4", `${kills} killed, ${ids.size} writes confirmed, each exists once and has one event`);
});
