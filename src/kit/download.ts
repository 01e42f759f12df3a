/** Reads a vendor's files as records, with their content in base64. */

import type { Call, GetHandler, ListHandler } from "../contract/connector.ts";
import { Failure, type FailureCode } from "../contract/failure.ts";
import type { Document } from "../contract/records/documents.ts";
import { type Session } from "../contract/session.ts";

/** The location of a file. */
export interface FileAddress {
  readonly id: string;
  readonly path: string;
  /** The media type to request, for vendors that insist on it. */
  readonly accept?: string | undefined;
  /** The file name, if the download itself does not carry it. */
  readonly fileName?: string | undefined;
}

/** A file in a list, with what the vendor says about it. */
export interface ListedFile extends FileAddress {
  /** In bytes. Empty files are not downloaded. */
  readonly size?: number | null | undefined;
  /** The media type of a file that is not downloaded. */
  readonly contentType?: string | null | undefined;
  /** The vendor's URL, for files that are too large for a list. */
  readonly link?: string | null | undefined;
  readonly raw: unknown;
}

const fields = { id: true, base64Encoded: true, content: true, contentType: true, fileName: true } as const;

async function load(session: Session, { id, path, accept, fileName: known }: FileAddress): Promise<Document> {
  const { bytes, contentType, fileName = known } = await session.download(path, accept);
  const about = { id, contentType, ...(fileName !== undefined && { fileName }) };
  return { ...about, base64Encoded: true, content: bytes.toString("base64") };
}

export function file(find: (call: Call, session: Session) => Promise<FileAddress> | FileAddress): GetHandler<Document> {
  return {
    fields,
    get: async (call, session) => {
      const record = await load(session, await find(call, session));
      const { content: _content, base64Encoded: _encoded, ...raw } = record;
      return { record, raw };
    },
  };
}

const contentTypes: Readonly<Record<string, string>> = {
  csv: "text/csv",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  pdf: "application/pdf",
  png: "image/png",
  odt: "application/vnd.oasis.opendocument.text",
  txt: "text/plain",
  xml: "application/xml",
};
/** The media type by file extension, for vendors that store names only. */
export const contentTypeOf = (fileName: string | null | undefined): string =>
  contentTypes[fileName?.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";

/** A document that exists only once the record is final. Until then the vendor refuses with `refused`. */
export function unlessDraft(paper: GetHandler<Document>, refused: FailureCode, message: string): GetHandler<Document> {
  return {
    ...paper,
    get: async (call, session) => {
      try {
        return await paper.get(call, session);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== refused) throw error;
        throw new Failure("not_found", message, { ...error.details, cause: error });
      }
    },
  };
}

/** A list is held in memory. */
const largestListed = 5 * 1024 * 1024;

async function listed(session: Session, file: ListedFile): Promise<Document> {
  const about = { id: file.id, ...(file.fileName !== undefined && { fileName: file.fileName }) };
  if (file.size === 0) return about;
  if ((file.size ?? 0) <= largestListed) return load(session, file);
  const { link: content, contentType } = file;
  return { ...about, base64Encoded: false, ...(content && { content }), ...(contentType && { contentType }) };
}

/** All files of a record: `files(async ({ ids }, session) => [{ id, path, fileName, size, raw }])`. */
export function files(find: (call: Call, session: Session) => Promise<readonly ListedFile[]>): ListHandler<Document> {
  return {
    fields,
    filters: [],
    orders: [],
    requires: [],
    rules: ["Files include their content. For files above 5 MiB, content is the file's URL at the target system."],
    list: async (call, session) => {
      const found = await find(call, session);
      const records: Document[] = [];
      for (const file of found) records.push(await listed(session, file));
      return { records, raw: found.map(({ raw }) => raw), total: found.length };
    },
  };
}
