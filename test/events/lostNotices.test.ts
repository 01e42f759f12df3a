/** R18: vendors that lose subscriptions, refuse them or lose notices. Every change arrives, and the connection says so. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportFigure, scaled, someOf } from "../faults/scale.ts";
import { subscribe } from "../support/idleSubscriber.ts";
import { type IdleRig, openIdleVendors } from "../support/idleVendors.ts";
import { connectorOf, vendors } from "../support/vendors.ts";

const day = 24 * 3600;
const simulated = vendors
  .map(([targetSystem]) => targetSystem)
  // Editions share the webhooks of their vendor.
  .filter((id) => connectorOf(id).webhooks !== undefined && !["moneybird-token", "quickbooks-sandbox"].includes(id));
const tried = someOf(simulated);
const withApi = tried.filter((id) => connectorOf(id).webhooks?.setUp === "api");

/** The requests that make a subscription. */
const subscribing = /^[^?]*(?:webhook|subscription|events.callbacks)/i;

let rig: IdleRig;
beforeAll(async () => {
  rig = await openIdleVendors(tried);
});
afterAll(() => rig.close());

describe.each(withApi)("%s", (targetSystem) => {
  test("loses our subscription: it is made again, and changes since then are found", async () => {
    const { simulator, ids, work: run, eventsOf, state, accountKey } = await subscribe(rig, targetSystem);
    const [first = "", second = "", third = ""] = ids;
    await run();
    await run();
    expect(await state()).toMatchObject({ reportedBy: "webhook" });
    simulator.vendor.touch(first);
    await run();
    expect(await eventsOf(first)).toEqual(["UPDATED"]);
    simulator.vendor.dropSubscriptions();
    await rig.pass(3600);
    simulator.vendor.touch(second);
    await run();
    await rig.pass(day);
    await run();
    await run();
    expect(await eventsOf(second)).toEqual(["UPDATED"]);
    const { data } = await rig.call("GET", "/auth/connection", { accountKey });
    expect(data["lastFault"]).toMatchObject({ code: "subscription_lost" });
    expect((await rig.call("GET", "/webhooks", { accountKey })).data["lastFault"]).toMatchObject({
      code: "subscription_lost",
    });
    await rig.pass(60);
    simulator.vendor.touch(third);
    await run();
    expect(await eventsOf(third)).toEqual(["UPDATED"]);
    // A sweep does not report again what the webhook has brought.
    await rig.pass(2 * day);
    await run();
    for (const id of [first, second, third]) expect(await eventsOf(id)).toEqual(["UPDATED"]);
    expect((await rig.call("GET", "/auth/connection", { accountKey })).data["lastFault"]).toBeUndefined();
  });

  test("learns our new URL when it has changed", async () => {
    const { simulator, ids, work: run, eventsOf, state, accountKey } = await subscribe(rig, targetSystem);
    const [first = "", second = ""] = ids;
    await run();
    await run();
    const before = rig.url();
    await rig.restart();
    expect(rig.url()).not.toBe(before);
    await run();
    await run();
    expect(await state()).toMatchObject({ reportedBy: "webhook" });
    await rig.pass(60);
    simulator.vendor.touch(first);
    await run();
    expect(await eventsOf(first)).toEqual(["UPDATED"]);
    expect((await rig.call("GET", "/auth/connection", { accountKey })).data["lastFault"]).toBeUndefined();
    // The subscription for the former URL is gone.
    simulator.vendor.touch(second);
    await run();
    expect(await eventsOf(second)).toEqual(["UPDATED"]);
  });

  test("refuses our subscription: its lists are polled until it can be made", async () => {
    rig.simulatorOf(targetSystem).refuse(subscribing);
    try {
      const { simulator, ids, work: run, eventsOf, state, accountKey } = await subscribe(rig, targetSystem);
      const [first = "", second = ""] = ids;
      await run();
      expect(await state()).toMatchObject({ reportedBy: "polling", intervalSeconds: 300 });
      await rig.pass(600);
      simulator.vendor.touch(first);
      await rig.pass(600);
      await run();
      expect(await eventsOf(first)).toEqual(["UPDATED"]);
      const { data } = await rig.call("GET", "/auth/connection", { accountKey });
      expect(data["lastFault"]).toMatchObject({ code: expect.stringMatching(/^target_/) });
      simulator.refuse(undefined);
      await rig.pass(2 * 3600);
      await run();
      await run();
      expect(await state()).toMatchObject({ reportedBy: "webhook" });
      await rig.pass(60);
      simulator.vendor.touch(second);
      await run();
      expect(await eventsOf(second)).toEqual(["UPDATED"]);
      expect(await eventsOf(first)).toEqual(["UPDATED"]);
    } finally {
      rig.simulatorOf(targetSystem).refuse(undefined);
    }
  });
});

describe.each(tried)("%s", (targetSystem) => {
  test("loses notices: every change arrives within the stated interval, once", async () => {
    const { simulator, ids, work: run, eventsOf, state, resource } = await subscribe(rig, targetSystem);
    await run();
    await run();
    expect(await state()).toMatchObject({ reportedBy: "webhook" });
    const touched = ids.slice(0, scaled(100, 6));
    let lost = 0;
    simulator.lose((count) => {
      const isLost = count % 3 === 0;
      if (isLost) lost += 1;
      return isLost;
    });
    for (const id of touched) {
      await rig.pass(2);
      simulator.vendor.touch(id);
      await run();
    }
    simulator.lose(() => false);
    const sweptAt = async () => {
      const { rows } = await rig.storage.database.query<{ at: number }>(
        "SELECT extract(epoch FROM polled_until)::float AS at FROM polls WHERE resource = $1 ORDER BY polled_until DESC",
        [resource],
      );
      return rows[0]?.at ?? 0;
    };
    const before = await Promise.all(touched.map(eventsOf));
    // Lists are complete up to a time of the database's clock, which this test does not move.
    const sweptBefore = await sweptAt();
    await rig.pass((await state())?.intervalSeconds ?? 0);
    await run();
    const after = await Promise.all(touched.map(eventsOf));
    expect(after).toEqual(touched.map(() => ["UPDATED"]));
    expect(before.filter((events) => events.length === 0).length).toBeGreaterThan(0);
    expect(await sweptAt()).toBeGreaterThan(sweptBefore);
    expect((await state())?.completeUntilDate).toEqual(expect.any(String));
    reportFigure("R18", `${targetSystem}: ${touched.length} changes, ${lost} notices lost, all reported once`);
  });
});
