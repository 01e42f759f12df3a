/**
 * Booking proposals, which the accountant finds in "Belege online": a transfer (dxso-job) that is begun, filled with files
 * and finished; DATEV reads it in its own time and keeps a protocol.
 */
import { Readable } from "node:stream";
import type { Call, GetHandler, Job, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { BookingProposalInput } from "../../contract/inputs/bookingProposals.ts";
import type { BookingProposal } from "../../contract/records/bookingProposals.ts";
import type { AsyncTask, AsyncTaskInformation } from "../../contract/records/documents.ts";
import type { Session, UploadedFile } from "../../contract/session.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { invalid } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { found, ifFound } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { transfersSite } from "./access.ts";
import { guidOf } from "./files.ts";
import { type Book, documentXml, encodeProposal, ledgerXml, monthOf } from "./ledgerImport.ts";
import type { ProtocolEntry, Transfer, TransferStatus } from "./types.ts";

type Asked = WriteCall<BookingProposalInput>;

const payable = { ledger: "accountsPayableLedger", partner: "supplier" } as const;
const receivable = { ledger: "accountsReceivableLedger", partner: "customer" } as const;
const books: Readonly<Record<string, Book>> = {
  BILL: { ...payable, isCreditNote: false },
  BILL_CREDIT_NOTE: { ...payable, isCreditNote: true },
  INVOICE: { ...receivable, isCreditNote: false },
  INVOICE_CREDIT_NOTE: { ...receivable, isCreditNote: true },
};
const bookTypes = Object.keys(books).join(", ");

function bookOf({ filters: { bookingType = "" } }: Call): Book {
  const book = books[bookingType];
  if (book === undefined) throw invalid(`bookingType has to be one of ${bookTypes}.`, "bookingType");
  return book;
}

const pathOf = (id: string | null | undefined): string => `${transfersSite}${path`/dxso-jobs/${id ?? undefined}`}`;

const statusOf = async (session: Session, id: string | null | undefined): Promise<number | null | undefined> =>
  ((await session.read(pathOf(id))) as TransferStatus).status;

const inMemoryFile = (fileName: string, contentType: string, text: string): UploadedFile => {
  const bytes = Buffer.from(text);
  return { fileName, contentType, size: bytes.length, open: () => Readable.from([bytes]) };
};

/** DATEV puts underscores for signs that it does not like, and would not find the file any more. The number keeps them apart. */
const paperNamed = (file: UploadedFile, index: number): UploadedFile => ({
  ...file,
  fileName: `${index + 1} ${file.fileName.normalize("NFC").replaceAll(/[^\w &()+.\-À-ÖØ-öø-ÿ]/gu, "_")}`.slice(-200),
});

/** Where the caller named none, the first that DATEV names. */
function folderIn(
  { ledger_folder_names: folders }: Transfer,
  { ledgerName }: BookingProposalInput,
): string | undefined {
  if (ledgerName !== undefined && folders?.length && !folders.includes(ledgerName))
    throw invalid(`ledgerName has to be one of ${folders.join(", ")}.`, "ledgerName");
  return ledgerName ?? folders?.[0];
}

function filesOf(transfer: Transfer, call: Asked): readonly UploadedFile[] {
  const { body, files, marker } = call;
  const book = bookOf(call);
  const papers = files.map(paperNamed);
  const lines = inMemoryFile("lines.xml", "text/xml", ledgerXml(body, book));
  const about = {
    book,
    month: monthOf(body),
    folder: folderIn(transfer, body),
    guid: guidOf(marker),
    lines: lines.fileName,
    papers: papers.map(({ fileName }) => fileName),
  };
  return [...papers, lines, inMemoryFile("document.xml", "text/xml", documentXml(about, new Date()))];
}

async function fill(transfer: Transfer, call: Asked, session: Session): Promise<void> {
  for (const file of filesOf(transfer, call))
    await session.send({
      method: "POST",
      path: `${pathOf(transfer.id)}/files`,
      form: { parts: {}, files: [{ name: "files", file }] },
    });
  const ready = JSON.stringify({ ready: "true" });
  await session.send({
    method: "PUT",
    path: pathOf(transfer.id),
    file: inMemoryFile("ready.json", "application/merge-patch+json", ready),
  });
}

const isOpen = async (session: Session, id: string | null | undefined): Promise<boolean> =>
  (await statusOf(session, id)) === 0;

/** Until it is finished, a transfer is nothing: one that could not be filled is taken back. */
async function complete(reply: unknown, call: Asked, session: Session): Promise<unknown> {
  const transfer = reply as Transfer;
  // After a crash it may be finished already.
  if (!(await isOpen(session, transfer.id))) return transfer;
  try {
    await fill(transfer, call, session);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (!(await isOpen(session, transfer.id))) return transfer;
    await session.send({ method: "DELETE", path: pathOf(transfer.id) });
    throw new Failure(error.code, error.message, { ...error.details, undone: true });
  }
  return transfer;
}

const states = vocabulary({
  0: "OPEN",
  1: "IN_PROGRESS",
  2: "SUCCESS",
  3: "FAILED",
  4: "PARTIAL_SUCCESS",
  5: "CANCELLED_SUCCESSFULLY",
  6: "CANCEL_FAILED",
});
const kinds = vocabulary({ information: "INFO", warning: "WARNING", error: "ERROR" });

const information = mapping<AsyncTaskInformation, ProtocolEntry>({
  filename: ({ filename }) => filename || undefined,
  message: ({ text, context }) => [text?.trim(), context].filter(Boolean).join(" "),
  timestamp: ({ time }) => instant(time),
  type: kinds.read(({ type }) => type),
});

interface Followed extends TransferStatus {
  readonly entries: readonly ProtocolEntry[];
}

const followed = mapping<AsyncTask, Followed>({
  information: each(information, ({ entries }) => entries.filter(({ text, context }) => text?.trim() || context)),
  responseData: () => undefined,
  status: states.read(({ status }) => (status == null ? undefined : String(status))),
});

async function follow(session: Session, id: string | null | undefined): Promise<Followed> {
  const status = (await session.read(pathOf(id))) as TransferStatus;
  const entries = (await ifFound(session.read(`${pathOf(id)}/protocol-entries`))) as Followed["entries"] | undefined;
  return { ...status, entries: entries ?? [] };
}

/** What a proposal's `taskId` names. */
export const task: GetHandler<AsyncTask> = {
  fields: followed.fields,
  rules: ["DATEV keeps the protocol of a booking proposal for about two months."],
  get: async ({ ids }, session) => found(followed, await follow(session, ids["taskId"])),
};

const ends = { 2: "done", 3: "failed", 4: "done", 5: "failed", 6: "done" } as const;

const job: Job<BookingProposal> = {
  poll: async (begun, session) => {
    const { status, entries } = await follow(session, (begun as Transfer).id);
    const errors = entries.filter(({ type }) => type === "error").map(({ filename, text }) => `${filename}: ${text}`);
    const faults = status === 4 && errors.length === 0 ? ["DATEV took only part of it."] : errors;
    return { state: ends[status as keyof typeof ends] ?? "running", ...(faults.length > 0 && { faults }) };
  },
  records: async function* () {},
};

const create: WriteHandler<BookingProposalInput, BookingProposal> = {
  fields: {
    id: true,
    bookingProposalDate: true,
    bookingType: true,
    currency: true,
    files: true,
    ledgerName: true,
    number: true,
    taskId: true,
    totalGrossAmount: true,
  },
  writableFields: encodeProposal.writableFields,
  requires: ["number", "currency", "lineItems.totalGrossAmount"],
  // Beginning a transfer twice leaves one that nobody finishes.
  repeatable: true,
  rules: [
    `bookingType is required: ${bookTypes}. Amounts of credit notes are positive here too.`,
    "DATEV reads it later: /asyncTask/{taskId} tells what became of it, and /bookingProposals/async waits for that.",
    "ledgerName is a folder of Belege online; without one it is the first that DATEV names for that book and month.",
    "paymentTermsId stands alone: DATEV takes it without dueDate and discounts only.",
    "The id is that of the transfer; files tells that of the papers, which may have 20 MB each.",
  ],
  request: (call) => {
    // Refused here, before anything is begun.
    ledgerXml(call.body, bookOf(call));
    return {
      method: "POST",
      path: `${transfersSite}/dxso-jobs`,
      body: { import_type: `${bookOf(call).ledger}Import`, accounting_month: monthOf(call.body) },
    };
  },
  complete,
  answer: (reply, call) => {
    const transfer = reply as Transfer;
    const { body, files, filters, marker } = call;
    const id = transfer.id ?? "";
    const folder = folderIn(transfer, body);
    return {
      record: {
        id,
        taskId: id,
        bookingType: filters.bookingType as NonNullable<BookingProposal["bookingType"]>,
        bookingProposalDate: accountingDay(body.bookingProposalDate) ?? "",
        currency: body.currency as NonNullable<BookingProposal["currency"]>,
        ...(files.length > 0 && { files: [guidOf(marker)] }),
        ...(folder !== undefined && { ledgerName: folder }),
        ...(body.number !== undefined && { number: body.number }),
        totalGrossAmount: sum(body.lineItems.map(({ totalGrossAmount }) => totalGrossAmount)),
      },
      raw: transfer,
    };
  },
  job,
};

export const bookingProposals = { "bookingProposals.create": create };
