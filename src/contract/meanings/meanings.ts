/**
 * What the fields of records mean in bookkeeping, said once: net or gross, which sign, whose side, which day. A field is
 * looked for in its record's own table, then among those of lines, then among those that mean the same everywhere.
 */
import { answerMeanings } from "./answers.ts";
import { fieldMeanings } from "./fields.ts";
import { lineMeanings } from "./lines.ts";
import { masterMeanings } from "./masterData.ts";
import { postingMeanings } from "./postings.ts";
import { recordMeanings } from "./records.ts";
import { serviceMeanings } from "./service.ts";
import { tradeMeanings } from "./trade.ts";
import type { MeaningsOf } from "./types.ts";

const own: MeaningsOf = {
  ...tradeMeanings,
  ...postingMeanings,
  ...masterMeanings,
  ...serviceMeanings,
  ...answerMeanings,
};

/** A body means what its record means: `InvoiceInput` and `InvoicePatch` are of `Invoice`. */
const recordOf = (title: string): string => title.replace(/(?:Input|InputWithFiles|Patch|PatchBody|Update)$/, "");

export function meaningOf(title: string, field: string): string | undefined {
  const record = recordOf(title);
  const shared = /Line/.test(title) ? (lineMeanings[field] ?? fieldMeanings[field]) : fieldMeanings[field];
  return own[title]?.[field] ?? own[record]?.[field] ?? shared;
}

/** What the record as a whole is. */
export const meaningOfRecord = (title: string): string | undefined =>
  recordMeanings[title] ?? recordMeanings[recordOf(title)];
