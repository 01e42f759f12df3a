import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../test/support/database.ts";
import { findRegistrations } from "../../store/connecting/registrations.ts";
import { findMasterKeys, sealedColumns } from "../../store/masterKeys.ts";
import { migrate } from "../../store/postgres/database.ts";
import { addKeyToFile, masterKeyFile, openMasterKeys } from "../secrets/masterKeys.ts";
import { masterKey, newMasterKey, openVault } from "../secrets/vault.ts";
import { createConnection, openConnection } from "./connection.ts";
import { register, webhookSecretOf } from "./oauthClients.ts";
import { rotateMasterKey } from "./rotateMasterKey.ts";
import { createTenant } from "./tenants.ts";

let fresh: FreshDatabase;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.database);
  folder = await mkdtemp(join(tmpdir(), "kontor-keys-"));
});
afterAll(async () => {
  await fresh.drop();
  await rm(folder, { recursive: true });
});

test("knows every bytea column: it is encrypted or a hash", async () => {
  const { rows } = await fresh.database.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' ORDER BY 1`,
  );
  const hashes = rows
    .map(({ name }) => name)
    .filter((name) => /hash$|fingerprint$|\.change$|assistant_questions\.subject$/.test(name));
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name)).toEqual([...hashes, ...sealed].toSorted());
});

test("opens a database only with the keys that encrypted it, and names a missing one", async () => {
  const keys = await openMasterKeys(fresh.database, undefined, folder);
  const first = await readFile(masterKeyFile(folder), "utf8");
  await writeFile(masterKeyFile(folder), newMasterKey());
  await expect(openMasterKeys(fresh.database, undefined, folder)).rejects.toThrow(`master key ${keys()[0]?.id}, which`);
  await rm(masterKeyFile(folder));
  await expect(openMasterKeys(fresh.database, undefined, folder)).rejects.toThrow("There is no key in");
  await expect(openMasterKeys(fresh.database, [masterKey(newMasterKey())], folder)).rejects.toThrow(
    "KONTOR_MASTER_KEYS",
  );
  await writeFile(masterKeyFile(folder), first);
  expect((await openMasterKeys(fresh.database, undefined, folder))()).toEqual(keys());
});

test("encrypts everything again during concurrent writes, after which the old key is not needed", async () => {
  const { database } = fresh;
  const [old] = (await openMasterKeys(database, undefined, folder))();
  if (old === undefined) throw new Error("there is a key");
  const before = openVault([old]);
  const tenantId = await createTenant(database, "Beispiel");
  const credentials = { apiKey: "geheim" };
  for (let count = 0; count < 250; count++)
    await createConnection(database, before, { tenantId, targetSystem: "notebook", credentials });
  await register(database, before, {
    tenantId,
    targetSystem: "notebook",
    clientId: "c",
    clientSecret: "s",
    customValues: [{ name: "webhookSecret", value: "portal" }],
  });
  await addKeyToFile(masterKeyFile(folder));
  const keys = await openMasterKeys(database, undefined, folder);
  const [current] = keys();
  if (current === undefined) throw new Error("there is a key");
  let rounds = 0;
  const count = await rotateMasterKey({
    database,
    vault: openVault(keys),
    current,
    pause: async () => {
      // Somebody who has not heard of the new key yet.
      if (rounds++ === 0) await createConnection(database, before, { tenantId, targetSystem: "late", credentials });
    },
  });
  expect(count).toBe(250 + 1 + 2);
  expect(await findMasterKeys(database)).toEqual([current.id]);
  const after = openVault([current]);
  const { rows } = await database.query<{ id: string; credentials: Buffer }>("SELECT id, credentials FROM connections");
  expect(rows).toHaveLength(251);
  for (const row of rows) expect(openConnection(row as never, after).credentials["apiKey"]?.reveal()).toBe("geheim");
  const [registration] = await findRegistrations(database, tenantId);
  expect(registration && webhookSecretOf(after, registration)).toBe("portal");
  const [first, second] = rows;
  expect(() => openConnection({ ...first, credentials: second?.credentials } as never, after)).toThrow(
    "unable to authenticate",
  );
});
