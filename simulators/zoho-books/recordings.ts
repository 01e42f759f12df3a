/** What was recorded at Zoho Books: the fields of every record, and refusals. */
import { openRecordings } from "../engine/recordings.ts";
import { isRow, type Row } from "../engine/values.ts";
import { type Name, names, shapes } from "./shapes.ts";

const notRecords = ["code", "message", "page_context"];

const wrapped = (body: unknown): unknown =>
  isRow(body) ? Object.entries(body).find(([name]) => !notRecords.includes(name))?.[1] : undefined;

export const recordings = openRecordings<Name>({
  slug: "zoho-books",
  lists: Object.fromEntries(names.map((name) => [name, { path: shapes[name].path, id: shapes[name].id }])),
  rowsIn: wrapped,
  rowIn: wrapped,
  // The daily limit waits for hours.
  refusalOf: ({ status, headers }) => {
    if (status === 429) return headers === undefined ? "rateLimited" : undefined;
    if (status === 400) return "invalid";
    return status === 401 ? "unauthorized" : status === 404 ? "notFound" : undefined;
  },
});

/** A record without values, of which replies to single records show all fields. */
export const blank = (name: Name, known: Row): Row => recordings.laidOver(name, known);
