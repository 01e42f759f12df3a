/** A stand-in for sevdesk, made from the responses in its evidence files. */
import { byOffset, wholeNumber } from "../engine/pages.ts";
import { recorded } from "../engine/recorded.ts";
import { get } from "../engine/routes.ts";
import { isRow, text } from "../engine/values.ts";
import { access } from "./access.ts";

export const simulation = recorded<"contacts">({
  slug: "sevdesk",
  ...access,
  lists: { contacts: { path: "contacts" } },
  // The vendor wraps the rows of a list, and counts them.
  rowsIn: (body) => (isRow(body) ? body["items"] : undefined),
  page: (rows, { query }) => {
    const size = wholeNumber(query["page_size"], 20, 100);
    const page = byOffset(rows, (wholeNumber(query["page"], 1) - 1) * size, size);
    return { body: { items: page.rows, total: page.total } };
  },
  stamp: (row, at) => {
    row["updated_at"] = new Date(at).toISOString();
  },
  stampOf: (row) => Date.parse(text(row["updated_at"])),
  // The request that proves the sign-in.
  routes: () => [get("profile", () => ({ body: { name: "sevdesk" } }))],
});
