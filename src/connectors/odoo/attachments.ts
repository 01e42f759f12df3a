import type { GetHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, invalidField, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { type FileInput, largestFile, modelFiles } from "../../kit/models/files.ts";
import { idOf } from "../../kit/models/reading.ts";
import { recordResult } from "../../kit/reading.ts";
import { createOf, type Kind, readOne, select } from "./conventions.ts";
import { identity } from "./fields.ts";
import { known, rawOf, type Source } from "./records.ts";
import { act, ask } from "./rpc.ts";
import { type Attachment, attachmentFields, namesOf, type Stamped } from "./types.ts";

const document = mapping<Document, Attachment>({
  ...identity,
  base64Encoded: ({ datas }) => Boolean(datas),
  content: ({ datas, url }) => datas || url,
  ...values({ contentType: "mimetype", fileName: "name" }),
});

const source: Source = { model: "ir.attachment", fields: namesOf(attachmentFields) };

type Owner = Kind<unknown, never>;
type AnyOwner = Owner | Source;

const { attached, shown, upload, ...handlers } = modelFiles<AnyOwner, Attachment>({
  source,
  map: document,
  rawOf,
  createOf,
  has: async (session, owner, id) =>
    (await readOne(session, { ...owner, fields: [], links: {}, parts: [] }, id)) !== undefined,
  select: (session, domain) => select<Attachment>(session, source, { domain }),
  belongsTo: (model, id) => [
    ["res_model", "=", model],
    ["res_id", "=", id],
  ],
  withContent: async (session, file) => {
    if (file.type === "url" || (file.file_size ?? 0) > largestFile) return file;
    const question = { model: source.model, method: "read", ids: [file.id], args: { fields: ["datas"] } };
    const [record] = await ask<readonly { datas: string | false }[]>(session, question);
    return { ...file, ...(record?.datas && { datas: record.datas }) };
  },
  values: (model, id, datas) => ({ type: "binary", datas, res_model: model, res_id: id }),
  add: (session, values) => act(session, { model: source.model, method: "create", args: { vals_list: [values] } }),
});

export const { attachTo, fileOf, filesOf } = handlers;

type Shared = Stamped & { readonly access_url?: string; readonly access_token?: string };

/** The portal page of the document, created if needed. A token opens it. */
async function pageOf(session: Session, { model }: Owner, id: number): Promise<string | undefined> {
  if (!("access_token" in (await known(session, model)))) return undefined;
  const page = { model, fields: ["access_url", "access_token"] };
  const read = async () => (await select<Shared>(session, page, { domain: [["id", "=", id]] }))[0];
  if ((await read())?.access_token === undefined) await act(session, { model, method: "get_portal_url", ids: [id] });
  const { access_url: path, access_token: token } = (await read()) ?? {};
  return path && token && `${path}?${new URLSearchParams({ access_token: token, report_type: "pdf" }).toString()}`;
}

const passing: ReadonlySet<string> = new Set(["target_unavailable", "target_timeout", "target_rate_limited"]);

/** Undefined if Odoo cannot print: without wkhtmltopdf, or with several databases on one address. */
async function printed(session: Session, owner: Owner, id: number): Promise<Attachment | undefined> {
  const page = await pageOf(session, owner, id);
  if (page === undefined) return undefined;
  try {
    const { bytes, contentType: mimetype, fileName: name = `${id}.pdf` } = await session.download(page);
    return mimetype.startsWith("application/pdf") ? { id, name, mimetype, datas: bytes.toString("base64") } : undefined;
  } catch (error) {
    // A slow or busy Odoo may print the next time.
    if (!(error instanceof Failure) || passing.has(error.code)) throw error;
    return undefined;
  }
}

const keptPrint = "invoice_pdf_report_file";

/** Odoo's report URLs need a browser session, which an API key cannot open. */
export const printedDocument = (owner: Owner, rules: readonly string[]): GetHandler<Document> => ({
  fields: document.fields,
  rules: [
    ...rules,
    "If Odoo cannot print, the first attached PDF.",
    "To print a document that was never shared, Odoo first gives it a link, which counts as a change of the document.",
  ],
  get: async (call, session) => {
    // Files that belong to fields are hidden by default.
    const files = await attached(owner, call, session, [
      ["mimetype", "=", "application/pdf"],
      ["res_field", "in", [false, keptPrint]],
    ]);
    const stored = files.find((file) => file.res_field === keptPrint);
    if (stored !== undefined) return shown(session, stored);
    const file = await printed(session, owner, idOf(Object.values(call.ids)[0]));
    if (file === undefined) return shown(session, files[0]);
    const { datas: _datas, ...about } = file;
    return { ...recordResult(document, file), raw: about };
  },
});

const uploadRule = "Send one file of up to 5 MiB. Its description in Odoo holds a reference that Kontor needs.";

export const attachmentOf = (owner: Owner) =>
  upload(({ ids }) => ({ owner, ids }), { encoder: encoder({}), rules: [uploadRule] });

const moves = (type: string): Owner => ({
  model: "account.move",
  fields: [],
  singleCompany: true,
  map: undefined as never,
  domain: [["move_type", "=", type]],
});
const orders = (model: string): Owner => ({ model, fields: [], singleCompany: true, map: undefined as never });

/** The models that accept files, by our document type. */
const owners: Readonly<Record<string, Owner>> = {
  INVOICE: moves("out_invoice"),
  CREDIT_NOTE: moves("out_refund"),
  BILL: moves("in_invoice"),
  VENDOR_CREDIT: moves("in_refund"),
  JOURNAL_ENTRY: orders("account.move"),
  OFFER: orders("sale.order"),
  SALES_ORDER: orders("sale.order"),
  PURCHASE_ORDER: orders("purchase.order"),
};
const words = Object.keys(owners).join(", ");

function ownerOf({ body: { documentType = "", resourceId } }: WriteCall<FileInput>) {
  const owner = owners[documentType];
  if (owner === undefined) throw invalidField(`documentType must be one of ${words}.`, "documentType");
  if (resourceId === undefined)
    throw invalidField("resourceId is required: the record to add the file to.", "resourceId");
  return { owner, ids: { resourceId } };
}

export const files = {
  "files.create": upload(ownerOf, {
    encoder: encoder<FileInput>({ documentType: sentSeparately, resourceId: sentSeparately }),
    requires: ["documentType", "resourceId"],
    rules: [uploadRule, `documentType says what resourceId is: ${words}.`],
  }),
};
