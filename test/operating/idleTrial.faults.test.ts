/**
 * A platform connects every vendor and then does nothing for months. Meanwhile, the vendors drop all subscriptions and lose
 * a notice in a hundred. Every change arrives, every grant works, and the console said what happened.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOfResource } from "../../src/contract/event.ts";
import { measured, patience, reportFigure } from "../faults/scale.ts";
import { openConsole } from "../support/consoleVisitor.ts";
import { listResourceOf, runDuties, type Subscriber, subscribe } from "../support/idleSubscriber.ts";
import { type IdleRig, openIdleVendors } from "../support/idleVendors.ts";
import { connectorOf, vendors } from "../support/vendors.ts";

const hour = 3600;
const day = 24 * hour;
/** The shortest grant lasts eleven hours. */
const stepSeconds = 3 * hour;
const days = measured(120, 25);
const dropDay = 10;

// Editions share the books and webhooks of their vendor.
const editions = [
  "bexio-token",
  "moneybird-token",
  "pennylane-token",
  "quickbooks-sandbox",
  "datev-rewe-export-longtoken",
];
const targetSystems = vendors.map(([id]) => id).filter((id) => !editions.includes(id));
const withChanges = targetSystems.filter((id) => listResourceOf(id) !== undefined);
const withSubscription = withChanges.filter((id) => connectorOf(id).webhooks?.setUp === "api");

let rig: IdleRig;
beforeAll(async () => {
  rig = await openIdleVendors(targetSystems);
});
afterAll(() => rig.close());

const untilNoneIsDue = async (work: () => Promise<number>): Promise<void> => {
  while ((await work()) > 0);
};

async function passDay(subscribers: ReadonlyMap<string, Subscriber>): Promise<void> {
  for (let passed = 0; passed < day; passed += stepSeconds) {
    await rig.pass(stepSeconds);
    await untilNoneIsDue(() => rig.core().renewGrants());
  }
  await untilNoneIsDue(() => rig.core().checkConnections());
  for (const { simulator } of subscribers.values()) await runDuties(rig, simulator);
}

const connectionPageOf = async (connectionId: string): Promise<string> => {
  const consoleClient = openConsole({ url: rig.url(), storage: rig.storage });
  const operator = await consoleClient.signIn(await consoleClient.linkFor("owner", null));
  return (await operator.open(`/console/connections/${connectionId}`)).text;
};

test(`nothing is lost in ${days} days without a call`, { timeout: patience(600_000) }, async () => {
  const idle = new Map<string, string>();
  for (const id of targetSystems.filter((each) => !withChanges.includes(each)))
    idle.set(id, (await rig.connect(id)).accountKey);
  const subscribers = new Map<string, Subscriber>();
  for (const id of withChanges) subscribers.set(id, await subscribe(rig, id));
  for (let round = 0; round < 2; round++)
    for (const { simulator } of subscribers.values()) await runDuties(rig, simulator);

  let posts = 0;
  let lost = 0;
  for (const { simulator } of subscribers.values())
    simulator.lose(() => {
      posts += 1;
      const isLost = posts % 100 === 50;
      if (isLost) lost += 1;
      return isLost;
    });
  const touched = new Map<string, Set<string>>(withChanges.map((id) => [id, new Set()]));
  for (let passed = 1; passed <= days; passed++) {
    if (passed === dropDay) for (const { simulator } of subscribers.values()) simulator.vendor.dropSubscriptions();
    for (const [id, { simulator, ids, resource }] of subscribers) {
      const record = ids[passed % ids.length] ?? "";
      // Ids of different lists may be equal.
      simulator.vendor.touch(record, listOfResource[resource]);
      touched.get(id)?.add(record);
    }
    await passDay(subscribers);
    if (passed === dropDay)
      for (const id of withSubscription)
        expect(await connectionPageOf(subscribers.get(id)?.connectionId ?? ""), id).toContain(
          "had dropped the webhook",
        );
    if (passed % 10 === 0) await rig.restart();
  }
  for (const { simulator } of subscribers.values()) simulator.lose(() => false);
  await passDay(subscribers);
  await passDay(subscribers);

  for (const [id, { eventsOf }] of subscribers)
    for (const record of touched.get(id) ?? []) {
      const events = await eventsOf(record);
      expect(events.length, `${id} ${record}`).toBeGreaterThan(0);
      expect(new Set(events), `${id} ${record}`).toEqual(new Set(["UPDATED"]));
    }
  const subscribedKeys = Array.from(subscribers, ([id, { accountKey }]) => [id, accountKey] as const);
  const keys = [...idle, ...subscribedKeys];
  for (const [id, accountKey] of keys) {
    const { data } = await rig.call("GET", "/auth/connection", { accountKey });
    expect(data, id).toMatchObject({ state: "active", healthy: true });
    expect(data["lastFault"], id).toBeUndefined();
  }
  expect(lost).toBeGreaterThan(0);
  const changes = [...touched.values()].reduce((sum, records) => sum + records.size, 0);
  reportFigure(
    "R18",
    `${keys.length} vendors idle for ${days} days: ${changes} changed records, ${lost} notices lost, all reported`,
  );
});
