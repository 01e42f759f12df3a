/** Stores uploaded files in the database until their task sends them, so that a crash loses none. */

import { Readable } from "node:stream";
import { type UploadedFile } from "../../contract/session.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { findChunk, keepChunk } from "../../store/tasks.ts";
import { type ReceivedFile } from "../calling/request.ts";
import type { Vault } from "../secrets/vault.ts";

interface TaskFileDeps {
  readonly database: Queryable;
  readonly vault: Vault;
}

const chunkBytes = 512 * 1024;

const chunkColumn = (id: string, file: number, chunk: number) => ({
  table: "task_files",
  row: `${id} ${file} ${chunk}`,
  column: "bytes",
});

export async function storeFiles(
  { database, vault }: TaskFileDeps,
  id: string,
  files: readonly Pick<ReceivedFile, "open">[],
): Promise<void> {
  for (const [file, { open }] of files.entries()) {
    let chunk = 0;
    for await (const bytes of chunksOf(open())) {
      await keepChunk(database, { id, file, chunk }, vault.seal(chunkColumn(id, file, chunk), bytes));
      chunk++;
    }
  }
}

async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece as Uint8Array);
    waiting.push(bytes);
    size += bytes.length;
    if (size < chunkBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** The files as they were received. */
export const storedFiles = (deps: TaskFileDeps, id: string, files: readonly FileFacts[]): ReceivedFile[] =>
  files.map((facts, file) => ({
    ...facts,
    open: () => Readable.from(readChunks(deps, id, file), { objectMode: false }),
  }));

async function* readChunks({ database, vault }: TaskFileDeps, id: string, file: number): AsyncGenerator<Buffer> {
  for (let chunk = 0; ; chunk++) {
    const sealed = await findChunk(database, { id, file, chunk });
    if (sealed === undefined) return;
    yield vault.openBytes(chunkColumn(id, file, chunk), sealed);
  }
}

export interface FileFacts extends Omit<UploadedFile, "open"> {
  readonly digest: string;
}
