import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { encoder, invalidField } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { write } from "../../kit/writing.ts";
import type { StoredFile } from "./types.ts";

/** bexio keeps a file's name without its extension. */
const fileNameOf = ({ name, extension }: StoredFile) => [name, extension].filter(Boolean).join(".");

const stored = mapping<Document, StoredFile>({
  // Bills refer to files by their uuid.
  id: ({ uuid }) => uuid,
  contentType: ({ mime_type: type }) => type,
  fileName: fileNameOf,
});

export const files = {
  "files.create": write<InputOf<"files.create">, Document, StoredFile>({
    method: "POST",
    path: "/3.0/files",
    encoder: encoder({}),
    form: (_body, { files: [uploaded, ...excess] }) => {
      if (excess.length > 0) throw invalidField("Send exactly one file.", "file");
      return { parts: {}, files: uploaded === undefined ? [] : [{ name: "file", file: uploaded }] };
    },
    record: ([file]: readonly StoredFile[]) => file,
    map: stored,
    rules: ["The file's id can be sent as fileId of a bill."],
  }),
};
