import type {
  Document,
  DocumentExtensions as DocumentExtensionsRecord,
  DocumentType as DocumentTypeRecord,
} from "../../contract/records/documents.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { identity } from "./fields.ts";
import { list } from "./habits.ts";
import type { DocumentExtensions, DocumentType, File } from "./vendor.ts";

/** Lists name the files; their bytes come one at a time. */
export const metadata = mapping<Document, File>({
  ...identity,
  contentType: (file) => file.content_type,
  fileName: (file) => file.file_name,
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
