/** Printed documents, and files that were added to records. */

import type { Call, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { mapping } from "../../kit/mapping.ts";
import { below, key, list, oneBelow } from "./conventions.ts";
import { identity } from "./fields.ts";
import { matching, orDiscard } from "./telling.ts";
import type { Attachment, Entity } from "./types.ts";

type Place = (call: Call) => string;

/** What has to be posted before it is printed has no document until then; bare bytes come without a name. */
export function pdf(place: Place, id: string): GetHandler<Document> {
  const printed = file((call) => ({ id: call.ids[id] ?? "", path: `${place(call)}/pdfDocument/pdfDocumentContent` }));
  return {
    fields: { id: true, base64Encoded: true, content: true, contentType: true },
    get: async (call, session) => {
      try {
        return await printed.get(call, session);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== "target_rejected") throw error;
        throw new Failure("not_found", "This record has no document.", { ...error.details, cause: error });
      }
    },
  };
}

const named = mapping<Document, Attachment>({ ...identity, fileName: (file) => file.fileName });

export const attachments = (place: Place): ListHandler<Document> => list(below(place, "attachments"), { map: named });

/** The bytes do not say what they are called. */
export const attachment = (place: Place, id: string): GetHandler<Document> => ({
  fields: { id: true, base64Encoded: true, content: true, contentType: true, fileName: true },
  get: async (call, session) => {
    const path = oneBelow(place, "attachments", id)(call);
    const raw = (await session.read(path)) as Attachment;
    const { bytes, contentType } = await session.download(`${path}/attachmentContent`);
    return { record: { ...named(raw), contentType, base64Encoded: true, content: bytes.toString("base64") }, raw };
  },
});

/** Files are in two places: those that documents came in with, and those that people added. */
export function documents(place: Place): ListHandler<Document> {
  const [arrived, added] = [attachments(place), list(below(place, "documentAttachments"), { map: named })];
  return {
    ...arrived,
    list: async (call, session) => {
      const [first, second] = [await arrived.list(call, session), await added.list(call, session)];
      const records = [...first.records, ...second.records];
      return { records, raw: [...first.raw, ...second.raw], total: records.length };
    },
  };
}

/** First the name, then the bytes (dynamics_attachment_create.md, _update.md; 2026-11). */
const toldName = (parentId: string, { fileName }: UploadedFile) =>
  ({ method: "POST", path: "/attachments", body: { parentId, parentType: "Journal", fileName } }) as const;

async function sendBytes(session: Session, made: Attachment, file: UploadedFile): Promise<void> {
  const path = `/attachments${key(made.id)}`;
  const headers = { ...matching(made["@odata.etag"] ?? "*"), "content-type": "application/octet-stream" };
  await orDiscard(session, path, () =>
    session.send({ method: "PATCH", path: `${path}/attachmentContent`, headers, file }),
  );
}

/** To a line of a journal. */
export async function attach(session: Session, { id }: Entity, files: readonly UploadedFile[]): Promise<void> {
  for (const file of files) await sendBytes(session, (await session.send(toldName(id, file))) as Attachment, file);
}

function onlyFile({ files: [file, ...others] }: WriteCall<unknown>): UploadedFile {
  if (file !== undefined && others.length === 0) return file;
  throw new Failure("invalid_request", "This takes exactly one file.", { field: "file" });
}

/** To an entry of the ledger, which has to be there: a file of something unknown would be kept without it. */
export const addAttachment = (place: Place, id: string): WriteHandler<object, Document> => ({
  fields: named.fields,
  writableFields: {},
  requires: [],
  prepare: (call, session) => session.read(place(call), { $select: "id" }),
  request: (call) => toldName(call.ids[id] ?? "", onlyFile(call)),
  complete: async (reply, call, session) => {
    await sendBytes(session, reply as Attachment, onlyFile(call));
    return reply;
  },
  answer: (reply) => ({ record: named(reply as Attachment), raw: reply }),
});
