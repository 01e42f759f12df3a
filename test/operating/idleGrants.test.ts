/** R17: connections that nobody uses. Grants are renewed in time, and revoked ones are noticed within a day. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectors } from "../../src/connectors/index.ts";
import { measured, patience, reportFigure, runsAll, someOf } from "../faults/scale.ts";
import { type IdleRig, openIdleVendors } from "../support/idleVendors.ts";
import { vendors } from "../support/vendors.ts";

const hour = 3600;
const day = 24 * hour;
/** How long a grant lasts in days, where it is renewed for its age alone. */
const lifetimes: Readonly<Record<string, number>> = {
  "exact-online": 30,
  xero: 60,
  quickbooks: 100,
  businesscentral: 90,
};
const simulated = vendors.map(([targetSystem]) => targetSystem);
const withOAuth = simulated.filter((id) =>
  connectors.some((connector) => connector.id === id && connector.signIn.kind === "oauth2"),
);

async function untilNoneIsDue(work: () => Promise<number>): Promise<void> {
  while ((await work()) > 0);
}

/** Lets days pass in which only the worker's duties run. */
async function idle(rig: IdleRig, days: number, stepSeconds: number): Promise<void> {
  for (let passed = 0; passed < days * day; passed += stepSeconds) {
    await rig.pass(stepSeconds);
    await untilNoneIsDue(() => rig.core().renewGrants());
    await untilNoneIsDue(() => rig.core().checkConnections());
  }
}

/** Its grants last eleven hours, so they are renewed every few hours. */
const shortLived = "datev-rewe-export";
const shortStep = 3 * hour;
const stepOf = (targetSystem: string): number => (targetSystem === shortLived ? shortStep : day);

test(`${shortLived} works after days without a call`, { timeout: patience(240_000) }, async () => {
  const rig = await openIdleVendors([shortLived]);
  try {
    const { accountKey } = await rig.connect(shortLived);
    const days = measured(120, 5);
    for (let passed = 0; passed < days * day; passed += shortStep) {
      await rig.pass(shortStep);
      await untilNoneIsDue(() => rig.core().renewGrants());
    }
    const { data } = await rig.call("GET", "/auth/connection", { accountKey });
    expect(data).toMatchObject({ state: "active", healthy: true });
  } finally {
    await rig.close();
  }
});

describe("a connection that nobody uses for 120 days", () => {
  let rig: IdleRig;
  const accountKeys = new Map<string, string>();
  /** In `npm test`, only those whose renewals are counted below. */
  const targetSystems = runsAll ? withOAuth.filter((id) => id !== shortLived) : Object.keys(lifetimes);

  beforeAll(async () => {
    rig = await openIdleVendors(targetSystems);
    for (const targetSystem of targetSystems)
      accountKeys.set(targetSystem, (await rig.connect(targetSystem)).accountKey);
    for (let days = 1; days <= 120; days += 1) {
      await rig.pass(day);
      await untilNoneIsDue(() => rig.core().renewGrants());
      if (days % 30 === 0) await rig.restart();
    }
  });
  afterAll(() => rig.close());

  test.each(targetSystems)("%s still works", async (targetSystem) => {
    const { data } = await rig.call("GET", "/auth/connection", { accountKey: accountKeys.get(targetSystem) ?? "" });
    expect(data).toMatchObject({ state: "active", healthy: true });
  });

  test("costs few renewals", async () => {
    const counted: string[] = [];
    for (const [targetSystem, days] of Object.entries(lifetimes)) {
      const renewals = rig
        .simulatorOf(targetSystem)
        .exchanges()
        .filter(({ body }) => body.toString().includes("grant_type=refresh_token"));
      counted.push(`${targetSystem} ${renewals.length}`);
      // A third of the lifetime, at most a tenth earlier, and one renewal by the call at the end.
      expect(renewals.length).toBeGreaterThanOrEqual(Math.floor(120 / (days / 3)) - 1);
      expect(renewals.length).toBeLessThanOrEqual(Math.ceil(120 / ((days / 3) * 0.9)) + 1);
    }
    reportFigure("R17", `${targetSystems.length} grants alive after 120 days; renewals: ${counted.join(", ")}`);
  });
});

describe("a grant that the vendor revoked", () => {
  let rig: IdleRig;
  const tried = someOf(simulated);
  beforeAll(async () => {
    rig = await openIdleVendors(tried);
  });
  afterAll(() => rig.close());

  test.each(tried)("is reported within a day at %s, once", async (targetSystem) => {
    const { accountKey, connectionId } = await rig.connect(targetSystem);
    await idle(rig, 1, stepOf(targetSystem));
    const stateOf = async () => {
      const { rows } = await rig.storage.database.query<{ state: string }>(
        "SELECT state FROM connections WHERE id = $1",
        [connectionId],
      );
      return rows[0]?.state;
    };
    expect(await stateOf()).toBe("active");
    rig.simulatorOf(targetSystem).vendor.revokeAccess();
    // Not by a renewal: the check alone notices it.
    await rig.pass(day);
    await untilNoneIsDue(() => rig.core().checkConnections());
    expect(await stateOf()).toBe("needs_reauth");
    await idle(rig, 1, stepOf(targetSystem));
    const { rows } = await rig.call("GET", "/events", { accountKey });
    expect(rows.map(({ eventType, resource }) => [eventType, resource])).toEqual([["REVOKED", "TOKEN"]]);
    const { data } = await rig.call("GET", "/auth/connection", { accountKey });
    expect(data).toMatchObject({ state: "needs_reauth", healthy: false, problem: "connection_needs_reauth" });
  });
});
