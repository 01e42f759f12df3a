/** What was recorded at FreshBooks: the fields of every record, and refusals. */
import { openRecordings } from "../engine/recordings.ts";
import { row as object, type Row, text } from "../engine/values.ts";
import { events, ledger, type Name, names, shapes } from "./shapes.ts";

const resultOf = (body: unknown): Row => object(object(object(body)["response"])["result"]);

const site = "https://api.freshbooks.com/";

/** Recorded paths are below the account, except those of other parts of the API. */
const pathOf = (recorded: string): string =>
  recorded.startsWith(site)
    ? recorded
        .slice(site.length)
        .replace(/^accounting\/businesses\/[^/]+\/ledger_accounts\/accounts/, ledger)
        .replace(/^events\/account\/[^/]+\/events\/callbacks/, events)
    : `accounting/account/:account${recorded}`;

export const recordings = openRecordings<Name>({
  slug: "freshbooks",
  lists: Object.fromEntries(names.map((name) => [name, { path: shapes[name].path, id: shapes[name].id }])),
  pathOf,
  rowsIn: (body) => object(body)["data"] ?? Object.values(resultOf(body)).find((value) => Array.isArray(value)),
  rowIn: (body, list) => resultOf(body)[shapes[list].one] ?? resultOf(body)["credit_note"],
  // Each part of the API refuses in its own form. Most of it is accounting.
  refusalOf: ({ status, body }) => {
    if (status === 401) return "unauthorized";
    const [error] = (object(object(body)["response"])["errors"] ?? []) as readonly Row[];
    if (error === undefined) return undefined;
    if (text(error["errno"]) === "12001") return "forbidden";
    return status === 404 ? "notFound" : status === 422 ? "invalid" : undefined;
  },
});

/** A record without values: replies show all fields. */
export const blank = (name: Name, known: Row): Row => recordings.laidOver(name, known);
