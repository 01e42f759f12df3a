/** What the invented company has on record. */
import { type Company, openCompany } from "../engine/tables.ts";
import { digest, uuid as idFrom, type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";

export type SalesKind = "invoices" | "credit-notes" | "quotations" | "order-confirmations" | "down-payment-invoices";
export type Kind = "contacts" | "articles" | "vouchers" | SalesKind;
export type Table = Kind | "files" | "event-subscriptions";
export type Store = Company<Table>;

export interface PaymentItem {
  readonly paymentItemType: string;
  readonly postingDate: string;
  readonly amount: number;
  readonly currency: "EUR";
}

export interface Entry extends Row {
  readonly kind: Kind;
  readonly id: string;
  readonly created: number;
  updated: number;
  version: number;
  archived: boolean;
  /** What the vendor shows of it, the stamps above left out. */
  content: Row;
  payments: PaymentItem[];
}

export interface StoredFile extends Row {
  readonly id: string;
  readonly bytes: Buffer;
  readonly type: string;
  readonly name: string;
  readonly checksum: string;
  readonly voucherId: string;
}

export const eventNames: Readonly<Record<Kind, string>> = {
  ...{ contacts: "contact", articles: "article", vouchers: "voucher", invoices: "invoice", quotations: "quotation" },
  ...{ "credit-notes": "credit-note", "order-confirmations": "order-confirmation" },
  "down-payment-invoices": "down-payment-invoice",
};
const kinds = Object.keys(eventNames) as Kind[];

/** The same in every run. */
export const uuid = (name: string): string => idFrom(`lexware-office ${name}`);

export const openStore = ({ now }: World): Store =>
  openCompany<Table>({
    ...{ id: uuid("organization"), tables: [...kinds, "files", "event-subscriptions"], now, newId: () => "" },
    stamp: (row, at, _table, isNew) => {
      if (!isNew) Object.assign(row, { updated: at, version: Number(row["version"]) + 1 });
    },
    stampOf: ({ updated }) => Number(updated ?? 0),
  });

export const entryOf = (store: Store, kind: Kind, id: unknown) => store.tables[kind].get(id) as Entry | undefined;
export const entriesOf = (store: Store, kind: Kind) => store.tables[kind].all() as Entry[];
export const filesOf = (store: Store) => store.tables.files.all() as StoredFile[];

export function findEntry(store: Store, id: string): Entry | undefined {
  for (const kind of kinds) if (store.tables[kind].has(id)) return entryOf(store, kind, id);
  return undefined;
}

/** Articles begin at version 0, everything else at 1, as the samples of the vendor's pages have it. */
export function newEntry(store: Store, kind: Kind, content: Row, seed: Partial<Entry> = {}): Entry {
  const now = store.now();
  return {
    ...{ kind, id: uuid(`${kind}-${store.next(kind)}`), created: now, updated: now, archived: false, payments: [] },
    ...{ version: kind === "articles" ? 0 : 1, content },
    ...seed,
  };
}

export const add = (store: Store, kind: Kind, content: Row, seed?: Partial<Entry>): Entry =>
  store.add(kind, newEntry(store, kind, content, seed)) as Entry;

export function change(store: Store, entry: Entry, content: Row = entry.content, happening = "updated"): void {
  entry.content = content;
  store.restamp(entry.kind, entry);
  store.tell({ table: entry.kind, row: entry, kind: happening });
}

export const checksum = (bytes: Buffer): string => digest(bytes);

export function keepFile(store: Store, file: Pick<StoredFile, "bytes" | "type" | "name" | "voucherId">): StoredFile {
  const kept = { ...file, id: uuid(`file-${store.next("file")}`), checksum: checksum(file.bytes) };
  return store.tables.files.put(kept) as StoredFile;
}

/** `voucher.status.changed`; payments are told of in words of their own. */
export function eventType(table: Table, kind: string): string {
  const happening = kind === "updated" ? "changed" : kind;
  return text(happening).startsWith("payment.") ? happening : `${eventNames[table as Kind]}.${happening}`;
}
