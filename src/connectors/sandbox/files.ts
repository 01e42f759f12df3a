import type { Call, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type {
  Document,
  DocumentExtensions as DocumentExtensionsRecord,
  DocumentType as DocumentTypeRecord,
} from "../../contract/records/documents.ts";
import { type VendorRequest } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { list } from "./conventions.ts";
import { identity } from "./fields.ts";
import { create } from "./telling.ts";
import type { DocumentExtensions, DocumentType, File, FileOwner } from "./types.ts";

/** Lists name the files; their bytes come one at a time. */
export const metadata = mapping<Document, File>({
  ...identity,
  contentType: (file) => file.content_type,
  fileName: (file) => file.file_name,
});

/** The first file of a record, which also says what the file is called. */
export const documentOf = (owner: (call: Call) => string) =>
  file(async (call, session) => {
    const { file_id: only, files } = (await session.read(owner(call))) as FileOwner;
    const id = only ?? files?.[0];
    if (id === undefined) throw new Failure("not_found", "This record has no document.");
    return { id, path: path`/files/${id}/content` };
  });

const documentType = mapping<DocumentTypeRecord, DocumentType>({
  name: ({ name }) => name,
  category: ({ category }) => category,
});

const documentExtensions = mapping<DocumentExtensionsRecord, DocumentExtensions>({
  allowed_file_extensions: (native) => native.allowed_file_extensions?.slice(),
});

type Fields = InputOf<"files.create">;

const told = encoder<Fields>({
  documentType: as("document_type"),
  documentDate: dayAs("document_date"),
  note: as("note"),
});

/** One file, and what there is to say about it. */
export const upload = (path: string | ((call: Call) => string)): WriteHandler<Fields, Document> =>
  create({ path, encoder: told, form: onlyFile, map: metadata });

function onlyFile(about: object, { files: [file, ...others] }: WriteCall<unknown>): VendorRequest["form"] {
  if (file === undefined || others.length > 0)
    throw new Failure("invalid_request", "This takes exactly one file.", { field: "file" });
  return { parts: about as Readonly<Record<string, string>>, files: [{ name: "file", file }] };
}

export const files = {
  "files.create": upload("/files"),
  "files.documentTypes.list": list({ path: "/document-types", map: documentType }),
  "files.documentExtensions.get": get({ path: "/document-extensions", map: documentExtensions }),
};
