import { expect, test } from "vitest";
import { databaseForTest } from "../../../test/support/database.ts";
import { createTenant } from "../../core/accounts/tenants.ts";
import { type Database, migrate } from "../postgres/database.ts";
import { addFlow, findFlow, moveFlow } from "./flows.ts";

const token = Buffer.from("token");

async function begunFlow(expiresAt = new Date(Date.now() + 60_000)): Promise<Database> {
  const { database } = await databaseForTest();
  await migrate(database);
  await addFlow(database, {
    id: "flow",
    tenantId: await createTenant(database, "Neuland"),
    targetSystem: "sandbox",
    connectionId: null,
    tokenHash: token,
    options: { environmentSelection: false, includeSignature: false },
    secrets: Buffer.from("sealed"),
    expiresAt,
  });
  return database;
}

test("gives a flow to the first of two concurrent browsers", async () => {
  const database = await begunFlow();
  const bind = (browser: string) =>
    moveFlow(database, { id: "flow", from: ["begun"], to: "begun", browserHash: Buffer.from(browser) });
  expect([await bind("first"), await bind("second"), await bind("first")]).toEqual([true, false, true]);
  expect((await findFlow(database, { token }))?.browserHash).toEqual(Buffer.from("first"));
});

test("lets one of 20 concurrent callers move a flow", async () => {
  const database = await begunFlow();
  const move = () => moveFlow(database, { id: "flow", from: ["begun"], to: "signed_in" });
  const moved = await Promise.all(Array.from({ length: 20 }, move));
  expect(moved.filter(Boolean)).toHaveLength(1);
});

test("keeps fields that are not given, and can erase secrets", async () => {
  const database = await begunFlow();
  await moveFlow(database, { id: "flow", from: ["begun"], to: "signed_in" });
  expect(await findFlow(database, { token })).toMatchObject({ step: "signed_in", secrets: Buffer.from("sealed") });
  await moveFlow(database, { id: "flow", from: ["signed_in"], to: "done", secrets: null });
  expect(await findFlow(database, { token })).toMatchObject({ step: "done", secrets: null });
});

test("does not move an expired flow", async () => {
  const database = await begunFlow(new Date(Date.now() - 1));
  expect(await moveFlow(database, { id: "flow", from: ["begun"], to: "signed_in" })).toBe(false);
});
