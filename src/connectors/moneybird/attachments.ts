/** Attachments are part of their document; their contents are on a storage host of the vendor. */

import type { Call, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { file, files } from "../../kit/download.ts";
import { encoder, invalidField } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path, pathOf } from "../../kit/path.ts";
import { partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { identity } from "./fields.ts";
import { newestOf } from "./lines.ts";
import type { Attachment, List } from "./types.ts";

interface Owner {
  readonly id: string;
  readonly attachments?: List<Attachment>;
}

const attachment = mapping<Document, Attachment>({
  ...identity,
  ...values({ contentType: "content_type", fileName: "filename" }),
});

/** `owner` is the path of a document, without `.json`. */
export const attachmentsOf = (owner: string) =>
  partsOf({ path: `${owner}.json`, parts: ({ attachments }: Owner) => attachments, map: attachment });

const readOwner = async (owner: string, call: Call, session: Session) =>
  (await session.read(pathOf(`${owner}.json`, call))) as Owner;
const downloadOf = (owner: string, call: Call, id: string): string =>
  `${pathOf(owner, call)}${path`/attachments/${id}/download`}`;

/** The same with their contents. */
export const documentsOf = (owner: string) =>
  files(async (call, session) =>
    ((await readOwner(owner, call, session)).attachments ?? []).map((raw) => {
      const { id, size, content_type: contentType, filename: fileName } = raw;
      const link = downloadOf(owner, call, id);
      return { id, path: link, link, size, contentType, fileName: fileName ?? undefined, raw };
    }),
  );

export const attachmentOf = (owner: string) =>
  file((call) => {
    const { attachmentId: id = "" } = call.ids;
    return { id, path: downloadOf(owner, call, id) };
  });

/** The first attachment, such as the scan of a bill. */
export const firstAttachmentOf = (owner: string) =>
  file(async (call, session) => {
    const { attachments } = await readOwner(owner, call, session);
    const id = attachments?.[0]?.id;
    if (id === undefined) throw new Failure("not_found", "This record has no document.");
    return { id, path: downloadOf(owner, call, id) };
  });

const formOf = (uploaded: UploadedFile) => ({ parts: {}, files: [{ name: "file", file: uploaded }] });

/** Adds the files of a new document, except those that an earlier attempt has added, and returns the document with them. */
export const withFiles =
  <Native extends Owner>(folder: string) =>
  async (native: Native, { files: sent }: WriteCall<unknown>, session: Session): Promise<Native> => {
    if (sent.length === 0) return native;
    const owner = `${folder}/${native.id}`;
    const { attachments } = (await session.read(`${owner}.json`)) as Owner;
    const existing = [...(attachments ?? [])];
    for (const uploaded of sent) {
      const found = existing.findIndex(
        ({ filename, size }) => filename === uploaded.fileName && size === uploaded.size,
      );
      if (found >= 0) existing.splice(found, 1);
      else await session.send({ method: "POST", path: `${owner}/attachments.json`, form: formOf(uploaded) });
    }
    return (await session.read(`${owner}.json`)) as Native;
  };

/** The vendor's reply is empty, so the newest attachment is read back. */
export const attach = (owner: string) =>
  write<InputOf<"files.create">, Document, Attachment>({
    method: "POST",
    path: `${owner}/attachments.json`,
    encoder: encoder({}),
    form: (_body, { files: [uploaded, ...excess] }) => {
      if (uploaded === undefined || excess.length > 0) throw invalidField("Send exactly one file.", "file");
      return formOf(uploaded);
    },
    readBack: async (_reply, call, session) => {
      const stored = newestOf((await readOwner(owner, call, session)).attachments);
      if (stored === undefined) throw new Failure("target_bad_response", "The target system did not store the file.");
      return stored;
    },
    stub: (_reply, { files: [uploaded] }) => ({ ...(uploaded && { fileName: uploaded.fileName }) }),
    map: attachment,
  });
