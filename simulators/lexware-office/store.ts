/** What the invented company has on record, and the only place that changes it. */
import { createHash } from "node:crypto";
import { uuid as idFrom } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import type { Row } from "./inspect.ts";

export type SalesKind = "invoices" | "credit-notes" | "quotations" | "order-confirmations" | "down-payment-invoices";
export type Kind = "contacts" | "articles" | "vouchers" | SalesKind;

export interface PaymentItem {
  readonly paymentItemType: string;
  readonly postingDate: string;
  readonly amount: number;
  readonly currency: "EUR";
}

export interface Entry {
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

export interface StoredFile {
  readonly id: string;
  readonly bytes: Buffer;
  readonly type: string;
  readonly name: string;
  readonly checksum: string;
  readonly voucherId: string;
}

export type Happening = "created" | "changed" | "deleted" | "status.changed";

export const eventNames: Readonly<Record<Kind, string>> = {
  contacts: "contact",
  articles: "article",
  vouchers: "voucher",
  invoices: "invoice",
  "credit-notes": "credit-note",
  quotations: "quotation",
  "order-confirmations": "order-confirmation",
  "down-payment-invoices": "down-payment-invoice",
};

/** The same in every run. */
export const uuid = (name: string): string => idFrom(`lexware-office ${name}`);

export const checksum = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export class Store {
  readonly organizationId = uuid("organization");
  readonly world: World;
  readonly files = new Map<string, StoredFile>();
  /** Told of every change once the books are open. */
  notify: (eventType: string, resourceId: string) => void = () => {};
  private readonly shelves = new Map<Kind, Map<string, Entry>>();
  private readonly counters = new Map<string, number>();

  constructor(world: World) {
    this.world = world;
  }

  /** The next in a series: 1, 2, 3. */
  count(series: string): number {
    const next = (this.counters.get(series) ?? 0) + 1;
    this.counters.set(series, next);
    return next;
  }

  shelf(kind: Kind): Map<string, Entry> {
    const shelf = this.shelves.get(kind) ?? new Map<string, Entry>();
    this.shelves.set(kind, shelf);
    return shelf;
  }

  find(id: string): Entry | undefined {
    for (const shelf of this.shelves.values()) if (shelf.has(id)) return shelf.get(id);
    return undefined;
  }

  add(kind: Kind, content: Row, seed: Partial<Entry> = {}): Entry {
    const now = this.world.now();
    const entry: Entry = {
      ...{ kind, id: uuid(`${kind}-${this.count(kind)}`), created: now, updated: now, archived: false, payments: [] },
      // Articles begin at 0, everything else at 1, as the samples of the vendor's pages have it.
      version: kind === "articles" ? 0 : 1,
      content,
      ...seed,
    };
    this.shelf(kind).set(entry.id, entry);
    this.happened(entry, "created");
    return entry;
  }

  change(entry: Entry, content: Row = entry.content, happening: Happening = "changed"): void {
    entry.content = content;
    entry.version += 1;
    entry.updated = Math.max(this.world.now(), entry.updated + 1);
    this.happened(entry, happening);
  }

  drop(entry: Entry): void {
    this.shelf(entry.kind).delete(entry.id);
    this.happened(entry, "deleted");
  }

  keepFile(file: Omit<StoredFile, "id" | "checksum">): StoredFile {
    const kept = { ...file, id: uuid(`file-${this.count("file")}`), checksum: checksum(file.bytes) };
    this.files.set(kept.id, kept);
    return kept;
  }

  private happened(entry: Entry, happening: Happening): void {
    this.notify(`${eventNames[entry.kind]}.${happening}`, entry.id);
  }
}
