/** Entries that are written by hand: posted, they come into the ledger as journals with ids of their own. */

import type { WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { as, dayAs, encoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, type Mapping, mapping, one } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { withFiles } from "./attachments.ts";
import { modified, recordsIn } from "./conventions.ts";
import { dimension } from "./fields.ts";
import { create, toldPosting } from "./telling.ts";
import type { Journal, ManualJournal, ManualJournalLine } from "./vendorLedger.ts";

const taxRate = mapping<TaxRate, ManualJournalLine>({ code: (line) => line.TaxType });

const line = mapping<JournalLineItem, ManualJournalLine>({
  accountCode: (line) => line.AccountCode,
  accountId: (line) => line.AccountID,
  debitCreditIndicator: (line) => bySign(line.LineAmount)?.debitCreditIndicator,
  description: (line) => line.Description,
  dimensions: each(dimension, ({ Tracking }) => (Tracking?.length ? Tracking : undefined)),
  taxRate: one(taxRate, (line) => (line.TaxType ? line : undefined)),
  totalNetAmount: (line) => bySign(line.LineAmount)?.amount,
});

/** A draft has no journal yet. */
export const manualEntry = mapping<JournalEntry, ManualJournal>({
  id: (manual) => manual.ManualJournalID,
  description: (manual) => manual.Narration,
  isProvisional: ({ Status }) => Status !== "POSTED",
  journalLineItems: each(line, (manual) => manual.JournalLines),
  journalType: () => "MANJOURNAL",
  transactionDate: (manual) => microsoftDay(manual.Date),
});

const told = encoder<JournalEntryInput>({
  description: as("Narration"),
  isProvisional: (isDraft) => ({ Status: isDraft ? "DRAFT" : "POSTED" }),
  journalLineItems: listAs("JournalLines", toldPosting(numberAs("LineAmount"))),
  transactionDate: dayAs("Date"),
});

/** Without being asked for a draft, entries are posted. */
const amountsOf = ({ isProvisional = false, journalLineItems }: JournalEntryInput): object => ({
  Status: isProvisional ? "DRAFT" : "POSTED",
  LineAmountTypes: journalLineItems?.some(({ taxRate }) => taxRate?.code) ? "Exclusive" : "NoTax",
});

export function createManual(
  journalEntry: Mapping<JournalEntry, Journal>,
): WriteHandler<JournalEntryInput, JournalEntry> {
  const handler = create<JournalEntryInput, JournalEntry, ManualJournal>("ManualJournals", {
    encoder: told,
    also: ({ body }) => amountsOf(body),
    map: manualEntry,
    requires: ["description", "journalLineItems"],
    rules: [
      "Entries are manual journals: posted, unless isProvisional asks for a draft, which journalEntries.list leaves out.",
    ],
  });
  const filed = withFiles(handler, ({ ManualJournalID }: ManualJournal) => path`/ManualJournals/${ManualJournalID}`);
  return {
    ...handler,
    fields: journalEntry.fields,
    complete: async (reply, call, session) => {
      await filed.complete?.(reply, call, session);
      const manual = handler.answer(reply, call).raw as ManualJournal;
      const journal = manual.Status === "POSTED" ? await journalFor(manual, session).catch(unreadable) : undefined;
      return { ...(reply as object), journal };
    },
    answer: (reply, call) => {
      const found = handler.answer(reply, call);
      const { journal: raw } = reply as { journal?: Journal };
      if (raw === undefined) return found;
      return { record: { ...journalEntry(raw), description: (found.raw as ManualJournal).Narration ?? "" }, raw };
    },
  };
}

/** Xero lets not every app read the ledger; the entry is made all the same. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== "target_forbidden") throw error;
}

/** Among what was posted since then: journals cannot be asked for by what they came from. */
async function journalFor({ ManualJournalID, UpdatedDateUTC }: ManualJournal, session: Session) {
  const written = microsoftInstant(UpdatedDateUTC);
  const headers = written === undefined ? {} : modified.lastModifiedAt(new Date(written));
  for (let offset = 0; ; ) {
    const journals = recordsIn(await session.read("/Journals", { offset }, headers), "Journals");
    const found = journals.find(({ SourceID }) => SourceID === ManualJournalID);
    if (found !== undefined || journals.length === 0) return found;
    offset = journals.at(-1)?.JournalNumber ?? 0;
  }
}
