/** The ledger can be read as a file only: the export that French tax offices ask for (FEC), of any company anywhere. */

import { Failure } from "../../contract/failure.ts";
import type * as records from "../../contract/records/ledger.ts";
import type { Download, Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { accountingDay, lastDayOfYear } from "../../kit/dates.ts";
import { sideOf as netSide, yearBalances } from "../../kit/ledger.ts";
import { type Group, groupsBy } from "../../kit/lists/groups.ts";
import { inMemory, oneInMemory } from "../../kit/lists/inMemory.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { balance, type Side, sum } from "../../kit/money.ts";
import { fetched } from "./files.ts";
import type { Posting } from "./types.ts";

/** Each row once more: without these two, the export leaves out what was exported before, and notes what it exports. */
const repeatable = { alreadyexport: "1", notnotifiedasexport: "1" };
const fec = "1000";

interface WrittenFile {
  readonly modulepart: string;
  readonly relative_path: string;
}

/** Until 20 the answer is the file; 21 answers with nothing, and releases of 2026 tell where the file was written. */
async function textOf(session: Session, { bytes, contentType }: Download): Promise<string> {
  if (bytes.length === 0)
    throw new Failure(
      "operation_not_supported",
      "This version of the target system writes its export down, but answers with nothing: its ledger can be read with versions 18 to 20.",
    );
  if (!contentType.startsWith("application/json")) return bytes.toString();
  const { modulepart, relative_path: path } = JSON.parse(bytes.toString()) as WrittenFile;
  const { content = "" } = await fetched(session, modulepart, path);
  return Buffer.from(content, "base64").toString();
}

async function postings(session: Session, from = "1970-01-01", to?: string): Promise<readonly Posting[]> {
  const query = new URLSearchParams({
    period: "custom",
    date_min: from,
    ...(to && { date_max: to }),
    format: fec,
    ...repeatable,
  });
  const text = await textOf(session, await session.download(`/accountancy/exportdata?${query.toString()}`));
  const [head = "", ...rows] = text.split(/\r?\n/);
  const names = head.replace(/^\uFEFF/, "").split("\t");
  if (!names.includes("EcritureNum"))
    throw new Failure("target_bad_response", "The target system's export has no entries in it.");
  // Each is a copy of one that has all names: to add them one by one takes longer.
  const empty: { readonly [name: string]: string } = Object.fromEntries(names.map((name) => [name, ""]));
  return rows.filter(Boolean).map((row) => {
    const cells = row.split("\t");
    const posting: { [name: string]: string } = { ...empty };
    for (let index = 0; index < names.length; index++) posting[names[index] ?? ""] = cells[index] ?? "";
    return posting as unknown as Posting;
  });
}

/** `1234,56`; both separators can be set to something else, and the last one is that of the decimals. */
const decimalOf = (value: string): string => {
  if (/^-?\d+,\d+$/.test(value)) return value.replace(",", ".");
  const [, whole = "", , cents = ""] = /^(.*?)(?:([.,])(\d+))?$/.exec(value.trim()) ?? [];
  return `${whole.replaceAll(/[^\d-]/g, "") || "0"}.${cents || "0"}`;
};
const debitOf = ({ Debit }: Posting) => decimalOf(Debit);
const creditOf = ({ Credit }: Posting) => decimalOf(Credit);
const sideOf = (posting: Posting) => balance(debitOf(posting), creditOf(posting));

/** `20260131`. */
const dayOf = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`;

type Numbered = Posting & { readonly id: string; readonly side: Side };
const line = mapping<records.JournalLineItem, Numbered>({
  ...values({
    id: "id",
    accountCode: "CompteNum",
    accountId: "CompteNum",
    description: "EcritureLib",
    documentNumber: "PieceRef",
    thirdPartyCode: "CompAuxNum",
  }),
  accountNumber: ({ CompteNum: number }) => (/^\d{1,15}$/.test(number) ? Number(number) : undefined),
  ...values({ debitCreditIndicator: "side.debitCreditIndicator", totalNetAmount: "side.amount" }),
});

type Entry = Group<Posting>;
const entry = mapping<records.JournalEntry, Entry>({
  id: ([{ EcritureNum: number }]) => number,
  description: ([{ EcritureLib: text }]) => text,
  // What is not validated can still be changed.
  isProvisional: ([{ ValidDate: day }]) => day === "",
  journalCode: ([{ JournalCode: code }]) => code,
  journalLineItems: each(line, (rows: Entry) =>
    rows.map((row, index) => ({ ...row, id: `${row.EcritureNum}/${index + 1}`, side: sideOf(row) })),
  ),
  number: ([{ EcritureNum: number }]) => number,
  transactionDate: ([{ EcritureDate: day }]) => accountingDay(dayOf(day)),
});

/** Its rows, as they are. */
const raw = (rows: Entry): object => ({ rows });

async function entries(session: Session, from?: string, to?: string): Promise<readonly Entry[]> {
  const rows = await postings(session, from, to);
  const inOrder = rows.toSorted((one, other) => Number(one.EcritureNum) - Number(other.EcritureNum));
  return groupsBy(inOrder, ({ EcritureNum: number }) => number).map(([, entry]) => entry);
}

/** The first posting of each, by a name. */
const first = (rows: readonly Posting[], name: "CompteNum" | "JournalCode"): readonly Posting[] =>
  [...new Map(rows.toReversed().map((row) => [row[name], row])).values()].toSorted((one, other) =>
    one[name] < other[name] ? -1 : 1,
  );

const account = mapping<records.Account, Posting>(
  values({ id: "CompteNum", code: "CompteNum", name: "CompteLib", number: "CompteNum" }),
);

const journal = mapping<records.Journal, Posting>(
  values({ id: "JournalCode", code: "JournalCode", description: "JournalLib" }),
);

const trialBalanceEntry = mapping<records.TrialBalanceEntry, Entry>({
  accountCode: ([{ CompteNum: number }]) => number,
  accountName: ([{ CompteLib: name }]) => name,
  accountNumber: ([{ CompteNum: number }]) => number,
  balance: netSide((rows) => balance(sum(rows.map(debitOf)), sum(rows.map(creditOf)))),
  totalCreditAmount: (rows) => sum(rows.map(creditOf)),
  totalDebitAmount: (rows) => sum(rows.map(debitOf)),
});

const rules = [
  "Made from the target system's export of its ledger, which is read whole; it needs the right to export, and keeps a copy of each export among its own files.",
  "Version 21 answers its export with nothing, and cannot be asked.",
];
const posted = "Only what was transferred to the ledger is there, and only accounts that have postings.";

const all = (name: "CompteNum" | "JournalCode") => async (session: Session) => first(await postings(session), name);

export const ledger = {
  "accounts.list": inMemory<records.Account, Posting>({
    read: all("CompteNum"),
    map: account,
    rules: [...rules, posted],
  }),
  "accounts.get": oneInMemory<records.Account, Posting>({
    read: all("CompteNum"),
    map: account,
    id: ({ CompteNum: number }) => number,
    rules: [...rules, posted],
  }),
  "journals.list": inMemory<records.Journal, Posting>({ read: all("JournalCode"), map: journal, rules }),
  "journalEntries.list": inMemory<records.JournalEntry, Entry>({
    read: (session, { filters: { transactionDateFrom: from, fiscalYearStartDate: start } }) =>
      entries(
        session,
        [from, start]
          .filter((day) => day !== undefined)
          .toSorted()
          .at(-1),
        start && lastDayOfYear(start),
      ),
    map: entry,
    raw,
    // What is read was made for them.
    filters: { transactionDateFrom: () => true, fiscalYearStartDate: () => true },
    rules,
  }),
  "journalEntries.get": oneInMemory<records.JournalEntry, Entry>({
    read: (session) => entries(session),
    map: entry,
    raw,
    id: ([{ EcritureNum: number }]) => number,
    rules,
  }),
  "trialBalance.list": yearBalances<Entry>({
    read: async (session, start) => {
      const rows = await postings(session, start, lastDayOfYear(start));
      return groupsBy(rows, ({ CompteNum: number }) => number)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, group]) => group);
    },
    map: trialBalanceEntry,
    raw,
    number: ([{ CompteNum: number }]) => number,
    rules: [...rules, "What a year began with counts as far as the target system has opening entries for it."],
  }),
};
