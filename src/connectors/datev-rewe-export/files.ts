/** Papers for the accountant, sent to "Belege online". */
import { createHash } from "node:crypto";
import type { WriteHandler } from "../../contract/connector.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document, DocumentExtensions, DocumentType } from "../../contract/records/documents.ts";
import { as, encoder, invalid } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { documentsSite } from "./access.ts";
import { wholeRule } from "./conventions.ts";
import type { DocumentType as VendorType } from "./types.ts";

type Fields = InputOf<"files.create">;

const metadata = encoder<Fields>({ documentType: as("document_type"), note: as("note") });

/** The same for every attempt: DATEV takes each id once. */
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
    "One file of at most 20 MB, of a kind that /files/documentExtensions names.",
    "documentType is one of /files/documentTypes: with a kind of invoice the accountant finds a booking proposal.",
  ],
  request: ({ body, files: [sent, ...more], marker }) => {
    if (sent === undefined || more.length > 0) throw invalid("DATEV takes one file.", "file");
    return {
      method: "PUT",
      path: `${documentsSite}${path`/documents/${guidOf(marker)}`}`,
      form: { parts: { metadata: JSON.stringify(metadata(body)) }, files: [{ name: "file", file: sent }] },
    };
  },
  // What was sent before is answered with an error that says so, and nothing else.
  answer: (reply, { files: [sent], marker }) => ({
    record: {
      id: guidOf(marker),
      ...(sent && { contentType: sent.contentType, fileName: sent.fileName }),
    },
    raw: reply,
  }),
};

const documentType = mapping<DocumentType, VendorType>({
  name: ({ name }) => name,
  category: ({ category }) => category,
});

const extensions = mapping<DocumentExtensions, { readonly allowed_file_extensions?: string[] | null }>({
  allowed_file_extensions: ({ allowed_file_extensions: all }) => all,
});

export const files = {
  "files.create": upload,
  "files.documentTypes.list": inMemory<DocumentType, VendorType>({
    read: async (session) => (await session.read(`${documentsSite}/document-types`)) as readonly VendorType[],
    map: documentType,
    rules: [wholeRule],
  }),
  "files.documentExtensions.get": get({ path: () => `${documentsSite}/duo-version`, map: extensions }),
};
