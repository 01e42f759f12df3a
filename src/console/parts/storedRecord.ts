/** What people call the record of a write: its number and its total. */
import { openStored, type StoredRecord } from "../../core/writing/storedRecord.ts";
import type { Words } from "../texts/phrases.ts";
import type { View } from "./view.ts";

type Sealed = Parameters<typeof openStored>[1];

export const storedOf = ({ deps }: Pick<View, "deps">, write: Sealed): StoredRecord =>
  openStored(deps.auth.connecting.vault, write);

export function totalOf({ language }: Pick<Words, "language">, { total, currency }: StoredRecord): string | undefined {
  if (total === undefined) return undefined;
  const amount = total.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 10 });
  return currency === undefined ? amount : `${amount} ${currency}`;
}

/** In one line; empty if neither is known. */
export const labelOf = (words: Pick<Words, "language">, stored: StoredRecord): string =>
  [stored.number, totalOf(words, stored)].filter(Boolean).join(" · ");
