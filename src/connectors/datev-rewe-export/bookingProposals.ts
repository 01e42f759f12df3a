/**
 * Booking proposals, which appear in the accountant's "Belege online". Each is a transfer (dxso-job) that Kontor starts,
 * fills with files and marks as ready. DATEV processes it later and keeps a protocol.
 */
import { Readable } from "node:stream";
import type { Call, GetHandler, Job, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { BookingProposalInput } from "../../contract/inputs/bookingProposals.ts";
import type { BookingProposal } from "../../contract/records/bookingProposals.ts";
import type { AsyncTask, AsyncTaskInformation } from "../../contract/records/documents.ts";
import type { Session, UploadedFile } from "../../contract/session.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { invalidField } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { recordResult, undefinedIfMissing } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { transfersSite } from "./access.ts";
import { guidOf } from "./files.ts";
import { type Book, documentXml, encodeProposal, ledgerXml, monthOf } from "./ledgerImport.ts";
import type { ProtocolEntry, Transfer, TransferStatus } from "./types.ts";

type ProposalCall = WriteCall<BookingProposalInput>;

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
  if (book === undefined) throw invalidField(`bookingType must be one of ${bookTypes}.`, "bookingType");
  return book;
}

const pathOf = (id: string | null | undefined): string => `${transfersSite}${path`/dxso-jobs/${id ?? undefined}`}`;

const statusOf = async (session: Session, id: string | null | undefined): Promise<number | null | undefined> =>
  ((await session.read(pathOf(id))) as TransferStatus).status;

const inMemoryFile = (fileName: string, contentType: string, text: string): UploadedFile => {
  const bytes = Buffer.from(text);
  return { fileName, contentType, size: bytes.length, open: () => Readable.from([bytes]) };
};

/** DATEV replaces special characters by underscores and then no longer finds the file. The number keeps names distinct. */
const withSafeName = (file: UploadedFile, index: number): UploadedFile => ({
  ...file,
  fileName: `${index + 1} ${file.fileName.normalize("NFC").replaceAll(/[^\w &()+.\-À-ÖØ-öø-ÿ]/gu, "_")}`.slice(-200),
});

/** The caller's folder, or the first one that DATEV lists. */
function folderIn(
  { ledger_folder_names: folders }: Transfer,
  { ledgerName }: BookingProposalInput,
): string | undefined {
  if (ledgerName !== undefined && folders?.length && !folders.includes(ledgerName))
    throw invalidField(`ledgerName must be one of ${folders.join(", ")}.`, "ledgerName");
  return ledgerName ?? folders?.[0];
}

function filesOf(transfer: Transfer, call: ProposalCall): readonly UploadedFile[] {
  const { body, files, marker } = call;
  const book = bookOf(call);
  const attachments = files.map(withSafeName);
  const lines = inMemoryFile("lines.xml", "text/xml", ledgerXml(body, book));
  const about = {
    book,
    month: monthOf(body),
    folder: folderIn(transfer, body),
    guid: guidOf(marker),
    lines: lines.fileName,
    attachments: attachments.map(({ fileName }) => fileName),
  };
  return [...attachments, lines, inMemoryFile("document.xml", "text/xml", documentXml(about, new Date()))];
}

async function fill(transfer: Transfer, call: ProposalCall, session: Session): Promise<void> {
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

/** DATEV ignores a transfer until it is ready. If it cannot be filled, Kontor deletes it. */
async function complete(reply: unknown, call: ProposalCall, session: Session): Promise<unknown> {
  const transfer = reply as Transfer;
  // After a crash, the transfer may already be marked as ready.
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

interface TransferReport extends TransferStatus {
  readonly entries: readonly ProtocolEntry[];
}

const report = mapping<AsyncTask, TransferReport>({
  information: nestedList(information, ({ entries }) => entries.filter(({ text, context }) => text?.trim() || context)),
  responseData: () => undefined,
  status: states.read(({ status }) => (status == null ? undefined : String(status))),
});

async function readReport(session: Session, id: string | null | undefined): Promise<TransferReport> {
  const status = (await session.read(pathOf(id))) as TransferStatus;
  const entries = (await undefinedIfMissing(session.read(`${pathOf(id)}/protocol-entries`))) as
    | TransferReport["entries"]
    | undefined;
  return { ...status, entries: entries ?? [] };
}

/** The task behind a proposal's `taskId`. */
export const task: GetHandler<AsyncTask> = {
  fields: report.fields,
  rules: ["DATEV keeps the protocol of a booking proposal for about two months."],
  get: async ({ ids }, session) => recordResult(report, await readReport(session, ids["taskId"])),
};

const ends = { 2: "done", 3: "failed", 4: "done", 5: "failed", 6: "done" } as const;

const job: Job<BookingProposal> = {
  poll: async (begun, session) => {
    const { status, entries } = await readReport(session, (begun as Transfer).id);
    const errors = entries.filter(({ type }) => type === "error").map(({ filename, text }) => `${filename}: ${text}`);
    const faults = status === 4 && errors.length === 0 ? ["DATEV accepted only part of the proposal."] : errors;
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
  // A transfer that was started twice is harmless: DATEV ignores the one that never becomes ready.
  repeatable: true,
  rules: [
    `bookingType is required: ${bookTypes}. Amounts of credit notes are positive.`,
    "DATEV processes the proposal later. Get the result from /asyncTask/{taskId}, or use /bookingProposals/async, which waits for it.",
    "ledgerName is a folder in Belege online. By default, it is the first folder that DATEV lists for that ledger and month.",
    "Send either paymentTermsId, or dueDate and discounts: DATEV does not accept both.",
    "id is the id of the transfer, and files has the id of the attached documents. Each file may have up to 20 MB.",
  ],
  request: (call) => {
    // Invalid input is refused before a transfer is started.
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
