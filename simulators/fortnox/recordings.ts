/** What was recorded at Fortnox: the fields of every record, master data, and refusals. */
import { openRecordings } from "../engine/recordings.ts";
import { isRow, type Row } from "../engine/values.ts";
import { type Name, names, shapes } from "./shapes.ts";

const wrapped = (body: unknown): readonly unknown[] =>
  isRow(body)
    ? Object.entries(body)
        .filter(([name]) => name !== "MetaInformation")
        .map(([, value]) => value)
    : [];

export const recordings = openRecordings<Name>({
  slug: "fortnox",
  lists: Object.fromEntries(names.map((name) => [name, { path: name, id: shapes[name].id }])),
  rowsIn: (body) => wrapped(body)[0],
  rowIn: (body) => wrapped(body)[0],
  // The vendor refuses a missing licence with the same status as a bad request.
  refusalOf: ({ status, body }) => {
    if (JSON.stringify(body).includes("2001101")) return "forbidden";
    if (status === 400) return "invalid";
    return status === 401 ? "unauthorized" : status === 404 ? "notFound" : undefined;
  },
});

/** A record without values, of which replies to single records show all fields. */
export const blank = (name: Name, known: Row): Row => recordings.laidOver(name, known);
