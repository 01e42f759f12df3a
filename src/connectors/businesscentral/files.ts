/** Printed documents, and files that were added to records. */
import type { Call, GetHandler, ListHandler, Session, UploadedFile } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import { file } from "../../kit/download.ts";
import { mapping } from "../../kit/mapping.ts";
import { identity } from "./fields.ts";
import { below, key, list, oneBelow } from "./habits.ts";
import { matching } from "./telling.ts";
import type { Attachment, Entity } from "./vendor.ts";

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

/** First the name, then the bytes (dynamics_attachment_create.md, _update.md; 2026-11). */
export async function attach(session: Session, journalLine: Entity, files: readonly UploadedFile[]): Promise<void> {
  for (const file of files) {
    const about = { parentId: journalLine.id, parentType: "Journal", fileName: file.fileName };
    const made = (await session.send({ method: "POST", path: "/attachments", body: about })) as Attachment;
    const path = `/attachments${key(made.id)}/attachmentContent`;
    const headers = { ...matching(made["@odata.etag"] ?? "*"), "content-type": "application/octet-stream" };
    await session.send({ method: "PATCH", path, headers, file });
  }
}
