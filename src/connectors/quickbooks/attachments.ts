/** Files, which hang on records by a record of their own, and documents as QuickBooks prints them. */
import { Readable } from "node:stream";
import type { GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { type FileAddress, file, files } from "../../kit/download.ts";
import { as, encoder, invalid } from "../../kit/encode.ts";
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

/** Notes hang on records like files. */
async function attachedTo(session: Session, owner: Owner, id: string | undefined): Promise<readonly Attachable[]> {
  const ref = "AttachableRef.EntityRef";
  const found = await all<Attachable>(session, "Attachable", [
    equals(`${ref}.Type`)(owner),
    equals(`${ref}.value`)(id ?? ""),
  ]);
  return found.filter(({ FileName }) => FileName);
}

/** Where it lies for a while, for everybody who knows the address. */
function addressOf(attached: Attachable | undefined): FileAddress {
  if (!attached?.TempDownloadUri) throw new Failure("not_found", "There is no such file.");
  const { Id: id, TempDownloadUri: place, FileName } = attached;
  return { id, path: place, fileName: FileName ?? undefined };
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

/** What is said of a file goes before it, as a file too. */
function formFor(uploaded: UploadedFile, about: object): NonNullable<VendorRequest["form"]> {
  const { fileName, contentType } = uploaded;
  const said = Buffer.from(JSON.stringify({ ...about, FileName: fileName, ContentType: contentType }));
  const metadata: UploadedFile = {
    fileName: "metadata.json",
    contentType: "application/json; charset=UTF-8",
    size: said.length,
    open: () => Readable.from([said]),
  };
  return {
    parts: {},
    files: [
      { name: "file_metadata_01", file: metadata },
      { name: "file_content_01", file: uploaded },
    ],
  };
}

const hangingOn = (type: Owner, value: string | undefined) => ({
  AttachableRef: [{ EntityRef: { type, value }, IncludeOnSend: false }],
});

const isSame =
  (sent: UploadedFile | undefined) =>
  ({ FileName, Size }: Attachable): boolean =>
    FileName === sent?.fileName && Size === sent?.size;

/** The files that came with a new record follow it, but for those that an earlier attempt has added. */
export async function addFiles(
  owner: Owner,
  id: string,
  { files: sent, marker }: WriteCall<unknown>,
  session: Session,
): Promise<void> {
  if (sent.length === 0) return;
  const there = [...(await attachedTo(session, owner, id))];
  for (const [index, uploaded] of sent.entries()) {
    const at = there.findIndex(isSame(uploaded));
    if (at >= 0) there.splice(at, 1);
    else
      await session.send({
        method: "POST",
        path: "/upload",
        query: once({ marker: `${marker}-${index + 1}` }),
        form: formFor(uploaded, hangingOn(owner, id)),
      });
  }
}

type Reply = { readonly AttachableResponse?: List<{ readonly Attachable?: Attachable }> } | undefined;
type FileInput = InputOf<"files.create">;

type Find = (call: WriteCall<FileInput>, session: Session) => Promise<Attachable | undefined>;

/** That `requestid` counts here too is not documented: what hangs on a record is looked for first. */
const upload = (about: (call: WriteCall<FileInput>) => object, find?: Find) =>
  write<FileInput, Document, Attachable>({
    method: "POST",
    path: "/upload",
    query: once,
    map: attachment,
    ...(find && { find }),
    encoder: encoder<FileInput>({ note: as("Note") }),
    form: (body, call) => {
      const [uploaded, ...others] = call.files;
      if (uploaded === undefined || others.length > 0) throw invalid("This takes exactly one file.", "file");
      return formFor(uploaded, { ...body, ...about(call) });
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
    ({ ids }) => hangingOn(owner, ids[id]),
    async ({ ids, files: [sent] }, session) => (await attachedTo(session, owner, ids[id])).find(isSame(sent)),
  ),
});

export const attachments = { "files.create": upload(() => ({})) };
