/** Files that hang on documents and journals. */

import type { Call, ListHandler, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import type { FileAddress } from "../../kit/download.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { listing } from "../../kit/reading.ts";
import { recordsIn } from "./conventions.ts";
import { once } from "./telling.ts";
import type { Attachment } from "./types.ts";

const attachment = mapping<Document, Attachment>({
  id: (attachment) => attachment.AttachmentID,
  contentType: (attachment) => attachment.MimeType,
  fileName: (attachment) => attachment.FileName,
});

/** Where the record is that the files hang on: `/Invoices/…`. Nowhere, where it is of a kind that has no files. */
type Place = (call: Call, session: Session) => string | undefined | Promise<string | undefined>;

const attachmentsAt = async (place: string | undefined, session: Session): Promise<readonly Attachment[]> =>
  place === undefined ? [] : recordsIn(await session.read(`${place}/Attachments`), "Attachments");

export const attachmentList = (place: Place): ListHandler<Document> => ({
  fields: attachment.fields,
  filters: [],
  orders: [],
  requires: [],
  list: async (call, session) => {
    const found = await attachmentsAt(await place(call, session), session);
    return { ...listing(attachment, found), total: found.length };
  },
});

/** The file itself: the first one, or the one with this id. Xero hands it out only to who asks for its very type. */
export const attachmentFile =
  (place: Place, id: string | undefined) =>
  async (call: Call, session: Session): Promise<FileAddress> => {
    const at = await place(call, session);
    const all = await attachmentsAt(at, session);
    const found = id === undefined ? all[0] : all.find(({ AttachmentID }) => AttachmentID === call.ids[id]);
    if (found === undefined) throw new Failure("not_found", "There is no file with this id.");
    const accept = found.MimeType ?? undefined;
    const fileName = found.FileName ?? undefined;
    return { id: found.AttachmentID, path: `${at}${path`/Attachments/${found.AttachmentID}`}`, accept, fileName };
  };

/** A file goes as bare bytes to an address with its name. */
const uploadTo = (place: string, file: UploadedFile, marker: string): VendorRequest => ({
  method: "PUT",
  path: `${place}${path`/Attachments/${file.fileName}`}`,
  headers: once({ marker }),
  file,
});

/** The files that came with a new record follow it, each with a key of its own. */
export const withFiles = <Input, Record>(
  handler: WriteHandler<Input, Record>,
  place: (native: never) => string,
): WriteHandler<Input, Record> => ({
  ...handler,
  complete: async (reply, call, session) => {
    const { raw } = handler.answer(reply, call);
    for (const [index, file] of call.files.entries())
      await session.send(uploadTo(place(raw as never), file, `${call.marker}-${index + 1}`));
    return reply;
  },
});

/** Xero keeps nothing about a file but its name and type. */
export const upload = (place: Place): WriteHandler<object, Document> => ({
  fields: attachment.fields,
  writableFields: {},
  requires: [],
  repeatable: true,
  prepare: async (call, session) => place(call, session),
  request: ({ files: [file, ...others], marker }, at) => {
    if (file === undefined || others.length > 0)
      throw new Failure("invalid_request", "This takes exactly one file.", { field: "file" });
    if (typeof at !== "string") throw new Failure("target_rejected", "Xero has no place for files at this record.");
    return uploadTo(at, file, marker);
  },
  answer: (reply) => {
    const [raw] = recordsIn(reply, "Attachments");
    if (raw === undefined) throw new Failure("target_bad_response", "Xero did not say what it stored.");
    return { record: attachment(raw), raw };
  },
});
