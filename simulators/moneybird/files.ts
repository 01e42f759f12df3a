/** Attachments and PDFs: a redirect to a storage URL that is valid for half a minute. */
import type { FastifyInstance } from "fastify";
import { pdf, readForm, type StoredFile } from "../engine/files.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, get, post } from "../engine/routes.ts";
import { type Row, rows, text } from "../engine/values.ts";
import { type Books, entities, idOf, part, pathOf, type Table } from "./administration.ts";
import { inside, type MoneybirdRequest, type Route } from "./api.ts";
import { priced } from "./priced.ts";
import { badRequest, notFound } from "./refusals.ts";

const store = "storage.moneybird.com";
const validSeconds = 30;

/** The vendor's storage URL, which needs no token. */
export function redirectToFile({ company }: MoneybirdRequest, what: string): Answer {
  const until = Math.floor(company.now() / 1000) + validSeconds;
  return {
    status: 302,
    headers: { location: `https://${store}/${until}/${company.id}/${what}` },
    body: { message: "Use the Location header to download the attachment" },
  };
}

export const storeRoutes = (administrations: readonly Books[]) => (app: FastifyInstance) =>
  void app.get(`/${store}/:until/:administration/:kind/:id`, (request, reply) => {
    const { until, administration, kind, id = "" } = request.params as Record<string, string>;
    const books = administrations.find((candidate) => candidate.id === administration);
    if (books === undefined || books.now() > Number(until) * 1000) return reply.code(403).send("Forbidden");
    const file = kind === "attachments" ? books.files.get(id) : renderedPdf(books, kind, id);
    if (file === undefined) return reply.code(404).send("Not found");
    const name = `attachment; filename="${file.name}"`;
    return reply.headers({ "content-type": file.type, "content-disposition": name }).send(file.bytes);
  });

function renderedPdf(books: Books, kind: string | undefined, id: string): StoredFile | undefined {
  const isEstimate = kind === "estimates";
  const row = books.tables[isEstimate ? "estimates" : "sales_invoices"].get(id);
  if (row === undefined) return undefined;
  const number = text(row["invoice_id"] ?? row["estimate_id"]) || "concept";
  return paper(`${isEstimate ? "Offerte" : "Factuur"} ${number}.pdf`, number);
}

/** A PDF with nothing but the document's number. */
export const paper = (name: string, line = name): StoredFile => ({ name, type: "application/pdf", bytes: pdf(line) });

export function attach(books: Books, table: Table, row: Row, file: StoredFile): void {
  const attachment = part(books, {
    attachable_id: row["id"],
    attachable_type: entities[table],
    filename: file.name,
    content_type: file.type,
    size: file.bytes.length,
    rotation: 0,
  });
  books.files.set(idOf(attachment), file);
  row["attachments"] = [...rows(row["attachments"]), attachment];
}

const attachments = (table: Table): Route[] => [
  post(
    `${pathOf(table)}/:id/${table === "external_sales_invoices" ? "attachment" : "attachments"}`,
    async (request) => {
      const row = findOr(request, table, notFound);
      const file = (await readForm(request.raw))?.files["file"];
      if (file === undefined) throw badRequest("File is required", { file: "required" });
      attach(request.company, table, row, file);
      request.company.restamp(table, row);
      /** The reply has no id: it is in the record. */
      return { body: 200 };
    },
  ),
  get(`${pathOf(table)}/:id/attachments/:attachment/download`, (request) => {
    const owned = rows(findOr(request, table, notFound)["attachments"]);
    if (!owned.some(({ id }) => id === request.params["attachment"])) throw notFound();
    return redirectToFile(request, `attachments/${request.params["attachment"]}`);
  }),
];

export const fileRoutes: Route[] = inside([...priced, "general_journal_documents" as const].flatMap(attachments));
