/**
 * The file of a backup: one line of JSON about it, then a gzip stream of frames. A frame has a byte for its kind, four bytes
 * for its length, and its content. The last frame has the SHA-256 of everything before it, so that a file that was damaged
 * or cut off is recognised.
 */
import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** The backup cannot be made or restored. The message says why and what to do. */
export class BackupFault extends Error {}

/** The number is raised when older versions of Kontor can no longer read the file. */
const format = 1;

export interface BackupHeader {
  /** The version of Kontor that made the backup. */
  readonly version: string;
  /** ISO 8601, in UTC. */
  readonly madeAt: string;
  /** The migrations of the tables. */
  readonly migrations: readonly string[];
  /** The ids of the master keys that encrypted its secrets. The keys themselves are not in the backup. */
  readonly masterKeys: readonly string[];
  readonly tables: readonly BackupTable[];
}

export interface BackupTable {
  /** Undefined: the schema of the service. */
  readonly schema?: string | undefined;
  readonly name: string;
  readonly columns: readonly string[];
  /** For a partition: its table, and the values that it holds, as SQL. */
  readonly partition?: { readonly of: string; readonly bound: string } | undefined;
}

export interface BackupSequence {
  readonly schema?: string | undefined;
  readonly name: string;
  /** A bigint as text. */
  readonly last: string;
}

/** The content of a backup: for each table its rows, in the order of the header, and in the end the sequences. */
export type BackupPart =
  | { readonly kind: "rows"; readonly bytes: Buffer }
  | { readonly kind: "tableEnd"; readonly rows: number }
  | { readonly kind: "sequences"; readonly sequences: readonly BackupSequence[] };

const kinds = { rows: 1, tableEnd: 2, sequences: 3, end: 4 } as const;
const frameHeaderBytes = 5;

function frame(kind: keyof typeof kinds, content: Buffer | string): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const start = Buffer.alloc(frameHeaderBytes);
  start.writeUInt8(kinds[kind]);
  start.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([start, bytes]);
}

const frameOf = (part: BackupPart): Buffer =>
  part.kind === "rows"
    ? frame("rows", part.bytes)
    : frame(part.kind, JSON.stringify(part.kind === "tableEnd" ? part.rows : part.sequences));

/** Written beside the file and then renamed, so that an interrupted backup leaves no file that looks complete. */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  parts: AsyncIterable<BackupPart>,
): Promise<void> {
  const draft = `${file}.${process.pid}.partial`;
  const line = `${JSON.stringify({ kontorBackup: format, ...header })}\n`;
  const digest = createHash("sha256").update(line);
  const output = createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true });
  try {
    await pipeline(Readable.from([line]), output, { end: false });
    await pipeline(Readable.from(frames(parts, digest), { objectMode: false }), createGzip({ level: 4 }), output);
    await rename(draft, file);
  } catch (error) {
    output.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

async function* frames(parts: AsyncIterable<BackupPart>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = frameOf(part);
    digest.update(bytes);
    yield bytes;
  }
  yield frame("end", digest.digest("hex"));
}

export interface BackupFile {
  readonly header: BackupHeader;
  /** Reads the content. Throws a BackupFault at its end if the file is damaged. */
  parts(): AsyncGenerator<BackupPart>;
}

const beginning = '{"kontorBackup":';

/** Lists of tables are much shorter. */
const longestLine = 16 * 1024 * 1024;

export async function openBackupFile(file: string): Promise<BackupFile> {
  const line = await firstLine(file);
  const read = parseHeader(line);
  if (read === undefined)
    throw line.startsWith(beginning) ? damaged(file) : new BackupFault(`${file} is not a backup of Kontor.`);
  const { kontorBackup, ...header } = read;
  if (kontorBackup > format)
    throw new BackupFault(
      `${file} was made by Kontor ${header.version}, which is newer than this version. Restore it with that version or a newer one.`,
    );
  return { header, parts: () => readParts(file, line) };
}

async function firstLine(file: string): Promise<string> {
  const handle = await open(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") throw new BackupFault(`The file ${file} does not exist.`, { cause });
    throw cause;
  });
  try {
    const chunks: Buffer[] = [];
    for (let length = 0; length < longestLine; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, length);
      const chunk = buffer.subarray(0, bytesRead);
      const end = chunk.indexOf("\n");
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end + 1));
      if (end >= 0 || bytesRead === 0) break;
      length += bytesRead;
    }
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    await handle.close();
  }
}

function parseHeader(line: string): (BackupHeader & { readonly kontorBackup: number }) | undefined {
  try {
    const read = JSON.parse(line) as BackupHeader & { readonly kontorBackup?: unknown };
    return typeof read.kontorBackup === "number" && Array.isArray(read.tables)
      ? { ...read, kontorBackup: read.kontorBackup }
      : undefined;
  } catch {
    return undefined;
  }
}

const damaged = (file: string, cause?: unknown): BackupFault =>
  new BackupFault(`${file} is damaged or incomplete. Nothing was restored. Use another copy of it.`, { cause });

async function* readParts(file: string, line: string): AsyncGenerator<BackupPart> {
  const digest = createHash("sha256").update(line);
  const source = createReadStream(file, { start: Buffer.byteLength(line) });
  const unzip = createGunzip({ chunkSize: 256 * 1024 });
  source.on("error", (error) => unzip.destroy(error));
  source.pipe(unzip);
  let isComplete = false;
  try {
    for await (const { kind, content, bytes } of splitFrames(unzip)) {
      if (isComplete) throw damaged(file);
      if (kind === kinds.end) {
        isComplete = content.toString() === digest.digest("hex");
        if (!isComplete) throw damaged(file);
        continue;
      }
      digest.update(bytes);
      yield partOf(kind, content);
    }
  } catch (error) {
    throw error instanceof BackupFault ? error : damaged(file, error);
  } finally {
    source.destroy();
    unzip.destroy();
  }
  if (!isComplete) throw damaged(file);
}

function partOf(kind: number, content: Buffer): BackupPart {
  if (kind === kinds.rows) return { kind: "rows", bytes: content };
  const value: unknown = JSON.parse(content.toString());
  if (kind === kinds.tableEnd) return { kind: "tableEnd", rows: value as number };
  if (kind === kinds.sequences) return { kind: "sequences", sequences: value as readonly BackupSequence[] };
  throw new Error(`unknown frame ${kind}`);
}

async function* splitFrames(stream: AsyncIterable<Buffer>) {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      if (pending.length < frameHeaderBytes) break;
      const length = frameHeaderBytes + pending.readUInt32BE(1);
      if (pending.length < length) break;
      const bytes = pending.subarray(0, length);
      yield { kind: bytes.readUInt8(), content: bytes.subarray(frameHeaderBytes), bytes };
      pending = pending.subarray(length);
    }
  }
}
