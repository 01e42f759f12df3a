/** Files that hang on documents and journals. */

import type { Call, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { type FileAddress, file } from "../../kit/download.ts";
import { invalid } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { found, listing } from "../../kit/reading.ts";
import { once, recordsIn } from "./conventions.ts";
import type { Attachment } from "./types.ts";

const attachment = mapping<Document, Attachment>(
  values({ id: "AttachmentID", contentType: "MimeType", fileName: "FileName" }),
);

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
    const all = await attachmentsAt(await place(call, session), session);
    return { ...listing(attachment, all), total: all.length };
  },
});

/** Xero hands a file out only to who asks for its very type. */
const addressOf = (place: string | undefined, { AttachmentID, MimeType, FileName }: Attachment): FileAddress => ({
  id: AttachmentID,
  path: `${place}${path`/Attachments/${AttachmentID}`}`,
  accept: MimeType ?? undefined,
  fileName: FileName ?? undefined,
});

/** The file itself: the first one, or the one with this id. */
export const attachmentFile = (place: Place, id?: string): GetHandler<Document> =>
  file(async (call, session) => {
    const at = await place(call, session);
    const all = await attachmentsAt(at, session);
    const wanted = id === undefined ? all[0] : all.find(({ AttachmentID }) => AttachmentID === call.ids[id]);
    if (wanted === undefined) throw new Failure("not_found", "There is no file with this id.");
    return addressOf(at, wanted);
  });

/** A document as Xero prints it. */
export const pdfOf = (collection: "Invoices" | "Quotes", id: string): GetHandler<Document> =>
  file(({ ids }) => ({ id: ids[id] ?? "", path: path`/${collection}/${ids[id]}/pdf`, accept: "application/pdf" }));

/** Above this, a file in a list is only pointed to. */
const largestInList = 5_000_000;

/** All files with what is in them. */
export const documentList = (place: Place): ListHandler<Document> => ({
  fields: { ...attachment.fields, base64Encoded: true, content: true },
  filters: [],
  orders: [],
  requires: [],
  rules: ["The content of files above 5 MB is their address at Xero, with base64Encoded false."],
  list: async (call, session) => {
    const at = await place(call, session);
    const all = await attachmentsAt(at, session);
    const records: Document[] = [];
    for (const one of all)
      if ((one.ContentLength ?? 0) > largestInList)
        records.push({ ...attachment(one), base64Encoded: false, content: one.Url ?? "" });
      else records.push((await file(() => addressOf(at, one)).get(call, session)).record);
    return { records, raw: all, total: all.length };
  },
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
  fields: attachment.fields,
  writableFields: {},
  requires: [],
  repeatable: true,
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
