/** Files that came with a request, kept in the database until their task hands them on: a crash loses none of them. */

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

const place = (id: string, file: number, chunk: number) => ({
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
      await keepChunk(database, { id, file, chunk }, vault.seal(place(id, file, chunk), bytes));
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

/** As they were received. */
export const keptFiles = (deps: TaskFileDeps, id: string, files: readonly FileFacts[]): ReceivedFile[] =>
  files.map((facts, file) => ({
    ...facts,
    open: () => Readable.from(readChunks(deps, id, file), { objectMode: false }),
  }));

async function* readChunks({ database, vault }: TaskFileDeps, id: string, file: number): AsyncGenerator<Buffer> {
  for (let chunk = 0; ; chunk++) {
    const sealed = await findChunk(database, { id, file, chunk });
    if (sealed === undefined) return;
    yield vault.openBytes(place(id, file, chunk), sealed);
  }
}

export interface FileFacts extends Omit<UploadedFile, "open"> {
  readonly digest: string;
}
