/** Printed documents, and files that were added to records. */

import type { Call, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { invalid } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { below, entitySet, key, matching, orDiscard, readValues, tagOf } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Attachment, Entity } from "./types.ts";

type At = (call: Call) => string;

/** What has to be posted before it is printed has no document until then; bare bytes come without a name. */
export function pdf(at: At, id: string): GetHandler<Document> {
  const printed = file((call) => ({ id: call.ids[id] ?? "", path: `${at(call)}/pdfDocument/pdfDocumentContent` }));
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
const filesIn = (at: At, set: string) => entitySet(below(at, set), { id: "attachmentId", map: named });

export const attachments = (at: At): ListHandler<Document> => filesIn(at, "attachments").list();

/** The bytes do not say what they are called. */
export const attachment = (at: At): GetHandler<Document> => ({
  fields: { id: true, base64Encoded: true, content: true, contentType: true, fileName: true },
  get: async (call, session) => {
    const path = filesIn(at, "attachments").at(call);
    const raw = (await session.read(path)) as Attachment;
    const { bytes, contentType } = await session.download(`${path}/attachmentContent`);
    return { record: { ...named(raw), contentType, base64Encoded: true, content: bytes.toString("base64") }, raw };
  },
});

/** Files are in two places: those that documents came in with, and those that people added. */
export function documents(at: At): ListHandler<Document> {
  const [arrived, added] = [attachments(at), filesIn(at, "documentAttachments").list()];
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
const nameOf = (parentId: string, { fileName }: UploadedFile) =>
  ({ method: "POST", path: "/attachments", body: { parentId, parentType: "Journal", fileName } }) as const;

/** An earlier attempt may have sent them. */
function sendBytes(session: Session, { id }: Entity, file: UploadedFile): Promise<void> {
  const path = `/attachments${key(id)}`;
  return orDiscard(session, path, async () => {
    const found = (await session.read(path)) as Attachment;
    if (found.byteSize === file.size) return;
    const headers = { ...matching(tagOf(found)), "content-type": "application/octet-stream" };
    await session.send({ method: "PATCH", path: `${path}/attachmentContent`, headers, file });
  });
}

/** To a line of a journal, as far as they are not there yet. */
export async function attach(session: Session, lines: string, { id }: Entity, files: readonly UploadedFile[]) {
  if (files.length === 0) return;
  const there = [...(await readValues<Attachment>(session, `${lines}${key(id)}/attachments`))];
  for (const file of files) {
    const at = there.findIndex(({ fileName }) => fileName === file.fileName);
    const [found] = at === -1 ? [] : there.splice(at, 1);
    await sendBytes(session, found ?? ((await session.send(nameOf(id, file))) as Attachment), file);
  }
}

function onlyFile({ files: [file, ...others] }: WriteCall<unknown>): UploadedFile {
  if (file !== undefined && others.length === 0) return file;
  throw invalid("This takes exactly one file.", "file");
}

/** To an entry of the ledger, which has to be there: a file of something unknown would be kept without it. */
export const addAttachment = (at: At, id: string): WriteHandler<object, Document> => ({
  fields: named.fields,
  writableFields: {},
  requires: [],
  prepare: (call, session) => session.read(at(call), { $select: "id" }),
  request: (call) => nameOf(call.ids[id] ?? "", onlyFile(call)),
  complete: async (reply, call, session) => {
    await sendBytes(session, reply as Attachment, onlyFile(call));
    return reply;
  },
  answer: (reply) => ({ record: named(reply as Attachment), raw: reply }),
});
