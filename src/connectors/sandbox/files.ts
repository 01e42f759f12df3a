import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document, DocumentExtensions, DocumentType } from "../../contract/records/documents.ts";
import { type VendorRequest } from "../../contract/session.ts";
import { file, files } from "../../kit/download.ts";
import { path, pathOf } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { create, list } from "./conventions.ts";
import { day, encoderOf, identity, mappingOf, text, texts } from "./fields.ts";
import type { FileOwner, NativeFile, Page } from "./types.ts";

type Fields = InputOf<"files.create">;

/** Lists of attachments have the names of the files; each file is downloaded separately. */
export const metadata = { map: mappingOf<Document>({ ...identity, contentType: text, fileName: text }) };

/** The first file of a record, with its name. */
export const documentOf = (owner: string) =>
  file(async (call, session) => {
    const { file_id: only, files } = (await session.read(pathOf(owner, call))) as FileOwner;
    const id = only ?? files?.[0];
    if (id === undefined) throw new Failure("not_found", "This record has no document.");
    return { id, path: path`/files/${id}/content` };
  });

/** All files of a record. */
export const documentsOf = (owner: string) =>
  files(async (call, session) => {
    const { items } = (await session.read(pathOf(owner, call), { page_size: 100 })) as Page;
    return ((items ?? []) as readonly NativeFile[]).map((raw) => {
      const at = path`/files/${raw.id}/content`;
      return { id: raw.id, path: at, link: at, fileName: raw.file_name, size: raw.size, raw };
    });
  });

const documentType = mappingOf<DocumentType>({ name: text, category: text });
const documentExtensions = mappingOf<DocumentExtensions>({ allowed_file_extensions: texts });

const about = encoderOf<Fields>({ documentType: text, documentDate: day, note: text });

/** One file with its metadata. */
export const upload = (path: string): WriteHandler<Fields, Document> =>
  create({ ...metadata, path, encoder: about, form: onlyFile });

function onlyFile(about: object, { files: [file, ...others] }: WriteCall<unknown>): VendorRequest["form"] {
  if (file === undefined || others.length > 0)
    throw new Failure("invalid_request", "Send exactly one file.", { field: "file" });
  return { parts: about as Readonly<Record<string, string>>, files: [{ name: "file", file }] };
}

export const fileOperations = {
  "files.create": upload("/files"),
  "files.documentTypes.list": list({ path: "/document-types", map: documentType }),
  "files.documentExtensions.get": get({ path: "/document-extensions", map: documentExtensions }),
};
