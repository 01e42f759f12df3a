/** Stores a task's records in blocks as they arrive. */

import { type Connector, type FoundRecord, type PageWindow } from "../../contract/connector.ts";
import { type Operation } from "../../contract/operation.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { type Database } from "../../store/postgres/database.ts";
import { blockSize, dropBlocksFrom, findBlocks, keepBlock, type TaskRow } from "../../store/tasks.ts";
import { type Envelope } from "../calling/request.ts";
import { type Vault } from "../secrets/vault.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import type { CollectGarbage } from "./collectGarbage.ts";

export interface ResultDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly serialise: (operation: Operation, envelope: Envelope) => string;
  readonly collectGarbage: CollectGarbage;
}

interface Source {
  readonly row: TaskRow;
  readonly connector: Connector;
  readonly signal: AbortSignal;
  readonly request: { readonly rawData?: boolean };
}

/** In blocks. Not after every block, because the process blocks while it collects. */
const collectEvery = 10;

/** Reads one page at a time, so that memory use does not depend on the number of records. */
export async function storeRecords(
  deps: ResultDeps,
  { row, connector, signal, request: { rawData = false } }: Source,
  records: AsyncIterable<readonly FoundRecord<unknown>[]>,
): Promise<number> {
  const pages = records[Symbol.asyncIterator]();
  const collect = deps.collectGarbage();
  let waiting: FoundRecord<unknown>[] = [];
  let total = 0;
  let blocks = 0;
  for (;;) {
    signal.throwIfAborted();
    const { done = false, value = [] } = await asVendorFailure(connector, () => pages.next());
    const unstored: readonly FoundRecord<unknown>[] = [...waiting, ...value];
    total += value.length;
    const ready = done ? unstored.length : unstored.length - (unstored.length % blockSize);
    for (let at = 0; at < ready; at += blockSize) {
      const block = unstored.slice(at, at + blockSize);
      const data = block.map(({ record }) => record);
      await storeBlock(deps, row, blocks++, { data, ...(rawData && { rawData: block.map(({ raw }) => raw) }) });
      if (blocks % collectEvery === 0) collect();
    }
    waiting = unstored.slice(ready);
    if (done) break;
  }
  await dropBlocksFrom(deps.database, row.id, blocks);
  return total;
}

interface StoredBlock {
  readonly data: readonly unknown[];
  /** The vendor's records, if the caller requested them. */
  readonly rawData?: readonly unknown[];
}

/** Serialised by the record's schema like any response, so that only fields of the contract are stored. */
async function storeBlock(
  { database, vault, serialise }: ResultDeps,
  { id, operation }: TaskRow,
  position: number,
  block: StoredBlock,
): Promise<void> {
  const bytes = Buffer.from(serialise(operations[operation as OperationId], block));
  const body = vault.seal(blockColumn(id, position), bytes);
  await keepBlock(database, id, { position, records: block.data.length, body });
}

export async function readRecords(
  { database, vault }: Pick<ResultDeps, "database" | "vault">,
  id: string,
  { page, limit }: PageWindow,
) {
  const from = (page - 1) * limit;
  const { blocks, total } = await findBlocks(database, { id, from, to: from + limit - 1 });
  const stored = blocks.map(
    ({ position, body }) => JSON.parse(vault.open(blockColumn(id, position), body)) as StoredBlock,
  );
  const first = (blocks[0]?.position ?? 0) * blockSize;
  const inWindow = (items: readonly unknown[]) => items.slice(from - first, from - first + limit);
  const records = inWindow(stored.flatMap(({ data }) => data));
  const raw = inWindow(stored.flatMap(({ rawData = [] }) => rawData));
  return { records, raw, total };
}

export const resultColumn = (id: string) => ({ table: "task_results", row: id, column: "body" });

const blockColumn = (id: string, position: number) => ({
  table: "task_blocks",
  row: `${id} ${position}`,
  column: "body",
});
