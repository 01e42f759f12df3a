/** Documents carry attachments; invoices, bills and entries name their document. */
import { buffer } from "node:stream/consumers";
import type { Call, GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document, DocumentType as DocumentTypeRecord } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { columns, values } from "../../kit/columns.ts";
import { contentTypeOf } from "../../kit/download.ts";
import { allAs, as, dayAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { get, partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { purchaseEntries } from "./bills.ts";
import { allOf, fieldsOf, guid, recordIn, resource } from "./conventions.ts";
import { salesInvoices } from "./invoices.ts";
import type { Attachment, Body, DocumentType, Identified, Text, Transaction } from "./types.ts";
import { attachment, documentType } from "./types.ts";

const document = mapping<Document, Attachment>({
  ...values({ id: "ID", content: "Attachment", fileName: "FileName" }),
  ...columns(contentTypeOf)({ contentType: "FileName" }),
  base64Encoded: () => true,
});
const raw = ({ Attachment: _content, ...about }: Attachment): unknown => about;

const path = "/documents/DocumentAttachments";
const attachments = resource(path, { id: "attachmentId", key: "ID", map: document, fields: attachment });

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
    map: document,
    raw,
    read: async (call, session) => (await attachedTo(session, await documentOf(call, session)))[0],
  });
const all = (documentOf: DocumentOf): ListHandler<Document> =>
  partsOf<Document, readonly Attachment[], Attachment>({
    map: document,
    raw,
    parts: (found) => found,
    read: async (call, session) => attachedTo(session, await documentOf(call, session)),
    rules: ["Files come with their content, each by a call of its own."],
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
  const content = (await buffer(file.open())).toString("base64");
  const body = { Document: documentId, FileName: file.fileName, Attachment: content };
  const made = (await session.send({ method: "POST", path, body })) as Body<Identified>;
  return attachments.read(session, recordIn(made)?.ID);
}

const typeOfDocument = mapping<DocumentTypeRecord, DocumentType>({
  ...values({ name: "Description" }),
  category: ({ TypeCategory }) => TypeCategory?.toString(),
});

export const documents = {
  "bills.document.get": first(ofBill),
  "bills.documents.list": all(ofBill),
  "invoices.document.get": first(
    async ({ ids }, session) => (await salesInvoices.read(session, ids["invoiceId"])).Document,
  ),
  "journalEntries.attachments.list": all(ofEntry),
  "journalEntries.attachments.get": attachments.get(),
  "files.create": write<FileFields, Document, Attachment>({
    method: "POST",
    path: "/documents/Documents",
    headers: () => ({ prefer: "return=representation" }),
    encoder: encoder<FileFields>({
      ...allAs(as, { contactId: "Account", note: "Body", resourceId: "FinancialTransactionEntryID" }),
      documentDate: dayAs("DocumentDate"),
      documentType: (type) => ({ Type: Number(type) }),
    }),
    body: (encoded, _prepared, { files: [file] }) => ({
      Type: miscellaneous,
      Subject: file?.fileName ?? "File",
      ...encoded,
    }),
    record: recordIn<Attachment>,
    afterwards: ({ ID }, call, session) => attach(ID ?? "", call, session),
    map: document,
    raw,
    rules: [
      "documentType is the number of one of the target system's types; resourceId is the entry that the file belongs to.",
    ],
  }),
  "files.documentTypes.list": partsOf<DocumentTypeRecord, readonly DocumentType[], DocumentType>({
    map: typeOfDocument,
    parts: (found) => found,
    read: (_call, session) => allOf(session, "/documents/DocumentTypes", { $select: fieldsOf(documentType) }),
  }),
};
