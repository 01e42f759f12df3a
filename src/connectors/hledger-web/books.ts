import { createHash } from "node:crypto";
import type { Session } from "../../contract/session.ts";
import { readUnpagedList } from "../../kit/lists/inMemory.ts";
import { tagOf } from "./amounts.ts";
import type { Transaction } from "./types.ts";

/** A transaction with the id that Kontor gives it. */
export interface Entry {
  readonly id: string;
  readonly transaction: Transaction;
}

/** The tag in the comment of an entry that Kontor created. It holds the entry's id. */
export const ownTag = "kontor";

export const wholeRule = "hledger-web returns its whole journal in one piece, so every request reads all of it.";

export const readTransactions = readUnpagedList<Transaction>("/transactions");

/** In journal order. Identical entries are numbered to tell them apart. */
export async function readEntries(session: Session): Promise<readonly Entry[]> {
  const counts = new Map<string, number>();
  return (await readTransactions(session)).map((transaction) => {
    const name = tagOf(transaction.ttags, ownTag) ?? digestOf(transaction);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { id: count === 1 ? name : `${name}-${count}`, transaction };
  });
}

/** hledger-web has no ids, and its entry numbers shift when an earlier entry is inserted. */
function digestOf({ tdate, tcode, tdescription, tcomment, tpostings }: Transaction): string {
  const postings = tpostings.map(({ paccount, pamount, pcomment }) => [
    paccount,
    pcomment,
    ...pamount.map(({ acommodity, aquantity }) => [acommodity, aquantity.decimalMantissa, aquantity.decimalPlaces]),
  ]);
  const text = JSON.stringify([tdate, tcode, tdescription, tcomment, postings]);
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
