/**
 * Encrypts all secrets again with the first master key, while requests continue: a few rows at a time, and a row is written
 * only if it has not changed meanwhile. It may be interrupted at any point and started again.
 */

import { listRegistrations, updateCustomValues } from "../../store/connecting/registrations.ts";
import {
  addMasterKey,
  countSealedByOthers,
  removeOtherMasterKeys,
  reseal,
  type SealedColumn,
  sealedColumns,
} from "../../store/masterKeys.ts";
import type { Database } from "../../store/postgres/database.ts";
import { keyIdOf, type MasterKey, type Vault } from "../secrets/vault.ts";
import { valuesColumn } from "./oauthClients.ts";

export interface RotateDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly current: MasterKey;
  readonly onProgress?: (done: number, of: number) => void;
  /** Waits between two rounds, so that processes that still use an old key can load the new one. */
  readonly pause: () => Promise<unknown>;
}

const atOnce = 100;

/** Returns how many secrets were encrypted again. Afterwards the old keys are no longer needed. */
export async function rotateMasterKey(deps: RotateDeps): Promise<number> {
  const { database, current, onProgress } = deps;
  await addMasterKey(database, current.id);
  let done = 0;
  for (;;) {
    const remaining = await countRemaining(deps);
    if (remaining === 0) break;
    const total = done + remaining;
    for (const column of sealedColumns)
      for await (const renewed of renewColumn(deps, column)) {
        done += renewed;
        onProgress?.(Math.min(done, total), total);
      }
    done += await renewCustomValues(deps);
    await deps.pause();
  }
  await removeOtherMasterKeys(database, current.id);
  return done;
}

async function countRemaining({ database, current }: RotateDeps): Promise<number> {
  let remaining = 0;
  for (const column of sealedColumns) remaining += await countSealedByOthers(database, column, current.id);
  const registrations = await listRegistrations(database);
  const values = registrations.flatMap(({ customValues }) => customValues);
  return remaining + values.filter(({ value }) => isOld(value, current)).length;
}

const isOld = (value: string, { id }: MasterKey): boolean => keyIdOf(Buffer.from(value, "base64")) !== id;

async function* renewColumn({ database, vault, current }: RotateDeps, column: SealedColumn): AsyncGenerator<number> {
  const table = column.placeTable ?? column.table;
  let after: readonly string[] | undefined;
  do {
    const { renewed, last } = await reseal(database, column, { keyId: current.id, after, most: atOnce }, (row) => {
      const sealedColumn = { table, row: row.key.join(" "), column: column.column };
      return vault.seal(sealedColumn, vault.openBytes(sealedColumn, row.blob));
    });
    after = last;
    yield renewed;
  } while (after !== undefined);
}

async function renewCustomValues({ database, vault, current }: RotateDeps): Promise<number> {
  let renewed = 0;
  for (const registration of await listRegistrations(database)) {
    const { tenantId, targetSystem, customValues } = registration;
    if (!customValues.some(({ value }) => isOld(value, current))) continue;
    const sealedColumn = valuesColumn(tenantId, targetSystem);
    const values = customValues.map(({ name, value }) => ({
      name,
      value: vault.seal(sealedColumn, vault.openBytes(sealedColumn, Buffer.from(value, "base64"))).toString("base64"),
    }));
    if (await updateCustomValues(database, registration, values)) renewed += values.length;
  }
  return renewed;
}
