/** Documents have attachments; invoices, bills and journal entries name their document. */
import { buffer } from "node:stream/consumers";
import type { Call, GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import type { InputOf } from "../../contract/operations.ts";
import type { Document, DocumentType as DocumentTypeRecord } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { columns, values } from "../../kit/columns.ts";
import { contentTypeOf } from "../../kit/download.ts";
import { dayAs, encoder, fieldAs, fieldsAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { get, partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { purchaseEntries } from "./bills.ts";
import { allOf, guid, namesOf, recordIn, resource } from "./conventions.ts";
import { salesInvoices } from "./invoices.ts";
import type { Attachment, Body, DocumentType, Identified, Text, Transaction } from "./types.ts";
import { attachmentFields, documentTypeFields } from "./types.ts";

const document = mapping<Document, Attachment>({
  ...values({ id: "ID", content: "Attachment", fileName: "FileName" }),
  ...columns(contentTypeOf)({ contentType: "FileName" }),
  base64Encoded: () => true,
});
const raw = ({ Attachment: _content, ...about }: Attachment): unknown => about;

const path = "/documents/DocumentAttachments";
const attachments = resource(path, { id: "attachmentId", key: "ID", map: document, fields: attachmentFields });

/** Read one by one, because the vendor's list leaves the content out. */
async function attachedTo(session: Session, documentId: Text): Promise<readonly Attachment[]> {
  if (!documentId) return [];
  const query = { $select: "ID,FileName", $filter: `Document eq ${guid(documentId)}` };
  const found: Attachment[] = [];
  for (const { ID } of await allOf<Attachment>(session, path, query)) found.push(await attachments.read(session, ID));
  return found;
}

type DocumentOf = (call: Call, session: Session) => Promise<Text>;
const firstFile = (documentOf: DocumentOf): GetHandler<Document> =>
  get<Document, Attachment>({
    map: document,
    raw,
    read: async (call, session) => (await attachedTo(session, await documentOf(call, session)))[0],
  });
const allFiles = (documentOf: DocumentOf): ListHandler<Document> =>
  partsOf<Document, readonly Attachment[], Attachment>({
    map: document,
    raw,
    parts: (found) => found,
    read: async (call, session) => attachedTo(session, await documentOf(call, session)),
    rules: ["Each file's content takes one call to the target system."],
  });

const ofBill: DocumentOf = async ({ ids }, session) => (await purchaseEntries.read(session, ids["billId"])).Document;
const ofEntry: DocumentOf = async ({ ids }, session) => {
  const entryPath = `/financialtransaction/Transactions(${guid(ids["journalEntryId"])})`;
  return recordIn((await session.read(entryPath, { $select: "EntryID,Document" })) as Body<Transaction>)?.Document;
};

type FileFields = InputOf<"files.create">;
/** The vendor's document type for anything. */
const miscellaneous = 55;

/** A repeated write does not attach the same file twice. */
async function attach(documentId: string, { files }: WriteCall<unknown>, session: Session): Promise<Attachment> {
  const [file] = files;
  const attached = await attachedTo(session, documentId);
  const earlier = attached.find(({ FileName }) => FileName === file?.fileName);
  if (earlier !== undefined || file === undefined) return earlier ?? { ID: documentId };
  const content = (await buffer(file.open())).toString("base64");
  const body = { Document: documentId, FileName: file.fileName, Attachment: content };
  const reply = (await session.send({ method: "POST", path, body })) as Body<Identified>;
  return attachments.read(session, recordIn(reply)?.ID);
}

const typeOfDocument = mapping<DocumentTypeRecord, DocumentType>({
  ...values({ name: "Description" }),
  category: ({ TypeCategory }) => TypeCategory?.toString(),
});

export const documents = {
  "bills.document.get": firstFile(ofBill),
  "bills.documents.list": allFiles(ofBill),
  "invoices.document.get": firstFile(
    async ({ ids }, session) => (await salesInvoices.read(session, ids["invoiceId"])).Document,
  ),
  "journalEntries.attachments.list": allFiles(ofEntry),
  "journalEntries.attachments.get": attachments.get(),
  "files.create": write<FileFields, Document, Attachment>({
    method: "POST",
    path: "/documents/Documents",
    headers: () => ({ prefer: "return=representation" }),
    encoder: encoder<FileFields>({
      ...fieldsAs(fieldAs, { contactId: "Account", note: "Body", resourceId: "FinancialTransactionEntryID" }),
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
      "documentType is the number of one of the target system's document types. resourceId is the journal entry that the file belongs to.",
    ],
  }),
  "files.documentTypes.list": partsOf<DocumentTypeRecord, readonly DocumentType[], DocumentType>({
    map: typeOfDocument,
    parts: (found) => found,
    read: (_call, session) => allOf(session, "/documents/DocumentTypes", { $select: namesOf(documentTypeFields) }),
  }),
};
