import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../../test/support/service.ts";
import { Failure } from "../../contract/failure.ts";
import { newKey } from "../secrets/keys.ts";
import { openCallers } from "./callers.ts";
import { createConnection } from "./connection.ts";
import { openKnownKeys } from "./knownKeys.ts";
import { createApiKey, createTenant } from "./tenants.ts";

test("returns each of several concurrent callers its own connection only", async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const { database, callersDatabase, vault } = service.storage;
  const newCaller = async (name: string) => {
    const tenantId = await createTenant(database, name);
    const { apiKey: api } = await createApiKey(database, tenantId);
    const account = await createConnection(database, vault, {
      tenantId,
      targetSystem: "sandbox-key",
      environment: "production",
      company: name,
      credentials: { apiKey: name },
    });
    return { api, account };
  };
  const first = await newCaller("one");
  const other = await newCaller("other");
  const knownKeys = openKnownKeys(database, Date.now);
  const { find } = openCallers({ database: callersDatabase, vault, knownKeys, now: Date.now });
  const lookup = ({ api, account }: { api: string; account: string }) =>
    find({ api, account }).then(
      ({ connection }) => connection.company,
      (error: unknown) => (error instanceof Failure ? error.code : error),
    );
  const pairs = [
    first,
    { api: first.api, account: other.account },
    { api: newKey("api").text, account: first.account },
    other,
    { api: other.api, account: first.account },
    { api: other.api, account: newKey("account").text },
    first,
  ];
  expect(await Promise.all(pairs.map(lookup))).toEqual([
    "one",
    "account_key_invalid",
    "api_key_invalid",
    "other",
    "account_key_invalid",
    "account_key_invalid",
    "one",
  ]);
});
