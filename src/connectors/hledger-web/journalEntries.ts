import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import { accountingDay, lastDayOfYear } from "../../kit/dates.ts";
import { encoder, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { bySign } from "../../kit/money.ts";
import { write } from "../../kit/writing.ts";
import { amountsIn, currencyOf, quantityOf, rateOf, tagOf } from "./amounts.ts";
import { type Entry, readEntries, wholeRule } from "./books.ts";
import { type Prepared, prepare, transactionFor } from "./newEntry.ts";
import type { Amount, Posting } from "./types.ts";

interface Line {
  readonly id: string;
  readonly posting: Posting;
  readonly amount: Amount;
}

const sideOf = ({ amount }: Line) => bySign(quantityOf(amount).toFixed());

const line = mapping<JournalLineItem, Line>({
  id: ({ id }) => id,
  accountCode: ({ posting }) => tagOf(posting.ptags, "code"),
  accountId: ({ posting }) => posting.paccount,
  currency: ({ amount }) => currencyOf(amount.acommodity),
  debitCreditIndicator: (native) => sideOf(native)?.debitCreditIndicator,
  description: ({ posting }) => posting.pcomment.trim(),
  exchangeRate: ({ amount }) => rateOf(amount)?.round(10, Big.roundHalfUp).toNumber(),
  totalNetAmount: (native) => sideOf(native)?.amount,
});

const linesOf = ({ id, transaction }: Entry): readonly Line[] =>
  amountsIn(transaction).map(({ posting, amount }, index) => ({ id: `${id}/${index + 1}`, posting, amount }));

/** The currency of all lines, if they share one. */
function currencyIn({ transaction }: Entry) {
  const [first, ...others] = new Set(amountsIn(transaction).map(({ amount }) => currencyOf(amount.acommodity)));
  return others.length === 0 ? first : undefined;
}

const entry = mapping<JournalEntry, Entry>({
  id: ({ id }) => id,
  currency: currencyIn,
  description: ({ transaction }) => transaction.tdescription,
  journalLineItems: nestedList(line, linesOf),
  number: ({ transaction }) => transaction.tcode,
  transactionDate: ({ transaction }) => accountingDay(transaction.tdate),
});

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: sentSeparately,
  currency: sentSeparately,
  debitCreditIndicator: sentSeparately,
  description: sentSeparately,
  exchangeRate: sentSeparately,
  totalNetAmount: sentSeparately,
});

/** `newEntry.ts` builds the body: hledger-web requires every key of its own format. */
const entryEncoder = encoder<JournalEntryInput>({
  currency: sentSeparately,
  description: sentSeparately,
  journalLineItems: sentSeparatelyIn(lineEncoder),
  number: sentSeparately,
  transactionDate: sentSeparately,
});

/** hledger-web returns an empty reply, so the answer is the entry as it was sent. */
const sentEntry = (call: WriteCall<JournalEntryInput>): Entry => ({
  id: call.marker,
  transaction: transactionFor(call),
});

const raw = ({ transaction }: Entry): unknown => transaction;
const rules = [
  wholeRule,
  "hledger-web has no ids. Kontor derives an entry's id from its content, so a changed entry gets a new id.",
];

export const journalEntries = {
  "journalEntries.list": inMemory({
    read: readEntries,
    map: entry,
    filters: {
      fiscalYearStartDate: ({ transaction: { tdate } }, start) => tdate >= start && tdate <= lastDayOfYear(start),
      transactionDateFrom: ({ transaction: { tdate } }, from) => tdate >= from,
    },
    raw,
    rules,
  }),
  "journalEntries.get": getInMemory({ read: readEntries, map: entry, id: ({ id }) => id, raw, rules }),
  "journalEntries.create": write({
    method: "PUT",
    path: "/add",
    encoder: entryEncoder,
    prepare,
    body: (_encoded, prepared, call) => transactionFor(call, prepared as Prepared),
    record: (_reply, call) => sentEntry(call),
    find: async ({ marker }, session) => {
      const written = (await readEntries(session)).find(({ id }) => id === marker);
      // Right after a write, hledger-web may still return the journal as it was before.
      if (written === undefined)
        throw new Failure("target_unavailable", "hledger-web does not list the entry yet. Try again in a moment.");
      return written;
    },
    map: entry,
    raw,
    requires: ["transactionDate", "journalLineItems", "journalLineItems.accountId", "journalLineItems.totalNetAmount"],
    rules: [
      "Debits and credits must balance in each currency, or at the lines' exchange rates. Kontor checks this because hledger-web does not.",
      "accountId is the account's full name, such as `assets:bank:checking`. The account must exist.",
      "Texts must be a single line without semicolons, which start a comment in the journal.",
    ],
  }),
};
