/** Files that hang on documents and journals. */

import type { Call, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { invalid } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { found, listing } from "../../kit/reading.ts";
import { once, recordsIn } from "./conventions.ts";
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
  ...{ fields: attachment.fields, filters: [], orders: [], requires: [] },
  list: async (call, session) => {
    const all = await attachmentsAt(await place(call, session), session);
    return { ...listing(attachment, all), total: all.length };
  },
});

/** The file itself: the first one, or the one with this id. Xero hands it out only to who asks for its very type. */
export const attachmentFile = (place: Place, id?: string): GetHandler<Document> =>
  file(async (call, session) => {
    const at = await place(call, session);
    const all = await attachmentsAt(at, session);
    const wanted = id === undefined ? all[0] : all.find(({ AttachmentID }) => AttachmentID === call.ids[id]);
    if (wanted === undefined) throw new Failure("not_found", "There is no file with this id.");
    return {
      id: wanted.AttachmentID,
      path: `${at}${path`/Attachments/${wanted.AttachmentID}`}`,
      accept: wanted.MimeType ?? undefined,
      fileName: wanted.FileName ?? undefined,
    };
  });

/** A file goes as bare bytes to an address with its name. */
const uploadTo = (place: string, file: UploadedFile, marker: string): VendorRequest => ({
  method: "PUT",
  path: `${place}${path`/Attachments/${file.fileName}`}`,
  headers: once({ marker }),
  file,
});

/** The files that came with a new record follow it, each with a key of its own: sent again, they are not there twice. */
export async function addFiles(place: string, { files, marker }: WriteCall<unknown>, session: Session): Promise<void> {
  for (const [index, file] of files.entries()) await session.send(uploadTo(place, file, `${marker}-${index + 1}`));
}

/** Xero keeps nothing about a file but its name and type. */
export const upload = (place: Place): WriteHandler<object, Document> => ({
  ...{ fields: attachment.fields, writableFields: {}, requires: [], repeatable: true },
  prepare: async (call, session) => place(call, session),
  request: ({ files: [file, ...others], marker }, at) => {
    if (file === undefined || others.length > 0) throw invalid("This takes exactly one file.", "file");
    if (typeof at !== "string") throw new Failure("target_rejected", "Xero has no place for files at this record.");
    return uploadTo(at, file, marker);
  },
  answer: (reply) => {
    const [stored] = recordsIn(reply, "Attachments");
    if (stored === undefined) throw new Failure("target_bad_response", "Xero did not say what it stored.");
    return found(attachment, stored);
  },
});
