import { buffer } from "node:stream/consumers";
import type { Call, GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import type { Session, UploadedFile } from "../../contract/session.ts";
import { encoder, invalid } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { idOf, lastId } from "../../kit/models/reading.ts";
import { marking } from "../../kit/models/writing.ts";
import { found, listing, noRecord } from "../../kit/reading.ts";
import { existing, one, rawOf, type Source, select } from "./conventions.ts";
import { act, ask, plain } from "./rpc.ts";
import type { Attachment, Identified } from "./types.ts";
import { createOf } from "./writing.ts";

const types: Readonly<Record<string, string>> = {
  csv: "text/csv",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  odt: "application/vnd.oasis.opendocument.text",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain",
  xml: "application/xml",
};
/** The vendor keeps names, not types. */
const typeOf = (name = ""): string => types[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";

const document = mapping<Document, Attachment>({
  id: ({ id }) => String(id),
  base64Encoded: ({ data }) => Boolean(data),
  content: ({ data, link }) => data || link,
  contentType: ({ name, type }) => (type === "link" ? "text/uri-list" : typeOf(name ?? "")),
  fileName: ({ name }) => name,
});

/** A list is held in memory as a whole. */
const largest = 5 * 1024 * 1024;
const attachments: Source = { model: "ir.attachment", fields: "name type link data_size" };

async function filesOf(owner: Source, { ids }: Call, session: Session): Promise<readonly Attachment[]> {
  const id = idOf(Object.values(ids)[0]);
  if ((await one<Identified>(session, owner, id)) === undefined) throw noRecord();
  return select<Attachment>(session, attachments, [["resource", "=", `${owner.model},${id}`]]);
}

/** With its content, which is asked for one file at a time. */
async function withData(session: Session, file: Attachment): Promise<Attachment> {
  if (file.type === "link" || !file.data_size || file.data_size > largest) return file;
  const [read] = (await ask<readonly unknown[]>(session, "model.ir.attachment.read", [file.id], ["data"])).map(plain);
  return { ...file, data: (read as Attachment | undefined)?.data };
}

export const documentsOf = (owner: Source): ListHandler<Document> => ({
  ...{ fields: document.fields, filters: [], orders: [], requires: [] },
  rules: ["Files come with their content up to 5 MiB; of a link content is its address."],
  list: async (call, session) => {
    const files = await filesOf(owner, call, session);
    const read: Attachment[] = [];
    for (const file of files) read.push(await withData(session, file));
    return { ...listing(document, read), raw: files.map(rawOf), total: files.length };
  },
});

/** Found again by our reference, which is its description. */
async function valuesFor(resource: string, file: UploadedFile | undefined, reference: string): Promise<object> {
  if (file === undefined) throw invalid("This takes exactly one file.", "file");
  if (file.size > largest) throw invalid("This takes files up to 5 MiB.", "file");
  const data = { __class__: "bytes", base64: (await buffer(file.open())).toString("base64") };
  return { name: file.fileName, type: "data", resource, data, description: reference };
}

const byReference = (reference: string) => [["description", "=", reference]];

/** Adds the files that came with a record, but for those that an earlier attempt has added. */
export async function attachTo(
  resource: string,
  { files, marker }: WriteCall<unknown>,
  session: Session,
): Promise<void> {
  for (const [at, file] of files.entries()) {
    const reference = marking(`${marker}/${at}`);
    if ((await select(session, attachments, byReference(reference))).length > 0) continue;
    await act(session, "model.ir.attachment.create", [await valuesFor(resource, file, reference)]);
  }
}

export const attachmentOf = (owner: Source) =>
  createOf<InputOf<"files.create">, Document, Attachment, object>(
    { ...attachments, map: document },
    {
      encoder: encoder({}),
      prepare: async (call, session) => {
        const { id } = await existing<Identified>(session, owner, lastId(call));
        return valuesFor(`${owner.model},${id}`, call.files[0], marking(call.marker));
      },
      marked: byReference,
      values: (_encoded, filled) => filled,
      rules: ["One file of at most 5 MiB. Its description at Tryton is a reference of ours."],
    },
  );

/** The one that is named, or the one that was attached first. */
export const documentOf = (owner: Source): GetHandler<Document> => ({
  fields: document.fields,
  get: async (call, session) => {
    const { attachmentId } = call.ids;
    const files = await filesOf(owner, call, session);
    const file = files.find(({ id }) => attachmentId === undefined || String(id) === attachmentId);
    if (file === undefined) throw new Failure("not_found", "This record has no such document.");
    return { ...found(document, await withData(session, file)), raw: rawOf(file) };
  },
});

/** The invoice as Tryton prints it: OpenDocument unless its administrator chose otherwise. */
export const invoiceDocument: GetHandler<Document> = {
  fields: document.fields,
  rules: ["The invoice as the target system prints it, in the format that its administrator chose."],
  get: async ({ ids }, session) => {
    const id = idOf(ids["invoiceId"]);
    const owner: Source = {
      model: "account.invoice",
      fields: "number",
      company: "company",
      domain: [["type", "=", "out"]],
    };
    const invoice = await one<{ readonly number?: string }>(session, owner, id);
    if (invoice === undefined) throw noRecord();
    const data = { model: owner.model, id, ids: [id] };
    const printed = await ask<readonly unknown[]>(session, "report.account.invoice.execute", [id], data);
    const [extension, content] = plain(printed) as readonly [string, string];
    const name = `${invoice.number ?? id}.${extension}`;
    return { ...found(document, { id, name, data: content }), raw: { id, name } };
  },
};
