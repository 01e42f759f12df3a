import type { WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import type { Stub } from "./types.ts";

const upload: WriteHandler<InputOf<"files.create">, Document> = {
  fields: { id: true, contentType: true, fileName: true },
  writableFields: {},
  requires: [],
  // It knows a file by its content: the same one again is the first one.
  repeatable: true,
  rules: [
    "pdf, jpg, png or xml of at most 5 MB, xml only where e-invoices are switched on.",
    "A file becomes a voucher to be checked: a booking proposal in the state DRAFT.",
  ],
  request: ({ files: [file, ...more] }) => {
    if (file === undefined || more.length > 0)
      throw new Failure("invalid_request", "exactly one file must be sent", { field: "file" });
    return { method: "POST", path: "/files", form: { parts: { type: "voucher" }, files: [{ name: "file", file }] } };
  },
  answer: (reply, { files: [file] }) => ({
    record: { id: (reply as Stub).id, ...(file && { contentType: file.contentType, fileName: file.fileName }) },
    raw: reply,
  }),
};

export const files = { "files.create": upload };
