/** PDFs of documents, and files that are attached to records. */

import type { Call, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { file, files, type ListedFile, unlessDraft } from "../../kit/download.ts";
import { invalidField } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { below, entitySet, key, matching, orDiscard, readValues } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Attachment, Entity } from "./types.ts";

type At = (call: Call) => string;

/** Some documents have no PDF until they are posted. The PDF comes without a file name. */
export function pdf(at: At, id: string): GetHandler<Document> {
  const printed = file((call) => ({ id: call.ids[id] ?? "", path: `${at(call)}/pdfDocument/pdfDocumentContent` }));
  return {
    ...unlessDraft(printed, "target_rejected", "This record has no document."),
    fields: { id: true, base64Encoded: true, content: true, contentType: true },
  };
}

const attachmentRecord = mapping<Document, Attachment>({ ...identity, ...values({ fileName: "fileName" }) });
const attachmentsAt = (at: At) => entitySet(below(at, "attachments"), { id: "attachmentId", map: attachmentRecord });

export const attachments = (at: At): ListHandler<Document> => attachmentsAt(at).list();

/** The content comes without a file name. */
const addressOf = (path: string, raw: Attachment): ListedFile => ({
  id: raw.id,
  path: `${path}/attachmentContent`,
  raw,
  fileName: raw.fileName ?? undefined,
  size: raw.byteSize,
  link: raw["attachmentContent@odata.mediaReadLink"],
});

export const attachment = (at: At): GetHandler<Document> =>
  file(async (call, session) => {
    const path = attachmentsAt(at).at(call);
    return addressOf(path, (await session.read(path)) as Attachment);
  });

/** Files are in two sets: those that a document came in with, and those that people added. */
async function filesOf(session: Session, at: string): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  for (const set of ["attachments", "documentAttachments"])
    for (const native of await readValues<Attachment>(session, `${at}/${set}`))
      found.push(addressOf(`/${set}${key(native.id)}`, native));
  return found;
}

export const documents = (at: At): ListHandler<Document> => files((call, session) => filesOf(session, at(call)));

/** The first file, or if there is none, Business Central's PDF. */
export function mainDocument(at: At, id: string): GetHandler<Document> {
  const printed = pdf(at, id);
  const first = async (call: Call, session: Session) =>
    (await filesOf(session, at(call))).find(({ size }) => size !== 0);
  return {
    fields: { ...printed.fields, fileName: true },
    get: async (call, session) => {
      const found = await first(call, session);
      return found === undefined ? printed.get(call, session) : file(() => found).get(call, session);
    },
  };
}

/** An attachment is created with its name first, then gets its bytes (dynamics_attachment_create.md, _update.md; 2026-11). */
const creationOf = (parentId: string, { fileName }: UploadedFile) =>
  ({ method: "POST", path: "/attachments", body: { parentId, parentType: "Journal", fileName } }) as const;

/** Sends the bytes, unless an earlier attempt did. */
function sendBytes(session: Session, { id }: Entity, file: UploadedFile): Promise<void> {
  const path = `/attachments${key(id)}`;
  return orDiscard(session, path, async () => {
    const found = (await session.read(path)) as Attachment;
    if (found.byteSize === file.size) return;
    const headers = { ...matching(found), "content-type": "application/octet-stream" };
    await session.send({ method: "PATCH", path: `${path}/attachmentContent`, headers, file });
  });
}

/** Attaches files to a line of a journal, unless an earlier attempt did. */
export async function attach(session: Session, lines: string, { id }: Entity, files: readonly UploadedFile[]) {
  if (files.length === 0) return;
  const existing = [...(await readValues<Attachment>(session, `${lines}${key(id)}/attachments`))];
  for (const file of files) {
    const index = existing.findIndex(({ fileName }) => fileName === file.fileName);
    const [found] = index === -1 ? [] : existing.splice(index, 1);
    await sendBytes(session, found ?? ((await session.send(creationOf(id, file))) as Attachment), file);
  }
}

function onlyFile({ files: [file, ...excess] }: WriteCall<unknown>): UploadedFile {
  if (file !== undefined && excess.length === 0) return file;
  throw invalidField("Send exactly one file.", "file");
}

/** Attaches a file to a ledger entry. The entry is read first, because Business Central also stores files of unknown ids. */
export const addAttachment = (at: At, id: string): WriteHandler<object, Document> => ({
  fields: attachmentRecord.fields,
  writableFields: {},
  requires: [],
  prepare: (call, session) => session.read(at(call), { $select: "id" }),
  request: (call) => creationOf(call.ids[id] ?? "", onlyFile(call)),
  complete: async (reply, call, session) => {
    await sendBytes(session, reply as Attachment, onlyFile(call));
    return reply;
  },
  answer: (reply) => ({ record: attachmentRecord(reply as Attachment), raw: reply }),
});
