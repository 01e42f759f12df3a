import { createHash } from "node:crypto";
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry as JournalEntryRecord } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { as, elsewhere, encoder } from "../../kit/encode.ts";
import { amount, decimal, sum } from "../../kit/money.ts";
import type { Entries } from "./byDocument.ts";
import { key, quoted } from "./conventions.ts";
import { optionName } from "./fields.ts";
import { addAttachment, attach, attachment, attachments } from "./files.ts";
import { entryAt, getEntry, journalEntry, listEntries, ofDocument } from "./ledgerReading.ts";
import { act, discard, orDiscard } from "./telling.ts";
import type { Entity, Page, Party } from "./types.ts";
import type { Journal } from "./vendorLedger.ts";

const ledgerAccount = { accountType: optionName("G/L Account") };
/**
 * Only accounts are looked up by an id: here the number of a customer or vendor stands for it. Which account of the
 * ledger is meant follows from it.
 */
const onPartner = (accountType: string) => (number: string) => ({
  ...{ accountType, accountNumber: number },
  accountId: undefined,
});

const signed = ({ totalNetAmount = 0, debitCreditIndicator }: JournalLineItemInput): number =>
  debitCreditIndicator === "CREDIT" ? -totalNetAmount : totalNetAmount;

const toldLine = encoder<JournalLineItemInput>({
  accountCode: (number) => ({ ...ledgerAccount, accountNumber: number }),
  accountId: (id) => ({ ...ledgerAccount, accountId: id }),
  accountNumber: (number) => ({ ...ledgerAccount, accountNumber: String(number) }),
  customerId: onPartner("Customer"),
  debitCreditIndicator: elsewhere,
  description: as("description"),
  supplierId: onPartner("Vendor"),
  totalNetAmount: (_net, line) => ({ amount: amount(decimal(signed(line))) }),
});

/** Posting a journal posts all that is in it: an entry gets a journal of its own, named after the write. */
const codeOf = (marker: string): string =>
  `K${createHash("sha256").update(marker).digest("hex").slice(0, 9)}`.toUpperCase();

const numberOf = ({ body: { number }, marker }: WriteCall<JournalEntryInput>): string => number ?? codeOf(marker);
const documentOf = (call: WriteCall<JournalEntryInput>) => ({
  documentNumber: numberOf(call),
  postingDate: calendarDay(call.body.transactionDate ?? ""),
});

function checked({ isProvisional, journalLineItems = [] }: JournalEntryInput): void {
  if (isProvisional)
    throw new Failure("invalid_request", "Journal entries are posted at once.", { field: "isProvisional" });
  if (sum(journalLineItems.map(signed)) !== 0)
    throw new Failure("invalid_request", "Debit and credit are not the same.", { field: "journalLineItems" });
}

/** A customer's or vendor's number, by its id. */
type Numbers = ReadonlyMap<string, string>;

const numbered = ({ customerId, supplierId, ...line }: JournalLineItemInput, numbers: Numbers) => ({
  ...line,
  ...(customerId !== undefined && { customerId: numbers.get(customerId) ?? "" }),
  ...(supplierId !== undefined && { supplierId: numbers.get(supplierId) ?? "" }),
});

async function readNumbers({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Numbers> {
  const numbers = new Map<string, string>();
  const learn = async (set: "customers" | "vendors", id: string | undefined) => {
    if (id === undefined || numbers.has(id)) return;
    const { number } = (await session.read(`/${set}${key(id)}`, { $select: "number" })) as Party;
    numbers.set(id, number ?? "");
  };
  for (const { customerId, supplierId } of body.journalLineItems ?? []) {
    await learn("customers", customerId);
    await learn("vendors", supplierId);
  }
  return numbers;
}

const toldJournal = (call: WriteCall<JournalEntryInput>, numbers: Numbers): object => {
  checked(call.body);
  const { description, journalLineItems = [] } = call.body;
  const about = { ...documentOf(call), ...(description !== undefined && { description }) };
  return {
    code: codeOf(call.marker),
    displayName: `Kontor ${numberOf(call)}`,
    journalLines: journalLineItems.map((line) => ({ ...about, ...toldLine(numbered(line, numbers)) })),
  };
};

const journalPath = ({ id }: Journal): string => `/journals${key(id)}`;

/** An empty journal that stays behind harms nobody. */
async function posted(
  found: Journal | Entries,
  call: WriteCall<JournalEntryInput>,
  session: Session,
): Promise<Entries> {
  if (isPosted(found)) return found;
  const path = journalPath(found);
  await orDiscard(session, path, async () => {
    await addFiles(found, call, session);
    await act(session, path, "post");
  });
  const entries = await ofDocument(session, documentOf(call));
  await discard(session, path).catch(() => undefined);
  return entries;
}

/** A file that is at a line of the journal goes with it into the ledger. */
async function addFiles(journal: Journal, { files }: WriteCall<unknown>, session: Session): Promise<void> {
  if (files.length === 0) return;
  const { value } = (await session.read(`${journalPath(journal)}/journalLines`, { $top: 1 })) as Page;
  const [first] = (value ?? []) as readonly Entity[];
  if (first !== undefined) await attach(session, first, files);
}

const isPosted = (found: Journal | Entries): found is Entries => Array.isArray(found);

/** A journal of ours that is empty was posted. Without one, a document whose number was told may be anybody's. */
async function findEarlier(call: WriteCall<JournalEntryInput>, session: Session) {
  const query = { $filter: `code eq ${quoted(codeOf(call.marker))}`, $expand: "journalLines" };
  const { value } = (await session.read("/journals", query)) as Page;
  const [journal] = (value ?? []) as readonly Journal[];
  if (journal !== undefined && (journal.journalLines?.length ?? 0) > 0) return journal;
  const entries = await ofDocument(session, documentOf(call));
  if (entries.length === 0) return undefined;
  if (journal !== undefined || call.body.number === undefined) return entries;
  throw new Failure("outcome_unknown", "There is such a document, but whether it is this one cannot be told.");
}

const createEntry: WriteHandler<JournalEntryInput, JournalEntryRecord> = {
  fields: journalEntry.fields,
  writableFields: {
    ...{ description: true, isProvisional: true, number: true, transactionDate: true },
    journalLineItems: toldLine.writableFields,
  },
  requires: ["transactionDate", "journalLineItems"],
  rules: ["It is posted at once, through a journal of its own. Lines are named by its description or their own."],
  prepare: readNumbers,
  request: (call, numbers) => ({ method: "POST", path: "/journals", body: toldJournal(call, numbers as Numbers) }),
  complete: (reply, call, session) => posted(reply as Journal | Entries, call, session),
  answer: (reply) => ({ record: journalEntry(reply as Entries), raw: reply }),
  find: findEarlier,
};

export const journalEntries = {
  "journalEntries.list": listEntries,
  "journalEntries.get": getEntry,
  "journalEntries.create": createEntry,
  "journalEntries.attachments.list": attachments(entryAt),
  "journalEntries.attachments.create": addAttachment(entryAt, "journalEntryId"),
  "journalEntries.attachments.get": attachment(entryAt, "attachmentId"),
};
