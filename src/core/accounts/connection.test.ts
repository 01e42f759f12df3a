import { expect, test } from "vitest";
import type { Connection } from "../../store/connections.ts";
import { masterKey, newMasterKey, openVault, type Vault } from "../secrets/vault.ts";
import { openCachedConnections, sealCredentials } from "./connection.ts";

const vault = openVault([masterKey(newMasterKey())]);
const sealed = (id: string, apiKey: string): Connection =>
  ({ id, state: "active", credentials: sealCredentials(vault, id, { apiKey }) }) as Connection;

function counting() {
  let opened = 0;
  const counted: Vault = {
    ...vault,
    open: (column, blob) => {
      opened++;
      return vault.open(column, blob);
    },
  };
  const at = { now: 0 };
  const open = openCachedConnections(counted, () => at.now);
  return { open: (row: Connection) => open(row).credentials["apiKey"]?.reveal(), at, opened: () => opened };
}

test("decrypts unchanged credentials once a minute", () => {
  const { open, at, opened } = counting();
  const row = sealed("one", "before");
  expect([open(row), open({ ...row, credentials: Buffer.from(row.credentials) })]).toEqual(["before", "before"]);
  expect(opened()).toBe(1);
  at.now = 60_000;
  expect([open(row), opened()]).toEqual(["before", 2]);
});

test("decrypts changed credentials immediately", () => {
  const { open } = counting();
  expect([open(sealed("one", "before")), open(sealed("one", "after")), open(sealed("two", "other"))]).toEqual([
    "before",
    "after",
    "other",
  ]);
});

test("refuses encrypted credentials of another connection, even if they are cached", () => {
  const { open } = counting();
  const row = sealed("one", "mine");
  expect(open(row)).toBe("mine");
  expect(() => open({ ...row, id: "two" })).toThrow(/authenticate/);
});

test("returns the current values of all other columns", () => {
  const open = openCachedConnections(vault, () => 0);
  const row = sealed("one", "key");
  expect([open(row).state, open({ ...row, state: "needs_reauth" }).state]).toEqual(["active", "needs_reauth"]);
});
