/**
 * Multipart bodies with files. Files are streamed to disk, into a separate folder per request, and removed when the request
 * ends. Leftovers of a crashed process are removed at the next start.
 */

import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { type ReceivedFile } from "../../core/calling/request.ts";
import { fileNameOf } from "../../core/outbound/contentDisposition.ts";
import { newId } from "../../core/secrets/ids.ts";
import { utf8Text } from "../../web/utf8.ts";
import { brokenAt } from "../server/brokenJson.ts";
import { type Part, readParts } from "./multipartParts.ts";

export interface ReceivedForm {
  readonly body: unknown;
  /** Parts that are parameters of the operation. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly files: readonly ReceivedFile[];
}

export interface Uploads {
  /** Reads a multipart body, passes it to `use`, and removes its files afterwards. */
  during<Result>(
    form: { readonly source: Readable; readonly contentType: string; readonly operation: Operation },
    use: (received: ReceivedForm) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

const megabyte = 1024 * 1024;
const limits = { fileBytes: 50 * megabyte, files: 20, textBytes: megabyte };
const mostBytes = limits.files * limits.fileBytes + 2 * limits.textBytes;

export async function openUploads(folder: string): Promise<Uploads> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  const processFolder = join(folder, `${hostname()}-${process.pid}-${newId()}`);
  return {
    during: async ({ source, contentType, operation }, use) => {
      const requestFolder = join(processFolder, newId());
      await mkdir(requestFolder, { recursive: true, mode: 0o700 });
      try {
        const form = new Form(requestFolder, operation);
        await readParts(source, contentType, mostBytes, (part) => form.take(part));
        return await use(form.received());
      } finally {
        await rm(requestFolder, { recursive: true, force: true });
      }
    },
    close: () => rm(processFolder, { recursive: true, force: true }),
  };
}

/** Processes on several machines may share the folder, so only unused files are removed. */
async function removeLeftovers(folder: string): Promise<void> {
  const here = `${hostname()}-`;
  const isLeftover = async (name: string): Promise<boolean> => {
    if (!name.startsWith(here)) return Date.now() - (await stat(join(folder, name))).mtimeMs > aDay;
    const owner = Number.parseInt(name.slice(here.length), 10);
    return owner === process.pid || !isAlive(owner);
  };
  for (const name of await readdir(folder))
    if (await isLeftover(name)) await rm(join(folder, name), { recursive: true, force: true });
}

const aDay = 86_400_000;

function isAlive(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Collects the parts of a request. */
class Form {
  readonly #folder: string;
  readonly #operation: Operation;
  readonly #files: ReceivedFile[] = [];
  #announced = 0;
  readonly #texts = new Map<string, string>();

  constructor(folder: string, operation: Operation) {
    this.#folder = folder;
    this.#operation = operation;
  }

  async take(part: Part): Promise<void> {
    const { multipart = "file", query, body, parts = [] } = this.#operation;
    const { fileParts, most } = multipart === "file" ? oneFile : manyFiles;
    if (fileParts.includes(part.name)) return this.#takeFile(part, most);
    const bodyParts = multipart === "file" ? Object.keys(propertiesOf(body)) : [multipart, ...parts];
    const texts = [...bodyParts, ...Object.keys(query)];
    if (!texts.includes(part.name))
      throw fault(part.name, `is not a part of this request. Valid parts: ${[fileParts[0], ...texts].join(", ")}`);
    if (this.#texts.has(part.name)) throw fault(part.name, "must be given only once");
    this.#texts.set(part.name, "");
    this.#texts.set(part.name, await readText(part));
  }

  async #takeFile(part: Part, most: number): Promise<void> {
    const index = this.#announced++;
    const field = most === 1 ? part.name : `files[${index}]`;
    if (index >= most)
      throw fault(field, most === 1 ? "must be given only once" : `exceeds the limit of ${most} files`);
    this.#files[index] = await keep(part, field, join(this.#folder, String(index)));
  }

  received(): ReceivedForm {
    const { multipart = "file", query, parts = [] } = this.#operation;
    const parameters = Object.fromEntries([...this.#texts].filter(([name]) => Object.hasOwn(query, name)));
    const files = this.#files;
    if (multipart === "file") {
      if (files.length === 0) throw fault("file", "is required. Send the file in this part.");
      const fields = [...this.#texts].filter(([name]) => !Object.hasOwn(query, name));
      return { body: Object.fromEntries(fields), parameters, files };
    }
    const text = this.#texts.get(multipart);
    if (text === undefined) throw fault(multipart, "is required. Send the record as JSON in this part.");
    const separateFields = Object.fromEntries([...this.#texts].filter(([name]) => parts.includes(name)));
    const record = jsonOf(multipart, text);
    const isObject = typeof record === "object" && record !== null && !Array.isArray(record);
    return { body: isObject ? { ...separateFields, ...record } : record, parameters, files };
  }
}

const oneFile = { fileParts: ["file"], most: 1 };
const manyFiles = { fileParts: ["files[]", "files"], most: limits.files };

const propertiesOf = (body: { readonly properties?: object } | undefined): object => body?.properties ?? {};

const fault = (field: string, message: string): Failure =>
  new Failure("invalid_request", `${shown(field)} ${message}`, { field: shown(field) });

/** The name comes from the caller, so it is shortened and cleaned before it is repeated. */
const shown = (name: string): string => name.replaceAll(/\p{Cc}/gu, " ").slice(0, 100);

async function keep(part: Part, field: string, path: string): Promise<ReceivedFile> {
  const measure: Measure = { hash: createHash("sha256"), size: 0 };
  await pipeline(part.content, measuring(measure, field), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  if (measure.size === 0) throw fault(field, "is empty");
  return {
    fileName: fileNameOf(part.disposition) ?? field.replaceAll(/\W/g, ""),
    contentType: contentTypeOf(part),
    size: measure.size,
    digest: measure.hash.digest("hex"),
    open: () => createReadStream(path),
  };
}

interface Measure {
  readonly hash: Hash;
  size: number;
}

const measuring = (measure: Measure, field: string) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      measure.size += chunk.length;
      if (measure.size > limits.fileBytes) throw tooLarge(field, limits.fileBytes);
      measure.hash.update(chunk);
      yield chunk;
    }
  };

const tooLarge = (field: string, most: number): Failure =>
  new Failure("body_too_large", `${field} exceeds ${most / megabyte} MB`, { field });

function contentTypeOf({ contentType = "" }: Part): string {
  const [type] = /^[\w.+-]+\/[\w.+-]+/.exec(contentType.trim()) ?? [];
  return type?.toLowerCase().slice(0, 200) ?? "application/octet-stream";
}

async function readText({ name, content }: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limits.textBytes) throw tooLarge(name, limits.textBytes);
    chunks.push(chunk);
  }
  return utf8Text(Buffer.concat(chunks), name);
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${name} is not valid JSON${brokenAt(text)}`;
    throw new Failure("invalid_request", message, { field: name, cause });
  }
}
