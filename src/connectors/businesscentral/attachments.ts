/** Printed documents, and files that were added to records. */

import type { Call, GetHandler, ListHandler, WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile } from "../../contract/session.ts";
import { file, files, type ListedFile, onceFinished } from "../../kit/download.ts";
import { invalid } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { below, entitySet, key, matching, orDiscard, readValues } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Attachment, Entity } from "./types.ts";

type At = (call: Call) => string;

/** What has to be posted before it is printed has no document until then; bare bytes come without a name. */
export function pdf(at: At, id: string): GetHandler<Document> {
  const printed = file((call) => ({ id: call.ids[id] ?? "", path: `${at(call)}/pdfDocument/pdfDocumentContent` }));
  return {
    ...onceFinished(printed, "target_rejected", "This record has no document."),
    fields: { id: true, base64Encoded: true, content: true, contentType: true },
  };
}

const named = mapping<Document, Attachment>({ ...identity, fileName: (file) => file.fileName });
const attachmentsAt = (at: At) => entitySet(below(at, "attachments"), { id: "attachmentId", map: named });

export const attachments = (at: At): ListHandler<Document> => attachmentsAt(at).list();

/** The bytes do not say what they are called. */
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

/** Files are in two places: those that documents came in with, and those that people added. */
async function filesOf(session: Session, at: string): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  for (const set of ["attachments", "documentAttachments"])
    for (const one of await readValues<Attachment>(session, `${at}/${set}`))
      found.push(addressOf(`/${set}${key(one.id)}`, one));
  return found;
}

export const documents = (at: At): ListHandler<Document> => files((call, session) => filesOf(session, at(call)));

/** The first file that came with it or was added; without one, what Business Central prints. */
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

/** First the name, then the bytes (dynamics_attachment_create.md, _update.md; 2026-11). */
const nameOf = (parentId: string, { fileName }: UploadedFile) =>
  ({ method: "POST", path: "/attachments", body: { parentId, parentType: "Journal", fileName } }) as const;

/** An earlier attempt may have sent them. */
function sendBytes(session: Session, { id }: Entity, file: UploadedFile): Promise<void> {
  const path = `/attachments${key(id)}`;
  return orDiscard(session, path, async () => {
    const found = (await session.read(path)) as Attachment;
    if (found.byteSize === file.size) return;
    const headers = { ...matching(found), "content-type": "application/octet-stream" };
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
