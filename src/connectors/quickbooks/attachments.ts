/** Files, which separate records attach to documents, and QuickBooks' own PDFs. */
import { Readable } from "node:stream";
import type { GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { type FileAddress, file, files } from "../../kit/download.ts";
import { encoder, fieldAs, invalidField } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { all, equals, once } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Attachable, List } from "./types.ts";

type Owner = "Bill" | "JournalEntry" | "Purchase";

export const pdfOf = (entity: "Estimate" | "Invoice", id: string): GetHandler<Document> =>
  file(({ ids }) => ({
    id: ids[id] ?? "",
    accept: "application/pdf",
    path: path`/${entity.toLowerCase()}/${ids[id]}/pdf`,
  }));

const attachment = mapping<Document, Attachable>({
  ...identity,
  ...values({ contentType: "ContentType", fileName: "FileName" }),
});

/** Without notes, which are attached to records too. */
async function attachedTo(session: Session, owner: Owner, id: string | undefined): Promise<readonly Attachable[]> {
  const ref = "AttachableRef.EntityRef";
  const found = await all<Attachable>(session, "Attachable", [
    equals(`${ref}.Type`)(owner),
    equals(`${ref}.value`)(id ?? ""),
  ]);
  return found.filter(({ FileName }) => FileName);
}

/** A temporary URL that works without sign-in. */
function addressOf(attached: Attachable | undefined): FileAddress {
  if (!attached?.TempDownloadUri) throw new Failure("not_found", "There is no file with this id.");
  const { Id: id, TempDownloadUri: url, FileName } = attached;
  return { id, path: url, fileName: FileName ?? undefined };
}

export const documentsOf = (owner: Owner, id: string): ListHandler<Document> =>
  files(async ({ ids }, session) =>
    (await attachedTo(session, owner, ids[id])).map((raw) => ({
      ...addressOf(raw),
      size: raw.Size,
      contentType: raw.ContentType,
      link: raw.TempDownloadUri,
      raw,
    })),
  );

export const firstFileOf = (owner: Owner, id: string): GetHandler<Document> =>
  file(async ({ ids }, session) => addressOf((await attachedTo(session, owner, ids[id]))[0]));

/** The file's metadata is sent before it, as a file too. */
function formFor(uploaded: UploadedFile, fields: object): NonNullable<VendorRequest["form"]> {
  const { fileName, contentType } = uploaded;
  const bytes = Buffer.from(JSON.stringify({ ...fields, FileName: fileName, ContentType: contentType }));
  const metadata: UploadedFile = {
    fileName: "metadata.json",
    contentType: "application/json; charset=UTF-8",
    size: bytes.length,
    open: () => Readable.from([bytes]),
  };
  return {
    parts: {},
    files: [
      { name: "file_metadata_01", file: metadata },
      { name: "file_content_01", file: uploaded },
    ],
  };
}

const attachedToRecord = (type: Owner, value: string | undefined) => ({
  AttachableRef: [{ EntityRef: { type, value }, IncludeOnSend: false }],
});

const isSame =
  (sent: UploadedFile | undefined) =>
  ({ FileName, Size }: Attachable): boolean =>
    FileName === sent?.fileName && Size === sent?.size;

/** Adds the files of a new record, except those that an earlier attempt has added. */
export async function addFiles(
  owner: Owner,
  id: string,
  { files: sent, marker }: WriteCall<unknown>,
  session: Session,
): Promise<void> {
  if (sent.length === 0) return;
  const existing = [...(await attachedTo(session, owner, id))];
  for (const [index, uploaded] of sent.entries()) {
    const found = existing.findIndex(isSame(uploaded));
    if (found >= 0) existing.splice(found, 1);
    else
      await session.send({
        method: "POST",
        path: "/upload",
        query: once({ marker: `${marker}-${index + 1}` }),
        form: formFor(uploaded, attachedToRecord(owner, id)),
      });
  }
}

type Reply = { readonly AttachableResponse?: List<{ readonly Attachable?: Attachable }> } | undefined;
type FileInput = InputOf<"files.create">;

type Find = (call: WriteCall<FileInput>, session: Session) => Promise<Attachable | undefined>;

/** Intuit does not document `requestid` for uploads, so an earlier attempt's file is looked for first. */
const upload = (fieldsOf: (call: WriteCall<FileInput>) => object, find?: Find) =>
  write<FileInput, Document, Attachable>({
    method: "POST",
    path: "/upload",
    query: once,
    map: attachment,
    ...(find && { find }),
    encoder: encoder<FileInput>({ note: fieldAs("Note") }),
    form: (body, call) => {
      const [uploaded, ...excess] = call.files;
      if (uploaded === undefined || excess.length > 0) throw invalidField("Send exactly one file.", "file");
      return formFor(uploaded, { ...body, ...fieldsOf(call) });
    },
    record: (reply: Reply) => reply?.AttachableResponse?.[0]?.Attachable,
  });

/** The operations on files of a record. */
export const filesOf = (owner: Owner, id: string) => ({
  list: partsOf({
    read: ({ ids }, session) => attachedTo(session, owner, ids[id]),
    parts: (found: readonly Attachable[]) => found,
    map: attachment,
  }),
  get: file(async ({ ids }, session) =>
    addressOf((await attachedTo(session, owner, ids[id])).find(({ Id }) => Id === ids["attachmentId"])),
  ),
  create: upload(
    ({ ids }) => attachedToRecord(owner, ids[id]),
    async ({ ids, files: [sent] }, session) => (await attachedTo(session, owner, ids[id])).find(isSame(sent)),
  ),
});

export const attachments = { "files.create": upload(() => ({})) };
