/** The books are true, whichever day they end on: nothing here trusts the code that made them. */
import Big from "big.js";
import { beforeAll, describe, expect, test } from "vitest";
import { makeBooks } from "./books.ts";
import type { CompanyBooks, NativeEntry, NativeRecord } from "./types.ts";

const days = ["2026-11-15", "2024-02-29", "2025-01-01", "2025-12-31"];
const companyIds = ["bergblick", "kornfeld", "probelauf"];

const big = (value: unknown): Big => new Big(value === null || value === undefined ? 0 : String(value));
const added = (values: readonly unknown[]): string =>
  values.reduce((sum: Big, value) => sum.plus(big(value)), big(0)).toFixed(2);
const text = (record: NativeRecord, field: string): string => String(record[field] ?? "");
const list = (record: NativeRecord, field: string): NativeRecord[] => (record[field] ?? []) as NativeRecord[];
const signed = (line: { debit: string | null; credit: string | null }): Big => big(line.debit).minus(big(line.credit));

function sums<Item>(items: Iterable<Item>, key: (item: Item) => string, value: (item: Item) => Big): Map<string, Big> {
  const totals = new Map<string, Big>();
  for (const item of items) totals.set(key(item), (totals.get(key(item)) ?? big(0)).plus(value(item)));
  return totals;
}

/** Each kind of claim: its collection, number and total, its collective account, and the sign of what is owed there. */
const claimKinds = [
  {
    collection: "invoices",
    number: "invoice_number",
    total: "total_amount",
    date: "invoice_date",
    control: "1400",
    sign: 1,
  },
  {
    collection: "credit-notes",
    number: "credit_note_number",
    total: "total_gross_amount",
    date: "credit_note_date",
    control: "1400",
    sign: -1,
  },
  {
    collection: "bills",
    number: "bill_number",
    total: "total_gross_amount",
    date: "bill_date",
    control: "1600",
    sign: -1,
  },
  {
    collection: "vendor-credits",
    number: "vendor_credit_number",
    total: "total_gross_amount",
    date: "vendor_credit_date",
    control: "1600",
    sign: 1,
  },
] as const;

const tradeTotals = [
  ["total_gross_amount", "total_gross_amount"],
  ["total_net_amount", "total_net_amount"],
  ["total_tax_amount", "total_tax_amount"],
  ["total_discount_amount", "total_discount_amount"],
] as const;
/** Collection → where its lines are, and which total is the sum of which line field. */
const documents: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
  [
    "invoices",
    "line_items",
    [
      ["total_amount", "gross_amount"],
      ["sum_net_amount", "items_amount"],
      ["discount_amount", "discount_item_amount"],
    ],
  ],
  ["credit-notes", "credit_note_lines", tradeTotals],
  ...["bills", "vendor-credits", "offers", "sales-orders", "purchase-orders"].map(
    (collection) => [collection, "line_items", tradeTotals] as const,
  ),
  ["booking-proposals", "line_items", [["total_gross_amount", "total_gross_amount"]]],
];

describe.each(days)("books that end on %s", (day) => {
  describe.each(companyIds)("%s", (id) => {
    let books: CompanyBooks;
    let entries: NativeEntry[];
    let counted: NativeEntry[];
    const records = (collection: string): readonly NativeRecord[] => books.records.get(collection) ?? [];
    const lines = () => counted.flatMap(({ journal_line_items }) => journal_line_items);
    const paidFor = () =>
      sums(
        records("payments").flatMap((payment) => list(payment, "payment_lines")),
        (line) => text(line, "invoice_id"),
        (line) => big(line["amount"]),
      );

    beforeAll(() => {
      const company = makeBooks({ day, entries: 2000 }).companies.find(({ company }) => company.id === id);
      if (company === undefined) throw new Error(`There is no company ${id}.`);
      books = company;
      entries = [...books.entries()];
      counted = entries.filter(({ is_provisional }) => !is_provisional);
    });

    test("every entry balances, each line on one side, drafts too", () => {
      for (const entry of entries) {
        expect(entry.journal_line_items.reduce((sum, line) => sum.plus(signed(line)), big(0)).toFixed(2)).toBe("0.00");
        for (const line of entry.journal_line_items)
          expect([line.debit, line.credit].filter((side) => side !== null)).toHaveLength(1);
      }
    });

    test("entries are as many as wanted, numbered without gaps, in the order of their days, none after the last", () => {
      expect(entries).toHaveLength(id === "bergblick" ? 2000 : 200);
      expect(books.entryCount).toBe(entries.length);
      expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => String(index + 1)));
      const dates = entries.map(({ transaction_date }) => transaction_date);
      expect(dates).toEqual(dates.toSorted());
      expect(dates.at(-1)).toBe(day);
      expect(dates[0]).toBe(`${Number(day.slice(0, 4)) - 1}-01-01`);
      for (const entry of entries) expect(entry.fiscal_year).toBe(entry.transaction_date.slice(0, 4));
    });

    test("every document's total is the sum of its lines", () => {
      for (const [collection, field, totals] of documents)
        for (const record of records(collection))
          for (const [total, part] of totals) {
            const sum = added(list(record, field).map((line) => line[part]));
            expect(`${record.id} ${total} ${big(record[total]).toFixed(2)}`).toBe(`${record.id} ${total} ${sum}`);
          }
      for (const invoice of records("invoices"))
        expect(added([invoice["sum_net_amount"], invoice["total_tax_amount"]])).toBe(added([invoice["total_amount"]]));
      for (const expense of records("expenses")) {
        const lines = list(expense, "expense_lines");
        expect(added(lines.map((line) => line["debit"] ?? line["credit"]))).toBe(expense["total_net_amount"]);
        expect(added(lines.map((line) => line["tax_amount"]))).toBe(expense["total_tax_amount"]);
        expect(added(lines.map((line) => line["gross_amount"]))).toBe(expense["total_gross_amount"]);
      }
    });

    test("the second year opens with what the first closed with, and the first year's result is in equity", () => {
      const [first, second] = [Number(day.slice(0, 4)) - 1, Number(day.slice(0, 4))].map(String);
      const closing = sums(
        counted.filter(({ fiscal_year }) => fiscal_year === first).flatMap((entry) => entry.journal_line_items),
        (line) => line.account_code,
        signed,
      );
      const openings = counted.filter(
        ({ fiscal_year, record_type }) => fiscal_year === second && record_type === "opening",
      );
      const opening = sums(
        openings.flatMap((entry) => entry.journal_line_items),
        (line) => line.account_code,
        signed,
      );
      const classes = new Map(records("accounts").map((account) => [account["code"], account["class"]]));
      expect(openings).toHaveLength(1);
      for (const [account, balance] of closing) {
        expect(`${account} ${(opening.get(account) ?? big(0)).toFixed(2)}`).toBe(`${account} ${balance.toFixed(2)}`);
        if (["expense", "revenue"].includes(String(classes.get(account)))) expect(balance.toFixed(2)).toBe("0.00");
      }
      expect(counted.filter(({ record_type }) => record_type === "closing")).toHaveLength(1);
    });

    test("accounts and bank accounts say what the ledger says, and nobody takes out of the till what is not in it", () => {
      const year = day.slice(0, 4);
      const ledger = sums(
        counted.filter(({ fiscal_year }) => fiscal_year === year).flatMap((entry) => entry.journal_line_items),
        (line) => line.account_code,
        signed,
      );
      for (const account of records("accounts")) {
        const balance = (ledger.get(text(account, "code")) ?? big(0)).times(account["side"] === "debit" ? 1 : -1);
        expect(`${account.id} ${account["balance"]}`).toBe(
          `${account.id} ${balance.plus(0).toFixed(2)}`.replace("-0.00", "0.00"),
        );
      }
      for (const bank of records("bank-accounts"))
        expect(bank["balance"]).toBe((ledger.get(text(bank, "number")) ?? big(0)).toFixed(2));
      let till = big(0);
      for (const entry of counted) {
        if (entry.record_type === "opening") till = big(0);
        for (const line of entry.journal_line_items) if (line.account_code === "1000") till = till.plus(signed(line));
        expect(till.gte(0)).toBe(true);
      }
    });

    test("receivables and payables are exactly the open items, in sum and for each document", () => {
      const items = records("open-items");
      const open = (item: NativeRecord) => big(item["open_debit"]).minus(big(item["open_credit"]));
      for (const { control, type } of [
        { control: "1400", type: "invoice" },
        { control: "1600", type: "bill" },
      ]) {
        const account = records("accounts").find(({ code }) => code === control);
        const sum = items
          .filter((item) => item["type"] === type)
          .reduce((total, item) => total.plus(open(item)), big(0));
        expect(sum.times(control === "1400" ? 1 : -1).toFixed(2)).toBe(account?.["balance"]);
      }
      const controls = lines().filter(
        (line) => ["1400", "1600"].includes(line.account_code) && line.document_number !== null,
      );
      const byDocument = sums(controls, (line) => String(line.document_number), signed);
      const byItem = sums(items, (item) => text(item, "document_number"), open);
      for (const [number, balance] of byDocument)
        expect(`${number} ${(byItem.get(number) ?? big(0)).toFixed(2)}`).toBe(`${number} ${balance.toFixed(2)}`);
      for (const item of items) {
        expect(open(item).eq(0)).toBe(false);
        expect(added([item["total_debit"], `-${item["total_credit"]}`])).toBe(open(item).toFixed(2));
        expect(added(list(item, "entries").map((entry) => signed(entry as never)))).toBe(open(item).toFixed(2));
      }
    });

    test.each(claimKinds)(
      "$collection: what is unpaid is open, what is paid was paid, what is booked is in the ledger",
      (kind) => {
        const open = new Map(records("open-items").map((item) => [text(item, "document_number"), item]));
        const paid = paidFor();
        const byDocument = Map.groupBy(counted, (entry) => entry.document_id);
        for (const record of records(kind.collection)) {
          const number = text(record, kind.number);
          const total = big(record[kind.total]);
          const remainder = total.minus(paid.get(record.id) ?? 0);
          const item = open.get(number);
          const openAmount = item ? big(item["open_debit"]).minus(big(item["open_credit"])).times(kind.sign) : big(0);
          const isSettledOtherwise = [
            "bad_debt",
            "canceled",
            "partial_cancellation",
            "credit_note_cleared",
            "cleared_with_credit_note",
          ].includes(text(record, "payment_status"));
          if (number === "" || isSettledOtherwise) expect(item).toBeUndefined();
          else expect(`${record.id} ${openAmount.toFixed(2)}`).toBe(`${record.id} ${inEuro(record, remainder)}`);
          if (["paid", "debited"].includes(text(record, "payment_status"))) expect(remainder.toFixed(2)).toBe("0.00");
          const [booking] = byDocument.get(record.id) ?? [];
          expect(booking !== undefined).toBe(number !== "");
          if (booking === undefined) continue;
          const [head] = booking.journal_line_items;
          expect(booking.transaction_date).toBe(record[kind.date]);
          expect(head?.account_code).toBe(kind.control);
          const difference = head ? signed(head).times(kind.sign).minus(inEuro(record, total)).abs() : big(1);
          // Abroad each line is converted by itself.
          expect(difference.lte(record["exchange_rate"] ? "0.05" : 0)).toBe(true);
        }
      },
    );

    /** A foreign remainder is either everything or nothing, so what the ledger says is the whole document. */
    const inEuro = (record: NativeRecord, amount: Big): string => {
      if (record["exchange_rate"] === null || amount.eq(0)) return amount.toFixed(2);
      const [entry] = counted.filter(({ document_id }) => document_id === record.id);
      const booked = big(entry?.journal_line_items[0]?.debit ?? entry?.journal_line_items[0]?.credit);
      expect(
        booked
          .minus(amount.times(text(record, "exchange_rate")))
          .abs()
          .lte("0.05"),
      ).toBe(true);
      return booked.toFixed(2);
    };

    test("every payment and every expense is in the ledger with its amount", () => {
      const byDocument = Map.groupBy(counted, (entry) => entry.document_id);
      for (const payment of records("payments")) {
        const [entry] = byDocument.get(payment.id) ?? [];
        const [line] = list(payment, "payment_lines");
        const bank = entry?.journal_line_items.find(({ account_id }) => account_id === line?.["account_id"]);
        const amount = big(line?.["amount"]).times(big(payment["exchange_rate"] ?? 1));
        expect(entry?.transaction_date).toBe(line?.["payment_date"]);
        expect((bank ? signed(bank).abs() : big(-1)).toFixed(2)).toBe(amount.toFixed(2));
      }
      for (const expense of records("expenses")) {
        const [entry] = byDocument.get(expense.id) ?? [];
        const head = entry?.journal_line_items[0];
        expect(head?.account_id).toBe(expense["account_id"]);
        if (expense["exchange_rate"] === null) expect(head?.debit ?? head?.credit).toBe(expense["total_gross_amount"]);
      }
    });

    test("a status fits the days and the amounts", () => {
      for (const { collection } of claimKinds)
        for (const record of records(collection)) {
          const due = text(record, "due_date");
          if (due === "") continue;
          if (["open", "partially_paid", "document_created"].includes(text(record, "status")))
            expect(due >= day).toBe(true);
          if (["overdue", "partially_overdue"].includes(text(record, "status"))) expect(due < day).toBe(true);
          if (record["paid_date"]) expect(["paid", "corrective"]).toContain(record["status"]);
        }
      for (const order of records("purchase-orders")) {
        const received = records("goods-receipts")
          .flatMap((receipt) => list(receipt, "line_items"))
          .filter((line) => line["purchase_order_id"] === order.id);
        const ordered = added(list(order, "line_items").map((line) => line["quantity"]));
        const arrived = added(received.map((line) => line["quantity_received"]));
        if (order["status"] === "closed") expect(arrived).toBe(ordered);
        if (order["status"] === "partially_fulfilled")
          expect(big(arrived).gt(0) && big(arrived).lt(ordered)).toBe(true);
        if (["open", "canceled"].includes(text(order, "status"))) expect(arrived).toBe("0.00");
      }
    });

    test("documents are numbered without gaps in each year, in the order of their days", () => {
      for (const { collection, number, date } of claimKinds) {
        const numbered = records(collection).filter((record) => record[number] !== null);
        for (const ofYear of Map.groupBy(numbered, (record) => text(record, date).slice(0, 4)).values()) {
          expect(ofYear.map((record) => Number(text(record, number).slice(-4)))).toEqual(
            ofYear.map((_, index) => index + 1),
          );
          expect(ofYear.map((record) => text(record, date))).toEqual(
            ofYear.map((record) => text(record, date)).toSorted(),
          );
        }
      }
    });
  });
});
