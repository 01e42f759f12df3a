/** Documents carry attachments; invoices, bills and entries name their document. */

import { buffer } from "node:stream/consumers";
import type { Call, GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document, DocumentType as DocumentTypeRecord } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { get, listing } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { purchaseEntries } from "./bills.ts";
import { allOf, guid, recordIn, resource, selected } from "./conventions.ts";
import { salesInvoices } from "./invoices.ts";
import type { Attachment, Body, DocumentType, Identified, Text, Transaction } from "./types.ts";

const types: Readonly<Record<string, string>> = {
  ...{ pdf: "application/pdf", png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", xml: "application/xml" },
};
const contentTypeOf = (fileName: Text): string =>
  types[fileName?.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";

const document = mapping<Document, Attachment>({
  ...values({ id: "ID", fileName: "FileName" }),
  base64Encoded: () => true,
  content: ({ Attachment: content }) => content,
  contentType: ({ FileName }) => contentTypeOf(FileName),
});
const raw = ({ Attachment: _content, ...about }: Attachment): unknown => about;

const path = "/documents/DocumentAttachments";
const attachments = resource("/documents/DocumentAttachments", {
  ...{ id: "attachmentId", key: "ID", map: document },
  ...selected("ID,Attachment,Document,FileName"),
});

/** With their content, one by one: a list of them has none. */
async function attachedTo(session: Session, documentId: Text): Promise<readonly Attachment[]> {
  if (!documentId) return [];
  const query = { $select: "ID,FileName", $filter: `Document eq ${guid(documentId)}` };
  const found: Attachment[] = [];
  for (const { ID } of await allOf<Attachment>(session, path, query)) found.push(await attachments.read(session, ID));
  return found;
}

type DocumentOf = (call: Call, session: Session) => Promise<Text>;
const first = (documentOf: DocumentOf): GetHandler<Document> =>
  get<Document, Attachment>({
    ...{ map: document, raw },
    read: async (call, session) => (await attachedTo(session, await documentOf(call, session)))[0],
  });
const all = (documentOf: DocumentOf): ListHandler<Document> => ({
  ...{ fields: document.fields, filters: [], orders: [], requires: [] },
  rules: ["Files come with their content, each by a call of its own."],
  list: async (call, session) => {
    const found = await attachedTo(session, await documentOf(call, session));
    return { ...listing(document, found, raw), total: found.length };
  },
});

const ofBill: DocumentOf = async ({ ids }, session) => (await purchaseEntries.read(session, ids["billId"])).Document;
const ofEntry: DocumentOf = async ({ ids }, session) => {
  const place = `/financialtransaction/Transactions(${guid(ids["journalEntryId"])})`;
  return recordIn((await session.read(place, { $select: "EntryID,Document" })) as Body<Transaction>)?.Document;
};

type FileFields = InputOf<"files.create">;
/** Of the vendor's types, the one for anything. */
const miscellaneous = 55;

/** Where it was attached before, it is not attached again. */
async function attach(documentId: string, { files }: WriteCall<unknown>, session: Session): Promise<Attachment> {
  const [file] = files;
  const there = await attachedTo(session, documentId);
  const before = there.find(({ FileName }) => FileName === file?.fileName);
  if (before !== undefined || file === undefined) return before ?? { ID: documentId };
  const body = {
    ...{ Document: documentId, FileName: file.fileName, Attachment: (await buffer(file.open())).toString("base64") },
  };
  const made = (await session.send({ method: "POST", path, body })) as Body<Identified>;
  return attachments.read(session, recordIn(made)?.ID);
}

const documentType = mapping<DocumentTypeRecord, DocumentType>({
  name: ({ Description }) => Description,
  category: ({ TypeCategory }) => TypeCategory?.toString(),
});

export const documents = {
  ...{ "bills.document.get": first(ofBill), "bills.documents.list": all(ofBill) },
  "invoices.document.get": first(
    async ({ ids }, session) => (await salesInvoices.read(session, ids["invoiceId"])).Document,
  ),
  ...{ "journalEntries.attachments.list": all(ofEntry), "journalEntries.attachments.get": attachments.get() },
  "files.create": write<FileFields, Document, Attachment>({
    ...{ method: "POST", path: "/documents/Documents" },
    headers: () => ({ prefer: "return=representation" }),
    encoder: encoder<FileFields>({
      ...{ contactId: as("Account"), documentDate: dayAs("DocumentDate") },
      documentType: (type) => ({ Type: Number(type) }),
      ...{ note: as("Body"), resourceId: as("FinancialTransactionEntryID") },
    }),
    body: (encoded, _prepared, { files: [file] }) => ({
      ...{ Type: miscellaneous, Subject: file?.fileName ?? "File" },
      ...encoded,
    }),
    record: recordIn<Attachment>,
    afterwards: ({ ID }, call, session) => attach(ID, call, session),
    ...{ map: document, raw },
    rules: [
      "documentType is the number of one of the target system's types; resourceId is the entry that the file belongs to.",
    ],
  }),
  "files.documentTypes.list": {
    ...{ fields: documentType.fields, filters: [], orders: [], requires: [] },
    list: async (_call: Call, session: Session) => {
      const found = await allOf<DocumentType>(session, "/documents/DocumentTypes", {
        $select: "ID,Description,TypeCategory",
      });
      return { ...listing(documentType, found), total: found.length };
    },
  },
};
