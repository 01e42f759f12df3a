/** Documents: uploads, and PDFs that are created on demand. Their module has different names in different requests. */
import { pdf } from "../engine/files.ts";
import { type Answer, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, text } from "../engine/values.ts";
import { refused } from "./refusals.ts";
import type { Books, Name } from "./shapes.ts";

type Modules = Readonly<Record<string, Name>>;
/** The tables by the module's names in lists and uploads. */
const suppliers: Modules = { supplier_invoice: "supplierinvoices", supplier_order: "supplierorders" };
const listedAs: Modules = { invoice: "invoices", proposal: "proposals", order: "orders", ...suppliers };
/** The tables by the module's names in downloads and PDF requests. */
const sold: Modules = { facture: "invoices", propal: "proposals", commande: "orders" };
const fetchedAs: Modules = { ...sold, facture_fournisseur: "supplierinvoices" };

const tableOf = (modules: Modules, modulepart: unknown): Name => {
  const found = modules[text(modulepart)];
  if (found === undefined) throw refused(403);
  return found;
};

/** The folder of a record's files, relative to its module. */
function folderOf(table: Name, { id, ref }: Row): string {
  const digits = `000${text(id)}`.slice(-2);
  return table === "supplierinvoices" ? `${digits[1]}/${digits[0]}/${text(ref)}` : text(ref);
}

const keyOf = (table: Name, file: string): string => `${table}/${file}`;

const content = (name: string, bytes: Buffer): Row => ({
  filename: name,
  "content-type": "application/pdf",
  filesize: bytes.length,
  content: bytes.toString("base64"),
  encoding: "base64",
});

function stored(company: Books, table: Name, file: string): Answer {
  const found = company.files.get(keyOf(table, file));
  if (found === undefined) throw refused(404, "File not found");
  return { body: content(found.name, found.bytes) };
}

function keep({ files }: Books, table: Name, file: string, bytes: Buffer): void {
  files.set(keyOf(table, file), { name: file.split("/").at(-1) ?? "", type: "application/pdf", bytes });
}

function listed({ company, query }: RouteRequest<Name>): Answer {
  const { modulepart = "", id } = query;
  const table = tableOf(listedAs, modulepart);
  const owner = company.tables[table].get(id);
  if (owner === undefined) throw refused(404, "Invoice not found");
  const folder = `${keyOf(table, folderOf(table, owner))}/`;
  const found = [...company.files].filter(([key]) => key.startsWith(folder));
  if (found.length === 0)
    throw refused(
      404,
      `Search for modulepart ${modulepart} with Id ${id} or Ref ${text(owner["ref"])} does not return any document.`,
    );
  return {
    body: found.map(([, { name, bytes }]) => ({
      name,
      level1name: owner["ref"],
      relativename: name,
      size: bytes.length,
      perm: 33_188,
      type: "file",
    })),
  };
}

function built(request: RouteRequest<Name>): Answer {
  const { modulepart, original_file: file } = request.body();
  const table = tableOf(fetchedAs, modulepart);
  const ref = text(file)
    .split("/")
    .at(-1)
    ?.replace(/\.[^.]+$/, "");
  const owner = request.company.tables[table].find("ref", ref);
  if (owner === undefined) throw refused(404, "Invoice not found");
  keep(request.company, table, `${folderOf(table, owner)}/${ref}.pdf`, pdf(`${ref}`));
  return stored(request.company, table, text(file));
}

/** `dol_sanitizeFileName`. */
const sanitized = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[<>/\\?*|":°$;`]/g, "_")
    .replaceAll(/-{2,}/g, "_")
    .replaceAll(/\s+-(?=\S)/g, " _")
    .replaceAll("..", "");

function uploaded(request: RouteRequest<Name>): Answer {
  const { modulepart, ref, filename: fileName, filecontent, overwriteifexists } = request.body();
  const filename = sanitized(text(fileName));
  const table = tableOf(listedAs, modulepart);
  const owner = request.company.tables[table].find("ref", ref);
  if (owner === undefined) throw refused(404, `Object with ref '${text(ref)}' was not found.`);
  const folder = folderOf(table, owner);
  if (!overwriteifexists && request.company.files.has(keyOf(table, `${folder}/${filename}`)))
    throw refused(400, `File with name '${filename}' already exists.`);
  keep(request.company, table, `${folder}/${filename}`, Buffer.from(text(filecontent), "base64"));
  return { body: filename };
}

export const fileRoutes: Route<Name>[] = [
  get("documents", listed),
  get("documents/download", ({ company, query }) =>
    stored(company, tableOf(fetchedAs, query["modulepart"]), text(query["original_file"])),
  ),
  put("documents/builddoc", built),
  post("documents/upload", uploaded),
];

/** The files of bills. */
export function scanBills(company: Books): void {
  for (const [index, bill] of company.tables.supplierinvoices.all().entries()) {
    const file = `${folderOf("supplierinvoices", bill)}/scan-${index}.pdf`;
    if (index % 3 === 0) keep(company, "supplierinvoices", file, pdf(`Facture ${index}`));
  }
}
