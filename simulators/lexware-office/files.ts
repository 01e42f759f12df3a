/** Files: uploads for bookkeeping vouchers, and the printed sales documents. */
import { type StoredFile as File, pdf, readForm } from "../engine/files.ts";
import { type Answer, get, post } from "../engine/routes.ts";
import { digest, text } from "../engine/values.ts";
import { theEntry } from "./answers.ts";
import { isSales, sales, salesKinds, statusOf } from "./kinds.ts";
import { legacy, notFound, regular } from "./refusals.ts";
import { documentFileId } from "./sales.ts";
import type { Entry, LexwareRequest, Route, Store, StoredFile } from "./store.ts";
import { add, change, entriesOf, keepFile } from "./store.ts";

const types: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  xml: "application/xml",
};
const largest = 5 * 1024 * 1024;

export const fileRoutes: Route[] = [
  post("files", async (request) => {
    const { fields, file } = await fileIn(request);
    if (fields["type"] !== "voucher") throw legacy(400, "bad_request_error", "type");
    const { id, voucherId } = sameFile(request.company, checked(file)) ?? uploaded(request.company, checked(file));
    return { status: 202, body: { id, voucherId } };
  }),
  post("vouchers/:id/files", async (request) => {
    const entry = theEntry(request, "vouchers");
    const upload = checked((await fileIn(request)).file);
    const had = sameFile(request.company, upload, entry.id);
    const { id } = had ?? keepFile(request.company, entry.id, upload);
    if (had === undefined) change(request.company, entry, { files: [...(entry["files"] as string[]), id] });
    return { status: 202, body: { id } };
  }),
  get("files/:id", (request) => {
    const { company, params } = request;
    const file = company.tables.files.get(params["id"]) as StoredFile | undefined;
    if (file !== undefined) return fileAnswer(file, accepted(request));
    const documents = sales.flatMap((kind) => entriesOf(company, kind));
    const printed = documents.find((entry) => documentFileId(entry) === params["id"]);
    if (printed === undefined) throw notFound("file");
    return paper(printed);
  }),
  ...sales.map((kind) =>
    get(`${kind}/:id/file`, (request: LexwareRequest) => documentFile(request, theEntry(request, kind))),
  ),
];

/** The same bytes are stored once; a voucher keeps its own copies. */
const sameFile = (store: Store, { bytes }: File, voucherId?: string) =>
  (store.tables.files.under("checksum", digest(bytes)) as StoredFile[]).find(
    (file) => voucherId === undefined || file.voucherId === voucherId,
  );

function checked(file: File | undefined): File {
  if (file === undefined) throw legacy(500, "technical_error", "file");
  const type = types[file.name.split(".").at(-1)?.toLowerCase() ?? ""];
  if (type === undefined) throw legacy(406, "inacceptable_file_extension", "file", "validation_failure");
  if (file.bytes.length > largest) throw legacy(406, "file_too_large", "file", "validation_failure");
  return { name: file.name, type, bytes: file.bytes };
}

/** An upload creates a voucher that has to be completed by hand; the vendor's text recognition is instant here. */
function uploaded(store: Store, upload: File): StoredFile {
  const content = { type: "purchaseinvoice", voucherStatus: "unchecked", taxType: "gross", useCollectiveContact: true };
  const entry = add(store, "vouchers", { ...content, voucherItems: [], files: [] });
  const file = keepFile(store, entry.id, upload);
  entry["files"] = [file.id];
  return file;
}

async function fileIn({ raw: request }: LexwareRequest) {
  const form = await readForm(request);
  if (form === undefined) throw legacy(415, "bad_request_error", "Content-Type");
  return { fields: form.fields, file: Object.values(form.files)[0] };
}

const accepted = ({ raw: request }: LexwareRequest) =>
  (request.headers.accept ?? "*/*").split(/[,;]/)[0]?.trim() ?? "*/*";

/** A picture or PDF is returned as it is, whichever known type was requested; XML has to exist. */
function fileAnswer({ bytes, name, type }: StoredFile, accept: string): Answer {
  if (!accept.endsWith("/*") && !Object.values(types).includes(accept)) throw legacy(406, "not_acceptable", "Accept");
  if (accept === "application/xml" && type !== accept) throw notFound("file");
  return bytesAnswer(bytes, name, type);
}

/** In recordings the name has no quotes and a semicolon after it. */
const bytesAnswer = (body: Buffer, name: string, type = "application/pdf"): Answer => ({
  headers: {
    "content-type": type,
    "content-disposition": /^[\w.-]+$/.test(name) ? `inline; filename=${name};` : `inline; filename="${name}"`,
  },
  body,
});

function documentFile(request: LexwareRequest, entry: Entry): Answer {
  const accept = accepted(request);
  const xml = entry["electronicDocumentProfile"] === "XRechnung";
  const offersXml = isSales(entry.kind) && salesKinds[entry.kind].has.includes("money");
  const draft = `the sales voucher with id ${entry.id} is in status 'draft' and therefore cannot be downloaded`;
  if (statusOf(entry) === "draft") throw regular(409, draft);
  const known = ["application/pdf", ...(offersXml ? ["application/xml"] : [])];
  if (!accept.endsWith("/*") && !known.includes(accept)) throw regular(406, `Media type ${accept} is not supported.`);
  if (accept === "application/xml" && !xml) throw notFound("XML document");
  return xml && accept !== "application/pdf" ? electronic(entry) : paper(entry);
}

function electronic({ voucherNumber }: Entry): Answer {
  const invoice = `<?xml version="1.0" encoding="UTF-8"?>\n<Invoice><ID>${text(voucherNumber)}</ID></Invoice>\n`;
  return bytesAnswer(Buffer.from(invoice), `${text(voucherNumber)}.xml`, "application/xml");
}

const paper = ({ title, voucherNumber }: Entry): Answer =>
  bytesAnswer(pdf(`${text(title)} ${text(voucherNumber)} (erfunden)`), `${text(voucherNumber)}.pdf`);
