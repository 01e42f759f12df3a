/** The ledger can only be read as a file: the export for the French tax authority (FEC), which every company has. */

import type { ListCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type * as records from "../../contract/records/ledger.ts";
import type { Download, Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { accountingDay, lastDayOfYear } from "../../kit/dates.ts";
import { sideOf as netSide, yearBalances } from "../../kit/ledger.ts";
import { type Group, groupsBy } from "../../kit/lists/groups.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { balance, type Side, sum } from "../../kit/money.ts";
import { fetched } from "./files.ts";
import type { Posting } from "./types.ts";

/** Without these parameters the export leaves out rows that were exported before, and marks the rows that it exports. */
const repeatable = { alreadyexport: "1", notnotifiedasexport: "1" };
const fec = "1000";

interface WrittenFile {
  readonly modulepart: string;
  readonly relative_path: string;
}

/** Up to version 20 the reply is the file. Version 21 replies with nothing, releases of 2026 with the file's location. */
async function textOf(session: Session, { bytes, contentType }: Download): Promise<string> {
  if (bytes.length === 0)
    throw new Failure(
      "operation_not_supported",
      "This version of the target system does not return its ledger export. Use a version from 18 to 20 to read the ledger.",
    );
  if (!contentType.startsWith("application/json")) return bytes.toString();
  const { modulepart, relative_path: path } = JSON.parse(bytes.toString()) as WrittenFile;
  const { content = "" } = await fetched(session, modulepart, path);
  return Buffer.from(content, "base64").toString();
}

/** Exports that were read for a first page are kept for the next ones, if they are small. */
const largestKept = 5_000_000;

/** Dolibarr writes every export to the same file before it sends it, so that exports at the same time mix. */
async function exported(session: Session, query: string, isFirst: boolean): Promise<string> {
  const name = `ledger ${query}`;
  const known = isFirst ? undefined : session.memory.get(name);
  if (typeof known === "string") return known;
  const file = await session.download(`/accountancy/exportdata?${query}`, undefined, { alone: true });
  const text = await textOf(session, file);
  session.memory.set(name, text.length > largestKept ? undefined : text);
  return text;
}

/** Books balance, so an export that does not is not whole. */
function checkBalance(rows: readonly Posting[]): void {
  const debits = sum(rows.map(debitOf));
  const credits = sum(rows.map(creditOf));
  if (debits === credits) return;
  throw new Failure(
    "target_bad_response",
    `Dolibarr's ledger export does not balance: its debits are ${debits}, its credits ${credits}. Another program may have exported at the same time. Try again, or check the ledger in Dolibarr.`,
  );
}

interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whether this is the first page of a list, which reads the ledger anew. */
  readonly isFirst?: boolean;
}

async function readPostings(session: Session, { from, to, isFirst = true }: Period = {}): Promise<readonly Posting[]> {
  const query = new URLSearchParams({
    period: "custom",
    date_min: from ?? "1970-01-01",
    ...(to && { date_max: to }),
    format: fec,
    ...repeatable,
  });
  const text = await exported(session, query.toString(), isFirst);
  const [head = "", ...rows] = text.split(/\r?\n/);
  const names = head.replace(/^\uFEFF/, "").split("\t");
  if (!names.includes("EcritureNum"))
    throw new Failure("target_bad_response", "The target system's export has no entries in it.");
  // Copying an object that has all names is faster than adding them one by one.
  const empty: { readonly [name: string]: string } = Object.fromEntries(names.map((name) => [name, ""]));
  const postings = rows.filter(Boolean).map((row) => {
    const cells = row.split("\t");
    const posting: { [name: string]: string } = { ...empty };
    for (let index = 0; index < names.length; index++) posting[names[index] ?? ""] = cells[index] ?? "";
    return posting as unknown as Posting;
  });
  checkBalance(postings);
  return postings;
}

/** `1234,56`. Both separators are configurable; the last one separates the decimals. */
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
  // An entry that is not validated can still be changed.
  isProvisional: ([{ ValidDate: day }]) => day === "",
  journalCode: ([{ JournalCode: code }]) => code,
  journalLineItems: nestedList(line, (rows: Entry) =>
    rows.map((row, index) => ({ ...row, id: `${row.EcritureNum}/${index + 1}`, side: sideOf(row) })),
  ),
  number: ([{ EcritureNum: number }]) => number,
  transactionDate: ([{ EcritureDate: day }]) => accountingDay(dayOf(day)),
});

const raw = (rows: Entry): object => ({ rows });

async function entries(session: Session, period?: Period): Promise<readonly Entry[]> {
  const rows = await readPostings(session, period);
  const inOrder = rows.toSorted((a, b) => Number(a.EcritureNum) - Number(b.EcritureNum));
  return groupsBy(inOrder, ({ EcritureNum: number }) => number).map(([, entry]) => entry);
}

/** The first posting of each account or journal. */
const firstOfEach = (rows: readonly Posting[], name: "CompteNum" | "JournalCode"): readonly Posting[] =>
  [...new Map(rows.toReversed().map((row) => [row[name], row])).values()].toSorted((a, b) =>
    a[name] < b[name] ? -1 : 1,
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
  "Kontor reads the whole ledger export. The user needs the permission to export, and the target system keeps a copy of each export.",
  "Version 21 does not return its export, so its ledger cannot be read.",
];
const posted = "Only accounts with postings in the ledger are listed.";

const isFirstPage = ({ window }: Pick<ListCall, "window">): boolean => (window?.page ?? 1) === 1;

const readFirst = (name: "CompteNum" | "JournalCode") => async (session: Session, call?: ListCall) =>
  firstOfEach(await readPostings(session, { isFirst: call === undefined || isFirstPage(call) }), name);

export const ledger = {
  "accounts.list": inMemory<records.Account, Posting>({
    read: readFirst("CompteNum"),
    map: account,
    rules: [...rules, posted],
  }),
  "accounts.get": getInMemory<records.Account, Posting>({
    read: readFirst("CompteNum"),
    map: account,
    id: ({ CompteNum: number }) => number,
    rules: [...rules, posted],
  }),
  "journals.list": inMemory<records.Journal, Posting>({ read: readFirst("JournalCode"), map: journal, rules }),
  "journalEntries.list": inMemory<records.JournalEntry, Entry>({
    read: (session, { window, filters: { transactionDateFrom, fiscalYearStartDate: start } }) =>
      entries(session, {
        from: [transactionDateFrom, start]
          .filter((day) => day !== undefined)
          .toSorted()
          .at(-1),
        to: start && lastDayOfYear(start),
        isFirst: isFirstPage({ window }),
      }),
    map: entry,
    raw,
    // The export was requested for these days.
    filters: { transactionDateFrom: () => true, fiscalYearStartDate: () => true },
    rules,
  }),
  "journalEntries.get": getInMemory<records.JournalEntry, Entry>({
    read: (session) => entries(session),
    map: entry,
    raw,
    id: ([{ EcritureNum: number }]) => number,
    rules,
  }),
  "trialBalance.list": yearBalances<Entry>({
    read: async (session, start) => {
      const rows = await readPostings(session, { from: start, to: lastDayOfYear(start) });
      return groupsBy(rows, ({ CompteNum: number }) => number)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, group]) => group);
    },
    map: trialBalanceEntry,
    raw,
    number: ([{ CompteNum: number }]) => number,
    rules: [
      ...rules,
      "Balances include the opening balance only if the target system has opening entries for the year.",
    ],
  }),
};
