/** The suite itself: it finds each of these deliberate breakages, and with the right check. The example passes it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleBooks } from "../../connector-template/connector/connector.ts";
import { simulation } from "../../connector-template/simulation/simulation.ts";
import type { Simulation } from "../../simulators/simulation.ts";
import { type Exchange, startSimulator } from "../../simulators/start.ts";
import type { Connector, ListHandler } from "../../src/contract/connector.ts";
import { changed } from "./broken.ts";
import { brokenReads } from "./brokenReads.ts";
import { brokenWrites } from "./brokenWrites.ts";
import { excusing } from "./excuses.ts";
import type { Facts } from "./facts.ts";
import { findingsOf, findingsOn } from "./findings.ts";
import { withHint } from "./hints.ts";
import { knownSecrets } from "./secrets.ts";
import { sheetFindings } from "./sheet.ts";
import { openStages, type Stages } from "./stage.ts";

/** Without bodies: the suite makes its own. */
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
  troubled: false,
};

/** Each with a slug of its own, so that one service has them all. */
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

  test.each(breakages)("$what", async ({ check, says, facts: broken }) => {
    const before = check === "secrets" ? ["failures of every write", check] : [check];
    const found = await findingsOn(await stages.open(broken), before, (finding) => says.test(finding));
    expect(found[check] ?? []).toContainEqual(expect.stringMatching(says));
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

test("a secret in the log is found, wherever it came from", () => {
  const secrets = knownSecrets({ credentials: { apiKey: "fiktiv-key", tenantId: "musterdorf" } });
  secrets.learn([{ ...exchange, headers: { authorization: "Bearer sent-token" } }]);
  secrets.learn([{ ...exchange, reply: Buffer.from('{"access_token":"given-token"}') }]);
  expect(secrets.shownIn("musterdorf fiktiv-key sent-token given-token")).toEqual([
    "fiktiv-key",
    "sent-token",
    "given-token",
  ]);
});

test("a vendor that never refuses in some way is not asked for it", async () => {
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

test("sign-in by POST is spared trouble, and a reading by POST is no write whose answer can be lost", async () => {
  const rpc: Simulation = {
    slug: "rpc",
    isSignIn: ({ body }) => body.includes("login"),
    isReading: ({ body }) => body.includes("read"),
    open: () => ({
      access: {},
      companies: [],
      expireTokens: () => {},
      touch: () => {},
      remove: () => {},
      settle: async () => {},
      refusals: { broken: { status: 500, body: {} } },
      routes: (app) => void app.post("/rpc.test/", () => ({ result: 1 })),
    }),
  };
  const simulator = await startSimulator(rpc);
  const ask = (method: string) =>
    fetch(`${simulator.url}/rpc.test/`, { method: "POST", body: JSON.stringify({ method }) }).then(
      ({ status }) => status,
      () => "lost",
    );
  simulator.trouble("broken", 1);
  expect([await ask("login"), await ask("read")]).toEqual([200, 500]);
  simulator.trouble("lostAnswer", 1);
  expect([await ask("read"), await ask("write")]).toEqual([200, "lost"]);
  await simulator.close();
});

test("a finding says where to look", () => {
  expect(withHint(facts, "contacts.list: is empty")).toBe(
    "contacts.list: is empty [look at connector-template/connector/contacts.ts]",
  );
  expect(withHint(facts, "sheet: has no name")).toContain("connector-template/connector/connector.ts");
  expect(withHint(facts, "strange")).toBe("strange");
});

test("an excuse between slashes is a pattern", () => {
  const excuses = excusing({ "/^invoices\\.\\w+: claims tax/": "why", "/^never/": "why" });
  expect(excuses.left(["invoices.get: claims taxRule", "bills.get: claims taxRule"])).toEqual([
    "bills.get: claims taxRule",
  ]);
  expect(excuses.idle()).toEqual(['excuse: nothing needs "/^never/" any more']);
});

test("a fact sheet that needs what it does not list is found before anybody signs in", () => {
  const connector: Connector = { ...exampleBooks, needs: ["environment", "company"] };
  expect(sheetFindings({ ...facts, connector })).toEqual(["sheet: needs a choice of environment, but lists none"]);
});

test("an excuse takes a finding away, and is one itself when nothing needs it", () => {
  const excuses = excusing({ "invoices.list: claims taxRule": "only of …", "bills.list": "…" });
  expect(excuses.left(["invoices.list: claims taxRule, but …", "invoices.list: is empty"])).toEqual([
    "invoices.list: is empty",
  ]);
  expect(excuses.idle()).toEqual(['excuse: nothing needs "bills.list" any more']);
});
