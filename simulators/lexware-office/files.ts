/** Files: uploads for bookkeeping vouchers, and the papers that the vendor draws of sales documents. */
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pdf } from "../engine/files.ts";
import { idOf, theEntry } from "./answers.ts";
import { documentFileId, isSales, salesKinds, statusOf } from "./documents.ts";
import { legacy, notFound, regular } from "./faults.ts";
import type { Row } from "./inspect.ts";
import { checksum, type Entry, type Store, type StoredFile } from "./store.ts";

const types: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  xml: "application/xml",
};
const largest = 5 * 1024 * 1024;

export function fileRoutes(app: FastifyInstance, store: Store): void {
  app.post("/files", async (request, reply) => {
    const { fields, name, bytes } = await partsOf(request);
    if (fields["type"] !== "voucher") throw legacy(400, "bad_request_error", "type");
    if (bytes === undefined) throw legacy(500, "technical_error", "file");
    checkFile(name, bytes);
    const sum = checksum(bytes);
    const same = [...store.files.values()].find(({ checksum }) => checksum === sum);
    const file = same ?? uploaded(store, name, bytes);
    return reply.code(202).send({ id: file.id, voucherId: file.voucherId });
  });
  app.post("/vouchers/:id/files", async (request, reply) => {
    const entry = theEntry(store, "vouchers", request);
    const { name, bytes } = await partsOf(request);
    if (bytes === undefined) throw legacy(500, "technical_error", "file");
    checkFile(name, bytes);
    const sum = checksum(bytes);
    const had = [...store.files.values()].find((file) => file.checksum === sum && file.voucherId === entry.id);
    if (had !== undefined) return reply.code(202).send({ id: had.id });
    const file = store.keepFile({ bytes, name, type: typeOf(name), voucherId: entry.id });
    store.change(entry, { ...entry.content, files: [...(entry.content["files"] as string[]), file.id] });
    return reply.code(202).send({ id: file.id });
  });
  app.get("/files/:id", (request, reply) => {
    const file = store.files.get(idOf(request));
    if (file !== undefined) return sendFile(reply, file, accepted(request));
    for (const kind of Object.keys(salesKinds) as (keyof typeof salesKinds)[])
      for (const entry of store.shelf(kind).values())
        if (documentFileId(entry) === idOf(request)) return sendBytes(reply, paper(entry), `${numberOf(entry)}.pdf`);
    throw notFound("legacy", "file");
  });
}

const typeOf = (name: string) => types[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "";
const numberOf = ({ content }: Entry) => String(content["voucherNumber"]);

function checkFile(name: string, bytes: Buffer): void {
  if (typeOf(name) === "") throw legacy(406, "inacceptable_file_extension", "file", "validation_failure");
  if (bytes.length > largest) throw legacy(406, "file_too_large", "file", "validation_failure");
}

/** A new voucher comes of it, to be completed by hand; the vendor's text recognition is instant here. */
function uploaded(store: Store, name: string, bytes: Buffer): StoredFile {
  const content: Row = { type: "purchaseinvoice", voucherStatus: "unchecked", taxType: "gross" };
  const entry = store.add("vouchers", { ...content, useCollectiveContact: true, voucherItems: [], files: [] });
  const file = store.keepFile({ bytes, name, type: typeOf(name), voucherId: entry.id });
  (entry.content["files"] as string[]).push(file.id);
  return file;
}

interface Parts {
  readonly fields: Row;
  readonly name: string;
  readonly bytes?: Buffer;
}

async function partsOf(request: FastifyRequest): Promise<Parts> {
  const contentType = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) throw legacy(415, "bad_request_error", "Content-Type");
  return new Promise((resolve, reject) => {
    const parser = new Busboy({ headers: { "content-type": contentType } });
    const fields: Row = {};
    const chunks: Buffer[] = [];
    let name: string | undefined;
    parser.on("field", (field: string, value: string) => void (fields[field] = value));
    parser.on("file", (_field: string, stream: BusboyFileStream, filename: string) => {
      name = filename;
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    });
    parser.on("finish", () => resolve({ fields, name: name ?? "", ...(name && { bytes: Buffer.concat(chunks) }) }));
    parser.on("error", reject);
    parser.end(request.body);
  });
}

const accepted = (request: FastifyRequest) => (request.headers.accept ?? "*/*").split(/[,;]/)[0]?.trim() ?? "*/*";

/** A picture or PDF comes as it is, whatever of the known kinds was asked for; XML must be there. */
function sendFile(reply: FastifyReply, file: StoredFile, accept: string) {
  if (accept.endsWith("/*")) return sendBytes(reply, file.bytes, file.name, file.type);
  if (!Object.values(types).includes(accept)) throw legacy(406, "not_acceptable", "Accept");
  if (accept === "application/xml" && file.type !== accept) throw notFound("legacy", "file");
  return sendBytes(reply, file.bytes, file.name, file.type);
}

/** Recordings show the name without quotes and a semicolon behind it. */
const sendBytes = (reply: FastifyReply, bytes: Buffer, name: string, type = "application/pdf") =>
  reply
    .header("content-type", type)
    .header("content-disposition", /^[\w.-]+$/.test(name) ? `inline; filename=${name};` : `inline; filename="${name}"`)
    .header("content-length", bytes.length)
    .send(bytes);

export function sendDocument(reply: FastifyReply, entry: Entry, request: FastifyRequest) {
  const accept = accepted(request);
  const xml = entry.content["electronicDocumentProfile"] === "XRechnung";
  const offersXml = isSales(entry.kind) && salesKinds[entry.kind].electronic;
  if (statusOf(entry) === "draft") {
    const what = `the sales voucher with id ${entry.id} is in status 'draft' and therefore cannot be downloaded`;
    throw regular(409, what);
  }
  const known = ["application/pdf", ...(offersXml ? ["application/xml"] : [])];
  if (!accept.endsWith("/*") && !known.includes(accept)) throw regular(406, `Media type ${accept} is not supported.`);
  if (accept === "application/xml" && !xml) throw notFound("regular", "XML document");
  if (xml && accept !== "application/pdf")
    return sendBytes(reply, electronic(entry), `${numberOf(entry)}.xml`, "application/xml");
  return sendBytes(reply, paper(entry), `${numberOf(entry)}.pdf`);
}

const electronic = (entry: Entry) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Invoice><ID>${numberOf(entry)}</ID></Invoice>\n`);

const paper = (entry: Entry) => pdf(`${String(entry.content["title"])} ${numberOf(entry)} (erfunden)`);
