/**
 * Looks up the description of a field: net or gross, sign, side, unit. A field's description is in its record's own table,
 * or in the table for document lines, or in the table that applies to every record; the first match wins.
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

const meaningsByRecord: MeaningsOf = {
  ...tradeMeanings,
  ...postingMeanings,
  ...masterMeanings,
  ...serviceMeanings,
  ...answerMeanings,
};

/** Bodies share the descriptions of their record: `InvoiceInput` and `InvoicePatch` use those of `Invoice`. */
const recordOf = (title: string): string => title.replace(/(?:Input|InputWithFiles|Patch|PatchBody|Update)$/, "");

export function meaningOf(title: string, field: string): string | undefined {
  const record = recordOf(title);
  const shared = /Line/.test(title) ? (lineMeanings[field] ?? fieldMeanings[field]) : fieldMeanings[field];
  return meaningsByRecord[title]?.[field] ?? meaningsByRecord[record]?.[field] ?? shared;
}

/** The description of the record itself. */
export const meaningOfRecord = (title: string): string | undefined =>
  recordMeanings[title] ?? recordMeanings[recordOf(title)];
