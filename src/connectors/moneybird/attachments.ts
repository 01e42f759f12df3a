/** Attachments: part of their document, and fetched from a storage host of the vendor. */

import type { Call, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { file, files } from "../../kit/download.ts";
import { encoder, invalid } from "../../kit/encode.ts";
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

/** `owner` is the path of a document, without the ending. */
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

/** The first one, as with the scan of a bill. */
export const firstAttachmentOf = (owner: string) =>
  file(async (call, session) => {
    const { attachments } = await readOwner(owner, call, session);
    const id = attachments?.[0]?.id;
    if (id === undefined) throw new Failure("not_found", "This record has no document.");
    return { id, path: downloadOf(owner, call, id) };
  });

const formOf = (uploaded: UploadedFile) => ({ parts: {}, files: [{ name: "file", file: uploaded }] });

/** Adds the files of a new document, but for those that an earlier attempt has added, and gives the document as it is then. */
export const withFiles =
  <Native extends Owner>(folder: string) =>
  async (native: Native, { files: sent }: WriteCall<unknown>, session: Session): Promise<Native> => {
    if (sent.length === 0) return native;
    const owner = `${folder}/${native.id}`;
    const { attachments } = (await session.read(`${owner}.json`)) as Owner;
    const there = [...(attachments ?? [])];
    for (const uploaded of sent) {
      const at = there.findIndex(({ filename, size }) => filename === uploaded.fileName && size === uploaded.size);
      if (at >= 0) there.splice(at, 1);
      else await session.send({ method: "POST", path: `${owner}/attachments.json`, form: formOf(uploaded) });
    }
    return (await session.read(`${owner}.json`)) as Native;
  };

/** The vendor answers with nothing: the newest attachment is the one. */
export const attach = (owner: string) =>
  write<InputOf<"files.create">, Document, Attachment>({
    method: "POST",
    path: `${owner}/attachments.json`,
    encoder: encoder({}),
    form: (_body, { files: [uploaded, ...others] }) => {
      if (uploaded === undefined || others.length > 0) throw invalid("This takes exactly one file.", "file");
      return formOf(uploaded);
    },
    readBack: async (_reply, call, session) => {
      const kept = newestOf((await readOwner(owner, call, session)).attachments);
      if (kept === undefined) throw new Failure("target_bad_response", "The target system did not keep the file.");
      return kept;
    },
    stub: (_reply, { files: [uploaded] }) => ({ ...(uploaded && { fileName: uploaded.fileName }) }),
    map: attachment,
  });
