/** Files of vouchers, and uploads that become vouchers. */

import type { Found, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
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
const tooMuch = (id: string): Found<Document> => {
  const record = { id, base64Encoded: false, content: `${access.site}${placeOf(id)}` };
  return { record, raw: record };
};

const placeOf = (id: string): string => path`/files/${id}`;
const load = (id: string) => file(() => ({ id, path: placeOf(id) }));

/** All files of a voucher, which tells no more of them than their ids. */
export const documentsIn = (...types: readonly string[]): ListHandler<Document> => ({
  ...{ fields: load("").fields, filters: [], orders: [], requires: [] },
  rules: [
    "Files come with their content; once that is more than 20 MB, the others with their address at Lexware Office.",
  ],
  list: async (call, session) => {
    const { files: ids } = await readOf(...types)(idIn(call), session);
    const found: Found<Document>[] = [];
    let held = 0;
    for (const id of ids ?? []) {
      const one = held < mostListed ? await load(id).get(call, session) : tooMuch(id);
      held += one.record.content?.length ?? 0;
      found.push(one);
    }
    return { records: found.map(({ record }) => record), raw: found.map(({ raw }) => raw), total: found.length };
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

/** Adds what was sent along, but for what an earlier attempt has added: the voucher is new, and has no other files. */
export async function attachThenRead(
  id: string,
  session: Session,
  { files: sent }: Pick<WriteCall<unknown>, "files">,
): Promise<Voucher> {
  const before = await readVoucher(id, session);
  const missing = sent.slice(before.files?.length ?? 0);
  for (const one of missing)
    await session.send({
      method: "POST",
      path: path`/vouchers/${id}/files`,
      form: { parts: {}, files: [{ name: "file", file: one }] },
    });
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
