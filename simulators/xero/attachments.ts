/** Files that hang on a record: listed, fetched by id or by name, sent as they are. */
import type { StoredFile } from "../engine/files.ts";
import { get, post, put, Refusal } from "../engine/routes.ts";
import { without } from "../engine/values.ts";
import { type Asked, type Once, record, type XeroRoute } from "./asking.ts";
import { type Company, type Table, type TableName, tableNames, tables } from "./company.ts";
import { badBody, notFound } from "./refusals.ts";
import { type Row, text } from "./wire.ts";

const megabyte = 1024 * 1024;

export const attachmentsOf = (company: Company, owner: string): Row[] =>
  company.tables.Attachments.where((file) => file["owner"] === owner).map((file) => without(file, ["owner"]));

/** A file of the same name is replaced. `IncludeOnline` is shown with the online invoice, only where we are the seller. */
export function attach(company: Company, table: TableName, owner: Row, file: StoredFile & { online?: boolean }): Row {
  const { id }: Table = tables[table];
  const key = text(owner[id]);
  const before = attachmentsOf(company, key).find((each) => each["FileName"] === file.name);
  const meta: Row = {
    AttachmentID: before?.["AttachmentID"] ?? company.newId(),
    FileName: file.name,
    Url: `https://api.xero.com/api.xro/2.0/${table}/${key}/Attachments/${encodeURIComponent(file.name)}`,
    MimeType: file.type,
    ContentLength: file.bytes.length,
    ...((table === "Invoices" || table === "CreditNotes") && { IncludeOnline: file.online === true }),
  };
  if (before !== undefined) company.tables.Attachments.drop(before);
  company.tables.Attachments.put({ ...meta, owner: key });
  company.files.set(text(meta["AttachmentID"]), file);
  company.save(table, { ...owner, HasAttachments: true });
  return meta;
}

function uploaded({ request, params, query }: Asked, files: readonly Row[]): StoredFile & { online: boolean } {
  const name = params["file"] ?? "";
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length === 0) throw new Refusal(badBody("No attachment content was sent"));
  if (bytes.length > 10 * megabyte) throw new Refusal(badBody("The attachment is larger than 10MB"));
  if (/[<>:"/\\|?*[\]]/.test(name)) throw new Refusal(badBody("The file name has characters that are not allowed"));
  if (files.length >= 10 && !files.some((file) => file["FileName"] === name))
    throw new Refusal(badBody("A record can have at most 10 attachments"));
  return { name, type: text(request.headers["content-type"]), bytes, online: query["IncludeOnline"] === "true" };
}

export const attachmentRoutes = (once: Once): XeroRoute[] =>
  tableNames.flatMap((table): XeroRoute[] => {
    const { id, attachments }: Table = tables[table];
    if (attachments === undefined) return [];
    const path = `${table}/:id/Attachments`;
    const files = (ask: Asked) => attachmentsOf(ask.company, text(record(ask, table)[id]));
    const write = once((ask) => ({
      Attachments: [attach(ask.company, table, record(ask, table), uploaded(ask, files(ask)))],
    }));
    return [
      get(path, (ask) => ({ body: { Attachments: files(ask) } })),
      get(`${path}/:file`, (ask) => {
        const wanted = ask.params["file"];
        const meta = files(ask).find((file) => file["AttachmentID"] === wanted || file["FileName"] === wanted);
        const file = ask.company.files.get(text(meta?.["AttachmentID"]));
        if (file === undefined) throw new Refusal(notFound);
        return { headers: { "content-type": file.type }, body: file.bytes };
      }),
      put(`${path}/:file`, write),
      post(`${path}/:file`, write),
    ];
  });
