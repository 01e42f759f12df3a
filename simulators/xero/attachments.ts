/** Files that hang on a record: a name for each, and no more than ten of them. */
import type { StoredFile } from "../engine/files.ts";
import type { Answer, Ask } from "../engine/routes.ts";
import { type Company, type Name, type TableName, tables } from "./company.ts";
import { badBody, missing } from "./refusals.ts";
import { type Row, text, without } from "./wire.ts";

interface Sent extends StoredFile {
  readonly online?: boolean;
}

const megabyte = 1024 * 1024;

export const attachmentsOf = (company: Company, owner: unknown): Row[] =>
  company.tables.Attachments.where((file) => file["owner"] === owner).map((file) => without(file, ["owner"]));

/** A file of the same name is replaced. `IncludeOnline` is shown with the online invoice, only where we are the seller. */
export function attach(company: Company, table: TableName, owner: Row, file: Sent): Row {
  const key = text(owner[tables[table].id]);
  const before = attachmentsOf(company, key).find((each) => each["FileName"] === file.name);
  const meta: Row = {
    ...{ AttachmentID: before?.["AttachmentID"] ?? company.newId(), FileName: file.name },
    Url: `https://api.xero.com/api.xro/2.0/${table}/${key}/Attachments/${encodeURIComponent(file.name)}`,
    ...{ MimeType: file.type, ContentLength: file.bytes.length },
    ...((table === "Invoices" || table === "CreditNotes") && { IncludeOnline: file.online === true }),
  };
  company.tables.Attachments.drop(meta);
  company.tables.Attachments.put({ ...meta, owner: key });
  company.files.set(text(meta["AttachmentID"]), file);
  company.save(table, { ...owner, HasAttachments: true });
  return meta;
}

/** What is sent as it is, by its name in the address. */
export function uploaded({ request, params, query }: Ask<Name>, files: readonly Row[]): Sent {
  const { file: name = "" } = params;
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length === 0) throw badBody("No attachment content was sent");
  if (bytes.length > 10 * megabyte) throw badBody("The attachment is larger than 10MB");
  if (/[<>:"/\\|?*[\]]/.test(name)) throw badBody("The file name has characters that are not allowed");
  if (files.length >= 10 && !files.some((file) => file["FileName"] === name))
    throw badBody("A record can have at most 10 attachments");
  return { name, type: text(request.headers["content-type"]), bytes, online: query["IncludeOnline"] === "true" };
}

/** By id or by name. */
export function downloaded({ company, params }: Ask<Name>, files: readonly Row[]): Answer {
  const meta = files.find(({ AttachmentID, FileName }) => [AttachmentID, FileName].includes(params["file"]));
  const file = company.files.get(text(meta?.["AttachmentID"]));
  if (file === undefined) throw missing();
  return { headers: { "content-type": file.type }, body: file.bytes };
}
