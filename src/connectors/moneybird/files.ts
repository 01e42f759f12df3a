/** Attachments: part of their document, and fetched from a storage host of the vendor. */

import type { Call, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { path } from "../../kit/path.ts";
import { partsOf } from "../../kit/reading.ts";
import { attachment } from "./fields.ts";
import { newestOf } from "./lines.ts";
import type { Attachment } from "./vendorDocuments.ts";

interface Owner {
  readonly attachments?: readonly Attachment[] | null;
}

/** Where a document is, without the ending. */
type OwnerPath = (call: Call) => string;

export const attachmentsOf = (owner: OwnerPath) =>
  partsOf({ path: (call) => `${owner(call)}.json`, parts: ({ attachments }: Owner) => attachments, map: attachment });

export const attachmentOf = (owner: OwnerPath) =>
  file((call) => {
    const id = call.ids["attachmentId"] ?? "";
    return { id, path: `${owner(call)}${path`/attachments/${id}/download`}` };
  });

/** The first one, as with the scan of a bill. */
export const firstAttachmentOf = (owner: OwnerPath) =>
  file(async (call, session) => {
    const { attachments } = (await session.read(`${owner(call)}.json`)) as Owner;
    const id = attachments?.[0]?.id;
    if (id === undefined) throw new Failure("not_found", "This record has no document.");
    return { id, path: `${owner(call)}${path`/attachments/${id}/download`}` };
  });

const request = (owner: string, uploaded: UploadedFile) =>
  ({
    method: "POST",
    path: `${owner}/attachments.json`,
    form: { parts: {}, files: [{ name: "file", file: uploaded }] },
  }) as const;

/** Adds files to a document that was just made, and tells the document as it is then. */
export async function withFiles<Native extends { readonly id: string }>(
  { native, folder, files }: { native: Native; folder: string; files: readonly UploadedFile[] },
  session: Session,
): Promise<Native> {
  if (files.length === 0) return native;
  const owner = `${folder}${path`/${native.id}`}`;
  for (const uploaded of files) await session.send(request(owner, uploaded));
  return (await session.read(`${owner}.json`)) as Native;
}

/** The vendor answers with nothing: the newest attachment is the one. */
export const attach = (owner: OwnerPath): WriteHandler<InputOf<"files.create">, Document> => ({
  fields: attachment.fields,
  writableFields: {},
  requires: [],
  request: (call) => {
    const [uploaded, ...others] = call.files;
    if (uploaded === undefined || others.length > 0)
      throw new Failure("invalid_request", "This takes exactly one file.", { field: "file" });
    return request(owner(call), uploaded);
  },
  complete: (_reply, call, session) => session.read(`${owner(call)}.json`),
  answer: (reply) => {
    const raw = newestOf((reply as Owner).attachments);
    if (raw === undefined) throw new Failure("target_bad_response", "The target system did not keep the file.");
    return { record: attachment(raw), raw };
  },
});
