import type { Call } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type {
  Document,
  DocumentExtensions as DocumentExtensionsRecord,
  DocumentType as DocumentTypeRecord,
} from "../../contract/records/documents.ts";
import { file } from "../../kit/download.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { identity } from "./fields.ts";
import { list } from "./habits.ts";
import type { DocumentExtensions, DocumentType, File, FileOwner } from "./vendor.ts";

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

export const files = {
  "files.documentTypes.list": list({ path: "/document-types", map: documentType }),
  "files.documentExtensions.get": get({ path: "/document-extensions", map: documentExtensions }),
};
