/** Create, change and delete for the records with lines. */
import { type Answer, find, type Route, reads, under } from "./api.ts";
import { announce, announceState, apply, isLocked, type Kind, newPriced, showPriced } from "./priced.ts";
import type { FilterRules, PageRules } from "./query.ts";
import { badRequest, type Refusal } from "./refusals.ts";
import { add, type Books, type Row, refresh, text } from "./store.ts";

export interface CrudRules {
  readonly syncs: boolean;
  readonly page?: PageRules;
  /** What deleting is answered with: documents say `200` once more in the body. */
  readonly deleted: Answer;
  /** What a body without the record is answered with, where it is not the usual. */
  readonly nothing?: Refusal;
}

/** Lists of documents show this year unless one asks for more. */
export const thisYear = (dateField: string): FilterRules => ({ dateField, defaults: { period: "this_year" } });

export const shown = (books: Books, row: Row, status = 200): Answer => ({ status, body: showPriced(books, row) });

export function crud(kind: Kind, rules: CrudRules): Route[] {
  const [created, updated] = kind.events;
  return [
    ...reads({ ...kind, filter: thisYear(kind.dateField), show: showPriced, ...rules }),
    [
      "POST",
      kind.path,
      (ask) => {
        const row = add(ask.books, kind.shelf, newPriced(ask.books, kind, under(ask, kind.root, rules.nothing)));
        announce(ask.books, kind, row, created);
        return shown(ask.books, row, 201);
      },
    ],
    [
      "PATCH",
      `${kind.path}/:id`,
      (ask) => {
        const row = find(ask.books, kind.shelf, ask.params["id"]);
        const before = row["state"];
        Object.assign(row, apply(ask.books, kind, row, under(ask, kind.root, rules.nothing)));
        refresh(ask.books, row);
        announce(ask.books, kind, row, updated);
        announceState(ask.books, kind, row, before);
        return shown(ask.books, row);
      },
    ],
    [
      "DELETE",
      `${kind.path}/:id`,
      ({ books, params }) => {
        destroy(books, kind, find(books, kind.shelf, params["id"]));
        return rules.deleted;
      },
    ],
  ];
}

export function destroy(books: Books, kind: Kind, row: Row): void {
  if (isLocked(books, text(row[kind.dateField]))) throw badRequest("Period is locked", { id: "period_locked" });
  books.shelf[kind.shelf].delete(row.id);
  for (const payment of books.shelf.payments.values())
    if (payment["invoice_id"] === row.id) books.shelf.payments.delete(payment.id);
  announce(books, kind, row, kind.events[2]);
}
