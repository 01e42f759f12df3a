/** Files of vouchers, and uploads that become vouchers. */

import type { GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { invalid } from "../../kit/encode.ts";
import { path } from "../../kit/path.ts";
import { access } from "./access.ts";
import type { Stub, Voucher } from "./types.ts";
import { idIn } from "./voucherlist.ts";
import { readOf, readVoucher } from "./vouchers.ts";

export const fileRule = "Files: pdf, jpg, png or xml of at most 5 MB each.";

/** A list is held in memory as a whole. */
const mostListed = 20 * 1024 * 1024;

const placeOf = (id: string): string => path`/files/${id}`;
const load = (id: string) => file(() => ({ id, path: placeOf(id) }));
const tooMuch = (id: string): Document => ({ id, base64Encoded: false, content: `${access.site}${placeOf(id)}` });

/** All files of a voucher, which tells no more of them than their ids. */
export const documentsIn = (...types: readonly string[]): ListHandler<Document> => ({
  fields: load("").fields,
  filters: [],
  orders: [],
  requires: [],
  rules: [
    "Files come with their content; once that is more than 20 MB, the others with their address at Lexware Office.",
  ],
  list: async (call, session) => {
    const { files: ids } = await readOf(...types)(idIn(call), session);
    const records: Document[] = [];
    let held = 0;
    for (const id of ids ?? []) {
      const one = held < mostListed ? (await load(id).get(call, session)).record : tooMuch(id);
      held += one.content?.length ?? 0;
      records.push(one);
    }
    return { records, raw: ids ?? [], total: records.length };
  },
});

export const documentIn = (...types: readonly string[]): GetHandler<Document> => ({
  ...file(async (call, session) => {
    const { files: ids } = await readOf(...types)(idIn(call), session);
    const [id] = ids ?? [];
    if (id === undefined) throw new Failure("not_found", "This voucher has no file.");
    return { id, path: placeOf(id) };
  }),
  rules: ["The first file of the voucher."],
});

const posted = (place: string, sent: UploadedFile, parts = {}): VendorRequest => ({
  method: "POST",
  path: place,
  form: { parts, files: [{ name: "file", file: sent }] },
});

/** Adds what was sent along, but for what an earlier attempt has added: the voucher is new, and has no other files. */
export async function attachThenRead(
  id: string,
  session: Session,
  { files: sent }: Pick<WriteCall<unknown>, "files">,
): Promise<Voucher> {
  const before = await readVoucher(id, session);
  const missing = sent.slice(before.files?.length ?? 0);
  for (const one of missing) await session.send(posted(path`/vouchers/${id}/files`, one));
  return missing.length === 0 ? before : readVoucher(id, session);
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
    return posted("/files", sent, { type: "voucher" });
  },
  answer: (reply, { files: [sent] }) => ({
    record: { id: (reply as Stub).id, ...(sent && { contentType: sent.contentType, fileName: sent.fileName }) },
    raw: reply,
  }),
};

export const files = { "files.create": upload };
