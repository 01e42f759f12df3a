import { buffer } from "node:stream/consumers";
import type { Call, GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document } from "../../contract/records/documents.ts";
import type { Session, UploadedFile } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { elsewhere, encoder, invalid } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { idOf } from "../../kit/models/reading.ts";
import { marking } from "../../kit/models/writing.ts";
import { found, listing, noRecord } from "../../kit/reading.ts";
import { createOf, type Kind, one, select } from "./conventions.ts";
import { type Domain, known, rawOf, type Source } from "./records.ts";
import { act, ask } from "./rpc.ts";
import type { Attachment, Stamped } from "./types.ts";

const document = mapping<Document, Attachment>({
  id: ({ id }) => String(id),
  base64Encoded: ({ datas }) => Boolean(datas),
  content: ({ datas, url }) => datas || url,
  ...values({ contentType: "mimetype", fileName: "name" }),
});

/** A list is held in memory as a whole. */
const largest = 5 * 1024 * 1024;
const source: Source = {
  model: "ir.attachment",
  fields: ["name", "type", "url", "mimetype", "file_size", "res_field"],
};

type Owner = Kind<unknown, never>;

/** The id of the record that the files are of, which is there. */
async function ownerId(owner: Owner, { ids }: Pick<Call, "ids">, session: Session): Promise<number> {
  const id = idOf(Object.values(ids)[0]);
  if ((await one(session, { ...owner, fields: [], links: {}, parts: [] }, id)) === undefined) throw noRecord();
  return id;
}

async function attached(owner: Owner, call: Call, session: Session, more: Domain = []) {
  const id = await ownerId(owner, call, session);
  const domain: Domain = [["res_model", "=", owner.model], ["res_id", "=", id], ...more];
  return select<Attachment>(session, source, { domain });
}

/** With its content, which is asked for one file at a time. */
async function withContent(session: Session, file: Attachment): Promise<Attachment> {
  if (file.type === "url" || (file.file_size ?? 0) > largest) return file;
  const args = { fields: ["datas"] };
  const [read] = await ask<readonly { datas: string | false }[]>(session, {
    ...{ model: source.model, method: "read", ids: [file.id], args },
  });
  return { ...file, ...(read?.datas && { datas: read.datas }) };
}

export const filesOf = (owner: Owner): ListHandler<Document> => ({
  ...{ fields: document.fields, filters: [], orders: [], requires: [] },
  rules: ["Files come with their content up to 5 MiB; of a link content is its address."],
  list: async (call, session) => {
    const files = await attached(owner, call, session);
    const read: Attachment[] = [];
    for (const file of files) read.push(await withContent(session, file));
    return { ...listing(document, read), raw: files.map(rawOf), total: files.length };
  },
});

const shown = async (session: Session, file: Attachment | undefined) => {
  if (file === undefined) throw new Failure("not_found", "This record has no such document.");
  return { ...found(document, await withContent(session, file)), raw: rawOf(file) };
};

/** The one that is named, or the one that was attached first. */
export const fileOf = (owner: Owner): GetHandler<Document> => ({
  fields: document.fields,
  get: async (call, session) => {
    const { attachmentId } = call.ids;
    const files = await attached(owner, call, session);
    return shown(
      session,
      files.find(({ id }) => attachmentId === undefined || String(id) === attachmentId),
    );
  },
});

interface Shared extends Stamped {
  readonly access_url?: string;
  readonly access_token?: string;
}

/** The page on which a customer sees the document, made if there is none yet: what opens it is a token of its own. */
async function pageOf(session: Session, { model }: Owner, id: number): Promise<string | undefined> {
  if (!("access_token" in (await known(session, model)))) return undefined;
  const page = { model, fields: ["access_url", "access_token"] };
  const read = async () => (await select<Shared>(session, page, { domain: [["id", "=", id]] }))[0];
  if ((await read())?.access_token === undefined) await act(session, { model, method: "get_portal_url", ids: [id] });
  const { access_url: path, access_token: token } = (await read()) ?? {};
  return path && token && `${path}?${new URLSearchParams({ access_token: token, report_type: "pdf" }).toString()}`;
}

/** Undefined where Odoo prints nothing there: without a program to print with, or with several databases at its address. */
async function printed(session: Session, owner: Owner, id: number): Promise<Attachment | undefined> {
  const page = await pageOf(session, owner, id);
  if (page === undefined) return undefined;
  try {
    const { bytes, contentType: mimetype, fileName: name = `${id}.pdf` } = await session.download(page);
    return mimetype.startsWith("application/pdf") ? { id, name, mimetype, datas: bytes.toString("base64") } : undefined;
  } catch (error) {
    if (error instanceof Failure && error.code !== "target_unavailable") return undefined;
    throw error;
  }
}

const keptPrint = "invoice_pdf_report_file";

/** Reports are for who has a session of Odoo's own pages, which no key opens. */
export const printedDocument = (owner: Owner, rules: readonly string[]): GetHandler<Document> => ({
  fields: document.fields,
  rules: [...rules, "Where Odoo prints nothing, the first PDF that is attached."],
  get: async (call, session) => {
    // Files of fields are hidden unless they are asked for.
    const files = await attached(owner, call, session, [
      ["mimetype", "=", "application/pdf"],
      ["res_field", "in", [false, keptPrint]],
    ]);
    const kept = files.find((file) => file.res_field === keptPrint);
    if (kept !== undefined) return shown(session, kept);
    const file = await printed(session, owner, idOf(Object.values(call.ids)[0]));
    if (file === undefined) return shown(session, files[0]);
    const { datas: _datas, ...about } = file;
    return { ...found(document, file), raw: about };
  },
});

/** Found again by our reference, which is its description. */
async function valuesFor(model: string, id: number, file: UploadedFile | undefined, reference: string) {
  if (file === undefined) throw invalid("This takes exactly one file.", "file");
  if (file.size > largest) throw invalid("This takes files up to 5 MiB.", "file");
  const datas = (await buffer(file.open())).toString("base64");
  return { name: file.fileName, type: "binary", datas, res_model: model, res_id: id, description: reference };
}

const byReference = (reference: string): Domain => [["description", "=", reference]];

/** Adds the files that came with a record, but for those that an earlier attempt has added. */
export async function attachTo(
  { model }: Source,
  id: number,
  { files, marker }: WriteCall<unknown>,
  session: Session,
): Promise<void> {
  for (const [at, file] of files.entries()) {
    const reference = marking(`${marker}/${at}`);
    if ((await select(session, source, { domain: byReference(reference), limit: 1 })).length > 0) continue;
    const vals_list = [await valuesFor(model, id, file, reference)];
    await act(session, { model: source.model, method: "create", args: { vals_list } });
  }
}

type FileInput = InputOf<"files.create">;

const upload = (
  owner: (call: WriteCall<FileInput>) => { readonly owner: Owner; readonly ids: Call["ids"] },
  about: Pick<
    Parameters<typeof createOf<FileInput, Document, Attachment, object>>[1],
    "encoder" | "requires" | "rules"
  >,
) =>
  createOf<FileInput, Document, Attachment, object>(
    { ...source, map: document },
    {
      ...about,
      prepare: async (call, session) => {
        const { owner: kind, ids } = owner(call);
        const id = await ownerId(kind, { ids }, session);
        return valuesFor(kind.model, id, call.files[0], marking(call.marker));
      },
      marked: byReference,
      values: (_encoded, filled) => filled,
    },
  );

const uploadRule = "One file of at most 5 MiB. Its description at Odoo is a reference of ours.";

export const attachmentOf = (owner: Owner) =>
  upload(({ ids }) => ({ owner, ids }), { encoder: encoder({}), rules: [uploadRule] });

const moves = (type: string): Owner => ({
  ...{ model: "account.move", fields: [], own: true, map: undefined as never, domain: [["move_type", "=", type]] },
});
const orders = (model: string): Owner => ({ model, fields: [], own: true, map: undefined as never });

/** What a file can be added to, by our word for it. */
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
  if (owner === undefined) throw invalid(`documentType is one of ${words}.`, "documentType");
  if (resourceId === undefined) throw invalid("resourceId says which record the file is added to.", "resourceId");
  return { owner, ids: { resourceId } };
}

export const files = {
  "files.create": upload(ownerOf, {
    encoder: encoder<FileInput>({ documentType: elsewhere, resourceId: elsewhere }),
    requires: ["documentType", "resourceId"],
    rules: [uploadRule, `documentType says what resourceId is: ${words}.`],
  }),
};
