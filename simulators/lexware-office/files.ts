/** Files: uploads for bookkeeping vouchers, and the papers that the vendor draws of sales documents. */
import { type Form, pdf, readForm } from "../engine/files.ts";
import { type Answer, get, post } from "../engine/routes.ts";
import { text } from "../engine/values.ts";
import { theEntry } from "./answers.ts";
import { legacy, notFound, regular } from "./refusals.ts";
import { documentFileId, isSales, salesKinds, statusOf } from "./sales.ts";
import type { Asked, Entry, Route, SalesKind, Store, StoredFile } from "./store.ts";
import { add, change, checksum, entriesOf, keepFile } from "./store.ts";

const types: Readonly<Record<string, string>> = {
  ...{ pdf: "application/pdf", jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", xml: "application/xml" },
};
const largest = 5 * 1024 * 1024;

export const fileRoutes: Route[] = [
  post("files", async (ask) => {
    const { fields, file } = await fileIn(ask);
    if (fields["type"] !== "voucher") throw legacy(400, "bad_request_error", "type");
    const { id, voucherId } = sameFile(ask.company, checked(file)) ?? uploaded(ask.company, checked(file));
    return { status: 202, body: { id, voucherId } };
  }),
  post("vouchers/:id/files", async (ask) => {
    const entry = theEntry(ask, "vouchers");
    const upload = checked((await fileIn(ask)).file);
    const had = sameFile(ask.company, upload, entry.id);
    if (had !== undefined) return { status: 202, body: { id: had.id } };
    const { id } = keepFile(ask.company, { ...upload, voucherId: entry.id });
    change(ask.company, entry, { files: [...(entry["files"] as string[]), id] });
    return { status: 202, body: { id } };
  }),
  get("files/:id", (ask) => {
    const { company, params } = ask;
    const file = company.tables.files.get(params["id"]) as StoredFile | undefined;
    if (file !== undefined) return fileAnswer(file, accepted(ask));
    for (const kind of Object.keys(salesKinds) as SalesKind[])
      for (const entry of entriesOf(company, kind))
        if (documentFileId(entry) === params["id"]) return bytesAnswer(paper(entry), `${numberOf(entry)}.pdf`);
    throw notFound("legacy", "file");
  }),
  ...(Object.keys(salesKinds) as SalesKind[]).map((kind) =>
    get(`${kind}/:id/file`, (ask: Asked) => documentFile(ask, theEntry(ask, kind))),
  ),
];

type Upload = Pick<StoredFile, "name" | "type" | "bytes">;

const sameFile = (store: Store, { bytes }: Upload, voucherId?: string) =>
  (store.tables.files.all() as StoredFile[]).find(
    (file) => file.checksum === checksum(bytes) && (voucherId === undefined || file.voucherId === voucherId),
  );

const numberOf = ({ voucherNumber }: Entry) => text(voucherNumber);

function checked(file: Form["files"][string] | undefined): Upload {
  if (file === undefined) throw legacy(500, "technical_error", "file");
  const type = types[file.name.split(".").at(-1)?.toLowerCase() ?? ""];
  if (type === undefined) throw legacy(406, "inacceptable_file_extension", "file", "validation_failure");
  if (file.bytes.length > largest) throw legacy(406, "file_too_large", "file", "validation_failure");
  return { name: file.name, type, bytes: file.bytes };
}

/** A new voucher comes of it, to be completed by hand; the vendor's text recognition is instant here. */
function uploaded(store: Store, upload: Upload): StoredFile {
  const content = { type: "purchaseinvoice", voucherStatus: "unchecked", taxType: "gross", useCollectiveContact: true };
  const entry = add(store, "vouchers", { ...content, voucherItems: [], files: [] });
  const file = keepFile(store, { ...upload, voucherId: entry.id });
  entry["files"] = [file.id];
  return file;
}

async function fileIn({ request }: Asked) {
  const form = await readForm(request);
  if (form === undefined) throw legacy(415, "bad_request_error", "Content-Type");
  return { fields: form.fields, file: Object.values(form.files)[0] };
}

const accepted = ({ request }: Asked) => (request.headers.accept ?? "*/*").split(/[,;]/)[0]?.trim() ?? "*/*";

/** A picture or PDF comes as it is, whatever of the known kinds was asked for; XML must be there. */
function fileAnswer({ bytes, name, type }: StoredFile, accept: string): Answer {
  if (!accept.endsWith("/*") && !Object.values(types).includes(accept)) throw legacy(406, "not_acceptable", "Accept");
  if (accept === "application/xml" && type !== accept) throw notFound("legacy", "file");
  return bytesAnswer(bytes, name, type);
}

/** Recordings show the name without quotes and a semicolon behind it. */
const bytesAnswer = (body: Buffer, name: string, type = "application/pdf"): Answer => ({
  headers: {
    "content-type": type,
    "content-disposition": /^[\w.-]+$/.test(name) ? `inline; filename=${name};` : `inline; filename="${name}"`,
  },
  body,
});

function documentFile(ask: Asked, entry: Entry): Answer {
  const accept = accepted(ask);
  const xml = entry["electronicDocumentProfile"] === "XRechnung";
  const offersXml = isSales(entry.kind) && salesKinds[entry.kind].has.includes("money");
  const draft = `the sales voucher with id ${entry.id} is in status 'draft' and therefore cannot be downloaded`;
  if (statusOf(entry) === "draft") throw regular(409, draft);
  const known = ["application/pdf", ...(offersXml ? ["application/xml"] : [])];
  if (!accept.endsWith("/*") && !known.includes(accept)) throw regular(406, `Media type ${accept} is not supported.`);
  if (accept === "application/xml" && !xml) throw notFound("regular", "XML document");
  if (xml && accept !== "application/pdf")
    return bytesAnswer(electronic(entry), `${numberOf(entry)}.xml`, "application/xml");
  return bytesAnswer(paper(entry), `${numberOf(entry)}.pdf`);
}

const electronic = (entry: Entry) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Invoice><ID>${numberOf(entry)}</ID></Invoice>\n`);

const paper = (entry: Entry) => pdf(`${text(entry["title"])} ${numberOf(entry)} (erfunden)`);
