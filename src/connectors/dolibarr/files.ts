/** Files of documents: Dolibarr's PDFs, and uploads. */
import { buffer } from "node:stream/consumers";
import type { Call, GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, invalidField, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import type { FileContent, StoredFile, Trade } from "./types.ts";

interface Owner {
  /** The path of the documents. */
  readonly folder: string;
  /** The name of their id in our paths. */
  readonly id: string;
  /** The vendor's name of the documents in downloads. */
  readonly module: string;
}

const fields = { id: true, base64Encoded: true, content: true, contentType: true, fileName: true } as const;

const readOwner = async ({ folder, id }: Owner, { ids }: Call, session: Session): Promise<Trade> =>
  (await session.read(`${folder}${path`/${ids[id]}`}`)) as Trade;

function documentOf(id: string, { content, "content-type": contentType, filename: fileName }: FileContent): Document {
  return {
    id,
    ...(content !== undefined && { base64Encoded: true, content }),
    ...(contentType !== undefined && { contentType }),
    ...(fileName !== undefined && { fileName }),
  };
}

const about = ({ content: _content, ...raw }: FileContent): object => raw;

export const fetched = async (session: Session, modulepart: string, original_file: string): Promise<FileContent> =>
  (await session.read("/documents/download", { modulepart, original_file })) as FileContent;

/** The vendor's PDF, which is created if it does not exist yet. */
export const builtDocument = (owner: Owner): GetHandler<Document> => ({
  fields,
  rules: ["If the target system has no PDF of the document yet, it creates one."],
  get: async (call, session) => {
    const { id, ref } = await readOwner(owner, call, session);
    const pdf = { modulepart: owner.module, original_file: `${ref}/${ref}.pdf` };
    const build = async () =>
      (await session.send({ method: "PUT", path: "/documents/builddoc", body: pdf })) as FileContent;
    const file = (await undefinedIfMissing(fetched(session, pdf.modulepart, pdf.original_file))) ?? (await build());
    return { record: documentOf(String(id), file), raw: about(file) };
  },
});

/** Files of a supplier invoice are in folders named after the last two digits of its id, the last digit first. */
const folderOf = ({ id, ref }: Trade): string => {
  const [tens = "0", ones = "0"] = String(id).padStart(2, "0").slice(-2);
  return `${ones}/${tens}/${ref}`;
};

/** All files at once. Dolibarr's error for no files is read as an empty list: see `errors.ts`. */
async function listOf(modulepart: string, session: Session, id: string | number): Promise<readonly StoredFile[]> {
  const body = (await session.read("/documents", { modulepart, id })) as readonly StoredFile[] | object;
  return Array.isArray(body) ? (body as readonly StoredFile[]) : [];
}

const bills: Owner = { folder: "/supplierinvoices", id: "billId", module: "facture_fournisseur" };
/** The vendor's name of bills in lists of files and in uploads. */
const listedAs = "supplier_invoice";

/** All files of a bill. */
export const billDocuments: ListHandler<Document> = {
  fields,
  filters: [],
  orders: [],
  requires: [],
  rules: ["Files have their content."],
  list: async (call, session) => {
    const bill = await readOwner(bills, call, session);
    const found = await listOf(listedAs, session, bill.id);
    const records: Document[] = [];
    for (const { name } of found)
      records.push(documentOf(name, await fetched(session, bills.module, `${folderOf(bill)}/${name}`)));
    return { records, raw: found, total: found.length };
  },
};

/** The supplier's document. The vendor's PDF of the bill is named after its number. */
export const billDocument: GetHandler<Document> = {
  fields,
  rules: ["Returns the bill's first file that is not the target system's own PDF."],
  get: async (call, session) => {
    const bill = await readOwner(bills, call, session);
    const found = await listOf(listedAs, session, bill.id);
    const { name } = found.find((file) => file.name !== `${bill.ref}.pdf`) ?? found[0] ?? {};
    if (name === undefined) throw new Failure("not_found", "This bill has no document.");
    const file = await fetched(session, bills.module, `${folderOf(bill)}/${name}`);
    return { record: documentOf(name, file), raw: about(file) };
  },
};

type FileFields = InputOf<"files.create">;

/** The documents that files can be added to, by documentType. */
const owners: Readonly<Record<string, { readonly folder: string; readonly module: string }>> = {
  INVOICE: { folder: "/invoices", module: "invoice" },
  CREDIT_NOTE: { folder: "/invoices", module: "invoice" },
  BILL: { folder: "/supplierinvoices", module: listedAs },
  VENDOR_CREDIT: { folder: "/supplierinvoices", module: listedAs },
  OFFER: { folder: "/proposals", module: "proposal" },
  SALES_ORDER: { folder: "/orders", module: "order" },
  PURCHASE_ORDER: { folder: "/supplierorders", module: "supplier_order" },
};

function ownerOf({ documentType = "", resourceId }: FileFields): { folder: string; module: string; id: string } {
  const owner = owners[documentType];
  if (owner === undefined)
    throw invalidField(`documentType must be one of ${Object.keys(owners).join(", ")}.`, "documentType");
  if (resourceId === undefined)
    throw invalidField("resourceId is required: the id of the record that the file is added to.", "resourceId");
  return { ...owner, id: resourceId };
}

const uploadedFile = ({ files: [uploaded, ...more] }: Pick<WriteCall<FileFields>, "files">) => {
  if (uploaded === undefined || more.length > 0) throw invalidField("Send exactly one file.", "file");
  return uploaded;
};

/** A name that the vendor does not change: it removes accents, shell characters, double dashes and double dots. */
const plainName = (fileName: string): string =>
  fileName
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9 ._()-]/g, "_")
    .replaceAll(/-{2,}/g, "_")
    .replaceAll(" -", " _")
    .replaceAll(/\.{2,}/g, ".");

interface Upload {
  readonly ref: string;
  readonly filecontent: string;
}

async function prepare(call: WriteCall<FileFields>, session: Session): Promise<Upload> {
  const { folder, id } = ownerOf(call.body);
  const { ref } = (await session.read(`${folder}${path`/${id}`}`)) as Trade;
  return { ref: ref ?? "", filecontent: (await buffer(uploadedFile(call).open())).toString("base64") };
}

interface Added {
  readonly name: string;
  readonly contentType: string;
}

const added = mapping<Document, Added>(values({ id: "name", contentType: "contentType", fileName: "name" }));

export const files = {
  "files.create": write<FileFields, Document, Added>({
    method: "POST",
    path: "/documents/upload",
    encoder: encoder<FileFields>({ documentType: sentSeparately, resourceId: sentSeparately }),
    prepare,
    body: (_encoded, prepared, call) => ({
      filename: plainName(uploadedFile(call).fileName),
      modulepart: ownerOf(call.body).module,
      ...(prepared as Upload),
      fileencoding: "base64",
      overwriteifexists: 0,
      createdirifnotexists: 1,
    }),
    bareReply: true,
    record: (reply: unknown, call) => ({ name: String(reply), contentType: uploadedFile(call).contentType }),
    // Names are unique: a file of the same name and size was added by an earlier attempt.
    find: async (call, session) => {
      const { module, id } = ownerOf(call.body);
      const { fileName, size, contentType } = uploadedFile(call);
      const found = await listOf(module, session, id);
      const same = found.find((file) => file.name === plainName(fileName) && Number(file.size) === size);
      return same && { name: same.name, contentType };
    },
    map: added,
    requires: ["documentType", "resourceId"],
    rules: [
      "documentType is the type of the record that resourceId names: INVOICE, CREDIT_NOTE, BILL, VENDOR_CREDIT, OFFER, SALES_ORDER or PURCHASE_ORDER.",
    ],
  }),
};
