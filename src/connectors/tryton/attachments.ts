import type { GetHandler } from "../../contract/connector.ts";
import type { Document } from "../../contract/records/documents.ts";
import { values } from "../../kit/columns.ts";
import { contentTypeOf } from "../../kit/download.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { largestFile, modelFiles } from "../../kit/models/files.ts";
import { idOf } from "../../kit/models/reading.ts";
import { noRecord, recordResult } from "../../kit/reading.ts";
import { rawOf, readOne, type Source, select } from "./conventions.ts";
import { identity } from "./fields.ts";
import { act, ask, plain } from "./rpc.ts";
import type { Attachment, Identified } from "./types.ts";
import { createOf } from "./writing.ts";

const document = mapping<Document, Attachment>({
  ...identity,
  ...values({ fileName: "name" }),
  base64Encoded: ({ data }) => Boolean(data),
  content: ({ data, link }) => data || link,
  contentType: ({ name, type }) => (type === "link" ? "text/uri-list" : contentTypeOf(name)),
});

const source: Source = { model: "ir.attachment", fields: "name type link data_size" };

const { upload, ...handlers } = modelFiles<Source, Attachment>({
  source,
  map: document,
  rawOf,
  createOf,
  has: async (session, owner, id) => (await readOne<Identified>(session, owner, id)) !== undefined,
  select: (session, domain) => select<Attachment>(session, source, domain),
  belongsTo: (model, id) => [["resource", "=", `${model},${id}`]],
  withContent: async (session, file) => {
    if (file.type === "link" || !file.data_size || file.data_size > largestFile) return file;
    const [record] = (await ask<readonly unknown[]>(session, "model.ir.attachment.read", [file.id], ["data"])).map(
      plain,
    );
    return { ...file, data: (record as Attachment | undefined)?.data };
  },
  values: (model, id, base64) => ({
    type: "data",
    resource: `${model},${id}`,
    data: { __class__: "bytes", base64 },
  }),
  add: (session, values) => act(session, "model.ir.attachment.create", [values]),
});

export const { attachTo, fileOf, filesOf } = handlers;

export const attachmentOf = (owner: Source) =>
  upload(({ ids }) => ({ owner, ids }), {
    encoder: encoder({}),
    rules: ["Send one file of up to 5 MiB. Its description in Tryton holds a reference that Kontor needs."],
  });

/** The invoice as Tryton prints it: OpenDocument, unless the administrator chose another format. */
export const invoiceDocument: GetHandler<Document> = {
  fields: document.fields,
  rules: ["The invoice as Tryton prints it, in the format that its administrator chose."],
  get: async ({ ids }, session) => {
    const id = idOf(ids["invoiceId"]);
    const owner = { model: "account.invoice", fields: "number", company: "company" };
    const invoice = await readOne<{ readonly number?: string }>(
      session,
      { ...owner, domain: [["type", "=", "out"]] },
      id,
    );
    if (invoice === undefined) throw noRecord();
    const data = { model: owner.model, id, ids: [id] };
    const printed = await ask<readonly unknown[]>(session, "report.account.invoice.execute", [id], data);
    const [extension, content] = plain(printed) as readonly [string, string];
    const name = `${invoice.number ?? id}.${extension}`;
    return { ...recordResult(document, { id, name, data: content }), raw: { id, name } };
  },
};
