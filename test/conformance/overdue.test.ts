/** A document is overdue when the next day begins in the company's time zone, not in UTC. */
import { afterEach, expect, test, vi } from "vitest";
import { dolibarr } from "../../src/connectors/dolibarr/connector.ts";
import { eConomic } from "../../src/connectors/e-conomic/connector.ts";
import { exactOnline } from "../../src/connectors/exact-online/connector.ts";
import { lexwareOffice } from "../../src/connectors/lexware-office/connector.ts";
import { moneybird } from "../../src/connectors/moneybird/connector.ts";
import { tripletex } from "../../src/connectors/tripletex/connector.ts";
import type { Connector } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { readsOf, replying } from "../support/vendorSession.ts";

afterEach(() => {
  vi.useRealTimers();
});

interface OpenDocument {
  readonly connector: Connector;
  readonly list: OperationId;
  /** The reply to every request: a document of 238 that is due on 2 July 2026 and unpaid. */
  readonly reply: unknown;
}

const due = "2026-07-02";
const documents: readonly OpenDocument[] = [
  {
    connector: tripletex,
    list: "invoices.list",
    reply: {
      values: [
        {
          id: 7,
          isCharged: true,
          amountCurrency: 238,
          amountCurrencyOutstanding: 238,
          invoiceDueDate: due,
          orders: [],
        },
      ],
      fullResultSize: 1,
    },
  },
  {
    connector: eConomic,
    list: "invoices.list",
    reply: {
      collection: [{ bookedInvoiceNumber: 7, grossAmount: 238, remainder: 238, dueDate: due }],
      pagination: { results: 1, maxPageSizeAllowed: 1000 },
    },
  },
  {
    connector: exactOnline,
    list: "bills.list",
    reply: {
      d: {
        results: [
          {
            EntryID: "c00ee12c-2b39-4e84-b332-54a3c722e5dd",
            EntryNumber: 7,
            Type: 30,
            AmountFC: 238,
            DueDate: `/Date(${Date.parse(due)})/`,
            Amount: 238,
          },
        ],
      },
    },
  },
  {
    connector: lexwareOffice,
    list: "bills.list",
    reply: {
      content: [
        { id: "7", voucherStatus: "open", openAmount: 238, totalAmount: 238, dueDate: `${due}T00:00:00.000+02:00` },
      ],
      totalElements: 1,
    },
  },
  {
    connector: moneybird,
    list: "invoices.list",
    reply: [{ id: "7", state: "open", due_date: due, total_price_incl_tax: "238.0", total_paid: "0.0", details: [] }],
  },
  {
    connector: dolibarr,
    list: "bills.list",
    reply: [
      { id: "7", type: "0", statut: "1", total_ttc: "238", date_echeance: Date.parse(`${due}T00:00:00+02:00`) / 1000 },
    ],
  },
];

test.each(documents.map((document) => [document.connector.name, document] as const))(
  "%s: a document that is due on 2 July is overdue when 3 July begins",
  async (_name, { connector, list, reply }) => {
    const statusAt = async (now: string) => {
      vi.setSystemTime(now);
      return (await readsOf(connector).list(list, replying({}, reply))).records[0]?.["status"];
    };
    expect(await statusAt("2026-07-02T21:30:00Z")).toBe("OPEN");
    expect(await statusAt("2026-07-02T22:30:00Z")).toBe("OVERDUE");
  },
);
