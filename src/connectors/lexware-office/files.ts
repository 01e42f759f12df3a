/** Files of vouchers, and uploads that become vouchers. */

import type { GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { invalid } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { partsOf } from "../../kit/reading.ts";
import type { Stub, Voucher } from "./types.ts";
import { idIn } from "./voucherlist.ts";
import { readVoucher } from "./vouchers.ts";

export const fileRule = "Files: pdf, jpg, png or xml of at most 5 MB each.";

const attached = mapping<Document, string>({ id: (id) => id });

export const documentsIn = (): ListHandler<Document> =>
  partsOf({
    path: (call) => path`/vouchers/${idIn(call)}`,
    parts: ({ files }: Voucher) => files,
    map: attached,
    rules: [
      "Lexware Office tells no more of a voucher's files than their ids; the document has the first one's content.",
    ],
  });

export const documentIn = (): GetHandler<Document> => ({
  ...file(async (call, session) => {
    const { files } = await readVoucher(idIn(call), session);
    const [first] = files ?? [];
    if (first === undefined) throw new Failure("not_found", "This voucher has no file.");
    return { id: first, path: path`/files/${first}` };
  }),
  rules: ["The first file of the voucher."],
});

/** Adds what was sent along. The same file twice is one. */
export async function attachThenRead(
  id: string,
  session: Session,
  { files: sent }: Pick<WriteCall<unknown>, "files">,
): Promise<Voucher> {
  for (const one of sent)
    await session.send({
      method: "POST",
      path: path`/vouchers/${id}/files`,
      form: { parts: {}, files: [{ name: "file", file: one }] },
    });
  return readVoucher(id, session);
}

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
  request: ({ files: [sent, ...more] }) => {
    if (sent === undefined || more.length > 0) throw invalid("exactly one file must be sent", "file");
    return {
      method: "POST",
      path: "/files",
      form: { parts: { type: "voucher" }, files: [{ name: "file", file: sent }] },
    };
  },
  answer: (reply, { files: [sent] }) => ({
    record: { id: (reply as Stub).id, ...(sent && { contentType: sent.contentType, fileName: sent.fileName }) },
    raw: reply,
  }),
};

export const files = { "files.create": upload };
