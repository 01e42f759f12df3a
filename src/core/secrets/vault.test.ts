import { expect, test } from "vitest";
import { masterKey, newMasterKey, openVault } from "./vault.ts";

const column = { table: "connections", row: "1", column: "credentials" };

test("decrypts what it encrypted, and the blob does not show the content", () => {
  const vault = openVault([masterKey(newMasterKey())]);
  const blob = vault.seal(column, "hunter2 – größer");
  expect(blob.includes("hunter2")).toBe(false);
  expect(vault.open(column, blob)).toBe("hunter2 – größer");
  expect(vault.seal(column, "x").equals(vault.seal(column, "x"))).toBe(false);
});

test("refuses a blob that was moved or changed", () => {
  const vault = openVault([masterKey(newMasterKey())]);
  const blob = vault.seal(column, "secret");
  expect(() => vault.open({ ...column, row: "2" }, blob)).toThrow("unable to authenticate");
  for (let index = 0; index < blob.length; index++) {
    const changed = Buffer.from(blob);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => vault.open(column, changed), `byte ${index}`).toThrow(
      /unable to authenticate|The master key \w+ .+ is missing/,
    );
  }
});

test("the first key encrypts and all decrypt, so keys can be rotated", () => {
  const older = masterKey(newMasterKey());
  const newer = masterKey(newMasterKey());
  const blob = openVault([older]).seal(column, "secret");
  expect(openVault([newer, older]).open(column, blob)).toBe("secret");
  const renewed = openVault([newer, older]).seal(column, "secret");
  expect(openVault([newer]).open(column, renewed)).toBe("secret");
  expect(() => openVault([newer]).open(column, blob)).toThrow(/^The master key \w+ for the secret in .+ is missing\.$/);
});

test("refuses a key that is not 32 bytes", () => {
  expect(() => masterKey("c2hvcnQ=")).toThrow("32 bytes");
});
