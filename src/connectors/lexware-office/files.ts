/** Files of vouchers, and uploads that become vouchers. */

import type { GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { invalidField } from "../../kit/encode.ts";
import { path } from "../../kit/path.ts";
import { access } from "./access.ts";
import type { Stub, Voucher } from "./types.ts";
import { idIn } from "./voucherlist.ts";
import { readOf, readVoucher } from "./vouchers.ts";

export const fileRule = "Files: pdf, jpg, png or xml of at most 5 MB each.";

/** A list is in memory as a whole, so its content is limited. */
const mostContent = 20 * 1024 * 1024;

const pathTo = (id: string): string => path`/files/${id}`;
const load = (id: string) => file(() => ({ id, path: pathTo(id) }));
const linkOnly = (id: string): Document => ({ id, base64Encoded: false, content: `${access.site}${pathTo(id)}` });

/** All files of a voucher. The voucher has only their ids. */
export const documentsIn = (...types: readonly string[]): ListHandler<Document> => ({
  fields: load("").fields,
  filters: [],
  orders: [],
  requires: [],
  rules: [
    "Files have their content. After 20 MB of content, the remaining files have their Lexware Office URL instead.",
  ],
  list: async (call, session) => {
    const { files: ids } = await readOf(...types)(idIn(call), session);
    const records: Document[] = [];
    let held = 0;
    for (const id of ids ?? []) {
      const record = held < mostContent ? (await load(id).get(call, session)).record : linkOnly(id);
      held += record.content?.length ?? 0;
      records.push(record);
    }
    return { records, raw: ids ?? [], total: records.length };
  },
});

export const documentIn = (...types: readonly string[]): GetHandler<Document> => ({
  ...file(async (call, session) => {
    const { files: ids } = await readOf(...types)(idIn(call), session);
    const [id] = ids ?? [];
    if (id === undefined) throw new Failure("not_found", "This voucher has no file.");
    return { id, path: pathTo(id) };
  }),
  rules: ["Returns the voucher's first file."],
});

const uploadTo = (target: string, uploaded: UploadedFile, parts = {}): VendorRequest => ({
  method: "POST",
  path: target,
  form: { parts, files: [{ name: "file", file: uploaded }] },
});

/** Adds the uploaded files that an earlier attempt has not added. The voucher is new, so it has no other files. */
export async function attachThenRead(
  id: string,
  session: Session,
  { files: uploads }: Pick<WriteCall<unknown>, "files">,
): Promise<Voucher> {
  const before = await readVoucher(id, session);
  const missing = uploads.slice(before.files?.length ?? 0);
  for (const uploaded of missing) await session.send(uploadTo(path`/vouchers/${id}/files`, uploaded));
  return missing.length === 0 ? before : readVoucher(id, session);
}

const upload: WriteHandler<InputOf<"files.create">, Document> = {
  fields: { id: true, contentType: true, fileName: true },
  writableFields: {},
  requires: [],
  // The vendor recognises a file by its content: uploading it again returns the first upload.
  repeatable: true,
  rules: [
    "Takes pdf, jpg, png or xml files of at most 5 MB; xml only if e-invoices are switched on.",
    "The file becomes an unchecked voucher: a booking proposal with the status DRAFT.",
  ],
  request: ({ files: [uploaded, ...more] }) => {
    if (uploaded === undefined || more.length > 0) throw invalidField("Send exactly one file.", "file");
    return uploadTo("/files", uploaded, { type: "voucher" });
  },
  answer: (reply, { files: [uploaded] }) => ({
    record: {
      id: (reply as Stub).id,
      ...(uploaded && { contentType: uploaded.contentType, fileName: uploaded.fileName }),
    },
    raw: reply,
  }),
};

export const files = { "files.create": upload };
