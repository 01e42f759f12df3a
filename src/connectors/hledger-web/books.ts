import { createHash } from "node:crypto";
import type { Session } from "../../contract/session.ts";
import { readWhole } from "../../kit/lists/inMemory.ts";
import { tagOf } from "./amounts.ts";
import type { Entry, Transaction } from "./types.ts";

/** Names an entry of ours in its comment. */
export const ownTag = "kontor";

export const wholeRule = "The vendor hands out its whole journal in one piece: every request reads it whole.";

export const readTransactions = readWhole<Transaction>("/transactions");

/** In the order of the journal. What is alike to the letter is told apart by its place among its likes. */
export async function readEntries(session: Session): Promise<readonly Entry[]> {
  const seen = new Map<string, number>();
  return (await readTransactions(session)).map((transaction) => {
    const name = tagOf(transaction.ttags, ownTag) ?? digestOf(transaction);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { id: count === 1 ? name : `${name}-${count}`, transaction };
  });
}

/** The vendor has no ids, and its numbers move when something is put in before. */
function digestOf({ tdate, tcode, tdescription, tcomment, tpostings }: Transaction): string {
  const postings = tpostings.map(({ paccount, pamount, pcomment }) => [
    paccount,
    pcomment,
    ...pamount.map(({ acommodity, aquantity }) => [acommodity, aquantity.decimalMantissa, aquantity.decimalPlaces]),
  ]);
  const text = JSON.stringify([tdate, tcode, tdescription, tcomment, postings]);
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
