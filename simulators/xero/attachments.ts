/** Files that hang on a record: listed, fetched by id or by name, sent as they are. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Company, type StoredFile, type Table, type TableName, tableNames, tables } from "./company.ts";
import { answers, type Desk, type Once, record, root } from "./desk.ts";
import { badBody, notFound, Refusal } from "./refusals.ts";
import { type Row, row, text } from "./wire.ts";

const megabyte = 1024 * 1024;

export interface Upload {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  /** Shown with the online invoice; only where we are the seller. */
  readonly online?: boolean;
}

/** A file of the same name is replaced. */
export function attach(company: Company, table: TableName, owner: Row, { name, mime, bytes, online }: Upload): Row {
  const { id }: Table = tables[table];
  const key = text(owner[id]);
  const files = company.files.get(key) ?? [];
  const before = files.find((file) => file.meta["FileName"] === name);
  const meta = {
    AttachmentID: before?.meta["AttachmentID"] ?? company.newId(),
    FileName: name,
    Url: `https://api.xero.com/api.xro/2.0/${table}/${key}/Attachments/${encodeURIComponent(name)}`,
    MimeType: mime,
    ContentLength: bytes.length,
    ...((table === "Invoices" || table === "CreditNotes") && { IncludeOnline: online === true }),
  };
  company.files.set(key, [...files.filter((file) => file !== before), { meta, bytes }]);
  company.save(table, { ...owner, HasAttachments: true });
  return meta;
}

function fileOf(company: Company, owner: string, name: string): StoredFile {
  const files = company.files.get(owner) ?? [];
  const file = files.find(({ meta }) => meta["AttachmentID"] === name || meta["FileName"] === name);
  if (file === undefined) throw new Refusal(notFound);
  return file;
}

function uploaded(request: FastifyRequest, files: readonly StoredFile[]): Upload {
  const name = text(row(request.params)["file"]);
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length === 0) throw new Refusal(badBody("No attachment content was sent"));
  if (bytes.length > 10 * megabyte) throw new Refusal(badBody("The attachment is larger than 10MB"));
  if (/[<>:"/\\|?*[\]]/.test(name)) throw new Refusal(badBody("The file name has characters that are not allowed"));
  if (files.length >= 10 && !files.some((file) => file.meta["FileName"] === name))
    throw new Refusal(badBody("A record can have at most 10 attachments"));
  const online = row(request.query)["IncludeOnline"] === "true";
  return { name, mime: text(request.headers["content-type"]), bytes, online };
}

export function attachmentRoutes(app: FastifyInstance, desk: Desk, once: Once): void {
  const answer = answers(desk);
  for (const table of tableNames) {
    const { id, attachments }: Table = tables[table];
    if (attachments === undefined) continue;
    const path = `${root}/${table}/:id/Attachments`;
    const owner = (request: FastifyRequest) => record(desk.company(request), table, request);
    app.get(path, (request, reply) => {
      const files = desk.company(request).files.get(text(owner(request)[id])) ?? [];
      return answer(request, reply, { Attachments: files.map((file) => file.meta) });
    });
    app.get(`${path}/:file`, (request, reply) => {
      const { meta, bytes } = fileOf(
        desk.company(request),
        text(owner(request)[id]),
        text(row(request.params)["file"]),
      );
      return reply.type(text(meta["MimeType"])).send(bytes);
    });
    const write = once((request) => {
      const [company, known] = [desk.company(request), owner(request)];
      const meta = attach(company, table, known, uploaded(request, company.files.get(text(known[id])) ?? []));
      return { Attachments: [meta] };
    });
    app.route({ method: ["PUT", "POST"], url: `${path}/:file`, handler: write });
  }
}
