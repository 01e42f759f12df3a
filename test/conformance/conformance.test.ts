/** Tests of the suite itself: the right check finds each deliberate breakage. The example connector passes the suite. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleBooks } from "../../connector-template/connector/connector.ts";
import { simulation } from "../../connector-template/simulation/simulation.ts";
import type { Simulation } from "../../simulators/simulation.ts";
import { type Exchange, startSimulator } from "../../simulators/start.ts";
import type { Connector, ListHandler } from "../../src/contract/connector.ts";
import { changed } from "./broken.ts";
import { brokenReads } from "./brokenReads.ts";
import { brokenWrites } from "./brokenWrites.ts";
import { makeExcuses } from "./excuses.ts";
import type { Facts } from "./facts.ts";
import { findingsOf, findingsOn } from "./findings.ts";
import { withHint } from "./hints.ts";
import { knownSecrets } from "./secrets.ts";
import { sheetFindings } from "./sheet.ts";
import { openStages, type Stages } from "./stage.ts";

/** Without request bodies: the suite makes them. */
const facts: Facts = { connector: exampleBooks, simulation, folder: "connector-template/connector" };

const exchange: Exchange = {
  method: "POST",
  host: "",
  path: "/",
  query: "",
  headers: {},
  body: Buffer.alloc(0),
  status: 200,
  replyHeaders: {},
  reply: Buffer.alloc(0),
  isInjectedFault: false,
};

/** Every broken connector has its own slug, so that one service can run all of them. */
const breakages = [...brokenReads, ...brokenWrites].map(({ broken, ...breakage }, index) => ({
  ...breakage,
  facts: { ...facts, ...broken, connector: { ...(broken.connector ?? exampleBooks), id: `example-books-${index}` } },
}));

describe("finds", () => {
  let stages: Stages;
  beforeAll(async () => {
    stages = await openStages(breakages.map((breakage) => breakage.facts));
  });
  afterAll(() => stages.close());

  test.each(breakages)("$title", async ({ check, finding: pattern, facts: broken }) => {
    const checkNames = check === "secrets" ? ["failures of every write", check] : [check];
    const found = await findingsOn(await stages.open(broken), checkNames, (finding) => pattern.test(finding));
    expect(found[check] ?? []).toContainEqual(expect.stringMatching(pattern));
  });

  test("a field that a mapping claims and never fills", async () => {
    const connector = changed<ListHandler<unknown>>("journalEntries.list", ({ fields }) => ({
      fields: { ...fields, version: true },
    }));
    const found = await findingsOf({ ...facts, connector }, [
      "lists",
      "single records",
      "writes",
      "every claimed field occurs",
    ]);
    expect(found).toEqual({
      "every claimed field occurs": ["journalEntries.list: claims version, but no record of the simulator has it"],
    });
  });
});

test("finds secrets in the log: credentials, request headers and tokens in responses", () => {
  const secrets = knownSecrets({ credentials: { apiKey: "fiktiv-key", tenantId: "musterdorf" } });
  secrets.learn([{ ...exchange, headers: { authorization: "Bearer sent-token" } }]);
  secrets.learn([{ ...exchange, reply: Buffer.from('{"access_token":"given-token"}') }]);
  expect(secrets.shownIn("musterdorf fiktiv-key sent-token given-token")).toEqual([
    "fiktiv-key",
    "sent-token",
    "given-token",
  ]);
});

test("skips kinds of failure that the vendor never reports", async () => {
  const quiet: Simulation = {
    ...simulation,
    open: (world) => {
      const vendor = simulation.open(world);
      const { broken, invalid, unauthorized } = vendor.refusals;
      return {
        ...vendor,
        refusals: { ...(broken && { broken }), ...(invalid && { invalid }), ...(unauthorized && { unauthorized }) },
      };
    },
  };
  expect(await findingsOf({ ...facts, simulation: quiet }, ["failures"])).toEqual({});
});

test("injected faults skip sign-in by POST, and lost responses skip reads by POST", async () => {
  const rpc: Simulation = {
    slug: "rpc",
    isSignIn: ({ body }) => body.includes("login"),
    isReading: ({ body }) => body.includes("read"),
    open: () => ({
      access: {},
      companies: [],
      dropSubscriptions: () => {},
      revokeAccess: () => {},
      expireTokens: () => {},
      touch: () => {},
      remove: () => {},
      untilIdle: async () => {},
      refusals: { broken: { status: 500, body: {} } },
      routes: (app) => void app.post("/rpc.test/", () => ({ result: 1 })),
    }),
  };
  const simulator = await startSimulator(rpc);
  const call = (method: string) =>
    fetch(`${simulator.url}/rpc.test/`, { method: "POST", body: JSON.stringify({ method }) }).then(
      ({ status }) => status,
      () => "lost",
    );
  simulator.injectFault("broken", 1);
  expect([await call("login"), await call("read")]).toEqual([200, 500]);
  simulator.injectFault("lostAnswer", 1);
  expect([await call("read"), await call("write")]).toEqual([200, "lost"]);
  await simulator.close();
});

test("a finding names the file to look at", () => {
  expect(withHint(facts, "contacts.list: is empty")).toBe(
    "contacts.list: is empty [look at connector-template/connector/contacts.ts]",
  );
  expect(withHint(facts, "sheet: has no name")).toContain("connector-template/connector/connector.ts");
  expect(withHint(facts, "strange")).toBe("strange");
});

test("matches an excuse between slashes as a pattern", () => {
  const excuses = makeExcuses({ "/^invoices\\.\\w+: claims tax/": "why", "/^never/": "why" });
  expect(excuses.unexcused(["invoices.get: claims taxRule", "bills.get: claims taxRule"])).toEqual([
    "bills.get: claims taxRule",
  ]);
  expect(excuses.unused()).toEqual(['excuse: "/^never/" is no longer needed']);
});

test("reports a required choice without options before anyone signs in", () => {
  const connector: Connector = { ...exampleBooks, needs: ["environment", "company"] };
  expect(sheetFindings({ ...facts, connector })).toEqual([
    "sheet: needs an environment, but does not list the choices",
  ]);
});

test("an excuse removes its finding, and an unused excuse is a finding", () => {
  const excuses = makeExcuses({ "invoices.list: claims taxRule": "only of …", "bills.list": "…" });
  expect(excuses.unexcused(["invoices.list: claims taxRule, but …", "invoices.list: is empty"])).toEqual([
    "invoices.list: is empty",
  ]);
  expect(excuses.unused()).toEqual(['excuse: "bills.list" is no longer needed']);
});
