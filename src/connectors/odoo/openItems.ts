import type { ListHandler } from "../../contract/connector.ts";
import type { OpenItemEntry, OpenItem as OpenItemRecord } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { balance, bySign, sum } from "../../kit/money.ts";
import { listing } from "../../kit/reading.ts";
import { changedSince, type Kind, select } from "./conventions.ts";
import { moveSource, numberOf, owedLines, partialsOf } from "./documents.ts";
import { booksCurrency, currencies, identity, stamps, textOf } from "./fields.ts";
import { type Domain, rawOf } from "./records.ts";
import { type Grouped, groups } from "./rpc.ts";
import type { Labelled, Line, Move, Text } from "./types.ts";

const kinds = { INVOICE: "asset_receivable", BILL: "liability_payable" } as const;

/** The open amount as totalled by the server. A debit is positive. */
type Item = Move & { readonly residual: number };

interface Posting extends Readonly<Record<"debit" | "credit", number>> {
  readonly day: Text;
  readonly due?: Text;
  readonly text?: Text;
  readonly currency: Labelled | undefined;
}

/** The amount of a line and its reconciliations, which are on the other side. */
function postingsOf(line: Line): readonly Posting[] {
  const currency = line.company_currency_id;
  const posting = { debit: line.debit ?? 0, credit: line.credit ?? 0, due: line.date_maturity, text: line.name };
  const against = partialsOf(line).map(({ amount = 0, max_date: day }) => ({
    ...(posting.credit > posting.debit ? { debit: amount, credit: 0 } : { debit: 0, credit: amount }),
    day,
    currency,
  }));
  return [{ ...posting, day: line.date, currency }, ...against];
}

const allOf = (item: Item): readonly Posting[] => owedLines(item).flatMap(postingsOf);

const entry = mapping<OpenItemEntry, Posting>({
  amount: ({ debit, credit }) => balance(debit, credit).amount,
  debitCreditIndicator: ({ debit, credit }) => balance(debit, credit).debitCreditIndicator,
  ...currencies({ currency: "currency" }),
  ...values({ description: "text" }),
  ...days({ dueDate: "due", postingDate: "day" }),
});

const accountOf = (item: Item) => owedLines(item)[0]?.account_id;

const openItem: Kind<OpenItemRecord, Item> = {
  ...moveSource,
  map: mapping<OpenItemRecord, Item>({
    ...identity,
    ...stamps,
    accountId: (item) => textOf(accountOf(item)),
    accountName: (item) => accountOf(item)?.name,
    accountNumber: (item) => accountOf(item)?.code,
    ...booksCurrency,
    ...days({ postingDate: "date" }),
    documentNumber: numberOf,
    entries: nestedList(entry, allOf),
    openBalance: ({ residual }) => bySign(residual),
    totalCreditAmount: (item) => sum(allOf(item).map(({ credit }) => credit)),
    totalDebitAmount: (item) => sum(allOf(item).map(({ debit }) => debit)),
    type: (item) => (owedLines(item)[0]?.account_type === kinds.BILL ? "BILL" : "INVOICE"),
  }),
};

async function openGroups(session: Session, more: Domain): Promise<readonly Grouped[]> {
  const domain = [
    ["parent_state", "=", "posted"],
    ["company_id", "=", Number(session.company)],
    ["reconciled", "=", false],
    ...more,
  ];
  return groups(session, { model: "account.move.line", domain, by: "move_id", sums: ["amount_residual"] });
}

const list: ListHandler<OpenItemRecord> = {
  fields: openItem.map.fields,
  filters: ["accountNumber", "documentNumber", "lastModifiedAt", "type"],
  orders: [],
  requires: [],
  readsWholeList: true,
  rules: [
    "Lists entries with open receivables or payables, including unused payments and credits. Odoo totals them. Amounts are in the company's currency.",
  ],
  list: async ({ filters, window }, session) => {
    const { type, accountNumber, documentNumber, lastModifiedAt } = filters;
    const types = type === undefined ? Object.values(kinds) : [kinds[type as keyof typeof kinds]];
    const openMoves = await openGroups(session, [
      ["account_id.account_type", "in", types],
      ...(accountNumber === undefined ? [] : ([["account_id.code", "=", accountNumber]] as const)),
      ...(documentNumber === undefined ? [] : ([["move_id.name", "=", documentNumber]] as const)),
      ...(lastModifiedAt === undefined ? [] : changedSince(lastModifiedAt, moveSource, "move_id.")),
    ]);
    const residuals = new Map(openMoves.flatMap(({ by, sums }) => (by ? [[by[0], sums["amount_residual"] ?? 0]] : [])));
    const ids = itemsInWindow(
      [...residuals.keys()].toSorted((a, b) => a - b),
      window,
    );
    const moves = ids.length === 0 ? [] : await select<Move>(session, openItem, { domain: [["id", "in", ids]] });
    const items = moves.map((move) => ({ ...move, residual: residuals.get(move.id) ?? 0, raw: rawOf(move) }));
    return {
      ...listing(openItem.map, items, ({ raw }: Item & { readonly raw?: unknown }) => raw),
      total: residuals.size,
    };
  },
};

export const openItems = { "openItems.list": list };
