/** Forms with files. Their bytes are stored in chunks while they arrive, and removed again if the upload is refused. */
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { NativeRecord } from "../books/basics/types.ts";
import { documentExtensions } from "../reading/fileRoutes.ts";
import { invalidField, rejected } from "../server/errors.ts";
import { parametersOf } from "../server/http.ts";
import type { WriteContext } from "./context.ts";
import { newId } from "./numbering.ts";

const largestFile = 50 * 1024 * 1024;
const mostFiles = 20;
const pieceSize = 256 * 1024;

export interface Upload {
  readonly id: string;
  readonly file_name: string;
  readonly content_type: string;
  readonly size: number;
}

interface Form {
  readonly parts: Readonly<Record<string, string>>;
  readonly files: readonly Upload[];
}

export const isForm = (request: FastifyRequest): boolean =>
  (request.headers["content-type"] ?? "").toLowerCase().startsWith("multipart/form-data");

/** Reads the form and processes it. If either fails, the bytes are removed again. */
export async function withForm<Result>(pool: pg.Pool, request: FastifyRequest, work: (form: Form) => Promise<Result>) {
  const storedIds: string[] = [];
  const company = parametersOf(request)["company"] ?? "";
  try {
    return await work(await readForm(pool, request, { company, storedIds }));
  } catch (error) {
    await pool.query("DELETE FROM sandbox.file_chunks WHERE company = $1 AND id = ANY ($2)", [company, storedIds]);
    throw error;
  }
}

interface Target {
  readonly company: string;
  /** The ids of the files in the database, including incomplete ones. */
  readonly storedIds: string[];
}

function parserFor(request: FastifyRequest) {
  const limits = { fileSize: largestFile, files: mostFiles, fields: 50, fieldSize: 4_000_000 };
  try {
    return new Busboy({
      headers: { ...request.headers, "content-type": request.headers["content-type"] ?? "" },
      limits,
    });
  } catch {
    throw invalidField("body", "must be a form with files");
  }
}

async function readForm(pool: pg.Pool, request: FastifyRequest, target: Target): Promise<Form> {
  const parser = parserFor(request);
  const parts: Record<string, string> = {};
  const streams: BusboyFileStream[] = [];
  const stored: Promise<Upload | Error>[] = [];
  let fault: Error | undefined;
  parser.on("field", (name, value, _cut, isCut) => {
    if (isCut) fault = invalidField(name, "is too long");
    else if (/^\w{1,50}$/.test(name)) parts[name] = value;
  });
  parser.on("filesLimit", () => (fault = invalidField("files", `must be at most ${mostFiles}`)));
  parser.on("file", (...[, stream, file_name, , content_type]) => {
    streams.push(stream);
    stored.push(
      store(pool, stream, { file_name, content_type }, target).catch((error: Error) => drained(stream, error)),
    );
  });
  await pipeline(request.raw, parser).catch(() => {
    fault = invalidField("body", "must be a complete form with files");
    for (const stream of streams) stream.destroy(fault);
  });
  const files: Upload[] = [];
  for (const file of await Promise.all(stored)) {
    if (file instanceof Error) fault ??= file;
    else files.push(file);
  }
  if (fault) throw fault;
  return { parts, files };
}

/** Reads and discards the rest, so that the sender receives the response. */
function drained(stream: BusboyFileStream, error: Error): Error {
  stream.resume();
  return error;
}

type Named = Pick<Upload, "file_name" | "content_type">;

async function store(
  pool: pg.Pool,
  stream: BusboyFileStream,
  named: Named,
  { company, storedIds }: Target,
): Promise<Upload> {
  const { file_name, content_type } = named;
  if (!documentExtensions.some((extension) => file_name?.toLowerCase().endsWith(extension)) || file_name.length > 255)
    throw rejected("file", `must have a name that ends in ${documentExtensions.join(", ")}`);
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(content_type)) throw rejected("file", "must have a content type");
  const id = newId("file");
  storedIds.push(id);
  let size = 0;
  let chunkNumber = 0;
  let piece: Buffer[] = [];
  const flush = async () => {
    const bytes = Buffer.concat(piece);
    piece = [];
    if (bytes.length === 0) return;
    await pool.query("INSERT INTO sandbox.file_chunks VALUES ($1, $2, $3, $4)", [company, id, chunkNumber++, bytes]);
  };
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    piece.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (piece.reduce((sum, { length }) => sum + length, 0) >= pieceSize) await flush();
  }
  await flush();
  if (stream.truncated) throw rejected("file", `must have at most ${largestFile} bytes`);
  if (size === 0) throw rejected("file", "must not be empty");
  return { id, file_name: file_name.replaceAll(/[\0\u{d800}-\u{dfff}]/gu, "_"), content_type, size };
}

export const fileRecord = ({ now }: WriteContext, upload: Upload, more: object = {}): NativeRecord => ({
  ...upload,
  ...more,
  created_at: now,
  updated_at: now,
});
