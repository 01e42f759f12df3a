/** Documents for the accountant, uploaded to "Belege online". */
import { createHash } from "node:crypto";
import type { WriteHandler } from "../../contract/connector.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document, DocumentExtensions, DocumentType } from "../../contract/records/documents.ts";
import { encoder, fieldAs, invalidField } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { documentsSite } from "./access.ts";
import { unpagedRule } from "./conventions.ts";
import type { DocumentType as VendorType } from "./types.ts";

type Fields = InputOf<"files.create">;

const metadata = encoder<Fields>({ documentType: fieldAs("document_type"), note: fieldAs("note") });

/** The document id, the same for every attempt: DATEV accepts each id once. */
export const guidOf = (marker: string): string =>
  createHash("sha256")
    .update(marker)
    .digest("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");

const upload: WriteHandler<Fields, Document> = {
  fields: { id: true, contentType: true, fileName: true },
  writableFields: metadata.writableFields,
  requires: [],
  repeatable: true,
  rules: [
    "Send one file of up to 20 MB, with an extension from /files/documentExtensions.",
    "documentType is one of /files/documentTypes. For invoice types, the accountant also gets a booking proposal.",
  ],
  request: ({ body, files: [file, ...others], marker }) => {
    if (file === undefined || others.length > 0) throw invalidField("Send exactly one file.", "file");
    return {
      method: "PUT",
      path: `${documentsSite}${path`/documents/${guidOf(marker)}`}`,
      form: { parts: { metadata: JSON.stringify(metadata(body)) }, files: [{ name: "file", file }] },
    };
  },
  // For a file that was already uploaded, DATEV returns only an error, so the answer comes from the request.
  answer: (reply, { files: [file], marker }) => ({
    record: {
      id: guidOf(marker),
      ...(file && { contentType: file.contentType, fileName: file.fileName }),
    },
    raw: reply,
  }),
};

const documentType = mapping<DocumentType, VendorType>({
  name: ({ name }) => name,
  category: ({ category }) => category,
});

const extensions = mapping<DocumentExtensions, { readonly allowed_file_extensions?: string[] | null }>({
  allowed_file_extensions: ({ allowed_file_extensions: names }) => names,
});

export const files = {
  "files.create": upload,
  "files.documentTypes.list": inMemory<DocumentType, VendorType>({
    read: async (session) => (await session.read(`${documentsSite}/document-types`)) as readonly VendorType[],
    map: documentType,
    rules: [unpagedRule],
  }),
  "files.documentExtensions.get": get({ path: () => `${documentsSite}/duo-version`, map: extensions }),
};
