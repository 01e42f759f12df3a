import type { Call, GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import type { Session } from "../../contract/session.ts";
import { mapping } from "../../kit/mapping.ts";
import { found, listing, noRecord } from "../../kit/reading.ts";
import { idOf, type Kind, one, select } from "./conventions.ts";
import type { Domain } from "./domain.ts";
import { rawOf, type Source } from "./records.ts";
import { ask } from "./rpc.ts";
import type { Attachment, Move } from "./types.ts";

const document = mapping<Document, Attachment>({
  id: ({ id }) => String(id),
  base64Encoded: ({ datas }) => Boolean(datas),
  content: ({ datas, url }) => datas || url,
  contentType: ({ mimetype }) => mimetype,
  fileName: ({ name }) => name,
});

/** A list is held in memory as a whole. */
const largest = 5 * 1024 * 1024;
const source: Source = {
  model: "ir.attachment",
  fields: ["name", "type", "url", "mimetype", "file_size", "res_field"],
};

async function attached(owner: Kind<unknown, Move>, { ids }: Call, session: Session, more: Domain = []) {
  const id = idOf(Object.values(ids)[0]);
  if ((await one(session, { ...owner, links: {} }, id)) === undefined) throw noRecord();
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

export const filesOf = (owner: Kind<unknown, Move>): ListHandler<Document> => ({
  ...{ fields: document.fields, filters: [], orders: [], requires: [] },
  rules: ["Files come with their content up to 5 MiB; of a link content is its address."],
  list: async (call, session) => {
    const files = await attached(owner, call, session);
    const read: Attachment[] = [];
    for (const file of files) read.push(await withContent(session, file));
    return { ...listing(document, read), raw: files.map(rawOf), total: files.length };
  },
});

const fileBy = (
  owner: Kind<unknown, Move>,
  pick: (files: readonly Attachment[], call: Call) => Attachment | undefined,
  { more = [], rules }: { more?: Domain; rules?: readonly string[] } = {},
): GetHandler<Document> => ({
  fields: document.fields,
  ...(rules && { rules }),
  get: async (call, session) => {
    const file = pick(await attached(owner, call, session, more), call);
    if (file === undefined) throw new Failure("not_found", "This record has no such document.");
    return { ...found(document, await withContent(session, file)), raw: rawOf(file) };
  },
});

export const firstFileOf = (owner: Kind<unknown, Move>) => fileBy(owner, ([first]) => first);

export const fileOf = (owner: Kind<unknown, Move>) =>
  fileBy(owner, (files, { ids }) => files.find(({ id }) => String(id) === ids["attachmentId"]));

const printed = "invoice_pdf_report_file";

/** Odoo prints for who has a session of its pages; with a key there is what was printed before, on sending it. */
export const printedDocument = (owner: Kind<unknown, Move>) =>
  fileBy(owner, (files) => files.find((file) => file.res_field === printed) ?? files[0], {
    // Files of fields are hidden unless they are asked for.
    more: [
      ["mimetype", "=", "application/pdf"],
      ["res_field", "in", [false, printed]],
    ],
    rules: ["The PDF that Odoo made when the invoice was printed or sent; without one, the first PDF attached to it."],
  });
