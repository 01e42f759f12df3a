/** A task's records, stored in blocks as they come. */

import { type Connector, type Window } from "../../contract/connector.ts";
import { type Operation } from "../../contract/operation.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import { type Database } from "../../store/postgres/database.ts";
import { blockSize, dropBlocksFrom, findBlocks, keepBlock, type TaskRow } from "../../store/tasks.ts";
import { type Envelope } from "../calling/request.ts";
import { type Vault } from "../secrets/vault.ts";
import { asVendorFailure } from "../vendor/asVendorFailure.ts";

export interface ResultDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly serialise: (operation: Operation, envelope: Envelope) => string;
  /** Looks for garbage. */
  readonly collect: () => void;
}

interface Source {
  readonly row: TaskRow;
  readonly connector: Connector;
  readonly signal: AbortSignal;
}

/** Blocks. Others wait while it looks, so not after each. */
const collectEvery = 10;

/** A page at a time: memory holds one, whatever the number of records. */
export async function storeRecords(
  deps: ResultDeps,
  { row, connector, signal }: Source,
  records: AsyncIterable<readonly unknown[]>,
): Promise<number> {
  const pages = records[Symbol.asyncIterator]();
  let waiting: unknown[] = [];
  let total = 0;
  let blocks = 0;
  for (;;) {
    signal.throwIfAborted();
    const { done = false, value = [] } = await asVendorFailure(connector, () => pages.next());
    const all: readonly unknown[] = [...waiting, ...value];
    total += value.length;
    const ready = done ? all.length : all.length - (all.length % blockSize);
    for (let at = 0; at < ready; at += blockSize) {
      await storeBlock(deps, row, blocks++, all.slice(at, at + blockSize));
      if (blocks % collectEvery === 0) deps.collect();
    }
    waiting = all.slice(ready);
    if (done) break;
  }
  await dropBlocksFrom(deps.database, row.id, blocks);
  return total;
}

/** By the record's schema, as any answer: what is not in the contract does not leave. */
async function storeBlock(
  { database, vault, serialise }: ResultDeps,
  { id, operation }: TaskRow,
  position: number,
  data: readonly unknown[],
): Promise<void> {
  const text = serialise(operations[operation as OperationId], { data });
  const body = vault.seal(blockPlace(id, position), text);
  await keepBlock(database, id, { position, records: data.length, body });
}

export async function readRecords(
  { database, vault }: Pick<ResultDeps, "database" | "vault">,
  id: string,
  { page, limit }: Window,
) {
  const from = (page - 1) * limit;
  const { blocks, total } = await findBlocks(database, { id, from, to: from + limit - 1 });
  const records = blocks.flatMap(
    ({ position, body }) => (JSON.parse(vault.open(blockPlace(id, position), body)) as { data: unknown[] }).data,
  );
  const first = (blocks[0]?.position ?? 0) * blockSize;
  return { records: records.slice(from - first, from - first + limit), total };
}

export const resultPlace = (id: string) => ({ table: "task_results", row: id, column: "body" });

const blockPlace = (id: string, position: number) => ({
  table: "task_blocks",
  row: `${id} ${position}`,
  column: "body",
});
