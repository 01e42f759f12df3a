/** The charts of the overview, each in the time range of its data. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureDays } from "../../src/store/log/requestLog.ts";
import { openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { newEndUser } from "../support/events.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let operator: Visitor;
let subscription: string;

const minute = 60_000;
const ago = (minutes: number): Date => new Date(Date.now() - minutes * minute);

const query = (statement: string, ...values: unknown[]) => service.storage.database.query(statement, values);

const addRequest = (at: Date) =>
  query(
    `INSERT INTO request_log (id, at, method, operation, status, milliseconds, vendor_milliseconds, vendor_calls, facts)
     VALUES ($1, $2, 'GET', 'units.list', 200, 1, 1, 1, '{}')`,
    `r ${at.getTime()}`,
    at,
  );

const addCall = (at: Date) =>
  query(
    `INSERT INTO vendor_calls (at, target_system, method, host, path, status, milliseconds, facts)
     VALUES ($1, 'xero', 'GET', 'xero.example', '/', 200, 1, '{}')`,
    at,
  );

const addAttempt = (at: Date) =>
  query(
    `INSERT INTO delivery_attempts (subscription_id, sequence, at, status, milliseconds)
     VALUES ($1, 1, $2, 200, 1)`,
    subscription,
    at,
  );

/** The chart with this title. */
async function chart(title: string, path = "/console"): Promise<string> {
  const { text } = await operator.open(path);
  return (text.match(/<figure class="chart">[^]*?<\/figure>/g) ?? []).find((figure) => figure.includes(title)) ?? "";
}

const barsIn = (figure: string): number => figure.match(/class="reach"/g)?.length ?? 0;

beforeAll(async () => {
  service = await startService();
  subscription = await (await newEndUser(service)).subscribe();
  const client = openConsole(service);
  operator = await client.signIn(await client.linkFor("owner", null));
  await ensureDays(
    service.storage.database,
    [0, 1].map((days) =>
      ago(days * 1440)
        .toISOString()
        .slice(0, 10),
    ),
  );
  for (let hours = 0; hours < 20; hours++) {
    await addRequest(ago(hours * 60 + 2));
    await addCall(ago(hours * 60 + 2));
  }
});
afterAll(() => service.stop());

test("says a single bar in words, and draws recent data in a range of its own", async () => {
  expect(await chart("Delivery attempts")).toContain("No data in this time range.");
  await addAttempt(ago(3));
  const single = await chart("Delivery attempts");
  expect(single).toMatch(
    /<a href="\/console\/deliveries\?range=[^"]+"><time [^>]+>[^<]+ UTC<\/time>: 1 delivered, 0 failed<\/a>/,
  );
  expect(single).not.toContain("<svg");
  for (const minutes of [5, 7, 9]) await addAttempt(ago(minutes));
  const recent = await chart("Delivery attempts");
  expect(barsIn(recent)).toBe(4);
  expect(recent).toContain("last 15 min, none before");
  // The others have data of the whole day.
  const requests = await chart("Requests by cause of failure");
  expect(barsIn(requests)).toBeGreaterThan(15);
  expect(requests).not.toContain("none before");
});

test("a fixed time range stays as it is", async () => {
  const figure = await chart("Delivery attempts", `/console?range=${ago(1440).toISOString()}..${ago(0).toISOString()}`);
  expect(figure).not.toContain("none before");
});

test("the heat map has a time axis", async () => {
  const figure = await chart("Failed calls by target system");
  const labels = [...figure.matchAll(/<text [^>]*><title>[^<]+Z<\/title>(\d\d-\d\d \d\d:\d\d(?: UTC)?)<\/text>/g)].map(
    ([, label]) => label,
  );
  expect(labels).toEqual([
    expect.stringMatching(/^\d\d-\d\d \d\d:\d\d$/),
    expect.stringMatching(/^\d\d-\d\d \d\d:\d\d$/),
    expect.stringMatching(/ UTC$/),
  ]);
});
