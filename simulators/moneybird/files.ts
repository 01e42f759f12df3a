/** Attachments, and the papers that the vendor prints: a redirect to a store that knows them for half a minute. */
import { Busboy } from "@fastify/busboy";
import type { FastifyInstance } from "fastify";
import { type Answer, type Ask, find, type Route } from "./api.ts";
import { estimate, externalInvoice, type Kind, purchaseInvoice, receipt, salesInvoice } from "./priced.ts";
import { badRequest, notFound } from "./refusals.ts";
import { type Books, type Row, refresh, rowsIn, stamped, text } from "./store.ts";

const store = "storage.moneybird.com";
const validSeconds = 30;

/** The vendor's own address for the bytes; it asks for no token. */
export function redirectToFile({ books }: Ask, what: string): Answer {
  const until = Math.floor(books.now() / 1000) + validSeconds;
  const location = `https://${store}/${until}/${books.administration.id}/${what}`;
  return {
    status: 302,
    headers: { location },
    body: { message: "Use the Location header to download the attachment" },
  };
}

export function storeRoutes(app: FastifyInstance, administrations: ReadonlyMap<string, Books>): void {
  app.get(`/${store}/:until/:administration/:kind/:id`, (request, reply) => {
    const { until = "", administration = "", kind = "", id = "" } = request.params as Record<string, string>;
    const books = administrations.get(administration);
    if (books === undefined || books.now() > Number(until) * 1000) return reply.code(403).send("Forbidden");
    if (kind === "attachments") {
      const [about, bytes] = [attachmentIn(books, id), books.files.get(id)];
      if (about === undefined || bytes === undefined) return reply.code(404).send("Not found");
      const name = `attachment; filename="${text(about["filename"])}"`;
      return reply.headers({ "content-type": text(about["content_type"]), "content-disposition": name }).send(bytes);
    }
    const row = (kind === "estimates" ? books.shelf.estimates : books.shelf.sales_invoices).get(id);
    if (row === undefined) return reply.code(404).send("Not found");
    const number = text(row["invoice_id"] ?? row["estimate_id"]) || "concept";
    const name = `attachment; filename="${kind === "estimates" ? "Offerte" : "Factuur"} ${number}.pdf"`;
    return reply.headers({ "content-type": "application/pdf", "content-disposition": name }).send(paper(number));
  });
}

/** A page that says which number it is, and nothing more. */
export function paper(number: string): Buffer {
  const words = `BT /F1 18 Tf 72 720 Td (${number.replaceAll(/[()\\]/g, "")}) Tj ET`;
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${words.length}>>stream
${words}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`);
}

function attachmentIn({ shelf }: Books, id: string): Row | undefined {
  const owners = [shelf.sales_invoices, shelf.external_sales_invoices, shelf.estimates, shelf.purchase_invoices];
  for (const rows of [...owners, shelf.receipts, shelf.general_journal_documents, shelf.typeless_documents])
    for (const row of rows.values()) {
      const found = rowsIn(row["attachments"]).find((attachment) => attachment.id === id);
      if (found !== undefined) return found;
    }
  return undefined;
}

export interface Upload {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export function attach(books: Books, row: Row, attachableType: string, upload: Upload): void {
  const id = books.nextId();
  books.files.set(id, upload.bytes);
  const attachment = {
    ...{ id, administration_id: books.administration.id, attachable_id: row.id, attachable_type: attachableType },
    ...{ filename: upload.filename, content_type: upload.contentType, size: upload.bytes.length, rotation: 0 },
    ...stamped(books.now()),
  };
  row["attachments"] = [...rowsIn(row["attachments"]), attachment];
}

function readUpload({ request }: Ask): Promise<Upload | undefined> {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    let found: Upload | undefined;
    const form = new Busboy({ headers: { "content-type": type } });
    form.on("file", (field, stream, ...[filename, , contentType]) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (field === "file") found = { filename, contentType, bytes: Buffer.concat(parts) };
      });
    });
    form.on("finish", () => resolve(found));
    form.on("error", reject);
    form.end(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  });
}

type Owner = Pick<Kind, "path" | "shelf" | "entityType">;

const attachments = ({ path, shelf, entityType }: Owner, upload = "attachments"): Route[] => [
  [
    "POST",
    `${path}/:id/${upload}`,
    async (ask) => {
      const row = find(ask.books, shelf, ask.params["id"]);
      const file = await readUpload(ask);
      if (file === undefined) throw badRequest("File is required", { file: "required" });
      attach(ask.books, row, entityType, file);
      refresh(ask.books, row);
      /** The vendor says no more than this: the attachment's id is in the record. */
      return { body: 200 };
    },
  ],
  [
    "GET",
    `${path}/:id/attachments/:attachment/download`,
    (ask) => {
      const owned = rowsIn(find(ask.books, shelf, ask.params["id"])["attachments"]);
      const attachment = owned.find(({ id }) => id === ask.params["attachment"]);
      if (attachment === undefined) throw notFound();
      return redirectToFile(ask, `attachments/${attachment.id}`);
    },
  ],
  [
    "DELETE",
    `${path}/:id/attachments/:attachment`,
    ({ books, params }) => {
      const row = find(books, shelf, params["id"]);
      const left = rowsIn(row["attachments"]).filter(({ id }) => id !== params["attachment"]);
      if (left.length === rowsIn(row["attachments"]).length) throw notFound();
      row["attachments"] = left;
      refresh(books, row);
      return { status: 204 };
    },
  ],
];

const document = { entityType: "Document" } as const;
export const fileRoutes: Route[] = [
  ...[salesInvoice, estimate, purchaseInvoice, receipt].flatMap((kind) => attachments(kind)),
  ...attachments(externalInvoice, "attachment"),
  ...attachments({ ...document, path: "documents/general_journal_documents", shelf: "general_journal_documents" }),
  ...attachments({ ...document, path: "documents/typeless_documents", shelf: "typeless_documents" }),
];
