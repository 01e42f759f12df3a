import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FolderTaken, openOwnDatabase } from "./ownDatabase.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-own-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query("SELECT 1")).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

test("allows one service in a folder, and the last process to leave stops the server", async () => {
  const service = await openOwnDatabase({ folder, serves: true });
  const command = await openOwnDatabase({ folder, serves: false });
  await expect(openOwnDatabase({ folder, serves: true })).rejects.toBeInstanceOf(FolderTaken);
  await service.close();
  expect(await answers(command.url)).toBe(true);
  const next = await openOwnDatabase({ folder, serves: true });
  await command.close();
  expect(await answers(next.url)).toBe(true);
  await next.close();
  expect(await answers(next.url)).toBe(false);
});

test("keeps the server running while many processes come and go", async () => {
  const visits = Array.from({ length: 6 }, async () => {
    const database = await openOwnDatabase({ folder, serves: false });
    const alive = await answers(database.url);
    await database.close();
    return { alive, url: database.url };
  });
  const seen = await Promise.all(visits);
  expect(seen.map(({ alive }) => alive)).toEqual(seen.map(() => true));
  const last = await openOwnDatabase({ folder, serves: true });
  await last.close();
  expect(await answers(last.url)).toBe(false);
});
