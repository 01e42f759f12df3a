/** Files that are attached to documents and journals. */

import type { Call, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { type FileAddress, file } from "../../kit/download.ts";
import { invalidField } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { listing, recordResult } from "../../kit/reading.ts";
import { once, recordsIn } from "./conventions.ts";
import type { Attachment } from "./types.ts";

const attachment = mapping<Document, Attachment>(
  values({ id: "AttachmentID", contentType: "MimeType", fileName: "FileName" }),
);

/** The path of the record with the files: `/Invoices/…`. Undefined if records of its kind cannot have files. */
type OwnerPath = (call: Call, session: Session) => string | undefined | Promise<string | undefined>;

const attachmentsOf = async (owner: string | undefined, session: Session): Promise<readonly Attachment[]> =>
  owner === undefined ? [] : recordsIn(await session.read(`${owner}/Attachments`), "Attachments");

export const attachmentList = (ownerPath: OwnerPath): ListHandler<Document> => ({
  fields: attachment.fields,
  filters: [],
  orders: [],
  requires: [],
  list: async (call, session) => {
    const attachments = await attachmentsOf(await ownerPath(call, session), session);
    return { ...listing(attachment, attachments), total: attachments.length };
  },
});

/** Xero sends a file only if the request accepts its exact type. */
const addressOf = (owner: string | undefined, { AttachmentID, MimeType, FileName }: Attachment): FileAddress => ({
  id: AttachmentID,
  path: `${owner}${path`/Attachments/${AttachmentID}`}`,
  accept: MimeType ?? undefined,
  fileName: FileName ?? undefined,
});

/** The first file, or the one with this id. */
export const attachmentFile = (ownerPath: OwnerPath, id?: string): GetHandler<Document> =>
  file(async (call, session) => {
    const owner = await ownerPath(call, session);
    const attachments = await attachmentsOf(owner, session);
    const found =
      id === undefined ? attachments[0] : attachments.find(({ AttachmentID }) => AttachmentID === call.ids[id]);
    if (found === undefined) throw new Failure("not_found", "There is no file with this id.");
    return addressOf(owner, found);
  });

/** Xero's PDF of a document. */
export const pdfOf = (collection: "Invoices" | "Quotes", id: string): GetHandler<Document> =>
  file(({ ids }) => ({ id: ids[id] ?? "", path: path`/${collection}/${ids[id]}/pdf`, accept: "application/pdf" }));

/** Lists have only the URL of larger files. */
const largestInList = 5_000_000;

/** All files with their contents. */
export const documentList = (ownerPath: OwnerPath): ListHandler<Document> => ({
  fields: { ...attachment.fields, base64Encoded: true, content: true },
  filters: [],
  orders: [],
  requires: [],
  rules: ["For files above 5 MB, content is their URL at Xero and base64Encoded is false."],
  list: async (call, session) => {
    const owner = await ownerPath(call, session);
    const attachments = await attachmentsOf(owner, session);
    const records: Document[] = [];
    for (const native of attachments)
      if ((native.ContentLength ?? 0) > largestInList)
        records.push({ ...attachment(native), base64Encoded: false, content: native.Url ?? "" });
      else records.push((await file(() => addressOf(owner, native)).get(call, session)).record);
    return { records, raw: attachments, total: attachments.length };
  },
});

/** The body is the bytes alone; the path has the name. */
const uploadTo = (owner: string, file: UploadedFile, marker: string): VendorRequest => ({
  method: "PUT",
  path: `${owner}${path`/Attachments/${file.fileName}`}`,
  headers: once({ marker }),
  file,
});

/** Adds the files of a new record. Each has its own idempotency key, so a repetition does not add it twice. */
export async function addFiles(owner: string, { files, marker }: WriteCall<unknown>, session: Session): Promise<void> {
  for (const [index, file] of files.entries()) await session.send(uploadTo(owner, file, `${marker}-${index + 1}`));
}

/** Xero stores only a file's name and type with it. */
export const upload = (ownerPath: OwnerPath): WriteHandler<object, Document> => ({
  fields: attachment.fields,
  writableFields: {},
  requires: [],
  repeatable: true,
  prepare: async (call, session) => ownerPath(call, session),
  request: ({ files: [file, ...excess], marker }, owner) => {
    if (file === undefined || excess.length > 0) throw invalidField("Send exactly one file.", "file");
    if (typeof owner !== "string") throw new Failure("target_rejected", "Xero cannot attach files to this record.");
    return uploadTo(owner, file, marker);
  },
  answer: (reply) => {
    const [stored] = recordsIn(reply, "Attachments");
    if (stored === undefined)
      throw new Failure("target_bad_response", "Xero's reply does not contain the stored file.");
    return recordResult(attachment, stored);
  },
});
